#include "pages/daybars.h"

#include "models/texts.h"
#include "style/tokens.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

namespace {

constexpr int kLabels = 20;
constexpr qreal kQuiet = 0.6;

} // namespace

DayBars::DayBars(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(sizeHint().height());
    setAccessibleName(tr("Clicks of the last 30 days"));
}

void DayBars::setPoints(const QList<StatsPoint> &points)
{
    m_points = points;
    m_largest = 0;
    for (const StatsPoint &point : points)
        m_largest = std::max(m_largest, point.clicks.humans);
    update();
}

QRectF DayBars::barRect(int i) const
{
    const int count = int(m_points.size());
    const qreal across = qreal(width() + 2) / count;
    const qreal left = std::round(i * across);
    const qreal right = std::round((i + 1) * across) - 2;
    const qreal room = height() - kLabels;
    const qint64 value = m_points.at(i).clicks.humans;
    const qreal share = m_largest > 0 ? qreal(value) / qreal(m_largest) : 0;
    const qreal barHeight = value > 0 ? std::max<qreal>(2, std::round(share * room)) : 1;
    return {left, room - barHeight, right - left, barHeight};
}

void DayBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    if (m_points.isEmpty())
        return;
    const QColor quiet = mixed(t.series[0], t.surface, kQuiet);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (int i = 0; i < m_points.size(); ++i) {
        const QRectF bar = barRect(i);
        if (m_points.at(i).clicks.humans == 0) {
            painter.fillRect(bar, t.track);
            continue;
        }
        QPainterPath path;
        path.setFillRule(Qt::WindingFill);
        path.addRoundedRect(bar, 2, 2);
        path.addRect(bar.adjusted(0, std::min<qreal>(2, bar.height()), 0, 0));
        painter.fillPath(path, i == m_points.size() - 1 ? t.series[0] : quiet);
    }
    painter.setFont(textFont(TextRole::Caption));
    painter.setPen(t.text3);
    const QDate today = QDate::currentDate();
    const QRect labels(0, height() - kLabels + 4, width(), kLabels - 4);
    painter.drawText(labels, Qt::AlignLeft | Qt::AlignVCenter,
                     dayText(m_points.first().start.toLocalTime().date(), today));
    painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter,
                     dayText(m_points.last().start.toLocalTime().date(), today));
    if (m_largest == 0) {
        painter.setFont(textFont(TextRole::Small));
        painter.drawText(QRect(0, 0, width(), height() - kLabels), Qt::AlignCenter, tr("No clicks yet"));
    }
}

bool DayBars::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || m_points.isEmpty())
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const int i =
        std::clamp(int(qreal(help->pos().x()) * qreal(m_points.size()) / (width() + 2)), 0, int(m_points.size()) - 1);
    const StatsPoint &point = m_points.at(i);
    QToolTip::showText(
        help->globalPos(),
        plainToolTip(tr("%1: %2", "day: clicks")
                         .arg(dayText(point.start.toLocalTime().date(), {}), countText(point.clicks.humans))),
        this);
    return true;
}

} // namespace linkdesk::app
