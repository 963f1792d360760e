#include "style/appstyle_paint.h"

#include "style/icons.h"

#include <QIcon>
#include <QPainter>
#include <QPainterPath>
#include <QWidget>

namespace linkdesk::app {

void paintBox(QPainter *painter, const QRectF &rect, qreal radius, const QColor &fill, const QColor &edge,
              qreal edgeWidth)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (edge.isValid()) {
        const qreal half = edgeWidth / 2;
        painter->setPen(QPen(edge, edgeWidth));
        painter->setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
        painter->drawRoundedRect(rect.adjusted(half, half, -half, -half), radius - half, radius - half);
    } else if (fill.isValid()) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(fill);
        painter->drawRoundedRect(rect, radius, radius);
    }
    painter->restore();
}

void paintFocusEdge(QPainter *painter, const QRectF &rect, qreal radius, const Tokens &tokens)
{
    paintBox(painter, rect, radius, {}, tokens.accent, 2);
}

void paintCheckMark(QPainter *painter, const QRectF &box, const QColor &color, bool dash)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&box](qreal x, qreal y) {
        return QPointF(box.left() + box.width() * x, box.top() + box.height() * y);
    };
    if (dash) {
        painter->drawLine(at(0.28, 0.5), at(0.72, 0.5));
    } else {
        QPainterPath path(at(0.25, 0.52));
        path.lineTo(at(0.43, 0.69));
        path.lineTo(at(0.76, 0.33));
        painter->drawPath(path);
    }
    painter->restore();
}

void paintControlIcon(QPainter *painter, const QRect &rect, const QIcon &icon, const QColor &color, bool enabled)
{
    static const QLatin1String kOurs("linkdesk:");
    const QString name = icon.name();
    if (name.startsWith(kOurs))
        paintIcon(painter, rect, name.mid(kOurs.size()), color);
    else
        icon.paint(painter, rect, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
}

bool onInverse(const QWidget *widget)
{
    return widget && widget->property("ground").toString() == QLatin1String("inverse");
}

} // namespace linkdesk::app
