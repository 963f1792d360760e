#include "base/clock.h"

namespace linkdesk::core {

TimePoint SystemClock::now() const
{
    return std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
}

std::chrono::steady_clock::time_point SystemClock::steadyNow() const
{
    return std::chrono::steady_clock::now();
}

} // namespace linkdesk::core
