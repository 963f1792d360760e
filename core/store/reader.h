// Readers: the threads behind ReaderPool.
//
// Look-ups that wait together share one read transaction, which saves each the locking of its own; it begins after
// they were taken, so none can see less than was committed before it was submitted (R4).
#pragma once

#include "store/readerpool.h"

#include "base/result.h"

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace linkdesk::core {

class Readers final : public ReaderPool {
public:
    Readers(std::filesystem::path file, int threads, std::size_t queueLimit);
    ~Readers() override;

    // Opens every connection in its thread; waits for all.
    Result<void> start();
    // Refuses new jobs, finishes the queued ones, joins.
    void stop();

    [[nodiscard]] bool submit(std::function<void(SqlConnection &)> job) override;
    [[nodiscard]] bool submitSlow(std::function<void(SqlConnection &)> job) override;
    [[nodiscard]] ReaderStats stats() const override;

private:
    using Job = std::function<void(SqlConnection &)>;

    void run(SqlConnection &connection);
    // Waits for work; false when stopping and nothing is left. Fills `batch` with fast jobs or one slow job.
    [[nodiscard]] bool take(std::vector<Job> &batch, bool &slow);
    void runBatch(SqlConnection &connection, std::vector<Job> &batch);
    [[nodiscard]] bool enqueue(std::deque<Job> &queue, Job job);

    // Set once.
    const std::filesystem::path m_file;
    const int m_threadCount;
    const int m_slowLimit; // threads that slow jobs may occupy
    const std::size_t m_queueLimit;
    std::vector<std::thread> m_threads;

    // Guarded by m_mutex.
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Job> m_fast;
    std::deque<Job> m_slow;
    int m_slowRunning = 0;
    ReaderStats m_stats;
    bool m_stopping = false;
};

} // namespace linkdesk::core
