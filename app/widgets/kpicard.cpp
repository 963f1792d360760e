#include "widgets/kpicard.h"

#include "style/appstyle_paint.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"
#include "widgets/sparkline.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace linkdesk::app {

namespace {

constexpr int kPadding = 16;
constexpr int kLabelTop = 12;
constexpr int kValueTop = 31;
constexpr int kNoteTop = 65;
constexpr int kSparkWidth = 86;
constexpr int kSparkHeight = 34;
constexpr int kSparkTop = 28;
constexpr int kGap = 12;

void paintTriangle(QPainter *painter, const QPointF &topLeft, bool up, const QColor &color)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    const qreal x = topLeft.x();
    const qreal y = topLeft.y();
    if (up)
        painter->drawPolygon(QPolygonF{{x, y + 7}, {x + 8, y + 7}, {x + 4, y}});
    else
        painter->drawPolygon(QPolygonF{{x, y}, {x + 8, y}, {x + 4, y + 7}});
    painter->restore();
}

} // namespace

KpiCard::KpiCard(const QString &label, QWidget *parent) : QWidget(parent), m_label(label)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    describe();
}

void KpiCard::setLabel(const QString &label)
{
    m_label = label;
    describe();
    update();
}

void KpiCard::setValue(const QString &value)
{
    if (value == m_value)
        return;
    m_value = value;
    describe();
    update();
}

void KpiCard::setNote(const QString &note)
{
    const QString visible = visibleText(note);
    if (visible == m_note)
        return;
    m_note = visible;
    describe();
    update();
}

void KpiCard::setTrend(std::optional<double> change, bool upIsGood)
{
    m_trendText.clear();
    if (change) {
        m_trendUp = *change >= 0;
        m_trendGood = m_trendUp == upIsGood;
        //: a share in per cent, such as 12.4%
        m_trendText = tr("%1%").arg(locale().toString(std::abs(*change) * 100, 'f', 1));
    }
    describe();
    update();
}

void KpiCard::setSeries(const QVector<qreal> &values)
{
    m_series = values;
    update();
}

void KpiCard::setLive(bool live)
{
    m_live = live;
    update();
}

void KpiCard::setValueTone(Tone tone)
{
    m_valueTone = tone;
    update();
}

void KpiCard::setClickable(bool clickable)
{
    m_clickable = clickable;
    setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void KpiCard::setSelected(bool selected)
{
    m_selected = selected;
    describe();
    update();
}

void KpiCard::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_clickable && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
    else
        QWidget::mouseReleaseEvent(event);
}

void KpiCard::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    const bool pressed = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
    if (m_clickable && pressed)
        Q_EMIT clicked();
    else
        QWidget::keyPressEvent(event);
}

void KpiCard::enterEvent(QEnterEvent *event)
{
    QWidget::enterEvent(event);
    update();
}

void KpiCard::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    update();
}

void KpiCard::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void KpiCard::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

void KpiCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    const QColor ground = m_clickable && underMouse() ? t.hover : t.surface;
    if (m_selected)
        paintBox(&painter, rect(), kCardRadius, ground, t.accent, 2);
    else
        paintBox(&painter, rect(), kCardRadius, ground, t.border);
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
        paintFocusEdge(&painter, QRectF(rect()).adjusted(3, 3, -3, -3), kCardRadius - 3, t);

    const QFont valueFont = textFont(TextRole::Display);
    const qreal valueWidth = equalDigitsWidth(valueFont, m_value);
    qreal right = width() - kPadding;
    const qreal sparkLeft = right - kSparkWidth;
    // The line gives way to the number.
    if (m_series.size() > 1 && kPadding + valueWidth + kGap <= sparkLeft) {
        paintSparkline(&painter, QRectF(sparkLeft, kSparkTop, kSparkWidth, kSparkHeight), m_series,
                       {t.series[0], false, true, true}, t);
    }

    int x = kPadding;
    if (m_live) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(withAlpha(t.ok, 0.25));
        const QPointF dot(x + 5, kLabelTop + lineHeight(TextRole::SmallMedium) / 2.0 + 1);
        painter.drawEllipse(dot, 5, 5);
        painter.setBrush(t.ok);
        painter.drawEllipse(dot, 3, 3);
        painter.restore();
        x += 16;
    }
    painter.setFont(textFont(TextRole::SmallMedium));
    painter.setPen(t.text2);
    painter.drawText(QRect(x, kLabelTop, width() - x - kPadding, lineHeight(TextRole::SmallMedium) + 2),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_label, Qt::ElideRight, width() - x - kPadding));

    painter.setFont(valueFont);
    painter.setPen(t.tone(m_valueTone));
    drawEqualDigits(&painter, QRectF(kPadding, kValueTop, width() - 2 * kPadding, lineHeight(TextRole::Display)),
                    Qt::AlignLeft | Qt::AlignVCenter, m_value);

    x = kPadding;
    const int noteHeight = lineHeight(TextRole::Small) + 2;
    if (!m_trendText.isEmpty()) {
        const QColor color = m_trendGood ? t.ok : t.danger;
        paintTriangle(&painter, QPointF(x, kNoteTop + noteHeight / 2.0 - 3.5), m_trendUp, color);
        painter.setFont(textFont(TextRole::SmallMedium));
        painter.setPen(color);
        const int advance = painter.fontMetrics().horizontalAdvance(m_trendText);
        painter.drawText(QRect(x + 12, kNoteTop, advance + 1, noteHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         m_trendText);
        x += 12 + advance + 8;
    }
    painter.setFont(textFont(TextRole::Small));
    painter.setPen(t.text3);
    const int room = width() - x - kPadding;
    painter.drawText(QRect(x, kNoteTop, room, noteHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_note, Qt::ElideRight, room));
}

void KpiCard::describe()
{
    setAccessibleName(m_value.isEmpty() ? m_label : QStringLiteral("%1: %2").arg(m_label, m_value));
    if (m_selected) // screen readers see no edge
        setAccessibleName(tr("%1, chosen", "a card").arg(accessibleName()));
    const QString sign = m_trendUp ? QStringLiteral("+") : QStringLiteral("\u2212");
    setAccessibleDescription(m_trendText.isEmpty() ? m_note : QStringLiteral("%1%2 %3").arg(sign, m_trendText, m_note));
}

} // namespace linkdesk::app
