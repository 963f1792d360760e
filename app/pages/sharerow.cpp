#include "pages/sharerow.h"

#include "models/texts.h"
#include "widgets/elidedlabel.h"
#include "widgets/equaldigitslabel.h"
#include "widgets/label.h"
#include "widgets/progressline.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace linkdesk::app {

ShareRow::ShareRow(const QString &name, const QString &note, QWidget *parent)
    : QWidget(parent)
    , m_name(name)
    , m_value(new EqualDigitsLabel(TextRole::Medium, this))
    , m_bar(new ProgressBarLine(this))
    , m_behind(new ElidedLabel(QString(), this))
    , m_atEnd(new ElidedLabel(QString(), this))
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
    auto *below = new QHBoxLayout;
    below->setSpacing(16);
    below->addWidget(m_behind, 1);
    below->addWidget(m_atEnd);
    column->addLayout(below);
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
