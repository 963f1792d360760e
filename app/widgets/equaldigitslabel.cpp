#include "widgets/equaldigitslabel.h"

#include <QPainter>

#include <cmath>

namespace linkdesk::app {

EqualDigitsLabel::EqualDigitsLabel(TextRole role, QWidget *parent) : QFrame(parent), m_role(role)
{
    setTextRole(this, role);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void EqualDigitsLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    const bool sameLength = text.size() == m_text.size();
    m_text = text;
    setAccessibleName(text);
    if (!sameLength)
        updateGeometry();
    update();
}

void EqualDigitsLabel::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

void EqualDigitsLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

QSize EqualDigitsLabel::sizeHint() const
{
    return {static_cast<int>(std::ceil(equalDigitsWidth(font(), m_text))) + 1, lineHeight(m_role)};
}

void EqualDigitsLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(tokens(palette()).tone(m_tone));
    painter.setFont(font());
    drawEqualDigits(&painter, rect(), m_alignment, m_text);
}

} // namespace linkdesk::app
