// CacheHistory: which level answered look-ups in the last minute, the last hour and since the start.
//
// Thread-safe.
#pragma once

#include "resolve/linkresolver.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

namespace linkdesk::server {

enum class CacheLevel { Memory, Absent, Redis, Database };
inline constexpr std::array kCacheLevels{CacheLevel::Memory, CacheLevel::Absent, CacheLevel::Redis, CacheLevel::Database};

// Look-ups answered, by level, since the start.
using LevelCounts = std::array<std::uint64_t, kCacheLevels.size()>;
[[nodiscard]] LevelCounts countsOf(const core::ResolverStats &stats);

struct LookupWindows {
    LevelCounts minute{};
    LevelCounts hour{};
    LevelCounts start{};
};
// The share of one level; absent where nobody looked.
[[nodiscard]] std::optional<double> shareOf(const LevelCounts &counts, CacheLevel level);

class CacheHistory final {
public:
    static constexpr std::chrono::milliseconds kStep{5000};

    // To be called every kStep.
    void add(const LevelCounts &counts);
    [[nodiscard]] LookupWindows windows(const LevelCounts &now) const;

private:
    static constexpr std::size_t kMinute = 12;
    static constexpr std::size_t kHour = 720;
    [[nodiscard]] LevelCounts since(const LevelCounts &now, std::size_t steps) const; // under the lock

    mutable std::mutex m_mutex;
    std::deque<LevelCounts> m_samples; // guarded by m_mutex; the latest last
};

} // namespace linkdesk::server
