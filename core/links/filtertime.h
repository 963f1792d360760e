// Times in the filter text: dates, months and years of a zone, days by name, and periods that count from now. Pure.
#pragma once

#include "base/clock.h"
#include "links/linkfilter.h"

#include <QTimeZone>

#include <optional>
#include <string_view>

namespace linkdesk::core {

// A stretch of time that a text names: a day, a month, a minute. Ends before `before`.
struct TimeSpan {
    TimePoint from{};
    TimePoint before{};
};

// "2026-05-01", "2026-05", "2026", "2026-05-01T14:30", with seconds and "Z" or "+02:00" if wanted, "today", "yesterday",
// "tomorrow". A day is as long as it is in the zone.
[[nodiscard]] std::optional<TimeSpan> parseTimeSpan(std::string_view text, TimePoint now, const QTimeZone &zone);

// "12h", "7d", "2w", "3m" (months), "1y"; at most a hundred years.
[[nodiscard]] std::optional<FilterPeriod> parseFilterPeriod(std::string_view text);
// Months and years are the calendar's of the zone; hours, days and weeks are as long as they always are.
[[nodiscard]] TimePoint moved(TimePoint now, const FilterPeriod &period, bool back, const QTimeZone &zone);

} // namespace linkdesk::core
