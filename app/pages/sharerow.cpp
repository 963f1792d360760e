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
{
    m_behind->setRole(TextRole::Small);
    m_behind->setTone(Tone::Text3);
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
    column->addWidget(m_behind);
}

void ShareRow::set(double share, const QString &behind)
{
    const QString text = share < 0 ? u"–"_qs : shareText(share);
    m_value->setText(text);
    m_bar->setFraction(share < 0 ? 0 : share);
    m_behind->setText(behind);
    setAccessibleName(m_name + u' ' + text);
}

} // namespace linkdesk::app
