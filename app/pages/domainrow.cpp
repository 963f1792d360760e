#include "pages/domainrow.h"

#include "models/domainsmodel.h"
#include "style/appstyle_paint.h"
#include "style/typescale.h"
#include "widgets/pill.h"

#include <QPainter>
#include <QWidget>

namespace linkdesk::app {

namespace {

constexpr int kSide = 16;
constexpr int kCurrentBar = 3;

} // namespace

QSize DomainRow::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {200, kHeight};
}

void DomainRow::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &t = tokens(option.palette);
    painter->save();
    const bool current = option.state & QStyle::State_Selected;
    if (current || option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, t.hover);
    if (current)
        painter->fillRect(QRect(option.rect.topLeft(), QSize(kCurrentBar, option.rect.height())), t.accent);
    const bool focused = option.state & QStyle::State_HasFocus;
    if (focused && option.widget && option.widget->window()->testAttribute(Qt::WA_KeyboardFocusChange))
        paintFocusEdge(painter, QRectF(option.rect).adjusted(2, 1, -2, -1), kTokenRadius, t);

    QRect row = option.rect.adjusted(kSide, 0, -kSide, 0);
    if (index.data(DomainsModel::ChangedRole).toBool()) {
        const QString text = DomainsModel::tr("Not saved");
        const int width = pillSize(text).width();
        paintPill(painter, QRect(row.right() + 1 - width, row.top() + 4, width, 20), PillKind::Warn, text,
                  option.palette);
        row.setRight(row.right() - width - 8);
    }
    painter->setFont(textFont(TextRole::Medium));
    painter->setPen(t.text);
    painter->drawText(QRect(row.left(), row.top() + 5, row.width(), 19), Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, row.width()));

    QStringList parts;
    if (index.data(DomainsModel::DefaultRole).toBool())
        parts << DomainsModel::tr("Default");
    if (const QString links = index.data(DomainsModel::LinksRole).toString(); !links.isEmpty())
        parts << links;
    parts << index.data(DomainsModel::SummaryRole).toString();
    const QRect second(row.left(), row.top() + 24, option.rect.right() - kSide - row.left(), 18);
    painter->setFont(textFont(TextRole::Small));
    painter->setPen(t.text3);
    painter->drawText(second, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(parts.join(u"  ·  "_qs), Qt::ElideRight, second.width()));
    painter->restore();
}

} // namespace linkdesk::app
