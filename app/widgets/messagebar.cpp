#include "widgets/messagebar.h"

#include "style/appstyle.h"
#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "widgets/elidedlabel.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QVariantAnimation>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

namespace {

constexpr int kHeight = 44;
constexpr qreal kEdgeShare = 0.28;

struct LevelLook {
    QColor ground, color;
    const char *icon;
};

LevelLook lookOf(Level level, const Tokens &t)
{
    switch (level) {
    case Level::Info: return {t.tint, t.accent, "info"};
    case Level::Ok: return {t.okTint, t.ok, "check-circle"};
    case Level::Warn: return {t.warnTint, t.warn, "warning"};
    case Level::Danger: return {t.dangerTint, t.danger, "error"};
    }
    return {};
}

int urgency(Level level)
{
    switch (level) {
    case Level::Danger: return 3;
    case Level::Warn: return 2;
    case Level::Info:
    case Level::Ok: return 1;
    }
    return 0;
}

} // namespace

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent), m_row(new QWidget(this)), m_what(new ElidedLabel(QString(), m_row)),
      m_whatToDo(new ElidedLabel(QString(), m_row)),
      m_first(makeButton(QString(), ButtonKind::Secondary, nullptr, m_row)),
      m_second(makeButton(QString(), ButtonKind::Ghost, nullptr, m_row)),
      m_close(makeIconButton("x", tr("Close this message"), m_row)), m_timer(new QTimer(this)),
      m_animation(new QVariantAnimation(this))
{
    setObjectName(QStringLiteral("messageBar"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_what->setRole(TextRole::Medium);
    m_whatToDo->setRole(TextRole::Body);
    m_whatToDo->setTone(Tone::Text2);
    m_first->setObjectName(QStringLiteral("messageFirst"));
    m_second->setObjectName(QStringLiteral("messageSecond"));
    m_close->setObjectName(QStringLiteral("messageClose"));
    setControlSize(m_first, ControlSize::Small);
    setControlSize(m_second, ControlSize::Small);

    auto *layout = new QHBoxLayout(m_row);
    layout->setContentsMargins(41, 0, 10, 0);
    layout->setSpacing(10);
    layout->addWidget(m_what);
    layout->addWidget(m_whatToDo, 1);
    layout->addWidget(m_first);
    layout->addWidget(m_second);
    layout->addWidget(m_close);
    m_what->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_whatToDo->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);

    m_timer->setSingleShot(true);
    m_animation->setEasingCurve(QEasingCurve::OutCubic);
    connect(m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant &value) {
        m_opened = value.toReal();
        updateGeometry();
        setVisible(m_opened > 0);
    });
    connect(m_timer, &QTimer::timeout, this, [this] { withdraw(current().id); });
    const auto button = [this](qsizetype index) {
        const Message message = current();
        if (index < message.buttons.size())
            Q_EMIT buttonClicked(message.id, message.buttons[index].id);
    };
    connect(m_first, &QPushButton::clicked, this, [button] { button(0); });
    connect(m_second, &QPushButton::clicked, this, [button] { button(1); });
    connect(m_close, &QPushButton::clicked, this, [this] {
        const QString id = current().id;
        withdraw(id);
        Q_EMIT closed(id);
    });
    hide();
}

void MessageBar::post(const Message &message)
{
    m_messages.removeIf([&](const Message &other) { return other.id == message.id; });
    // The most urgent stands in front, among equals the newest.
    const auto place = std::find_if(m_messages.begin(), m_messages.end(), [&](const Message &other) {
        return urgency(other.level) <= urgency(message.level);
    });
    m_messages.insert(place, message);
    showFront();
}

void MessageBar::withdraw(const QString &id)
{
    const qsizetype removed = m_messages.removeIf([&](const Message &other) { return other.id == id; });
    if (removed > 0)
        showFront();
}

void MessageBar::withdrawAll()
{
    m_messages.clear();
    showFront();
}

void MessageBar::setGapBelow(int gap)
{
    m_gap = gap;
    updateGeometry();
}

Message MessageBar::current() const
{
    return m_messages.isEmpty() ? Message() : m_messages.front();
}

QSize MessageBar::sizeHint() const
{
    return {400, static_cast<int>(std::lround((kHeight + m_gap) * m_opened))};
}

QSize MessageBar::minimumSizeHint() const
{
    return {200, static_cast<int>(std::lround((kHeight + m_gap) * m_opened))};
}

void MessageBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    // The row keeps its height and slides in from above.
    m_row->setGeometry(0, height() - m_gap - kHeight, width(), kHeight);
}

void MessageBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const LevelLook look = lookOf(m_level, tokens(palette()));
    const QRectF box(0, height() - m_gap - kHeight, width(), kHeight);
    paintBox(&painter, box, kCardRadius - 1, look.ground, mixed(look.color, look.ground, kEdgeShare));
    paintIcon(&painter, QRectF(15, box.top() + (kHeight - 16) / 2.0, 16, 16), QString::fromLatin1(look.icon),
              look.color);
}

void MessageBar::showFront()
{
    m_timer->stop();
    if (m_messages.isEmpty()) {
        slide(false);
        Q_EMIT currentChanged();
        return;
    }
    const Message &message = m_messages.front();
    m_level = message.level;
    m_what->setText(message.what);
    m_whatToDo->setText(message.whatToDo);
    const auto fill = [&message](QPushButton *button, qsizetype index) {
        const bool used = index < message.buttons.size();
        button->setText(used ? message.buttons[index].text : QString());
        button->setVisible(used);
    };
    fill(m_first, 0);
    fill(m_second, 1);
    m_close->setVisible(message.closable);
    if (message.timeoutMs > 0)
        m_timer->start(message.timeoutMs);
    setAccessibleName(message.whatToDo.isEmpty() ? message.what
                                                 : QStringLiteral("%1 %2").arg(message.what, message.whatToDo));
    slide(true);
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    update();
    Q_EMIT currentChanged();
}

void MessageBar::slide(bool in)
{
    const qreal end = in ? 1 : 0;
    m_animation->stop();
    const int duration = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this);
    const bool seen = parentWidget() && parentWidget()->isVisible();
    if (duration <= 0 || !seen || qFuzzyCompare(m_opened + 1, end + 1)) {
        m_opened = end;
        updateGeometry();
        setVisible(in);
        return;
    }
    m_animation->setDuration(duration);
    m_animation->setStartValue(m_opened);
    m_animation->setEndValue(end);
    m_animation->start();
}

} // namespace linkdesk::app
