#include "models/zonedmoment.h"

#include <QCoreApplication>
#include <QLocale>

namespace linkdesk::app {

namespace {

constexpr qint64 kDay = 86400;

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(ZonedMoment)
};

QDateTime utc(qint64 seconds)
{
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
}

QString clockTime(const QTime &time)
{
    return QLocale().toString(time, Tr::tr("HH:mm", "time of day"));
}

} // namespace

// QDateTime of Qt 6.4 settles such hours on its own and does not say that it did: compare the offsets before and after.
ZonedMoment momentAt(const QDate &day, const QTime &time, const QTimeZone &zone)
{
    const qint64 local = QDateTime(day, time, Qt::UTC).toSecsSinceEpoch();
    const int before = zone.offsetFromUtc(utc(local - kDay));
    const int after = zone.offsetFromUtc(utc(local + kDay));
    const bool holdsBefore = zone.offsetFromUtc(utc(local - before)) == before;
    const bool holdsAfter = zone.offsetFromUtc(utc(local - after)) == after;
    if (before == after || (holdsBefore && !holdsAfter))
        return {utc(local - before), ClockCase::Plain};
    if (holdsAfter && !holdsBefore)
        return {utc(local - after), ClockCase::Plain};
    return {utc(local - before), holdsBefore ? ClockCase::Twice : ClockCase::Skipped};
}

QString clockWarning(ClockCase clock, const QTime &time, const QDateTime &at, const QTimeZone &zone)
{
    switch (clock) {
    case ClockCase::Plain: return {};
    case ClockCase::Skipped:
        return Tr::tr("Clocks go forward that night, there is no %1: %2 is meant.")
            .arg(clockTime(time), clockTime(at.toTimeZone(zone).time()));
    case ClockCase::Twice:
        return Tr::tr("Clocks go back that night, %1 comes twice: the first is meant.").arg(clockTime(time));
    }
    return {};
}

QTimeZone zoneNamed(const QString &id)
{
    const QTimeZone zone(id.toLatin1());
    return zone.isValid() ? zone : QTimeZone::systemTimeZone();
}

QDate todayIn(const QTimeZone &zone)
{
    return QDateTime::currentDateTimeUtc().toTimeZone(zone).date();
}

QString momentText(const QDateTime &at, const QTimeZone &zone)
{
    return Tr::tr("%1 (%2)", "time, zone")
        .arg(QLocale().toString(at.toTimeZone(zone), Tr::tr("d MMM yyyy, HH:mm", "day and time")),
             QString::fromLatin1(zone.id()));
}

} // namespace linkdesk::app
