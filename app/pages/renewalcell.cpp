#include "pages/renewalcell.h"

#include "models/bansmodel.h"
#include "models/renewalmodel.h"
#include "models/texts.h"
#include "models/verdict.h"
#include "style/tokens.h"
#include "style/typescale.h"
#include "widgets/pill.h"
#include "widgets/sparkline.h"

#include <QPainter>

namespace linkdesk::app {

namespace {

constexpr int kSparkWidth = 76;
constexpr int kSparkHeight = 20;
constexpr int kSparkGap = 10;

PillKind pillOf(Verdict verdict)
{
    if (verdict == Verdict::StillWanted)
        return PillKind::Warn;
    return speaksForKeeping(verdict) ? PillKind::Ok : PillKind::Neutral;
}

void paintClicks(QPainter *painter, const QRect &cell, const RenewalLink &row, const QString &text, bool quiet,
                 const Tokens &t)
{
    const QFont font = textFont(TextRole::Medium);
    const int number = std::max(int(equalDigitsWidth(font, text)) + 1, 56);
    if (cell.width() >= number + kSparkGap + kSparkWidth) {
        QVector<qreal> values;
        for (qint64 day : row.days)
            values << qreal(day);
        const QRectF spark(cell.right() + 1 - number - kSparkGap - kSparkWidth,
                           cell.top() + (cell.height() - kSparkHeight) / 2.0, kSparkWidth, kSparkHeight);
        paintSparkline(painter, spark, values, {quiet ? t.text3 : t.series[0]}, t);
    }
    painter->setFont(font);
    painter->setPen(t.text);
    drawEqualDigits(painter, cell, Qt::AlignRight | Qt::AlignVCenter, text);
}

} // namespace

void RenewalCell::paintCell(QPainter *painter, const QRect &cell, const QModelIndex &index,
                            const QPalette &palette) const
{
    const Tokens &t = tokens(palette);
    const auto row = index.data(LinkRowsModel::RowRole).value<RenewalLink>();
    const QString text = index.data().toString();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    switch (static_cast<RenewalColumn>(index.column())) {
    case RenewalColumn::Check:
    case RenewalColumn::Renew: break;
    case RenewalColumn::Link: paintLink(painter, cell, row.link, t); break;
    case RenewalColumn::Expires: {
        const bool soon = expiresSoon(row.link.expiresAt, now);
        drawElided(painter, cell, text, soon ? t.warn : t.text2,
                   soon ? TextRole::SmallMedium : TextRole::Small);
        break;
    }
    case RenewalColumn::Exact: drawElided(painter, cell, text, t.text2, TextRole::Small); break;
    case RenewalColumn::Clicks:
        paintClicks(painter, cell, row, text, !speaksForKeeping(verdictOf(row, now)), t);
        break;
    case RenewalColumn::Verdict: paintPill(painter, cell, pillOf(verdictOf(row, now)), text, palette); break;
    }
}

void BanCell::paintCell(QPainter *painter, const QRect &cell, const QModelIndex &index, const QPalette &palette) const
{
    const Tokens &t = tokens(palette);
    const QString text = index.data().toString();
    switch (static_cast<BanColumn>(index.column())) {
    case BanColumn::Check:
    case BanColumn::Unban: break;
    case BanColumn::Link:
        paintLink(painter, cell, index.data(LinkRowsModel::RowRole).value<RenewalLink>().link, t);
        break;
    case BanColumn::Target: drawElided(painter, cell, text, t.text2, TextRole::Small, Qt::ElideMiddle); break;
    case BanColumn::Reason: {
        const bool kept = index.data(LinkRowsModel::RowRole).value<RenewalLink>().link.ban.has_value();
        drawElided(painter, cell, text, kept ? t.text : t.text3, TextRole::Small);
        break;
    }
    case BanColumn::By:
    case BanColumn::When: drawElided(painter, cell, text, t.text2, TextRole::Small); break;
    }
}

void HostCell::paintCell(QPainter *painter, const QRect &cell, const QModelIndex &index, const QPalette &palette) const
{
    const Tokens &t = tokens(palette);
    const QString text = index.data().toString();
    switch (static_cast<HostColumn>(index.column())) {
    case HostColumn::Host: drawElided(painter, cell, text, t.text, TextRole::Small, Qt::ElideMiddle); break;
    case HostColumn::Links:
        painter->setFont(textFont(TextRole::Medium));
        painter->setPen(t.text);
        drawEqualDigits(painter, cell, Qt::AlignRight | Qt::AlignVCenter, text);
        break;
    case HostColumn::Unban: break;
    }
}

} // namespace linkdesk::app
