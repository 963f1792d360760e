#include "widgets/progressline.h"

#include "style/appstyle.h"
#include "style/appstyle_paint.h"
#include "widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVariantAnimation>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

ProgressBarLine::ProgressBarLine(QWidget *parent) : QWidget(parent), m_animation(new QVariantAnimation(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(6);
    m_animation->setDuration(1200);
    m_animation->setLoopCount(-1);
    m_animation->setStartValue(0.0);
    m_animation->setEndValue(1.0);
    connect(m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant &value) {
        m_phase = value.toReal();
        update();
    });
}

void ProgressBarLine::setFraction(qreal fraction)
{
    m_fraction = std::min(fraction, 1.0);
    updateAnimation();
    update();
}

void ProgressBarLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    const QRectF track(rect());
    paintBox(&painter, track, 3, t.track);
    if (m_fraction < 0) {
        // A third moves from outside left to outside right.
        const qreal third = track.width() / 3;
        QPainterPath clip;
        clip.addRoundedRect(track, 3, 3);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setClipPath(clip);
        paintBox(&painter, QRectF(-third + (track.width() + third) * m_phase, 0, third, track.height()), 3, t.accent);
    } else if (m_fraction > 0) {
        paintBox(&painter, QRectF(0, 0, std::max(4.0, track.width() * m_fraction), track.height()), 3, t.accent);
    }
}

void ProgressBarLine::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    updateAnimation();
}

void ProgressBarLine::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    updateAnimation();
}

void ProgressBarLine::updateAnimation()
{
    const bool moves = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    const bool run = m_fraction < 0 && isVisible() && moves;
    if (!moves)
        m_phase = 0.5;
    if (run && m_animation->state() != QAbstractAnimation::Running)
        m_animation->start();
    else if (!run)
        m_animation->stop();
}

ProgressLine::ProgressLine(QWidget *parent)
    : QWidget(parent), m_bar(new ProgressBarLine(this)), m_text(new ElidedLabel(QString(), this)),
      m_cancel(makeButton(tr("Cancel"), ButtonKind::Ghost, nullptr, this))
{
    setControlSize(m_cancel, ControlSize::Small);
    m_cancel->setObjectName(QStringLiteral("progressCancel"));
    m_text->setRole(TextRole::Small);
    m_text->setTone(Tone::Text2);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(m_bar, 1);
    row->addWidget(m_text);
    row->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, this, &ProgressLine::cancelRequested);
}

void ProgressLine::set(qreal fraction, const QString &text)
{
    m_bar->setFraction(fraction);
    m_text->setText(text);
    setAccessibleName(fraction < 0 ? text : tr("%1%, %2").arg(std::lround(fraction * 100)).arg(text));
}

void ProgressLine::setCancelVisible(bool visible)
{
    m_cancel->setVisible(visible);
}

} // namespace linkdesk::app
