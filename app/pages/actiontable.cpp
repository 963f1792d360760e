#include "pages/actiontable.h"

#include "style/tokens.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionViewItem>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kHeaderHeight = 32;
constexpr int kCheckLeft = 16;
constexpr int kCheckSide = 16;

// Draws the box that checks every row; clicks come as sectionClicked(0).
class CheckHeader final : public QHeaderView {
public:
    explicit CheckHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent) {}

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override
    {
        const QVariant state = model()->headerData(section, Qt::Horizontal, Qt::CheckStateRole);
        // The first name of a table without boxes keeps the card's margin, as its cells do.
        const int indent = section == 0 && !state.isValid() ? RowCell::kPadding : 0;
        painter->save();
        QHeaderView::paintSection(painter, rect.adjusted(indent, 0, 0, 0), section);
        painter->restore();
        if (indent > 0) {
            const Tokens &t = tokens(palette());
            painter->fillRect(QRect(rect.left(), rect.top(), indent, rect.height()), t.surface2);
            painter->fillRect(QRect(rect.left(), rect.bottom(), indent, 1), t.border);
        }
        if (!state.isValid())
            return;
        QStyleOptionViewItem box;
        box.initFrom(this);
        box.rect = QRect(rect.left() + kCheckLeft, rect.center().y() - kCheckSide / 2, kCheckSide, kCheckSide);
        const auto check = static_cast<Qt::CheckState>(state.toInt());
        box.state.setFlag(QStyle::State_On, check == Qt::Checked);
        box.state.setFlag(QStyle::State_Off, check == Qt::Unchecked);
        box.state.setFlag(QStyle::State_NoChange, check == Qt::PartiallyChecked);
        style()->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter, this);
    }
};

} // namespace

ActionTable::ActionTable(QAbstractItemModel &model, RowCell *cell, const QList<Column> &columns, QWidget *parent)
    : QTableView(parent), m_checks(qobject_cast<LinkRowsModel *>(&model)), m_cell(cell), m_columns(columns)
{
    cell->setParent(this);
    auto *header = new CheckHeader(this);
    setHorizontalHeader(header);
    setModel(&model);
    setItemDelegate(cell);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(RowCell::kRowHeight);
    verticalHeader()->setDefaultSectionSize(RowCell::kRowHeight);
    verticalScrollBar()->setSingleStep(RowCell::kRowHeight);
    header->setFixedHeight(kHeaderHeight);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setMinimumSectionSize(20);
    header->setHighlightSections(false);
    header->setSectionsClickable(m_checks != nullptr);
    if (!m_checks)
        return;
    connect(header, &QHeaderView::sectionClicked, this, [this](int section) {
        if (section == 0)
            m_checks->checkAll(m_checks->allChecked() != Qt::Checked);
    });
    connect(m_checks, &LinkRowsModel::checkedChanged, header->viewport(), qOverload<>(&QWidget::update));
}

void ActionTable::setLeastRows(int rows)
{
    setMinimumHeight(kHeaderHeight + rows * RowCell::kRowHeight);
}

void ActionTable::fitColumns()
{
    const int room = viewport()->width();
    int least = 0;
    for (const Column &column : m_columns)
        least += column.least;
    QList<bool> hidden(m_columns.size(), false);
    for (int i = 0; i < m_columns.size() && least > room; ++i) {
        if (!m_columns.at(i).mayHide)
            continue;
        hidden[i] = true;
        least -= m_columns.at(i).least;
    }
    int shares = 0;
    for (int i = 0; i < m_columns.size(); ++i)
        shares += hidden.at(i) ? 0 : m_columns.at(i).share;
    const int left = std::max(0, room - least);
    int used = 0;
    for (int i = 0; i < m_columns.size(); ++i) {
        setColumnHidden(i, hidden.at(i));
        if (hidden.at(i))
            continue;
        const int more = shares > 0 ? left * m_columns.at(i).share / shares : 0;
        // The button stands at the right edge, whatever was rounded.
        const int width = i == buttonColumn() ? std::max(m_columns.at(i).least, room - used)
                                              : m_columns.at(i).least + more;
        setColumnWidth(i, width);
        used += width;
    }
}

QRect ActionTable::buttonRect(int row) const
{
    const QModelIndex index = model()->index(row, buttonColumn());
    return m_cell->buttonRect(visualRect(index), index.data().toString());
}

void ActionTable::press(int row)
{
    if (row >= 0 && row < model()->rowCount())
        Q_EMIT buttonPressed(row, viewport()->mapToGlobal(buttonRect(row).bottomLeft() + QPoint(0, 4)));
}

void ActionTable::toggle(int row, bool range)
{
    if (range) {
        m_checks->checkRows(std::min(m_anchor, row), std::max(m_anchor, row));
        return;
    }
    m_anchor = row;
    m_checks->setChecked(row, !m_checks->isChecked(row));
}

void ActionTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void ActionTable::keyPressEvent(QKeyEvent *event)
{
    const int row = currentIndex().row();
    if (event->key() == Qt::Key_Space && row >= 0 && m_checks) {
        toggle(row, event->modifiers() & Qt::ShiftModifier);
    } else if (event->matches(QKeySequence::SelectAll) && m_checks) {
        m_checks->checkAll(true);
    } else if (event->key() == Qt::Key_Escape && m_checks && m_checks->checkedCount() > 0) {
        m_checks->checkAll(false);
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Menu) {
        press(row);
    } else {
        QTableView::keyPressEvent(event);
    }
}

void ActionTable::mousePressEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    const QModelIndex index = indexAt(at);
    m_pressedRow = -1;
    if (event->button() != Qt::LeftButton || !index.isValid()) {
        QTableView::mousePressEvent(event);
        return;
    }
    const bool extended = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
    if (isCheck(index) || (m_checks && extended)) {
        toggle(index.row(), event->modifiers() & Qt::ShiftModifier);
        return;
    }
    if (buttonRect(index.row()).contains(at))
        m_pressedRow = index.row();
    QTableView::mousePressEvent(event);
}

void ActionTable::mouseReleaseEvent(QMouseEvent *event)
{
    QTableView::mouseReleaseEvent(event);
    const int row = std::exchange(m_pressedRow, -1);
    if (row >= 0 && buttonRect(row).contains(event->position().toPoint()))
        press(row);
}

void ActionTable::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (!index.isValid() || event->button() != Qt::LeftButton)
        return;
    if (isCheck(index))
        toggle(index.row(), false); // two clicks on a box are two clicks
    else if (buttonRect(index.row()).contains(event->position().toPoint()))
        press(index.row());
    else
        Q_EMIT rowOpened(index.row());
}

void ActionTable::setHover(const QPoint &at)
{
    const int row = rowAt(at.y());
    m_cell->setHover(row, row >= 0 && buttonRect(row).contains(at));
    updateRow(std::exchange(m_hoverRow, row));
    updateRow(row);
}

void ActionTable::updateRow(int row)
{
    if (row >= 0)
        viewport()->update(0, rowViewportPosition(row), viewport()->width(), RowCell::kRowHeight);
}

void ActionTable::mouseMoveEvent(QMouseEvent *event)
{
    setHover(event->position().toPoint());
    // No rubber band: moving with the button held would walk through the rows.
    if (event->buttons() == Qt::NoButton)
        QTableView::mouseMoveEvent(event);
}

void ActionTable::leaveEvent(QEvent *event)
{
    setHover({-1, -1});
    QTableView::leaveEvent(event);
}

} // namespace linkdesk::app
