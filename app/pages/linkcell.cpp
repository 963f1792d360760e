#include "pages/linkcell.h"

#include "models/linksmodel.h"
#include "models/texts.h"
#include "style/icons.h"
#include "style/tokens.h"
#include "style/typescale.h"
#include "widgets/chip.h"
#include "widgets/elidedlabel.h"
#include "widgets/pill.h"

#include <QApplication>
#include <QPainter>

namespace linkdesk::app {

namespace {

constexpr int kCellPadding = 8;
constexpr int kCheckLeft = 24;
constexpr int kCheckSide = 16;
constexpr int kCurrentBar = 3;
constexpr int kStar = 12;

bool isQuiet(const LinkInfo &link)
{
    return link.archived || (link.state != LinkState::Active && link.state != LinkState::Scheduled);
}

PillKind pillOf(const LinkInfo &link, const QDateTime &now)
{
    if (link.archived && link.state != LinkState::Banned)
        return PillKind::Neutral;
    switch (link.state) {
    case LinkState::Active:
        if (link.expiresAt.isValid() && link.expiresAt <= now)
            return PillKind::Neutral;
        return expiresSoon(link.expiresAt, now) ? PillKind::Warn : PillKind::Ok;
    case LinkState::Scheduled: return PillKind::Accent;
    case LinkState::Expired:
    case LinkState::UsedUp: return PillKind::Neutral;
    case LinkState::Banned: return PillKind::Danger;
    case LinkState::Deleted: return PillKind::Neutral;
    }
    return PillKind::Neutral;
}

void drawElided(QPainter *painter, const QRect &rect, TextRole role, const QColor &color, const QString &text,
                Qt::TextElideMode mode = Qt::ElideRight)
{
    painter->setFont(textFont(role));
    painter->setPen(color);
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, mode, rect.width()));
}

} // namespace

QSize LinkCell::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {80, kRowHeight};
}

void LinkCell::paintGround(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                           bool checked) const
{
    const Tokens &t = tokens(option.palette);
    const bool current = index.row() == m_currentRow;
    QColor ground = t.surface;
    if (checked)
        ground = t.tint;
    else if (current || index.row() == m_hoverRow)
        ground = t.hover;
    painter->fillRect(option.rect, ground);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.grid);
    if (current && index.column() == toInt(LinkColumn::Check))
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), kCurrentBar, option.rect.height()), t.accent);
}

void LinkCell::paintPlaceholder(QPainter *painter, const QRect &cell, int column, const Tokens &t)
{
    const auto kind = static_cast<LinkColumn>(column);
    if (kind != LinkColumn::Link && kind != LinkColumn::Target)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(t.neutralTint);
    const qreal length = cell.width() * 0.62;
    if (kind == LinkColumn::Link) {
        painter->drawRoundedRect(QRectF(cell.left(), cell.top() + 11, length, 9), 4, 4);
        painter->drawRoundedRect(QRectF(cell.left(), cell.top() + 27, length * 0.7, 8), 4, 4);
    } else {
        painter->drawRoundedRect(QRectF(cell.left(), cell.center().y() - 4, length, 9), 4, 4);
    }
}

void LinkCell::paintLink(QPainter *painter, const QRect &cell, const LinkInfo &link, const Tokens &t)
{
    const ShortName name = shortName(link);
    const QRect first(cell.left(), cell.top() + 6, cell.width() - (link.favourite ? kStar + 4 : 0), 18);
    const QFontMetrics hostMetrics(textFont(TextRole::Body));
    const QFontMetrics codeMetrics(textFont(TextRole::Heading));
    // The code is what people look for: the host gives way first.
    const QString code = codeMetrics.elidedText(visibleText(name.code), Qt::ElideRight, first.width());
    const int codeWidth = codeMetrics.horizontalAdvance(code);
    const QString host =
        hostMetrics.elidedText(visibleText(name.host), Qt::ElideMiddle, std::max(0, first.width() - codeWidth));
    const int hostWidth = hostMetrics.horizontalAdvance(host);
    drawElided(painter, QRect(first.left(), first.top(), hostWidth + 2, first.height()), TextRole::Body, t.text3, host);
    drawElided(painter, first.adjusted(hostWidth, 0, 2, 0), TextRole::Heading, isQuiet(link) ? t.text2 : t.text, code);
    if (link.favourite)
        paintIcon(painter, QRectF(first.left() + hostWidth + codeWidth + 5, first.top() + 3, kStar, kStar),
                  u"star-full"_qs, t.warnMark);
    const QRect second(cell.left(), cell.top() + 24, cell.width(), 17);
    if (link.title.isEmpty())
        drawElided(painter, second, TextRole::Small, t.text3, LinkCell::tr("No title"));
    else
        drawElided(painter, second, TextRole::Small, t.text2, visibleText(link.title));
}

void LinkCell::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &t = tokens(option.palette);
    painter->save();
    painter->setClipRect(option.rect);
    const QVariant linkData = index.data(LinksModel::LinkRole);
    const QModelIndex check = index.siblingAtColumn(toInt(LinkColumn::Check));
    const bool checked = check.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    paintGround(painter, option, index, checked);
    const QRect cell = option.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    if (!linkData.isValid()) {
        paintPlaceholder(painter, cell, index.column(), t);
        painter->restore();
        return;
    }
    const auto link = linkData.value<LinkInfo>();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    switch (static_cast<LinkColumn>(index.column())) {
    case LinkColumn::Check: {
        QStyleOptionViewItem box(option);
        box.rect =
            QRect(option.rect.left() + kCheckLeft, option.rect.center().y() - kCheckSide / 2, kCheckSide, kCheckSide);
        box.state &= ~(QStyle::State_On | QStyle::State_Off);
        box.state |= checked ? QStyle::State_On : QStyle::State_Off;
        QApplication::style()->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter, option.widget);
        break;
    }
    case LinkColumn::Link: paintLink(painter, cell, link, t); break;
    case LinkColumn::Target:
        drawElided(painter, cell, TextRole::Body, t.text2, index.data().toString(), Qt::ElideMiddle);
        break;
    case LinkColumn::Tags: paintChips(painter, cell, link.tags, option.palette); break;
    case LinkColumn::Clicks:
        painter->setFont(textFont(TextRole::Medium));
        painter->setPen(isQuiet(link) ? t.text2 : t.text);
        drawEqualDigits(painter, cell, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
        break;
    case LinkColumn::Created: drawElided(painter, cell, TextRole::Small, t.text2, index.data().toString()); break;
    case LinkColumn::Expires: {
        const bool soon = link.state == LinkState::Active && expiresSoon(link.expiresAt, now);
        drawElided(painter, cell, soon ? TextRole::SmallMedium : TextRole::Small, soon ? t.warn : t.text2,
                   index.data().toString());
        break;
    }
    case LinkColumn::State: paintPill(painter, cell, pillOf(link, now), stateText(link, now), option.palette); break;
    }
    painter->restore();
}

} // namespace linkdesk::app
