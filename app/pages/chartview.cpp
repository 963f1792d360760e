#include "pages/chartview.h"

#include "models/texts.h"
#include "style/appstyle_paint.h"
#include "style/tokens.h"
#include "style/typescale.h"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <QEvent>
#include <QGraphicsLayout>
#include <QPainter>

#include <cmath>

namespace linkdesk::app {

namespace {

constexpr int kTop = 10;
constexpr int kRight = 14;
constexpr int kBottom = 24;
constexpr int kLabelGap = 6;
constexpr int kTooltipAside = 12;

int leftMargin(const NiceScale &scale)
{
    const QFontMetrics metrics(textFont(TextRole::Caption));
    int width = 0;
    for (double value = 0; value <= scale.top + scale.step / 2; value += scale.step)
        width = std::max(width, metrics.horizontalAdvance(axisText(value)));
    return width + kLabelGap + 2;
}

} // namespace

ChartView::ChartView(QWidget *parent)
    : QChartView(new QChart, parent), m_x(new QValueAxis(this)), m_y(new QValueAxis(this))
{
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    setFocusPolicy(Qt::NoFocus);
    setRubberBand(QChartView::NoRubberBand);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setPlotAreaBackgroundVisible(false);
    chart()->setBackgroundRoundness(0);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->addAxis(m_x, Qt::AlignBottom);
    chart()->addAxis(m_y, Qt::AlignLeft);
    m_x->hide();
    m_y->hide();
    setScale({});
}

void ChartView::setXRange(double first, double last)
{
    m_x->setRange(first, last);
}

void ChartView::setXLabels(const QList<AxisLabel> &labels)
{
    m_labels = labels;
    resetCachedContent();
    viewport()->update();
}

void ChartView::setScale(const NiceScale &scale)
{
    if (scale == m_scale && m_y->max() == scale.top)
        return;
    m_scale = scale;
    m_y->setRange(0, scale.top);
    placePlot();
    viewport()->update();
}

void ChartView::setEmptyText(const QString &text)
{
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    viewport()->update();
}

ChartView::MainSeries ChartView::addMainSeries()
{
    MainSeries series;
    series.top = new QLineSeries(this);
    series.base = new QLineSeries(this);
    series.area = new QAreaSeries(series.top, series.base);
    series.line = new QLineSeries;
    for (QAbstractSeries *one :
         {static_cast<QAbstractSeries *>(series.area), static_cast<QAbstractSeries *>(series.line)}) {
        chart()->addSeries(one);
        one->attachAxis(m_x);
        one->attachAxis(m_y);
    }
    return series;
}

QLineSeries *ChartView::addLine()
{
    auto *line = new QLineSeries;
    chart()->addSeries(line);
    line->attachAxis(m_x);
    line->attachAxis(m_y);
    return line;
}

void ChartView::setPoints(const MainSeries &series, const QList<QPointF> &points)
{
    series.line->replace(points);
    series.top->replace(points);
    if (points.isEmpty())
        series.base->clear();
    else
        series.base->replace({QPointF(points.first().x(), 0), QPointF(points.last().x(), 0)});
}

void ChartView::colorMain(const MainSeries &series, const Tokens &t) const
{
    series.line->setPen(QPen(t.series[0], 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    QLinearGradient gradient(0, 0, 0, 1);
    gradient.setCoordinateMode(QGradient::ObjectBoundingMode);
    gradient.setColorAt(0, withAlpha(t.series[0], t.areaTop));
    gradient.setColorAt(1, withAlpha(t.series[0], t.areaBottom));
    series.area->setBrush(gradient);
    series.area->setPen(Qt::NoPen);
}

QRectF ChartView::plot() const
{
    return chart()->plotArea();
}

QPointF ChartView::toView(double x, double y) const
{
    const QRectF area = plot();
    const double across = (x - m_x->min()) / (m_x->max() - m_x->min());
    return {area.left() + across * area.width(), area.bottom() - y / m_scale.top * area.height()};
}

void ChartView::placePlot()
{
    const int left = leftMargin(m_scale);
    chart()->setPlotArea(
        QRectF(left, kTop, std::max(10, width() - left - kRight), std::max(10, height() - kTop - kBottom)));
}

void ChartView::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    placePlot();
}

void ChartView::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColors(tokens(palette()));
}

void ChartView::showEvent(QShowEvent *event)
{
    QChartView::showEvent(event);
    applyColors(tokens(palette()));
}

void ChartView::drawBackground(QPainter *painter, const QRectF &)
{
    const Tokens &t = tokens(palette());
    const QRectF area = plot();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setFont(textFont(TextRole::Caption));
    const QFontMetrics metrics = painter->fontMetrics();
    for (double value = 0; value <= m_scale.top + m_scale.step / 2; value += m_scale.step) {
        const int y = int(std::lround(area.bottom() - value / m_scale.top * area.height()));
        painter->fillRect(QRectF(area.left(), y, area.width(), 1), value == 0 ? t.border : t.grid);
        painter->setPen(t.text3);
        painter->drawText(QRectF(0, y - 8, area.left() - kLabelGap, 17), Qt::AlignRight | Qt::AlignVCenter,
                          axisText(value));
    }
    for (const AxisLabel &label : m_labels) {
        const int textWidth = metrics.horizontalAdvance(label.text) + 2;
        double x = toView(label.at, 0).x() - textWidth / 2.0;
        x = std::min(x, width() - double(textWidth)); // the last one ends where the chart ends
        painter->drawText(QRectF(x, area.bottom() + 6, textWidth, 16), Qt::AlignCenter, label.text);
    }
    if (!m_emptyText.isEmpty()) {
        painter->setFont(textFont(TextRole::Body));
        painter->setPen(t.text2);
        painter->drawText(area, Qt::AlignCenter, m_emptyText);
    }
    painter->restore();
}

void ChartView::paintTooltip(QPainter *painter, const QPointF &anchor, const QStringList &lines) const
{
    const Tokens &t = tokens(palette());
    painter->save();
    painter->setFont(textFont(TextRole::Small));
    const QFontMetrics metrics = painter->fontMetrics();
    int textWidth = 0;
    for (const QString &line : lines)
        textWidth = std::max(textWidth, metrics.horizontalAdvance(line));
    const QSizeF size(textWidth + 20, lines.size() * 17 + 12);
    QPointF corner(anchor.x() + kTooltipAside, std::max(2.0, anchor.y() - size.height() / 2));
    if (corner.x() + size.width() > width())
        corner.setX(anchor.x() - kTooltipAside - size.width());
    corner.setY(std::min(corner.y(), height() - size.height() - 2));
    paintBox(painter, QRectF(corner, size), 6, t.inverse, t.inverseEdge);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        painter->setPen(i == 0 ? t.inverseText2 : t.inverseText);
        painter->drawText(QRectF(corner.x() + 10, corner.y() + 6 + double(i) * 17, textWidth + 2, 17),
                          Qt::AlignLeft | Qt::AlignVCenter, lines.at(i));
    }
    painter->restore();
}

} // namespace linkdesk::app
