// A clock that stands still until told, and random numbers that come again with the same seed. Thread-safe.
#pragma once

#include "base/clock.h"
#include "base/random.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <random>
#include <span>

namespace linkdesk::test {

class FakeClock final : public core::Clock {
public:
    // 2025-01-01T00:00:00Z unless told otherwise.
    explicit FakeClock(std::int64_t startMs = 1735689600000) : m_nowMs(startMs) {}

    [[nodiscard]] core::TimePoint now() const override { return core::fromMs(m_nowMs.load()); }
    // Time passes by itself while somebody waits.
    void waitUntil(core::TimePoint until) const override
    {
        if (core::toMs(until) > m_nowMs)
            m_nowMs = core::toMs(until);
    }
    [[nodiscard]] std::chrono::steady_clock::time_point steadyNow() const override
    {
        return std::chrono::steady_clock::time_point(std::chrono::milliseconds(m_steadyMs.load()));
    }

    // Both times go on together.
    void advance(std::chrono::milliseconds step)
    {
        m_nowMs += step.count();
        m_steadyMs += step.count();
    }
    // The wall clock alone is set, as an administrator would.
    void setNow(core::TimePoint now) { m_nowMs = core::toMs(now); }

private:
    mutable std::atomic<std::int64_t> m_nowMs;
    std::atomic<std::int64_t> m_steadyMs{1000000};
};

class SeededRandom final : public core::RandomSource {
public:
    explicit SeededRandom(std::uint64_t seed = 1) : m_engine(seed) {}
    void fill(std::span<std::uint8_t> bytes) override;

private:
    std::mutex m_mutex;
    std::mt19937_64 m_engine; // guarded by m_mutex
};

// Gives the same bytes over and over: for tests of clashing codes.
class RepeatingRandom final : public core::RandomSource {
public:
    explicit RepeatingRandom(std::uint8_t byte) : m_byte(byte) {}
    void fill(std::span<std::uint8_t> bytes) override;

private:
    const std::uint8_t m_byte;
};

// LINKDESK_TEST_SEED, or one from the system; printed, so that a failing run can be repeated.
[[nodiscard]] std::uint64_t testSeed();

} // namespace linkdesk::test
