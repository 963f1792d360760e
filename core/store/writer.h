// Writer: the thread behind WriteQueue, and the only one that changes the database.
//
// It takes whatever is queued the moment it is free, so a lone caller waits for its own sync only and many callers
// share one. After a burst's answers it looks after the log (checkpoints) and lets the idle work go on a little.
#pragma once

#include "store/writequeue.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace linkdesk::core {

// Work that may wait: done in small slices when no job is queued, and now and then under load.
class IdleWork {
public:
    virtual ~IdleWork() = default;
    // On the writer thread, inside a Relaxed transaction. True when more is left.
    virtual Result<bool> runSlice(SqlConnection &connection, std::chrono::steady_clock::time_point until) = 0;
};

class Writer final : public WriteQueue {
public:
    using Prepare = std::function<Result<void>(SqlConnection &)>;

    Writer(std::filesystem::path file, std::size_t queueLimit, std::unique_ptr<IdleWork> idleWork);
    ~Writer() override;

    // Opens the connection in the new thread and runs `prepare` there; waits for its outcome.
    Result<void> start(const Prepare &prepare);
    // Refuses new jobs, finishes the queued ones, checkpoints, closes, joins.
    void stop();

    [[nodiscard]] bool submit(WriteJob job) override;
    [[nodiscard]] WriteStats stats() const override;
    void flush() override;

    // Runs `work` between two bursts, outside any transaction; one at a time, so that writes never wait for more than one.
    // False when stopping: it will not run.
    [[nodiscard]] bool submitBetween(std::function<void(SqlConnection &)> work);

private:
    using Burst = std::vector<WriteJob>;

    void run(SqlConnection &connection);
    [[nodiscard]] bool takeMore();
    void runBurst(SqlConnection &connection);
    void runBetween(SqlConnection &connection);
    [[nodiscard]] Result<void> runJobs(SqlConnection &connection, Burst &burst);
    [[nodiscard]] Result<void> runTransaction(SqlConnection &connection, Burst &burst);
    void finishBurst(Burst &burst, const Result<void> &committed);
    Result<void> setSynced(SqlConnection &connection, bool synced);
    [[nodiscard]] bool isQueueEmpty() const;
    void runIdleSlice(SqlConnection &connection);
    void checkpointIfDue(SqlConnection &connection);

    // Set once.
    const std::filesystem::path m_file;
    const std::size_t m_queueLimit;
    const std::unique_ptr<IdleWork> m_idleWork;
    std::thread m_thread;

    // Guarded by m_mutex.
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;    // the writer waits for work
    std::condition_variable m_settled; // flush() waits for jobs to end
    std::deque<WriteJob> m_queue;
    std::deque<std::function<void(SqlConnection &)>> m_between;
    std::uint64_t m_accepted = 0;
    std::uint64_t m_finished = 0;
    int m_flushing = 0;
    bool m_stopping = false;

    // Self-synchronised.
    std::atomic<std::uint64_t> m_jobs{0};
    std::atomic<std::uint64_t> m_commits{0};
    std::atomic<std::uint64_t> m_failedCommits{0};
    std::atomic<double> m_lastCommitMs{0};

    // The writer thread's own.
    std::deque<WriteJob> m_taken;
    std::optional<bool> m_synced;
    bool m_idlePending = true;
    bool m_cacheWarm = true;
    bool m_resting = false;
    std::chrono::steady_clock::time_point m_nextIdle{};
    int m_logPages = 0;
    int m_nextCheckpoint = 0;
};

} // namespace linkdesk::core
