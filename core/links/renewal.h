// When a renewed link ends: a date, a period from its present end, or the end of a month, quarter or year. Pure; any thread.
#pragma once

#include "base/clock.h"
#include "base/period.h"
#include "base/result.h"

#include <optional>
#include <variant>

class QTimeZone;

namespace linkdesk::core {

enum class NamedEnd { Month, Quarter, Year };

struct RenewTo {
    // A date, or (empty) no end at all; a period; the last second of a month, quarter or year.
    std::variant<std::optional<TimePoint>, Period, NamedEnd> end;
};

// Years, months and days as the calendar of `zone` counts them: the time of day stays, also across a change to or from
// daylight saving; 31 January and one month is the last of February. A time that a change leaves out is taken with the
// offset that was valid before it, of two equal times the first is meant (RFC 5545 section 3.3.5). Hours and less are then
// added as they pass.
[[nodiscard]] TimePoint plusIn(TimePoint from, const Period &period, const QTimeZone &zone);

// The last second of the month, quarter or year, by the calendar of `zone`, that is later than `after`.
[[nodiscard]] TimePoint endAfter(TimePoint after, NamedEnd end, const QTimeZone &zone);

// A period or a named end goes on from the later of now and the present end. InvalidInput where the new end is over already.
[[nodiscard]] Result<std::optional<TimePoint>> renewedEnd(const RenewTo &to, const std::optional<TimePoint> &present,
                                                          TimePoint now, const QTimeZone &zone);

} // namespace linkdesk::core
