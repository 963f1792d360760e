#include "links/renewal.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace linkdesk::core {

namespace {

TimePoint timePoint(const QDateTime &time)
{
    return fromMs(time.toMSecsSinceEpoch());
}

// Decided here and not by Qt, whose choice in gaps differs between its versions: of the offsets valid a day before and a day
// after, the earlier one counts where it fits, and in a gap, where none does.
TimePoint localTime(const QDate &date, const QTime &time, const QTimeZone &zone)
{
    const QDateTime asUtc(date, time, Qt::UTC);
    const int before = zone.offsetFromUtc(asUtc.addDays(-1));
    const int after = zone.offsetFromUtc(asUtc.addDays(1));
    for (const int offset : {before, after}) {
        const QDateTime candidate = asUtc.addSecs(-offset);
        if (zone.offsetFromUtc(candidate) == offset)
            return timePoint(candidate);
    }
    return timePoint(asUtc.addSecs(-before));
}

QDate lastDay(const QDate &day, NamedEnd end)
{
    const int months = end == NamedEnd::Month ? 1 : end == NamedEnd::Quarter ? 3 : 12;
    const int month = (day.month() - 1) / months * months + months;
    return {day.year(), month, QDate(day.year(), month, 1).daysInMonth()};
}

} // namespace

TimePoint plusIn(TimePoint from, const Period &period, const QTimeZone &zone)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(toMs(from), zone);
    const QDate date = local.date().addMonths(period.years * 12 + period.months).addDays(period.days);
    const TimePoint moved = date == local.date() ? from : localTime(date, local.time(), zone);
    return moved + milliseconds(period.milliseconds);
}

TimePoint endAfter(TimePoint after, NamedEnd end, const QTimeZone &zone)
{
    const QTime lastSecond(23, 59, 59);
    QDate day = lastDay(QDateTime::fromMSecsSinceEpoch(toMs(after), zone).date(), end);
    TimePoint found = localTime(day, lastSecond, zone);
    if (found <= after)
        found = localTime(lastDay(day.addDays(1), end), lastSecond, zone);
    return found;
}

Result<std::optional<TimePoint>> renewedEnd(const RenewTo &to, const std::optional<TimePoint> &present, TimePoint now,
                                            const QTimeZone &zone)
{
    std::optional<TimePoint> end;
    const TimePoint from = present ? std::max(*present, now) : now;
    if (const auto *date = std::get_if<std::optional<TimePoint>>(&to.end))
        end = *date;
    else if (const auto *period = std::get_if<Period>(&to.end))
        end = plusIn(from, *period, zone);
    else
        end = endAfter(from, std::get<NamedEnd>(to.end), zone);
    if (end && *end <= now)
        return Error{ErrorCode::InvalidInput, "The new end is over already: choose a later one.", "expiresAt"};
    return end;
}

} // namespace linkdesk::core
