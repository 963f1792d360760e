#include "widgets/label.h"

#include <QEvent>

namespace linkdesk::app {

Label::Label(const QString &text, TextRole role, Tone tone, QWidget *parent) : QLabel(text, parent), m_tone(tone)
{
    setTextFormat(Qt::PlainText);
    setTextRole(this, role);
    applyTone();
}

void Label::setTone(Tone tone)
{
    m_tone = tone;
    applyTone();
}

void Label::setRole(TextRole role)
{
    setTextRole(this, role);
}

void Label::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    // A palette of its own does not follow the application's: make it anew.
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange)
        applyTone();
}

void Label::applyTone()
{
    QPalette own = palette();
    const QPalette ground = parentWidget() ? parentWidget()->palette() : QPalette();
    const QColor color = tokens(ground).tone(m_tone);
    if (own.color(QPalette::Active, QPalette::WindowText) == color)
        return;
    own.setColor(QPalette::Active, QPalette::WindowText, color);
    own.setColor(QPalette::Inactive, QPalette::WindowText, color);
    setPalette(own);
}

} // namespace linkdesk::app
