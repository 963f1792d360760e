// How a row of an ActionTable is drawn.
#include "models/texts.h"
#include "pages/actiontable.h"
#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kCheckLeft = 16;
constexpr int kCheckSide = 16;
constexpr int kButtonHeight = 28;
constexpr int kButtonSide = 14;
constexpr int kArrowRoom = 22;
constexpr int kTitleGap = 12;

} // namespace

void RowCell::setHover(int row, bool onButton)
{
    m_hoverRow = row;
    m_onButton = onButton;
}

QSize RowCell::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {80, kRowHeight};
}

QRect RowCell::buttonRect(const QRect &cell, const QString &text) const
{
    const int wanted = QFontMetrics(textFont(TextRole::SmallMedium)).horizontalAdvance(text) + 2 * kButtonSide + 3
                       + (m_menu ? kArrowRoom : 0);
    const int width = std::min(wanted, cell.width() - 2 * kPadding);
    return {cell.right() + 1 - kPadding - width, cell.top() + (cell.height() - kButtonHeight) / 2, width,
            kButtonHeight};
}

void RowCell::paintButton(QPainter *painter, const QRect &cell, const QString &text, bool hovered,
                          const Tokens &t) const
{
    const QRect button = buttonRect(cell, text);
    paintBox(painter, button, kControlRadius, hovered ? t.hover : t.surface, t.field);
    QRect label = button.adjusted(kButtonSide, 0, -kButtonSide, 0);
    if (m_menu) {
        label.setRight(label.right() - kArrowRoom);
        paintIcon(painter, QRectF(button.right() - kButtonSide - 9, button.center().y() - 6, 13, 13),
                  QStringLiteral("chevron-down"), t.text2);
    }
    drawElided(painter, label, text, t.text, TextRole::SmallMedium);
}

void RowCell::drawElided(QPainter *painter, const QRect &rect, const QString &text, const QColor &color, TextRole role,
                         Qt::TextElideMode mode)
{
    painter->setFont(textFont(role));
    painter->setPen(color);
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, mode, rect.width()));
}

void RowCell::paintLink(QPainter *painter, const QRect &cell, const LinkInfo &link, const Tokens &t)
{
    const ShortName name = shortName(link);
    const QFontMetrics hostMetrics(textFont(TextRole::Body));
    const QFontMetrics codeMetrics(textFont(TextRole::Heading));
    // The code is what people look for: the host gives way first, then the title.
    const QString code = codeMetrics.elidedText(visibleText(name.code), Qt::ElideRight, cell.width());
    const int codeWidth = codeMetrics.horizontalAdvance(code);
    const QString host =
        hostMetrics.elidedText(visibleText(name.host), Qt::ElideMiddle, std::max(0, cell.width() - codeWidth));
    const int hostWidth = hostMetrics.horizontalAdvance(host);
    drawElided(painter, QRect(cell.left(), cell.top(), hostWidth + 2, cell.height()), host, t.text3,
               TextRole::Body);
    drawElided(painter, cell.adjusted(hostWidth, 0, 2, 0), code, t.text, TextRole::Heading);
    const QRect rest = cell.adjusted(hostWidth + codeWidth + kTitleGap, 0, 0, 0);
    if (rest.width() < 40)
        return;
    drawElided(painter, rest, link.title.isEmpty() ? tr("No title") : visibleText(link.title),
               link.title.isEmpty() ? t.text3 : t.text2, TextRole::Small);
}

void RowCell::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &t = tokens(option.palette);
    painter->save();
    painter->setClipRect(option.rect);
    const bool checked = index.siblingAtColumn(0).data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const bool hovered = index.row() == m_hoverRow;
    painter->fillRect(option.rect, checked ? t.tint : hovered ? t.hover : t.surface);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.grid);
    const QVariant check = index.data(Qt::CheckStateRole);
    if (check.isValid()) {
        QStyleOptionViewItem box(option);
        box.rect = QRect(option.rect.left() + kCheckLeft, option.rect.center().y() - kCheckSide / 2, kCheckSide,
                         kCheckSide);
        box.state &= ~(QStyle::State_On | QStyle::State_Off);
        box.state |= checked ? QStyle::State_On : QStyle::State_Off;
        QApplication::style()->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter, option.widget);
    } else if (index.column() == index.model()->columnCount() - 1) {
        paintButton(painter, option.rect, index.data().toString(), hovered && m_onButton, t);
    } else {
        // The first column of a table without boxes keeps the card's margin.
        const int left = index.column() == 0 ? 16 : kPadding;
        paintCell(painter, option.rect.adjusted(left, 0, -kPadding, 0), index, option.palette);
    }
    // Where the keyboard is: a bar, because colour alone says "checked".
    if (option.state & QStyle::State_HasFocus && index.column() == 0)
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height() - 1), t.accent);
    painter->restore();
}

} // namespace linkdesk::app
