#include "widgets/barlistview.h"

#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

namespace {

constexpr int kLeadWidth = 32; // code or icon column
constexpr int kBarInset = 8;   // text from the bar's edge
constexpr int kRowGap = 2;     // above and below the bar
constexpr int kCodeWidth = 24;
constexpr int kCodeHeight = 16;

void paintLead(QPainter *painter, const QRect &column, const QModelIndex &index, const Tokens &t)
{
    const QString code = index.data(BarCodeRole).toString();
    if (!code.isEmpty()) {
        const QRectF tile(column.left(), column.top() + (column.height() - kCodeHeight) / 2, kCodeWidth, kCodeHeight);
        paintBox(painter, tile, 4, t.neutralTint);
        painter->setFont(textFont(TextRole::CountryCode));
        painter->setPen(t.text2);
        painter->drawText(tile, Qt::AlignCenter, code);
        return;
    }
    const QString name = index.data(BarIconRole).toString();
    if (!name.isEmpty()) {
        // Centred under the code tiles.
        const QPointF corner(column.left() + (kCodeWidth - 16) / 2.0, column.top() + (column.height() - 16) / 2.0);
        paintIcon(painter, QRectF(corner, QSizeF(16, 16)), name, t.text2);
    }
}

} // namespace

void BarRowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &t = tokens(option.palette);
    painter->save();
    QRect area = option.rect.adjusted(0, kRowGap, 0, -kRowGap);
    if (m_lead) {
        paintLead(painter, QRect(area.left(), area.top(), kLeadWidth, area.height()), index, t);
        area.setLeft(area.left() + kLeadWidth);
    }
    if (option.state & QStyle::State_MouseOver)
        paintBox(painter, area, kTokenRadius, t.hover);
    const qreal fraction = std::clamp(index.data(BarFractionRole).toReal(), 0.0, 1.0);
    if (fraction > 0)
        paintBox(painter, QRectF(area.left(), area.top(), std::max(10.0, area.width() * fraction), area.height()),
                 kTokenRadius - 1, t.bar());
    const bool focused = (option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange);
    if (focused || (option.state & QStyle::State_Selected))
        paintBox(painter, area, kTokenRadius - 1, {}, t.accent, focused ? 2 : 1);

    const QRect row = area.adjusted(kBarInset, 0, -kBarInset, 0);
    const QString value = index.data(BarValueRole).toString();
    painter->setFont(textFont(TextRole::Medium));
    const int valueWidth = static_cast<int>(std::ceil(equalDigitsWidth(painter->font(), value)));
    painter->setPen(t.text);
    drawEqualDigits(painter, row, Qt::AlignRight | Qt::AlignVCenter, value);
    int right = row.right() + 1 - valueWidth - 10;
    if (index.data(BarPinnedRole).toBool()) {
        paintIcon(painter, QRectF(right - 14, row.top() + (row.height() - 15) / 2.0, 15, 15), QStringLiteral("pin"),
                  t.accent);
        right -= 22;
    }

    painter->setFont(textFont(m_emphasis ? TextRole::Medium : TextRole::Body));
    const QString label = painter->fontMetrics().elidedText(visibleText(index.data(Qt::DisplayRole).toString()),
                                                            Qt::ElideRight, std::max(0, right - row.left()));
    const int labelWidth = painter->fontMetrics().horizontalAdvance(label);
    painter->drawText(QRect(row.left(), row.top(), labelWidth + 2, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                      label);
    const QString second = visibleText(index.data(BarSecondTextRole).toString());
    const int left = row.left() + labelWidth + 8;
    if (!second.isEmpty() && right - left > 20) {
        painter->setFont(textFont(TextRole::Small));
        painter->setPen(t.text2);
        painter->drawText(QRect(left, row.top(), right - left, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(second, Qt::ElideRight, right - left));
    }
    painter->restore();
}

QSize BarRowDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {120, m_rowHeight};
}

BarListView::BarListView(QWidget *parent) : QListView(parent), m_delegate(new BarRowDelegate(this))
{
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setUniformItemSizes(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(NoEditTriggers);
    setSelectionMode(SingleSelection);
    setVerticalScrollMode(ScrollPerPixel);
    viewport()->setAutoFillBackground(false);
    setAutoFillBackground(false);
}

void BarListView::setLead(bool lead)
{
    m_delegate->setLead(lead);
    viewport()->update();
}

void BarListView::setEmphasis(bool emphasis)
{
    m_delegate->setEmphasis(emphasis);
    viewport()->update();
}

void BarListView::setDense(bool dense)
{
    m_delegate->setRowHeight(dense ? 29 : 32);
    scheduleDelayedItemsLayout();
    updateGeometry();
}

void BarListView::setVisibleRows(int rows)
{
    m_visibleRows = rows;
    setSizePolicy(QSizePolicy::Expanding, rows < 0 ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    updateGeometry();
}

QSize BarListView::sizeHint() const
{
    return {200, m_delegate->rowHeight() * (m_visibleRows < 0 ? 5 : m_visibleRows)};
}

QSize BarListView::minimumSizeHint() const
{
    return {100, m_delegate->rowHeight() * (m_visibleRows < 0 ? 1 : m_visibleRows)};
}

} // namespace linkdesk::app
