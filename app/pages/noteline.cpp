#include "pages/noteline.h"

#include "style/icons.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QPainter>

namespace linkdesk::app {

namespace {

constexpr int kIcon = 16;
constexpr int kIndent = 25;
constexpr int kAbove = 5;

} // namespace

NoteLine::NoteLine(QWidget *parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_label(new Label(QString(), TextRole::Body, Tone::Text, this))
{
    m_row->setContentsMargins(kIndent, kAbove, 0, kAbove);
    m_row->setSpacing(8);
    m_label->setWordWrap(true);
    m_row->addWidget(m_label, 1);
}

void NoteLine::set(const char *iconName, Tone tone, const QString &text)
{
    m_icon = QString::fromLatin1(iconName);
    m_tone = tone;
    m_label->setText(visibleText(text));
    update();
}

QString NoteLine::text() const
{
    return m_label->text();
}

void NoteLine::addWidget(QWidget *widget)
{
    m_row->addWidget(widget, 0, Qt::AlignTop);
}

void NoteLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    // Beside the first line of the text, which stands lower where a button makes the row higher.
    const int line = QFontMetrics(m_label->font()).height();
    const int first = m_label->height() <= 2 * line ? m_label->height() : line;
    const int top = m_label->y() + (first - kIcon) / 2;
    paintIcon(&painter, QRectF(0, top, kIcon, kIcon), m_icon, tokens(palette()).tone(m_tone));
}

} // namespace linkdesk::app
