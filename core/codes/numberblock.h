// NumberBlock: the numbers that were taken from a shared counter and wait to become codes.
//
// Thread-safe. A process that dies loses what waits here, never more; drop() tells what was left when a write was
// undone or the service stops.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

namespace linkdesk::core {

class NumberBlock final {
public:
    struct Range {
        std::uint64_t first = 0;
        std::uint64_t end = 0; // one past the last
        [[nodiscard]] std::uint64_t count() const { return end - first; }
    };

    [[nodiscard]] std::optional<std::uint64_t> take();
    // Behind those that wait already.
    void put(Range range);
    // Forgets the rest and tells the last range of it.
    Range drop();
    [[nodiscard]] std::uint64_t waiting() const;

private:
    mutable std::mutex m_mutex;
    std::deque<Range> m_ranges; // guarded by m_mutex; none is empty
};

} // namespace linkdesk::core
