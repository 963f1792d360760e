// Period: a calendar period as ISO 8601 writes it ("P30D", "P3M", "P1Y2M10DT2H30M"). Pure; any thread.
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <string_view>

namespace linkdesk::core {

struct Period {
    int years = 0;
    int months = 0;
    std::int64_t days = 0; // weeks are seven of them
    std::int64_t milliseconds = 0;
    bool operator==(const Period &) const = default;
    [[nodiscard]] bool isZero() const { return *this == Period{}; }
};

// Whole numbers only, at least one part, each part once and in order, no more than a hundred years. InvalidInput
// without a field otherwise.
[[nodiscard]] Result<Period> parsePeriod(std::string_view text);

// Calendar months and years in UTC: 31 January and one month is the last of February. Then days, then the time.
[[nodiscard]] TimePoint plus(TimePoint from, const Period &period);

} // namespace linkdesk::core
