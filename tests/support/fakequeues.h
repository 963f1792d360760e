// Queues of the store that a test holds in its hand: readers that run when told, a writer that fails when told.
#pragma once

#include "store/readerpool.h"
#include "store/writequeue.h"

#include <atomic>
#include <deque>
#include <functional>

namespace linkdesk::test {

// Keeps every job until the test runs it, on the test's thread. Not thread-safe.
class HeldReaders final : public core::ReaderPool {
public:
    [[nodiscard]] bool submit(std::function<void(core::SqlConnection &)> job) override
    {
        if (m_jobs.size() >= limit)
            return false;
        m_jobs.push_back(std::move(job));
        return true;
    }
    [[nodiscard]] core::ReaderStats stats() const override { return {m_jobs.size(), 0, 0}; }

    [[nodiscard]] std::size_t waiting() const { return m_jobs.size(); }
    void runOne(core::SqlConnection &connection)
    {
        const auto job = std::move(m_jobs.front());
        m_jobs.pop_front();
        job(connection);
    }
    void runAll(core::SqlConnection &connection)
    {
        while (!m_jobs.empty())
            runOne(connection);
    }

    std::size_t limit = SIZE_MAX;

private:
    std::deque<std::function<void(core::SqlConnection &)>> m_jobs;
};

// In front of a real writer: the next `failures` jobs fail in the chosen way, the others go through. Thread-safe.
class FailingWriter final : public core::WriteQueue {
public:
    enum class Failure {
        Refused, // the queue is full
        Run,     // the job's own statements fail
        Commit,  // the job runs, its burst is not committed
    };

    FailingWriter(core::WriteQueue &inner, Failure failure, int failures)
        : m_inner(inner), m_failure(failure), m_left(failures)
    {
    }

    [[nodiscard]] bool submit(core::WriteJob job) override
    {
        ++m_jobs;
        if (m_left.fetch_sub(1) <= 0)
            return m_inner.submit(std::move(job));
        switch (m_failure) {
        case Failure::Refused: return false;
        case Failure::Run:
            job.run = [run = std::move(job.run)](core::SqlConnection &connection) {
                (void)run(connection);
                return false;
            };
            job.done = [done = std::move(job.done)](const core::Result<void> &) {
                done(core::Error{core::ErrorCode::Internal, "the test wants it so", {}});
            };
            return m_inner.submit(std::move(job));
        case Failure::Commit:
            job.done(core::Error{core::ErrorCode::DiskFull, "the test's disk is full", {}});
            return true;
        }
        return false;
    }
    [[nodiscard]] core::WriteStats stats() const override { return m_inner.stats(); }
    void flush() override { m_inner.flush(); }

    [[nodiscard]] int jobs() const { return m_jobs; }

private:
    core::WriteQueue &m_inner;
    const Failure m_failure;
    std::atomic<int> m_left;
    std::atomic<int> m_jobs{0};
};

} // namespace linkdesk::test
