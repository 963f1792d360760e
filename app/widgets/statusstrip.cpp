#include "widgets/statusstrip.h"

#include "style/icons.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kMargin = 24;
constexpr int kGap = 7;
constexpr int kSection = 16;

QColor dotColor(StatusStrip::Service state, const Tokens &t)
{
    switch (state) {
    case StatusStrip::Service::Running: return t.ok;
    case StatusStrip::Service::Starting: return t.accent;
    case StatusStrip::Service::Stopped: return t.text3;
    case StatusStrip::Service::Unreachable: return t.warn;
    case StatusStrip::Service::Failed: return t.danger;
    }
    return t.text3;
}

Tone levelTone(Level level)
{
    switch (level) {
    case Level::Info: return Tone::Accent;
    case Level::Ok: return Tone::Ok;
    case Level::Warn: return Tone::Warn;
    case Level::Danger: return Tone::Danger;
    }
    return Tone::Warn;
}

} // namespace

StatusStrip::StatusStrip(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("statusStrip"));
    setFixedHeight(30);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StatusStrip::setService(Service state, const QString &stateText)
{
    m_service = state;
    m_stateText = stateText;
    describe();
}

void StatusStrip::setAddress(const QString &publicUrl, const QString &boundAddress)
{
    const QString url = visibleText(publicUrl);
    m_address = boundAddress.isEmpty() || url.isEmpty() ? url + boundAddress
                                                        : QStringLiteral("%1  \u00B7  %2").arg(url, boundAddress);
    describe();
}

void StatusStrip::setClicksPerSecond(const QString &text)
{
    m_clicks = text;
    describe();
}

void StatusStrip::setCacheHits(const QString &text)
{
    m_cache = text;
    describe();
}

void StatusStrip::setProblem(Level level, const QString &text)
{
    m_problemLevel = level;
    m_problem = visibleText(text);
    setCursor(m_problem.isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    describe();
}

void StatusStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    painter.fillRect(rect(), t.window);
    painter.fillRect(QRect(0, 0, width(), 1), t.border);
    const QRect row = rect().adjusted(0, 1, 0, 0);

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(dotColor(m_service, t));
    painter.drawEllipse(QPointF(kMargin + 5, row.center().y() + 0.5), 4, 4);
    int x = kMargin + 16;

    const QRect problem = problemRect();
    const int limit = problem.isNull() ? width() - kMargin : problem.left() - kSection;
    const auto text = [&](const QString &part, TextRole role, const QColor &color) {
        const int room = limit - x;
        if (part.isEmpty() || room < 24)
            return;
        painter.setFont(textFont(role));
        painter.setPen(color);
        const QString shown = painter.fontMetrics().elidedText(part, Qt::ElideMiddle, room);
        const int advance = painter.fontMetrics().horizontalAdvance(shown);
        painter.drawText(QRect(x, row.top(), advance + 2, row.height()), Qt::AlignLeft | Qt::AlignVCenter, shown);
        x += advance;
    };
    const auto section = [&](const QString &part) {
        if (part.isEmpty() || limit - x < kSection * 2 + 24)
            return;
        x += kSection;
        painter.fillRect(QRect(x, 1, 1, height() - 1), t.border);
        x += kSection + 1;
        text(part, TextRole::Small, t.text2);
    };
    text(m_stateText, TextRole::SmallMedium, t.text);
    x += kGap;
    text(m_address, TextRole::Small, t.text2);
    section(m_clicks);
    section(m_cache);

    if (!problem.isNull()) {
        const QColor color = t.tone(levelTone(m_problemLevel));
        const bool grave = m_problemLevel == Level::Danger;
        paintIcon(&painter, QRectF(problem.left(), row.top() + (row.height() - 15) / 2.0, 15, 15),
                  grave ? QStringLiteral("error") : QStringLiteral("warning"), color);
        painter.setFont(textFont(TextRole::SmallMedium));
        painter.setPen(color);
        painter.drawText(problem.adjusted(21, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(m_problem, Qt::ElideRight, problem.width() - 20));
    }
}

void StatusStrip::mouseReleaseEvent(QMouseEvent *event)
{
    if (problemRect().contains(event->position().toPoint()))
        Q_EMIT problemClicked();
    else
        QWidget::mouseReleaseEvent(event);
}

QRect StatusStrip::problemRect() const
{
    if (m_problem.isEmpty())
        return {};
    const int advance = QFontMetrics(textFont(TextRole::SmallMedium)).horizontalAdvance(m_problem) + 22;
    const int taken = std::min(advance, width() / 2);
    return {width() - kMargin - taken, 1, taken, height() - 1};
}

void StatusStrip::describe()
{
    QStringList parts{m_stateText, m_address, m_clicks, m_cache, m_problem};
    parts.removeAll(QString());
    setAccessibleName(parts.join(QStringLiteral(", ")));
    setToolTip(m_problem.isEmpty() ? QString() : plainToolTip(m_problem));
    update();
}

} // namespace linkdesk::app
