#include "program/renewalreminder.h"

#include "settings/settings.h"

#include <utility>

namespace linkdesk::app {

RenewalReminder::RenewalReminder(Settings &settings, std::function<QDate()> today)
    : m_settings(settings), m_today(today ? std::move(today) : [] { return QDate::currentDate(); })
{
}

void RenewalReminder::offer(qint64 links, int days)
{
    const QString day = m_today().toString(Qt::ISODate);
    if (links <= 0 || m_settings.get(setting::kRenewalReminder) == day)
        return;
    m_settings.set(setting::kRenewalReminder, day);
    m_settings.flush(); // a crash must not make it speak twice
    const QString within = tr("within %n day(s)", nullptr, days);
    //: %1 is "within 7 days"
    Q_EMIT due(tr("%n link(s) end %1.", nullptr, int(links)).arg(within), tr("Renew them, or let them go."));
}

} // namespace linkdesk::app
