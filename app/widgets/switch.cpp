#include "widgets/switch.h"

#include "style/appstyle_paint.h"
#include "style/typescale.h"

#include <QPainter>
#include <QStyle>
#include <QVariantAnimation>

namespace linkdesk::app {

namespace {

constexpr int kTrackWidth = 34;
constexpr int kTrackHeight = 20;
constexpr int kGap = 8;

} // namespace

Switch::Switch(const QString &text, QWidget *parent) : QAbstractButton(parent), m_animation(new QVariantAnimation(this))
{
    setText(text);
    setCheckable(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setTextRole(this, TextRole::Heading);
    m_animation->setEasingCurve(QEasingCurve::OutCubic);
    connect(m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant &value) {
        m_position = value.toReal();
        update();
    });
    connect(this, &QAbstractButton::toggled, this, &Switch::slide);
}

QSize Switch::sizeHint() const
{
    const int textWidth = text().isEmpty() ? 0 : kGap + fontMetrics().horizontalAdvance(text()) + 1;
    return {kTrackWidth + textWidth, 24};
}

void Switch::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    const QRectF track(0, (height() - kTrackHeight) / 2.0, kTrackWidth, kTrackHeight);
    const QColor on = underMouse() ? t.fillHover : t.fill;
    QColor ground = mixed(on, t.dark ? t.field : t.text3, m_position);
    if (!isEnabled())
        ground = mixed(ground, t.surface, 0.45);
    paintBox(&painter, track, kTrackHeight / 2.0, ground);
    const qreal side = kTrackHeight - 6;
    const qreal x = track.left() + 3 + m_position * (kTrackWidth - side - 6);
    paintBox(&painter, QRectF(x, track.top() + 3, side, side), side / 2, t.onFill);
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
        paintBox(&painter, track.adjusted(2, 2, -2, -2), kTrackHeight / 2.0 - 2, {}, t.onFill, 1.5);
    if (text().isEmpty())
        return;
    painter.setPen(isEnabled() ? t.text : palette().color(QPalette::Disabled, QPalette::ButtonText));
    painter.drawText(rect().adjusted(kTrackWidth + kGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
}

void Switch::slide(bool on)
{
    m_animation->stop();
    const int duration = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this);
    const qreal end = on ? 1 : 0;
    if (duration <= 0 || !isVisible()) {
        m_position = end;
        update();
        return;
    }
    m_animation->setDuration(duration);
    m_animation->setStartValue(m_position);
    m_animation->setEndValue(end);
    m_animation->start();
}

} // namespace linkdesk::app
