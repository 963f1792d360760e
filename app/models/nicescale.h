// Scales of charts: from 0, 3 to 5 steps of 1, 2, 2.5 or 5 x 10^n; whole numbers, because clicks are. ScaleKeeper
// lets a live scale grow at once and shrink only after 10 s, so that it does not tremble.
#pragma once

#include <chrono>

namespace linkdesk::app {

struct NiceScale {
    double top = 4;
    double step = 1;
    bool operator==(const NiceScale &) const = default;
};

[[nodiscard]] NiceScale niceScale(double largest);

class ScaleKeeper final {
public:
    static constexpr std::chrono::milliseconds kShrinkAfter{10000};

    // `now` never goes back.
    [[nodiscard]] NiceScale update(double largest, std::chrono::milliseconds now);

private:
    NiceScale m_scale;
    std::chrono::milliseconds m_fitsSince{-1}; // since when a smaller scale would do
    bool m_started = false;
};

} // namespace linkdesk::app
