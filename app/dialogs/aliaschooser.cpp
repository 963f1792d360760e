#include "dialogs/aliaschooser.h"

#include "models/codetexts.h"
#include "widgets/segmentedcontrol.h"

#include <QAbstractButton>
#include <QHBoxLayout>

#include <algorithm>

namespace linkdesk::app {

namespace {

QString idOf(int days)
{
    return u"alias%1"_qs.arg(days);
}

} // namespace

AliasChooser::AliasChooser(QWidget *parent) : QWidget(parent), m_row(new QHBoxLayout(this))
{
    setObjectName(u"aliasChooser"_qs);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->addStretch(1);
    fill();
}

void AliasChooser::setUsual(int days)
{
    if (days == m_usual)
        return;
    m_usual = days;
    fill();
    Q_EMIT edited();
}

void AliasChooser::reset()
{
    m_chosen = false;
    m_choice->setCurrent(idOf(m_usual));
}

int AliasChooser::days() const
{
    return m_choice->current().mid(5).toInt();
}

void AliasChooser::fill()
{
    const int chosen = m_chosen && m_choice ? days() : m_usual;
    delete m_choice;
    m_choice = new SegmentedControl(this);
    m_choice->setAccessibleName(tr("How long the old short name goes on"));
    setFocusProxy(m_choice);
    QList<int> periods{0, 30, 90, 365};
    if (!periods.contains(m_usual))
        periods << m_usual;
    std::sort(periods.begin(), periods.end());
    for (const int days : std::as_const(periods)) {
        const QString text = aliasPeriodText(days);
        m_choice->addSegment(idOf(days), days == m_usual ? tr("%1 (usual)", "what the domain does").arg(text) : text);
    }
    m_choice->setCurrent(idOf(m_usual));
    m_choice->setCurrent(idOf(chosen));
    connect(m_choice, &SegmentedControl::currentChanged, this, [this] {
        m_chosen = true;
        Q_EMIT edited();
    });
    m_row->insertWidget(0, m_choice);
}

} // namespace linkdesk::app
