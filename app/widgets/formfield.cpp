#include "widgets/formfield.h"

#include "style/appstyle.h"
#include "style/icons.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kLabelGap = 5;
constexpr int kLineGap = 5;
constexpr int kNameWidth = 100;

struct LevelText {
    Tone tone;
    const char *icon;
    const char *property; // what the field's edge shows
};

LevelText textOf(Level level)
{
    switch (level) {
    case Level::Info: return {Tone::Text2, "info", ""};
    case Level::Ok: return {Tone::Ok, "check-circle", ""};
    case Level::Warn: return {Tone::Warn, "warning", "warn"};
    case Level::Danger: return {Tone::Danger, "error", "danger"};
    }
    return {Tone::Text2, "info", ""};
}

class NoteIcon final : public QWidget {
public:
    explicit NoteIcon(QWidget *parent) : QWidget(parent) { setFixedSize(15, 18); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const auto tone = static_cast<Tone>(property("tone").toInt());
        paintIcon(&painter, QRectF(0, 1.5, 15, 15), property("icon").toString(), tokens(palette()).tone(tone));
    }
};

} // namespace

FormField::FormField(const QString &label, QWidget *editor, QWidget *parent)
    : QWidget(parent), m_editor(editor), m_label(new Label(label, TextRole::SmallMedium, Tone::Text2, this)),
      m_gap(new QSpacerItem(0, kLabelGap)), m_line(new QWidget(this)), m_icon(new NoteIcon(m_line)),
      m_text(new Label(QString(), TextRole::Small, Tone::Text2, m_line)),
      m_link(makeButton(QString(), ButtonKind::Link, nullptr, m_line))
{
    setControlSize(m_link, ControlSize::Small);
    m_link->setFixedHeight(20);
    m_label->setBuddy(editor);
    m_label->setFixedHeight(lineHeight(TextRole::SmallMedium));
    m_text->setWordWrap(true);
    m_icon->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);

    auto *line = new QHBoxLayout(m_line);
    line->setContentsMargins(1, kLineGap, 0, 0);
    line->setSpacing(6);
    line->addWidget(m_icon, 0, Qt::AlignTop);
    line->addWidget(m_text, 1);
    line->addWidget(m_link, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_label);
    column->addItem(m_gap);
    column->addWidget(editor);
    column->addWidget(m_line);
    column->addStretch(0); // beside a taller field it stays at the top
    connect(m_link, &QPushButton::clicked, this, &FormField::stateLinkClicked);
    setLabel(label);
    updateLine();
}

void FormField::setLabel(const QString &label)
{
    m_label->setText(label);
    m_label->setVisible(!label.isEmpty());
    m_gap->changeSize(0, label.isEmpty() ? 0 : kLabelGap);
    layout()->invalidate();
    if (m_editor->accessibleName().isEmpty() || !label.isEmpty())
        m_editor->setAccessibleName(QString(label).remove(QLatin1Char('&')));
}

void FormField::setState(Level level, const QString &text, const QString &link)
{
    const QString visible = visibleText(text);
    if (level == m_level && visible == m_state && link == m_linkText)
        return;
    m_level = level;
    m_state = visible;
    m_linkText = link;
    updateLine();
}

void FormField::setHint(const QString &hint)
{
    m_hint = hint;
    updateLine();
}

void FormField::setLineIndent(int indent)
{
    m_line->layout()->setContentsMargins(1 + indent, kLineGap - 3, 0, 0);
}

void FormField::updateLine()
{
    const LevelText look = textOf(m_level);
    const bool hasState = !m_state.isEmpty();
    m_line->setVisible(hasState || !m_hint.isEmpty());
    m_icon->setVisible(hasState);
    m_icon->setProperty("icon", QString::fromLatin1(look.icon));
    m_icon->setProperty("tone", static_cast<int>(look.tone));
    m_icon->update();
    m_text->setText(hasState ? m_state : m_hint);
    m_text->setTone(hasState ? look.tone : Tone::Text3);
    m_link->setText(m_linkText);
    m_link->setVisible(hasState && !m_linkText.isEmpty());
    m_editor->setProperty("level", hasState ? QString::fromLatin1(look.property) : QString());
    m_editor->setAccessibleDescription(m_text->text());
    m_editor->update();
}

FieldRow::FieldRow(const QString &name, QWidget *parent)
    : QWidget(parent), m_layout(new QHBoxLayout(this)), m_name(new ElidedLabel(name, this)),
      m_value(new ElidedLabel(QString(), this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_name->setRole(TextRole::Small);
    m_name->setTone(Tone::Text2);
    m_value->setRole(TextRole::Small);
    m_layout->setContentsMargins(0, 3, 0, 3);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_name, 0, Qt::AlignTop);
    m_layout->addWidget(m_value, 1);
    setNameWidth(kNameWidth);
}

void FieldRow::setValue(const QString &value)
{
    m_value->setText(value);
    m_value->setAccessibleName(QStringLiteral("%1: %2").arg(m_name->text(), m_value->text()));
}

void FieldRow::setValueWidget(QWidget *widget)
{
    m_value->hide();
    m_layout->addWidget(widget, 1, Qt::AlignLeft);
}

void FieldRow::setValueElide(Qt::TextElideMode mode)
{
    m_value->setElideMode(mode);
}

void FieldRow::setValueRight(bool right)
{
    m_value->setAlignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    m_value->setRole(right ? TextRole::Medium : TextRole::Small);
    m_name->setRole(right ? TextRole::Body : TextRole::Small);
    if (right) {
        m_name->setMinimumWidth(0);
        m_name->setMaximumWidth(QWIDGETSIZE_MAX);
        m_layout->setContentsMargins(0, 5, 0, 5);
    }
}

void FieldRow::setNameWidth(int width)
{
    m_name->setFixedWidth(width);
}

void FieldRow::fitName()
{
    m_name->setMinimumWidth(0);
    m_name->setMaximumWidth(QWIDGETSIZE_MAX);
    m_name->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_layout->setSpacing(8);
}

} // namespace linkdesk::app
