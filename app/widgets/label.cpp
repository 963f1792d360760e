#include "widgets/label.h"

#include <QEvent>
#include <QGuiApplication>

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

bool Label::event(QEvent *event)
{
    const bool handled = QLabel::event(event);
    // A palette of its own does not follow the application's: make it anew.
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange)
        applyTone();
    return handled;
}

void Label::applyTone()
{
    QPalette own = palette();
    const QColor color = tokens(QGuiApplication::palette()).tone(m_tone);
    if (own.color(QPalette::Active, QPalette::WindowText) == color)
        return;
    own.setColor(QPalette::Active, QPalette::WindowText, color);
    own.setColor(QPalette::Inactive, QPalette::WindowText, color);
    setPalette(own);
}

} // namespace linkdesk::app
