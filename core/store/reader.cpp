#include "store/reader.h"

#include "base/logging.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

#include <algorithm>
#include <future>

namespace linkdesk::core {

namespace {

constexpr std::size_t kBatchJobs = 32;

} // namespace

Readers::Readers(std::filesystem::path file, int threads, std::size_t queueLimit)
    : m_file(std::move(file)), m_threadCount(std::max(1, threads)), m_slowLimit(std::max(1, m_threadCount - 1)),
      m_queueLimit(queueLimit)
{
}

Readers::~Readers()
{
    stop();
}

Result<void> Readers::start()
{
    Result<void> outcome;
    for (int i = 0; i < m_threadCount; ++i) {
        std::promise<Result<void>> started;
        auto ready = started.get_future();
        m_threads.emplace_back([this, &started] {
            auto opened = SqlConnection::open(m_file, SqlConnection::Access::ReadOnly);
            const bool ok = opened.ok();
            started.set_value(ok ? Result<void>() : Result<void>(opened.error())); // `started` may be gone from here on
            if (ok)
                run(**opened);
        });
        if (auto result = ready.get(); !result)
            outcome = result;
    }
    if (!outcome)
        stop();
    return outcome;
}

void Readers::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    for (std::thread &thread : m_threads) {
        if (thread.joinable())
            thread.join();
    }
}

bool Readers::enqueue(std::deque<Job> &queue, Job job)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopping || m_fast.size() + m_slow.size() >= m_queueLimit) {
            ++m_stats.refused;
            return false;
        }
        queue.push_back(std::move(job));
    }
    m_wake.notify_one();
    return true;
}

bool Readers::submit(std::function<void(SqlConnection &)> job)
{
    return enqueue(m_fast, std::move(job));
}

bool Readers::submitSlow(std::function<void(SqlConnection &)> job)
{
    return enqueue(m_slow, std::move(job));
}

ReaderStats Readers::stats() const
{
    const std::lock_guard lock(m_mutex);
    ReaderStats stats = m_stats;
    stats.queued = m_fast.size() + m_slow.size();
    return stats;
}

bool Readers::take(std::vector<Job> &batch, bool &slow)
{
    std::unique_lock lock(m_mutex);
    const auto slowMayRun = [this] { return !m_slow.empty() && m_slowRunning < m_slowLimit; };
    m_wake.wait(lock, [&] { return !m_fast.empty() || slowMayRun() || (m_stopping && m_slow.empty()); });
    if (m_fast.empty() && !slowMayRun())
        return false;
    slow = m_fast.empty();
    std::deque<Job> &queue = slow ? m_slow : m_fast;
    // Leave the other threads their share.
    const std::size_t share = (queue.size() + static_cast<std::size_t>(m_threadCount) - 1)
                              / static_cast<std::size_t>(m_threadCount);
    const std::size_t count = slow ? 1 : std::min(kBatchJobs, share);
    for (std::size_t i = 0; i < count; ++i) {
        batch.push_back(std::move(queue.front()));
        queue.pop_front();
    }
    m_stats.jobs += count;
    if (slow)
        ++m_slowRunning;
    return true;
}

void Readers::runBatch(SqlConnection &connection, std::vector<Job> &batch)
{
    const bool shared = batch.size() > 1 && Statement(connection, "BEGIN").run("beginning to read").ok();
    for (Job &job : batch)
        job(connection);
    if (shared)
        (void)Statement(connection, "COMMIT").run("ending to read");
    batch.clear();
}

void Readers::run(SqlConnection &connection)
{
    std::vector<Job> batch;
    bool slow = false;
    while (take(batch, slow)) {
        runBatch(connection, batch);
        if (slow) {
            {
                const std::lock_guard lock(m_mutex);
                --m_slowRunning;
            }
            m_wake.notify_all();
        }
    }
}

} // namespace linkdesk::core
