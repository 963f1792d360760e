#include "widgets/elidedlabel.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace linkdesk::app {

namespace {

bool changesReading(char32_t c)
{
    const bool marks = c == 0x061C || c == 0x200E || c == 0x200F;
    const bool embeddings = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    const bool deprecated = c >= 0x206A && c <= 0x206F;
    const bool invisible = c == 0x200B || c == 0x2060 || c == 0xFEFF || c == 0x00AD;
    return marks || embeddings || deprecated || invisible;
}

bool isControl(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

QString written(char32_t c)
{
    return QStringLiteral("\u27E8U+%1\u27E9").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper();
}

} // namespace

QString visibleText(const QString &foreign)
{
    QString result;
    result.reserve(foreign.size());
    for (const QChar unit : foreign) {
        const char16_t c = unit.unicode();
        if (c == u'\n' || c == u'\r' || c == u'\t' || c == 0x2028 || c == 0x2029)
            result += QLatin1Char(' ');
        else if (changesReading(c) || isControl(c))
            result += written(c);
        else
            result += unit;
    }
    return result;
}

QString plainToolTip(const QString &foreign)
{
    const QString visible = visibleText(foreign);
    return visible.isEmpty() ? QString() : QStringLiteral("<qt>%1</qt>").arg(visible.toHtmlEscaped());
}

ElidedLabel::ElidedLabel(const QString &text, QWidget *parent) : QFrame(parent)
{
    setTextRole(this, m_role);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString &text)
{
    const QString visible = visibleText(text);
    if (visible == m_text)
        return;
    m_text = visible;
    setAccessibleName(visible);
    updateToolTip();
    updateGeometry();
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

void ElidedLabel::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

void ElidedLabel::setRole(TextRole role)
{
    m_role = role;
    setTextRole(this, role);
    updateGeometry();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

void ElidedLabel::setLink(bool link)
{
    m_link = link;
    m_tone = link ? Tone::Accent : Tone::Text;
    setFocusPolicy(link ? Qt::TabFocus : Qt::NoFocus);
    setCursor(link ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 1, lineHeight(m_role)};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), 24), lineHeight(m_role)};
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    painter.setPen(isEnabled() ? t.tone(m_tone) : palette().color(QPalette::Disabled, QPalette::Text));
    painter.drawText(rect(), static_cast<int>(m_alignment) | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_text, m_mode, width()));
    if (m_link && hasFocus()) {
        painter.setPen(QPen(t.accent, 2));
        painter.drawLine(0, height() - 1, std::min(width(), sizeHint().width()), height() - 1);
    }
}

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    updateToolTip();
}

void ElidedLabel::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_link && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
    else
        QFrame::mouseReleaseEvent(event);
}

void ElidedLabel::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    const bool pressed = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
    if (m_link && pressed)
        Q_EMIT clicked();
    else
        QFrame::keyPressEvent(event);
}

void ElidedLabel::updateToolTip()
{
    const bool elided = fontMetrics().horizontalAdvance(m_text) > width();
    setToolTip(elided ? plainToolTip(m_text) : QString());
}

} // namespace linkdesk::app
