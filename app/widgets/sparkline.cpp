#include "widgets/sparkline.h"

#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace linkdesk::app {

void paintSparkline(QPainter *painter, const QRectF &rect, const QVector<qreal> &values, const SparklineStyle &style,
                    const Tokens &tokens)
{
    if (rect.width() < 4 || rect.height() < 4)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(style.color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));

    const auto [low, high] = values.isEmpty() ? std::pair(0.0, 0.0)
                                              : std::pair(*std::min_element(values.begin(), values.end()),
                                                          *std::max_element(values.begin(), values.end()));
    const qreal base = style.fromZero ? 0 : low;
    const qreal span = high - base;
    if (values.size() < 2 || span <= 0) {
        const qreal y = style.fromZero ? rect.bottom() - 0.7 : rect.center().y();
        painter->drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
        painter->restore();
        return;
    }
    // Room for the pen and the dot; min-to-max lines keep off the bottom, so that the area below shows.
    const qreal floor = style.fromZero ? rect.bottom() - 0.7 : rect.bottom() - rect.height() * 0.22;
    const qreal end = rect.right() - (style.endDot ? 2.5 : 0.7);
    const QRectF plot(QPointF(rect.left() + 0.7, rect.top() + 2), QPointF(end, floor));
    const qreal step = plot.width() / qreal(values.size() - 1);
    QPainterPath line;
    for (qsizetype i = 0; i < values.size(); ++i) {
        const QPointF point(plot.left() + step * qreal(i), plot.bottom() - plot.height() * (values[i] - base) / span);
        if (i == 0)
            line.moveTo(point);
        else
            line.lineTo(point);
    }
    if (style.area) {
        QPainterPath area = line;
        area.lineTo(line.currentPosition().x(), rect.bottom());
        area.lineTo(plot.left(), rect.bottom());
        area.closeSubpath();
        QLinearGradient gradient(0, plot.top(), 0, rect.bottom());
        gradient.setColorAt(0, withAlpha(style.color, tokens.areaTop));
        gradient.setColorAt(1, withAlpha(style.color, tokens.areaBottom));
        painter->fillPath(area, gradient);
    }
    painter->drawPath(line);
    if (style.endDot) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(style.color);
        painter->drawEllipse(line.currentPosition(), 2.5, 2.5);
    }
    painter->restore();
}

Sparkline::Sparkline(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void Sparkline::setValues(const QVector<qreal> &values)
{
    m_values = values;
    update();
}

void Sparkline::setFromZero(bool fromZero)
{
    m_fromZero = fromZero;
    update();
}

void Sparkline::setEndDot(bool endDot)
{
    m_endDot = endDot;
    update();
}

void Sparkline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintSparkline(&painter, rect(), m_values, {t.series[0], m_fromZero, m_endDot, true}, t);
}

} // namespace linkdesk::app
