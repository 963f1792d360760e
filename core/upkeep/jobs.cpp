#include "upkeep/jobs.h"

#include <algorithm>

namespace linkdesk::core {

namespace {
constexpr std::chrono::milliseconds kTell{500};
}

std::string_view jobStateName(JobState state)
{
    switch (state) {
    case JobState::Waiting: return "waiting";
    case JobState::Running: return "running";
    case JobState::Done: return "done";
    case JobState::Cancelled: return "cancelled";
    case JobState::Failed: return "failed";
    }
    return "failed";
}

double JobInfo::perSecond(TimePoint now) const
{
    const auto spent = endedAt.value_or(now) - startedAt;
    return spent.count() > 0 ? static_cast<double>(done) * 1000.0 / static_cast<double>(spent.count()) : 0.0;
}

void Job::setTotal(std::int64_t total)
{
    const std::lock_guard lock(m_mutex);
    m_info.total = total;
}

void Job::setAudit(std::int64_t id)
{
    const std::lock_guard lock(m_mutex);
    m_info.auditId = id;
}

void Job::setResult(std::string json)
{
    const std::lock_guard lock(m_mutex);
    m_info.result = std::move(json);
}

void Job::setDetail(std::string detail)
{
    const std::lock_guard lock(m_mutex);
    m_info.detail = std::move(detail);
}

void Job::add(const JobItem &item)
{
    const std::lock_guard lock(m_mutex);
    ++m_info.done;
    if (item.error) {
        ++m_info.failed;
        if (m_info.failures.size() < kFailuresShown)
            m_info.failures.push_back(item);
    } else if (item.changed) {
        ++m_info.changed;
    }
    if (m_items.size() < kItemsKept)
        m_items.push_back(item);
}

void Job::setDone(std::int64_t done)
{
    const std::lock_guard lock(m_mutex);
    m_info.done = done;
}

JobInfo Job::info() const
{
    const std::lock_guard lock(m_mutex);
    return m_info;
}

std::vector<JobItem> Job::items() const
{
    const std::lock_guard lock(m_mutex);
    return m_items;
}

void Job::setState(JobState state, TimePoint now, std::string detail)
{
    const std::lock_guard lock(m_mutex);
    m_info.state = state;
    if (!detail.empty())
        m_info.detail = std::move(detail);
    if (state == JobState::Running)
        m_info.startedAt = now;
    else
        m_info.endedAt = now;
}

JobBook::JobBook(const Clock &clock, int threads) : m_clock(clock)
{
    for (int i = 0; i < threads; ++i)
        m_threads.emplace_back([this] { loop(); });
    m_threads.emplace_back([this] { watch(); });
}

Result<JobPtr> JobBook::start(std::string kind, std::string action, std::string actor, Work work)
{
    JobInfo info;
    info.kind = std::move(kind);
    info.action = std::move(action);
    info.actor = std::move(actor);
    info.startedAt = m_clock.now();
    const std::lock_guard lock(m_mutex);
    if (m_stopping)
        return Error{ErrorCode::Unavailable, "The service is stopping.", {}};
    if (m_waiting.size() >= kWaiting)
        return Error{ErrorCode::Busy, "Too many jobs are waiting: let one end, or cancel one.", {}};
    info.id = ++m_lastId;
    auto job = std::make_shared<Job>(std::move(info));
    m_waiting.push_back({job, std::move(work)});
    m_jobs.push_front(job);
    // The oldest that is over goes first.
    for (auto old = m_jobs.end(); m_jobs.size() > kRemembered && old != m_jobs.begin();) {
        --old;
        if ((*old)->info().isOver())
            old = m_jobs.erase(old);
    }
    m_wake.notify_all();
    return job;
}

JobPtr JobBook::find(std::int64_t id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::find_if(m_jobs.begin(), m_jobs.end(), [id](const JobPtr &job) { return job->info().id == id; });
    return found == m_jobs.end() ? nullptr : *found;
}

std::vector<JobInfo> JobBook::list() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<JobInfo> all;
    for (const JobPtr &job : m_jobs)
        all.push_back(job->info());
    return all;
}

void JobBook::tell(const Job &job) const
{
    if (m_listener)
        m_listener(job.info());
}

void JobBook::loop()
{
    for (;;) {
        Entry entry;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_stopping || !m_waiting.empty(); });
            if (m_waiting.empty())
                return;
            entry = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        run(entry);
    }
}

void JobBook::run(Entry &entry)
{
    Job &job = *entry.job;
    if (!job.isCancelled()) {
        job.setState(JobState::Running, m_clock.now(), {});
        tell(job);
        finish(job, entry.work(job));
    } else {
        finish(job, {});
    }
    tell(job);
}

void JobBook::finish(Job &job, const Result<void> &outcome)
{
    if (job.isCancelled())
        job.setState(JobState::Cancelled, m_clock.now(), {});
    else if (!outcome)
        job.setState(JobState::Failed, m_clock.now(), outcome.error().detail);
    else
        job.setState(JobState::Done, m_clock.now(), {});
}

void JobBook::watch()
{
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        m_wake.wait_for(lock, kTell, [this] { return m_stopping; });
        const std::deque<JobPtr> jobs = m_jobs;
        lock.unlock();
        for (const JobPtr &job : jobs) {
            if (job->info().state == JobState::Running)
                tell(*job);
        }
        lock.lock();
    }
}

void JobBook::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        for (const JobPtr &job : m_jobs) {
            if (!job->info().isOver())
                job->cancel();
        }
    }
    m_wake.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
    m_threads.clear();
}

} // namespace linkdesk::core
