#include "base/period.h"

#include <array>
#include <charconv>

namespace linkdesk::core {

namespace {

constexpr std::int64_t kMsPerSecond = 1000;
constexpr std::int64_t kMsPerMinute = 60 * kMsPerSecond;
constexpr std::int64_t kMsPerHour = 60 * kMsPerMinute;
constexpr int kMaxYears = 100;

struct Unit {
    char letter;
    bool isTime;
    std::int64_t most; // a hundred years of it
    void (*add)(Period &, std::int64_t);
};

constexpr std::array kUnits{
    Unit{'Y', false, kMaxYears, [](Period &p, std::int64_t n) { p.years = static_cast<int>(n); }},
    Unit{'M', false, kMaxYears * 12, [](Period &p, std::int64_t n) { p.months = static_cast<int>(n); }},
    Unit{'W', false, kMaxYears * 53, [](Period &p, std::int64_t n) { p.days += n * 7; }},
    Unit{'D', false, kMaxYears * 366, [](Period &p, std::int64_t n) { p.days += n; }},
    Unit{'H', true, kMaxYears * 366 * 24, [](Period &p, std::int64_t n) { p.milliseconds += n * kMsPerHour; }},
    Unit{'M', true, kMaxYears * 366 * 24 * 60, [](Period &p, std::int64_t n) { p.milliseconds += n * kMsPerMinute; }},
    Unit{'S', true, std::int64_t{kMaxYears} * 366 * 86400,
         [](Period &p, std::int64_t n) { p.milliseconds += n * kMsPerSecond; }},
};

Error invalid(std::string_view text)
{
    return {ErrorCode::InvalidInput,
            "\"" + std::string(text.substr(0, 40)) + "\" is no period of ISO 8601 such as P30D, P3M or P1Y.", {}};
}

} // namespace

Result<Period> parsePeriod(std::string_view text)
{
    std::string_view rest = text;
    if (!rest.starts_with('P') || rest.size() < 3 || rest.size() > 64)
        return invalid(text);
    rest.remove_prefix(1);
    Period period;
    bool inTime = false;
    const Unit *unit = kUnits.begin();
    while (!rest.empty()) {
        if (rest.front() == 'T') {
            if (inTime || rest.size() == 1)
                return invalid(text);
            inTime = true;
            rest.remove_prefix(1);
        }
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        const auto digits = static_cast<std::size_t>(end - rest.data());
        if (error != std::errc() || digits == rest.size() || number < 0 || rest.front() == '-')
            return invalid(text);
        while (unit != kUnits.end() && (unit->letter != rest[digits] || unit->isTime != inTime))
            ++unit;
        if (unit == kUnits.end() || number > unit->most)
            return invalid(text);
        unit->add(period, number);
        ++unit;
        rest.remove_prefix(digits + 1);
    }
    return period;
}

TimePoint plus(TimePoint from, const Period &period)
{
    using namespace std::chrono;
    const auto day = floor<days>(from);
    const auto timeOfDay = from - day;
    year_month_day date(day);
    date += years(period.years);
    date += months(period.months);
    if (!date.ok())
        date = date.year() / date.month() / last;
    return sys_days(date) + days(period.days) + timeOfDay + std::chrono::milliseconds(period.milliseconds);
}

} // namespace linkdesk::core
