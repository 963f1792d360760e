#include "links/filtertime.h"

#include <QDateTime>

#include <algorithm>
#include <charconv>

namespace linkdesk::core {

namespace {

constexpr int kFirstYear = 1970;
constexpr int kLastYear = 9998; // the day after must have a date, too
constexpr std::int64_t kMaxYears = 100;

TimePoint startOf(const QDate &day, const QTimeZone &zone)
{
    return fromMs(day.startOfDay(zone).toMSecsSinceEpoch());
}

std::optional<int> digits(std::string_view text)
{
    int value = 0;
    if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool isInRange(const QDate &day)
{
    return day.isValid() && day.year() >= kFirstYear && day.year() <= kLastYear;
}

// "2026-05-01" and no other form: two digits each, so that a slip of the finger is not another date.
std::optional<QDate> parseDay(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const auto year = digits(text.substr(0, 4));
    const auto month = digits(text.substr(5, 2));
    const auto day = digits(text.substr(8, 2));
    if (!year || !month || !day)
        return std::nullopt;
    const QDate date(*year, *month, *day);
    return isInRange(date) ? std::optional(date) : std::nullopt;
}

std::optional<TimeSpan> daySpan(const QDate &day, const QTimeZone &zone)
{
    return TimeSpan{startOf(day, zone), startOf(day.addDays(1), zone)};
}

std::optional<TimeSpan> monthOrYear(std::string_view text, const QTimeZone &zone)
{
    const bool isMonth = text.size() == 7 && text[4] == '-';
    if (!isMonth && text.size() != 4)
        return std::nullopt;
    const auto year = digits(text.substr(0, 4));
    const auto month = isMonth ? digits(text.substr(5, 2)) : std::optional(1);
    if (!year || !month)
        return std::nullopt;
    const QDate first(*year, *month, 1);
    if (!isInRange(first))
        return std::nullopt;
    return TimeSpan{startOf(first, zone), startOf(isMonth ? first.addMonths(1) : first.addYears(1), zone)};
}

// Seconds east of UTC; nothing for what is no offset.
std::optional<int> offsetSeconds(std::string_view text)
{
    if (text == "Z" || text == "z")
        return 0;
    if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':')
        return std::nullopt;
    const auto hours = digits(text.substr(1, 2));
    const auto minutes = digits(text.substr(4, 2));
    if (!hours || !minutes || *hours > 14 || *minutes > 59)
        return std::nullopt;
    return (text[0] == '-' ? -1 : 1) * (*hours * 3600 + *minutes * 60);
}

// "2026-05-01T14:30", "…:05", and an offset behind it.
std::optional<TimeSpan> minuteOrSecond(std::string_view text, const QTimeZone &zone)
{
    if (text.size() < 16 || (text[10] != 'T' && text[10] != 't') || text[13] != ':')
        return std::nullopt;
    const auto day = parseDay(text.substr(0, 10));
    const auto hour = digits(text.substr(11, 2));
    const auto minute = digits(text.substr(14, 2));
    const bool hasSecond = text.size() >= 19 && text[16] == ':';
    const auto second = hasSecond ? digits(text.substr(17, 2)) : std::optional(0);
    if (!day || !hour || !minute || !second)
        return std::nullopt;
    const QTime time(*hour, *minute, *second);
    const std::string_view rest = text.substr(hasSecond ? 19 : 16);
    const auto offset = rest.empty() ? std::optional(0) : offsetSeconds(rest);
    if (!time.isValid() || !offset)
        return std::nullopt;
    const QDateTime at = rest.empty() ? QDateTime(*day, time, zone) : QDateTime(*day, time, Qt::OffsetFromUTC, *offset);
    const TimePoint from = fromMs(at.toMSecsSinceEpoch());
    return TimeSpan{from, from + (hasSecond ? std::chrono::seconds(1) : std::chrono::seconds(60))};
}

} // namespace

std::optional<TimeSpan> parseTimeSpan(std::string_view text, TimePoint now, const QTimeZone &zone)
{
    const auto today = [&] { return QDateTime::fromMSecsSinceEpoch(toMs(now), zone).date(); };
    if (text == "today")
        return daySpan(today(), zone);
    if (text == "yesterday")
        return daySpan(today().addDays(-1), zone);
    if (text == "tomorrow")
        return daySpan(today().addDays(1), zone);
    if (const auto day = parseDay(text))
        return daySpan(*day, zone);
    if (auto span = monthOrYear(text, zone))
        return span;
    return minuteOrSecond(text, zone);
}

std::optional<FilterPeriod> parseFilterPeriod(std::string_view text)
{
    if (text.size() < 2 || text.size() > 8)
        return std::nullopt;
    const auto count = digits(text.substr(0, text.size() - 1));
    const char unit = text.back();
    if (!count)
        return std::nullopt;
    std::int64_t perYear = 0;
    switch (unit) {
    case 'h': perYear = 8766; break;
    case 'd': perYear = 366; break;
    case 'w': perYear = 53; break;
    case 'm': perYear = 12; break;
    case 'y': perYear = 1; break;
    default: return std::nullopt;
    }
    if (*count > perYear * kMaxYears)
        return std::nullopt;
    return FilterPeriod{*count, unit};
}

TimePoint moved(TimePoint now, const FilterPeriod &period, bool back, const QTimeZone &zone)
{
    const std::int64_t count = back ? -period.count : period.count;
    switch (period.unit) {
    case 'h': return now + std::chrono::hours(count);
    case 'd': return now + std::chrono::hours(24 * count);
    case 'w': return now + std::chrono::hours(24 * 7 * count);
    default: break;
    }
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(toMs(now), zone);
    const int number = static_cast<int>(count);
    return fromMs((period.unit == 'm' ? local.addMonths(number) : local.addYears(number)).toMSecsSinceEpoch());
}

} // namespace linkdesk::core
