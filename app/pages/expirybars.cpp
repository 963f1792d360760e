#include "pages/expirybars.h"

#include "models/lifetexts.h"
#include "models/nicescale.h"
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

constexpr int kAxisWidth = 34;
constexpr int kAxisHeight = 20;
constexpr int kAbove = 18; // the name of the tallest day
constexpr int kDayStep = 15;
constexpr qreal kQuiet = 0.7;

} // namespace

ExpiryBars::ExpiryBars(QWidget *parent) : QWidget(parent)
{
    setObjectName(u"expiryBars"_qs);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(sizeHint().height());
    setAccessibleName(tr("Links expiring per day, next 90 days"));
}

void ExpiryBars::setDays(const QList<DayCount> &days, qint64 week)
{
    m_days = days;
    m_week = week;
    m_tallest = -1;
    for (int i = 0; i < m_days.size(); ++i) {
        if (m_days.at(i).links > 0 && (m_tallest < 0 || m_days.at(i).links > m_days.at(m_tallest).links))
            m_tallest = i;
    }
    QString said = tr("This week: %1").arg(countText(m_week));
    if (m_tallest >= 0)
        said += u". "_qs + tr("%1: %2", "day: links").arg(dayName(m_days.at(m_tallest).day, m_days.first().day),
                                                         countText(m_days.at(m_tallest).links));
    setAccessibleDescription(said);
    update();
}

QRectF ExpiryBars::plot() const
{
    return QRectF(kAxisWidth, kAbove, width() - kAxisWidth - 2, height() - kAbove - kAxisHeight);
}

QRectF ExpiryBars::barRect(int i, double top) const
{
    const QRectF area = plot();
    const qreal across = area.width() / qreal(m_days.size());
    const qreal left = std::round(area.left() + i * across);
    const qreal right = std::round(area.left() + (i + 1) * across) - 2;
    const qreal high = std::max<qreal>(2, std::round(area.height() * double(m_days.at(i).links) / top));
    return {left, area.bottom() - high, std::max<qreal>(1, right - left), high};
}

void ExpiryBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    const QRectF area = plot();
    const qint64 largest = m_tallest >= 0 ? m_days.at(m_tallest).links : 0;
    const NiceScale scale = niceScale(double(largest));
    if (m_days.size() > kWeek && m_week > 0) {
        const qreal right = area.left() + area.width() * kWeek / qreal(m_days.size());
        painter.fillRect(QRectF(area.left(), area.top(), right - area.left(), area.height()),
                         mixed(t.warnMark, t.surface, 0.1));
    }
    painter.setFont(textFont(TextRole::Caption));
    for (double value = 0; value <= scale.top + scale.step / 2; value += scale.step) {
        const int y = int(std::round(area.bottom() - area.height() * value / scale.top));
        painter.fillRect(QRect(kAxisWidth, y, int(area.width()), 1), value == 0 ? t.border : t.grid);
        painter.setPen(t.text3);
        painter.drawText(QRect(0, y - 8, kAxisWidth - 8, 16), Qt::AlignRight | Qt::AlignVCenter, axisText(value));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < m_days.size(); ++i) {
        if (m_days.at(i).links == 0)
            continue;
        const QRectF bar = barRect(i, scale.top);
        QPainterPath path;
        path.setFillRule(Qt::WindingFill);
        path.addRoundedRect(bar, 2, 2);
        path.addRect(bar.adjusted(0, std::min<qreal>(2, bar.height()), 0, 0));
        painter.fillPath(path, i < kWeek ? t.warnMark : mixed(t.series[0], t.surface, kQuiet));
    }
    paintLabels(painter, scale.top);
}

void ExpiryBars::paintLabels(QPainter &painter, double top) const
{
    const Tokens &t = tokens(palette());
    const QRectF area = plot();
    painter.setPen(t.text3);
    painter.setFont(textFont(TextRole::Caption));
    if (m_days.isEmpty())
        return;
    const QDate today = m_days.first().day;
    const qreal across = area.width() / qreal(m_days.size());
    for (int i = 0; i < m_days.size(); i += kDayStep) {
        QRectF label(area.left() + (i + 0.5) * across - 50, area.bottom() + 4, 100, kAxisHeight - 4);
        Qt::Alignment side = Qt::AlignHCenter;
        if (i == 0 || label.left() < area.left() - 10) {
            label.moveLeft(area.left());
            side = Qt::AlignLeft;
        } else if (label.right() > width()) {
            label.moveRight(width());
            side = Qt::AlignRight;
        }
        painter.drawText(label, side | Qt::AlignVCenter, dayText(m_days.at(i).day, today));
    }
    if (m_tallest < 0) {
        painter.setFont(textFont(TextRole::Small));
        painter.drawText(area, Qt::AlignCenter, tr("No link ends in these days"));
        return;
    }
    painter.setFont(textFont(TextRole::CaptionMedium));
    QRectF weekLabel;
    if (m_week > 0) {
        const QString week = tr("This week: %1").arg(countText(m_week));
        weekLabel = QRectF(area.left() + 6, area.top() - 16, painter.fontMetrics().horizontalAdvance(week) + 2, 16);
        painter.setPen(t.warn);
        painter.drawText(weekLabel, Qt::AlignLeft | Qt::AlignVCenter, week);
    }
    const QRectF bar = barRect(m_tallest, top);
    const QString text = tr("%1: %2", "day: links").arg(dayName(m_days.at(m_tallest).day, today),
                                                       countText(m_days.at(m_tallest).links));
    const qreal wide = painter.fontMetrics().horizontalAdvance(text) + 2;
    QRectF label(bar.center().x() - wide / 2, bar.top() - 17, wide, 16);
    label.moveLeft(std::clamp(label.left(), area.left(), std::max(area.left(), width() - wide)));
    if (weekLabel.adjusted(0, 0, 8, 0).intersects(label))
        label.moveLeft(weekLabel.right() + 10);
    painter.setPen(t.text2);
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter, text);
}

bool ExpiryBars::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || m_days.isEmpty())
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const QRectF area = plot();
    const int i = std::clamp(int((help->pos().x() - area.left()) * qreal(m_days.size()) / area.width()), 0,
                             int(m_days.size()) - 1);
    const QString links = tr("%n link(s)", nullptr, int(m_days.at(i).links));
    QToolTip::showText(help->globalPos(),
                       plainToolTip(tr("%1: %2", "day: links").arg(dayText(m_days.at(i).day, {}), links)), this);
    return true;
}

} // namespace linkdesk::app
