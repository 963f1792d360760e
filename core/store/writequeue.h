// WriteQueue: the one writer. Jobs queue up; each burst is one transaction (group commit), synced once; every answer is
// sent only after its commit (R35).
//
// Thread-safe. The job's `run` and `done` are both called on the writer thread and must not block on other threads.
// A burst is Full (synced) if any of its jobs asks for it; click batches alone go at NORMAL.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace linkdesk::core {

class SqlConnection;

enum class Durability { Synced, Relaxed };
// A job of a single statement needs no savepoint: SQLite undoes a failed statement itself. An SQL failure that is no
// refusal (a constraint) then fails the burst.
enum class Atomicity { SingleStatement, Savepoint };

struct WriteJob {
    // Returns false to undo this job's own changes (Savepoint) and go on with the burst.
    std::function<bool(SqlConnection &)> run;
    // ok: this burst is committed and, if asked, synced. An error: nothing of the burst was kept, and `run` may not
    // have been called at all. A full disk or an I/O error in one job is the error of every job of its burst.
    std::function<void(const Result<void> &committed)> done;
    Durability durability = Durability::Synced;
    Atomicity atomicity = Atomicity::Savepoint;
};

struct WriteStats {
    std::size_t queued = 0;
    std::uint64_t jobs = 0;
    std::uint64_t commits = 0;
    std::uint64_t failedCommits = 0;
    double lastCommitMs = 0; // time of the last COMMIT, with its sync
};

class WriteQueue {
public:
    virtual ~WriteQueue() = default;
    // False when the queue is full or stopping: neither `run` nor `done` will be called.
    [[nodiscard]] virtual bool submit(WriteJob job) = 0;
    [[nodiscard]] virtual WriteStats stats() const = 0;
    // Returns when everything submitted before is committed. Not from the writer thread.
    virtual void flush() = 0;
};

} // namespace linkdesk::core
