#include "pages/sharerow.h"

#include "models/texts.h"
#include "style/appstyle.h"
#include "widgets/elidedlabel.h"
#include "widgets/equaldigitslabel.h"
#include "widgets/label.h"
#include "widgets/progressline.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kButtonHeight = 16; // of the line it stands in

} // namespace

ShareRow::ShareRow(const QString &name, const QString &note, QWidget *parent)
    : QWidget(parent)
    , m_name(name)
    , m_value(new EqualDigitsLabel(TextRole::Medium, this))
    , m_bar(new ProgressBarLine(this))
    , m_behind(new ElidedLabel(QString(), this))
    , m_atEnd(new ElidedLabel(QString(), this))
    , m_below(new QHBoxLayout)
{
    for (ElidedLabel *label : {m_behind, m_atEnd}) {
        label->setRole(TextRole::Small);
        label->setTone(Tone::Text3);
    }
    m_atEnd->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_atEnd->hide();
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(new Label(name, TextRole::Medium, Tone::Text, this));
    head->addWidget(new Label(note, TextRole::Small, Tone::Text3, this));
    head->addStretch(1);
    head->addWidget(m_value);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(5);
    column->addLayout(head);
    column->addWidget(m_bar);
    m_below->setSpacing(16);
    m_below->addWidget(m_behind, 1);
    m_below->addWidget(m_atEnd);
    column->addLayout(m_below);
}

QPushButton *ShareRow::addButton(const QString &text)
{
    auto *button = makeButton(text, ButtonKind::Link, nullptr, this);
    setControlSize(button, ControlSize::Small);
    button->setFixedHeight(kButtonHeight);
    button->setAccessibleName(text + u' ' + m_name);
    m_below->addWidget(button);
    return button;
}

void ShareRow::set(double share, const QString &behind, const QString &atEnd)
{
    const QString text = share < 0 ? u"–"_qs : shareText(share);
    m_value->setText(text);
    m_bar->setFraction(share < 0 ? 0 : share);
    m_behind->setText(behind);
    m_atEnd->setText(atEnd);
    m_atEnd->setVisible(!atEnd.isEmpty());
    setAccessibleName(m_name + u' ' + text);
}

} // namespace linkdesk::app
