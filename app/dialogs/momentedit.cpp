#include "dialogs/momentedit.h"

namespace linkdesk::app {

namespace {

constexpr int kWidth = 190;

} // namespace

MomentEdit::MomentEdit(QWidget *parent) : QDateTimeEdit(parent)
{
    // The clocks of this computer may skip an hour that the zone's do not: the field itself knows no summer time.
    setTimeSpec(Qt::UTC);
    setDisplayFormat(tr("d MMM yyyy  HH:mm", "a field for day and time"));
    setCalendarPopup(true);
    setMinimumWidth(kWidth);
}

QDateTime MomentEdit::onClock(const QDateTime &at) const
{
    const QDateTime there = at.toTimeZone(m_zone);
    return {there.date(), QTime(there.time().hour(), there.time().minute()), Qt::UTC};
}

void MomentEdit::setZone(const QTimeZone &zone)
{
    const bool isGiven = m_given.isValid() && onClock(m_given) == dateTime();
    m_zone = zone;
    if (isGiven)
        setMoment(m_given);
}

void MomentEdit::setMoment(const QDateTime &at)
{
    m_given = at;
    setDateTime(onClock(at));
}

void MomentEdit::setClock(const QDate &day, const QTime &time)
{
    m_given = {};
    setDateTime(QDateTime(day, time, Qt::UTC));
}

QDateTime MomentEdit::moment() const
{
    if (m_given.isValid() && onClock(m_given) == dateTime())
        return m_given;
    const QTime lastMinute(23, 59);
    return momentAt(date(), time() == lastMinute ? QTime(23, 59, 59) : time(), m_zone).at;
}

QString MomentEdit::warning() const
{
    if (m_given.isValid() && onClock(m_given) == dateTime())
        return {};
    const ZonedMoment meant = momentAt(date(), time(), m_zone);
    return clockWarning(meant.clock, time(), meant.at, m_zone);
}

} // namespace linkdesk::app
