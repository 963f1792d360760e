#include "pages/daychart.h"

#include "style/tokens.h"

#include <QtCharts/QLineSeries>

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

std::optional<double> TwoDays::change() const
{
    const int hours = fullHours();
    if (hours < 1 || hours > yesterday.size() || yesterday.at(hours - 1) == 0)
        return std::nullopt;
    return double(today.at(hours - 1)) / double(yesterday.at(hours - 1)) - 1.0;
}

int TwoDays::fullHours() const
{
    return std::max(0, int(today.size()) - 1);
}

TwoDays twoDays(const StatsSeries &hours, const QDateTime &now, ClickKind kind)
{
    TwoDays days;
    const QDateTime local = now.toLocalTime();
    const QDate today = local.date();
    qint64 sumToday = 0;
    qint64 sumYesterday = 0;
    for (const StatsPoint &point : hours.points) {
        const QDateTime start = point.start.toLocalTime();
        const qint64 clicks = of(point.clicks, kind);
        if (start.date() == today.addDays(-1)) {
            sumYesterday += clicks;
            days.yesterday << sumYesterday;
        } else if (start.date() == today && start <= local) {
            sumToday += clicks;
            days.today << sumToday;
        }
    }
    days.hoursToday = double(today.startOfDay().secsTo(local)) / 3600.0;
    return days;
}

DayChart::DayChart(QWidget *parent) : ChartView(parent), m_today(addMainSeries()), m_yesterday(addLine())
{
    setObjectName(u"dayChart"_qs);
    setAccessibleName(tr("Clicks today and yesterday"));
    setXRange(0, 24);
    setXLabels({{0, u"00:00"_qs}, {6, u"06:00"_qs}, {12, u"12:00"_qs}, {18, u"18:00"_qs}, {24, u"24:00"_qs}});
    applyColors(tokens(palette()));
    setDays({});
}

void DayChart::setDays(const TwoDays &days)
{
    const auto line = [](const QList<qint64> &sums, double end) {
        QList<QPointF> points{QPointF(0, 0)};
        for (qsizetype i = 0; i < sums.size(); ++i)
            points << QPointF(i + 1 == sums.size() ? end : double(i + 1), double(sums.at(i)));
        return points;
    };
    const QList<QPointF> today = line(days.today, std::min(24.0, days.hoursToday));
    const QList<QPointF> yesterday = line(days.yesterday, 24.0);
    m_hasToday = today.size() > 1;
    m_end = today.last();
    const double largest = std::max(m_end.y(), yesterday.last().y());
    setScale(niceScale(largest));
    setEmptyText(largest == 0 ? tr("No clicks yet") : QString());
    setPoints(m_today, m_hasToday ? today : QList<QPointF>());
    m_yesterday->replace(yesterday.size() > 1 && yesterday.last().y() > 0 ? yesterday : QList<QPointF>());
    viewport()->update();
}

void DayChart::applyColors(const Tokens &t)
{
    colorMain(m_today, t);
    QPen pen(t.text3, 1.5, Qt::CustomDashLine, Qt::FlatCap, Qt::RoundJoin);
    pen.setDashPattern({3, 2.6});
    m_yesterday->setPen(pen);
}

void DayChart::drawForeground(QPainter *painter, const QRectF &)
{
    if (!m_hasToday)
        return;
    const Tokens &t = tokens(palette());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(t.surface, 1.5));
    painter->setBrush(t.series[0]);
    painter->drawEllipse(toView(m_end.x(), m_end.y()), 4.5, 4.5);
    painter->restore();
}

} // namespace linkdesk::app
