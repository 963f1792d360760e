#include "base/clock.h"

#include <ctime>
#include <thread>

namespace linkdesk::core {

// A redirect asks for the time about five times. The kernel's coarse clocks are a few milliseconds behind at most, which
// none of the callers can tell, and cost a tenth of the exact ones.
#ifdef CLOCK_MONOTONIC_COARSE

namespace {

std::chrono::nanoseconds coarse(clockid_t clock)
{
    std::timespec now{};
    clock_gettime(clock, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

} // namespace

TimePoint wallNow()
{
    return TimePoint(std::chrono::duration_cast<milliseconds>(coarse(CLOCK_REALTIME_COARSE)));
}

std::chrono::steady_clock::time_point steadyNow()
{
    return std::chrono::steady_clock::time_point(
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(coarse(CLOCK_MONOTONIC_COARSE)));
}

#else

TimePoint wallNow()
{
    return std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
}

std::chrono::steady_clock::time_point steadyNow()
{
    return std::chrono::steady_clock::now();
}

#endif

TimePoint SystemClock::now() const
{
    return wallNow();
}

TimePoint SystemClock::exactNow() const
{
    return std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
}

void SystemClock::waitUntil(TimePoint until) const
{
    for (TimePoint time = exactNow(); time < until; time = exactNow()) {
        // A sleep overshoots by a fraction of a millisecond, so the last one is spent looking.
        if (until - time > milliseconds(1))
            std::this_thread::sleep_for(until - time - milliseconds(1));
        else
            std::this_thread::yield();
    }
}

std::chrono::steady_clock::time_point SystemClock::steadyNow() const
{
    return core::steadyNow();
}

} // namespace linkdesk::core
