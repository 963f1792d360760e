#include "pages/linkstable.h"

#include "pages/linkcell.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <array>

namespace linkdesk::app {

namespace {

constexpr int kHeaderHeight = 32;
constexpr int kEndMargin = 16;

struct ColumnWidth {
    int least;
    int share; // of the room that is left
};

// By LinkColumn. Wide enough for German and Ukrainian words.
constexpr std::array<ColumnWidth, kLinkColumns> kWidths{{
    {50, 0},
    {196, 50},
    {130, 60},
    {132, 14},
    {94, 0},
    {104, 0},
    {104, 0},
    {132, 0},
}};
constexpr std::array kHideOrder{LinkColumn::Created, LinkColumn::Target, LinkColumn::Tags};

} // namespace

LinksTable::LinksTable(LinksModel &model, QWidget *parent)
    : QTableView(parent), m_model(model), m_cell(new LinkCell(this))
{
    setObjectName(u"linksTable"_qs);
    setAccessibleName(tr("Links"));
    setModel(&model);
    setItemDelegate(m_cell);
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
    verticalHeader()->setMinimumSectionSize(LinkCell::kRowHeight);
    verticalHeader()->setDefaultSectionSize(LinkCell::kRowHeight);
    verticalScrollBar()->setSingleStep(LinkCell::kRowHeight);
    QHeaderView *header = horizontalHeader();
    header->setFixedHeight(kHeaderHeight);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setMinimumSectionSize(20);
    header->setHighlightSections(false);
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setStretchLastSection(true);
    connect(header, &QHeaderView::sectionClicked, this, &LinksTable::headerClicked);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &LinksTable::tellVisible);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &LinksTable::tellVisible);
    connect(&m_model, &LinksModel::listReplaced, this, &LinksTable::tellVisible);
}

void LinksTable::setHiddenByChoice(LinkColumn column, bool hidden)
{
    if (hidden)
        m_hidden.insert(toInt(column));
    else
        m_hidden.remove(toInt(column));
    fitColumns();
}

void LinksTable::setReserve(int height)
{
    if (height == m_reserve)
        return;
    m_reserve = height;
    updateGeometries();
}

void LinksTable::showSort(LinkSort sort, bool descending)
{
    LinkColumn column = LinkColumn::Created;
    switch (sort) {
    case LinkSort::Created: column = LinkColumn::Created; break;
    case LinkSort::Clicks: column = LinkColumn::Clicks; break;
    case LinkSort::Code: column = LinkColumn::Link; break;
    case LinkSort::Expires: column = LinkColumn::Expires; break;
    }
    const QSignalBlocker blocker(horizontalHeader());
    horizontalHeader()->setSortIndicator(toInt(column), descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    horizontalHeader()->viewport()->update();
}

void LinksTable::headerClicked(int column)
{
    const LinkQuery before = m_model.query();
    showSort(before.sort, before.descending); // the header has turned its arrow already
    if (!LinksModel::isSortable(column))
        return;
    // Names and dates to come are read from the first, numbers and news from the largest.
    const bool descendingFirst = column == toInt(LinkColumn::Clicks) || column == toInt(LinkColumn::Created);
    const bool same = horizontalHeader()->sortIndicatorSection() == column;
    const bool descending = same ? !before.descending : descendingFirst;
    m_model.sort(column, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    showSort(m_model.query().sort, m_model.query().descending);
    scrollToTop();
}

void LinksTable::fitColumns()
{
    const int room = viewport()->width() - kEndMargin;
    std::array<bool, kLinkColumns> shown{};
    int least = 0;
    for (int i = 0; i < kLinkColumns; ++i) {
        shown[size_t(i)] = !m_hidden.contains(i);
        least += shown[size_t(i)] ? kWidths[size_t(i)].least : 0;
    }
    for (LinkColumn column : kHideOrder) {
        if (least <= room)
            break;
        if (!shown[size_t(toInt(column))])
            continue;
        shown[size_t(toInt(column))] = false;
        least -= kWidths[size_t(toInt(column))].least;
    }
    int shares = 0;
    for (int i = 0; i < kLinkColumns; ++i)
        shares += shown[size_t(i)] ? kWidths[size_t(i)].share : 0;
    const int left = std::max(0, room - least);
    for (int i = 0; i < kLinkColumns; ++i) {
        setColumnHidden(i, !shown[size_t(i)]);
        if (shown[size_t(i)])
            setColumnWidth(i, kWidths[size_t(i)].least + (shares > 0 ? left * kWidths[size_t(i)].share / shares : 0));
    }
}

void LinksTable::tellVisible()
{
    const int first = std::max(0, rowAt(0));
    const int count = viewport()->height() / LinkCell::kRowHeight + 2;
    m_model.setVisibleRows(first, first + count);
}

void LinksTable::updateGeometries()
{
    QTableView::updateGeometries();
    if (m_reserve > 0 && verticalScrollBar()->maximum() > 0)
        verticalScrollBar()->setMaximum(verticalScrollBar()->maximum() + m_reserve);
}

void LinksTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    tellVisible();
}

void LinksTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    tellVisible();
}

void LinksTable::toggle(int row, bool range)
{
    if (range) {
        m_model.checkRows(std::min(m_anchor, row), std::max(m_anchor, row));
        return;
    }
    m_anchor = row;
    if (const LinkInfo *link = m_model.linkAt(row))
        m_model.setChecked(row, !m_model.isChecked(link->id));
}

void LinksTable::keyPressEvent(QKeyEvent *event)
{
    const int row = currentIndex().row();
    if (event->key() == Qt::Key_Space && row >= 0) {
        toggle(row, event->modifiers() & Qt::ShiftModifier);
    } else if (event->matches(QKeySequence::SelectAll)) {
        m_model.checkRows(0, m_model.rowCount() - 1);
    } else if (event->key() == Qt::Key_Escape && m_model.checkedCount() > 0) {
        m_model.clearChecked();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && row >= 0) {
        Q_EMIT rowActivated(row);
    } else {
        QTableView::keyPressEvent(event);
    }
}

void LinksTable::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    const bool onBox = index.isValid() && index.column() == toInt(LinkColumn::Check);
    const bool onRow = index.isValid() && event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
    if (event->button() == Qt::LeftButton && (onBox || onRow)) {
        toggle(index.row(), event->modifiers() & Qt::ShiftModifier);
        return;
    }
    QTableView::mousePressEvent(event);
    if (event->button() == Qt::LeftButton && index.isValid()) {
        m_anchor = index.row();
        Q_EMIT rowActivated(index.row()); // also if it was the current one: the pane may have been closed
    }
}

void LinksTable::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (index.isValid() && index.column() == toInt(LinkColumn::Check)) {
        toggle(index.row(), false); // two clicks on a box are two clicks
        return;
    }
    QTableView::mouseDoubleClickEvent(event);
}

void LinksTable::setHoverRow(int row)
{
    if (row == m_hoverRow)
        return;
    const int before = m_hoverRow;
    m_hoverRow = row;
    m_cell->setHoverRow(row);
    updateRow(before);
    updateRow(row);
}

void LinksTable::updateRow(int row)
{
    if (row >= 0)
        viewport()->update(0, rowViewportPosition(row), viewport()->width(), LinkCell::kRowHeight);
}

void LinksTable::mouseMoveEvent(QMouseEvent *event)
{
    setHoverRow(rowAt(event->position().toPoint().y()));
    // No rubber band: moving with the button held would walk through the rows.
    if (event->buttons() == Qt::NoButton)
        QTableView::mouseMoveEvent(event);
}

void LinksTable::leaveEvent(QEvent *event)
{
    setHoverRow(-1);
    QTableView::leaveEvent(event);
}

void LinksTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_quiet && current.isValid() && current.row() != previous.row() && hasFocus())
        Q_EMIT rowActivated(current.row());
}

void LinksTable::markCurrent(int row)
{
    const int before = m_currentRow;
    m_currentRow = row;
    m_cell->setCurrentRow(row);
    const QScopedValueRollback quiet(m_quiet, true);
    if (row >= 0 && currentIndex().row() != row)
        setCurrentIndex(m_model.index(row, toInt(LinkColumn::Link)));
    updateRow(before);
    updateRow(row);
}

} // namespace linkdesk::app
