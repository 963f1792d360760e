#include "pages/clickratechart.h"

#include "models/texts.h"
#include "style/tokens.h"

#include <QtCharts/QLineSeries>

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

namespace {

constexpr int kFrameMs = 200;
constexpr int kLast = ClickRateSeries::kSeconds - 1;
constexpr double kSpan = kLast - 1; // the line is a second behind

} // namespace

ClickRateChart::ClickRateChart(const ClickRateSeries &series, QWidget *parent)
    : ChartView(parent), m_series(series), m_main(addMainSeries()), m_bots(addLine())
{
    setObjectName(u"clickRateChart"_qs);
    setAccessibleName(tr("Clicks per second, last 5 minutes"));
    setMouseTracking(true);
    setXRange(-kSpan, 0);
    QList<AxisLabel> labels;
    for (int minute = 5; minute >= 1; --minute)
        labels << AxisLabel{-kSpan * minute / 5, tr("−%1 min").arg(minute)};
    labels << AxisLabel{0, tr("now")};
    setXLabels(labels);
    m_clock.start();
    m_timer.setInterval(kFrameMs);
    connect(&m_timer, &QTimer::timeout, this, &ClickRateChart::frame);
    connect(&m_series, &ClickRateSeries::changed, this, &ClickRateChart::ticked);
    applyColors(tokens(palette()));
    frame();
}

void ClickRateChart::ticked()
{
    m_sinceTick.restart();
    if (m_frames <= 1 && isVisible())
        frame();
}

void ClickRateChart::setKind(ClickKind kind)
{
    m_kind = kind;
    applyColors(tokens(palette()));
    frame();
}

void ClickRateChart::setRunning(bool running)
{
    if (running == m_timer.isActive())
        return;
    if (running) {
        frame();
        m_timer.start();
    } else {
        m_timer.stop();
    }
}

double ClickRateChart::progress() const
{
    return m_sinceTick.isValid() ? std::min(1.0, double(m_sinceTick.elapsed()) / 1000.0) : 1.0;
}

QList<QPointF> ClickRateChart::points(ClickKind kind) const
{
    QList<QPointF> points;
    points.reserve(ClickRateSeries::kSeconds + 1);
    const double moved = progress();
    for (int i = 0; i < kLast; ++i) {
        const double x = i - kLast + 1 - moved;
        if (x >= -kSpan)
            points << QPointF(x, double(m_series.at(i, kind)));
    }
    const double before = double(m_series.at(kLast - 1, kind));
    const double last = double(m_series.at(kLast, kind));
    points << QPointF(0, before + (last - before) * moved);
    return points;
}

void ClickRateChart::frame()
{
    ++m_frames;
    const QList<QPointF> main = points(m_kind);
    m_edge = main.last().y();
    const qint64 largest = m_series.largest(m_kind == ClickKind::Humans ? ClickKind::Both : m_kind);
    setScale(m_keeper.update(double(largest), std::chrono::milliseconds(m_clock.elapsed())));
    setEmptyText(largest == 0 ? tr("No clicks yet") : QString());
    setPoints(m_main, main);
    m_bots->replace(m_kind == ClickKind::Bots ? QList<QPointF>() : points(ClickKind::Bots));
    viewport()->update();
}

void ClickRateChart::applyColors(const Tokens &t)
{
    colorMain(m_main, t);
    m_bots->setPen(QPen(t.text3, 1.25, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
}

void ClickRateChart::drawForeground(QPainter *painter, const QRectF &)
{
    const Tokens &t = tokens(palette());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (m_hoverX >= 0)
        paintHover(painter);
    const QPointF dot = toView(0, m_edge);
    painter->setPen(Qt::NoPen);
    painter->setBrush(withAlpha(t.series[0], 0.25));
    painter->drawEllipse(dot, 8, 8);
    painter->setPen(QPen(t.surface, 1.5));
    painter->setBrush(t.series[0]);
    painter->drawEllipse(dot, 4.5, 4.5);
    painter->restore();
}

void ClickRateChart::paintHover(QPainter *painter)
{
    const QRectF area = plot();
    if (m_hoverX < area.left() || m_hoverX > area.right())
        return;
    const Tokens &t = tokens(palette());
    const double x = -kSpan + (m_hoverX - area.left()) / area.width() * kSpan;
    const int i = std::clamp(int(std::lround(x + kLast - 1 + progress())), 0, kLast);
    const double shown = i - kLast + 1 - progress();
    const QPointF top = toView(std::min(shown, 0.0), double(m_series.at(i, m_kind)));
    painter->setPen(QPen(t.text3, 1));
    painter->drawLine(QPointF(top.x(), area.top()), QPointF(top.x(), area.bottom()));
    painter->setPen(Qt::NoPen);
    painter->setBrush(t.series[0]);
    painter->drawEllipse(top, 3.5, 3.5);
    const QDateTime at = QDateTime::fromSecsSinceEpoch(m_series.newestSecond() - kLast + i, Qt::UTC);
    paintTooltip(painter, top,
                 {exactTime(at), tr("Humans: %1").arg(countText(m_series.at(i, ClickKind::Humans))),
                  tr("Bots: %1").arg(countText(m_series.at(i, ClickKind::Bots)))});
}

void ClickRateChart::mouseMoveEvent(QMouseEvent *event)
{
    m_hoverX = event->position().x();
    viewport()->update();
    ChartView::mouseMoveEvent(event);
}

void ClickRateChart::leaveEvent(QEvent *event)
{
    m_hoverX = -1;
    viewport()->update();
    ChartView::leaveEvent(event);
}

} // namespace linkdesk::app
