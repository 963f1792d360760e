#include "pages/feedrow.h"

#include "models/changefeedmodel.h"
#include "models/texts.h"
#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/tokens.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QPainter>

namespace linkdesk::app {

namespace {

constexpr int kIconColumn = 30;

struct KindLook {
    const char *icon;
    Tone tone;
};

KindLook lookOf(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Created: return {"plus", Tone::Accent};
    case ChangeKind::Edited: return {"pencil", Tone::Text3};
    case ChangeKind::Deleted: return {"trash", Tone::Danger};
    case ChangeKind::Restored: return {"undo", Tone::Ok};
    }
    return {"info", Tone::Text3};
}

QString timeText(const QDateTime &at)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    return at.secsTo(now) < 3600 ? timeOfDay(at) : agoText(at, now);
}

} // namespace

QSize FeedRow::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {200, kHeight};
}

void FeedRow::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &t = tokens(option.palette);
    painter->save();
    const bool lit = option.state & (QStyle::State_MouseOver | QStyle::State_Selected);
    if (lit)
        paintBox(painter, option.rect, kTokenRadius, t.hover);
    const QRect row = option.rect.adjusted(8, 0, -8, 0);
    const auto link = index.data(ChangeFeedModel::LinkRole).value<LinkInfo>();
    const auto kind = static_cast<ChangeKind>(index.data(ChangeFeedModel::KindRole).toInt());
    const KindLook look = lookOf(kind);
    paintIcon(painter, QRectF(row.left(), row.top() + 12, 16, 16), QString::fromLatin1(look.icon), t.tone(look.tone));

    const QString time = timeText(index.data(ChangeFeedModel::TimeRole).toDateTime());
    painter->setFont(textFont(TextRole::Small));
    const int timeWidth = painter->fontMetrics().horizontalAdvance(time) + 4;
    painter->setPen(t.text3);
    painter->drawText(row.adjusted(0, 2, 0, -row.height() / 2 + 2), Qt::AlignRight | Qt::AlignVCenter, time);

    const int left = row.left() + kIconColumn;
    const int room = row.right() - left - timeWidth - 12;
    const ShortName name = shortName(link);
    const QFontMetrics hostMetrics(textFont(TextRole::Body));
    const QFontMetrics codeMetrics(textFont(TextRole::Medium));
    const QString code = codeMetrics.elidedText(visibleText(name.code), Qt::ElideRight, room);
    const int codeWidth = codeMetrics.horizontalAdvance(code);
    const QString host = hostMetrics.elidedText(visibleText(name.host), Qt::ElideMiddle, std::max(0, room - codeWidth));
    const int hostWidth = hostMetrics.horizontalAdvance(host);
    const QRect first(left, row.top() + 2, room, 19);
    painter->setFont(textFont(TextRole::Body));
    painter->setPen(t.text2);
    painter->drawText(first, Qt::AlignLeft | Qt::AlignVCenter, host);
    painter->setFont(textFont(TextRole::Medium));
    painter->setPen(t.text);
    painter->drawText(first.adjusted(hostWidth, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, code);

    const QString what = index.data(ChangeFeedModel::WhatRole).toString();
    const QString about = visibleText(link.title.isEmpty() ? addressText(link.url) : link.title);
    painter->setFont(textFont(TextRole::Small));
    painter->setPen(t.text2);
    const QRect second(left, row.top() + 20, row.right() - left, 16);
    painter->drawText(second, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(what + u"  ·  "_qs + about, Qt::ElideRight, second.width()));
    painter->restore();
}

} // namespace linkdesk::app
