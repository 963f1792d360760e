// ReaderPool: a few threads, each with its own read-only connection, behind one bounded queue.
//
// Thread-safe. Jobs run on a reader thread, taken in order of arrival. Each job sees one consistent
// snapshot per statement; none stays open between jobs, so the WAL can be checkpointed (R37).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace linkdesk::core {

class SqlConnection;

struct ReaderStats {
    std::size_t queued = 0;
    std::uint64_t jobs = 0;
    std::uint64_t refused = 0;
};

class ReaderPool {
public:
    virtual ~ReaderPool() = default;
    // False when the queue is full or stopping: the job will not run. Answer 503 then.
    [[nodiscard]] virtual bool submit(std::function<void(SqlConnection &)> job) = 0;
    // For jobs that may take more than a few milliseconds (lists, searches, exports): they never occupy every thread,
    // so a redirect's look-up does not wait behind them.
    [[nodiscard]] virtual bool submitSlow(std::function<void(SqlConnection &)> job) { return submit(std::move(job)); }
    [[nodiscard]] virtual ReaderStats stats() const = 0;
};

} // namespace linkdesk::core
