// Clock: the two times the program needs, injected so that tests can set them.
#pragma once

#include <chrono>

namespace linkdesk::core {

// UTC wall time; what is stored, compared with expiry and shown.
using TimePoint = std::chrono::sys_time<std::chrono::milliseconds>;
using std::chrono::milliseconds;

[[nodiscard]] constexpr std::int64_t toMs(TimePoint t) { return t.time_since_epoch().count(); }
[[nodiscard]] constexpr TimePoint fromMs(std::int64_t ms) { return TimePoint(milliseconds(ms)); }

// The two times, a few milliseconds coarse and cheap. For code whose deadlines no test has to move; all else takes a Clock.
[[nodiscard]] TimePoint wallNow();
[[nodiscard]] std::chrono::steady_clock::time_point steadyNow();

// Thread-safe: every method may be called from any thread.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual TimePoint now() const = 0;
    // To the millisecond, where now() may be a few behind.
    [[nodiscard]] virtual TimePoint exactNow() const { return now(); }
    // Returns once exactNow() is at `until` or past it. For waits of a few milliseconds: it may keep the core busy.
    virtual void waitUntil(TimePoint until) const = 0;
    // Never goes back; for deadlines and time-to-live, not for storing.
    [[nodiscard]] virtual std::chrono::steady_clock::time_point steadyNow() const = 0;
};

class SystemClock final : public Clock {
public:
    [[nodiscard]] TimePoint now() const override;
    [[nodiscard]] TimePoint exactNow() const override;
    void waitUntil(TimePoint until) const override;
    [[nodiscard]] std::chrono::steady_clock::time_point steadyNow() const override;
};

} // namespace linkdesk::core
