#include "widgets/statustile.h"

#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace linkdesk::app {

StatusTile::StatusTile(const char *iconName, const QString &name, QWidget *parent)
    : QFrame(parent), m_name(name), m_pill(new Pill(PillKind::Neutral, QString(), this)),
      m_value(new ElidedLabel(QString(), this)), m_note(new ElidedLabel(QString(), this))
{
    setProperty("icon", QString::fromLatin1(iconName));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(102);
    m_value->setRole(TextRole::Subtitle);
    m_value->setElideMode(Qt::ElideMiddle);
    m_note->setRole(TextRole::Small);
    m_note->setTone(Tone::Text3);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(26, 0, 0, 0);
    auto *label = new ElidedLabel(name, this);
    label->setRole(TextRole::SmallMedium);
    label->setTone(Tone::Text2);
    head->addWidget(label, 1);
    head->addWidget(m_pill);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 14, 13);
    column->setSpacing(0);
    column->addLayout(head);
    column->addStretch(1);
    column->addWidget(m_value);
    column->addSpacing(3);
    column->addWidget(m_note);
    m_pill->hide();
    describe();
}

void StatusTile::setState(PillKind kind, const QString &text)
{
    m_pill->set(kind, text);
    m_pill->setVisible(!text.isEmpty());
    describe();
}

void StatusTile::setValue(const QString &value)
{
    m_value->setText(value);
    describe();
}

void StatusTile::setNote(const QString &note)
{
    m_note->setText(note);
    describe();
}

void StatusTile::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintBox(&painter, rect(), kCardRadius, t.surface, t.border);
    paintIcon(&painter, QRectF(17, 14, 16, 16), property("icon").toString(), t.text2);
}

void StatusTile::describe()
{
    setAccessibleName(QStringLiteral("%1: %2, %3").arg(m_name, m_pill->text(), m_value->text()));
    setAccessibleDescription(m_note->text());
}

} // namespace linkdesk::app
