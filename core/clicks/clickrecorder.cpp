#include "clicks/clickrecorder.h"

#include "base/logging.h"
#include "clicks/botlist.h"
#include "clicks/clickbudget.h"
#include "clicks/clickstore.h"
#include "store/writequeue.h"

#include <algorithm>
#include <iterator>

namespace linkdesk::core {

namespace {
constexpr std::int64_t kHourMs = 3'600'000;
// At the end a full queue or a passing error is waited out for about a second; a full disk is not.
constexpr int kLastTries = 10;
constexpr std::chrono::milliseconds kLastPause{100};
}

ClickRecorder::ClickRecorder(WriteQueue &writer, const Clock &clock, LiveFeed &feed, unsigned threads,
                             RecorderOptions options)
    : m_writer(writer), m_clock(clock), m_feed(feed), m_options(options), m_queue(threads)
{
}

ClickRecorder::~ClickRecorder()
{
    stop();
}

void ClickRecorder::start()
{
    m_thread = std::thread([this] { run(); });
}

void ClickRecorder::stop()
{
    if (!m_thread.joinable())
        return;
    {
        const std::lock_guard lock(m_stopMutex);
        m_stopping = true;
    }
    m_stopChanged.notify_all();
    m_thread.join();
}

void ClickRecorder::settle(LinkId link)
{
    {
        const std::lock_guard lock(m_stopMutex);
        m_toSettle.push_back(link);
    }
    m_stopChanged.notify_all();
}

// Until the batch under way is stored or has failed.
void ClickRecorder::awaitStore()
{
    std::unique_lock lock(m_shared->mutex);
    m_shared->changed.wait(lock, [this] { return !m_shared->inFlight; });
}

void ClickRecorder::run()
{
    std::unique_lock lock(m_stopMutex);
    while (!m_stopping) {
        m_stopChanged.wait_for(lock, m_options.interval, [this] { return m_stopping || !m_toSettle.empty(); });
        m_batch.settles.insert(m_batch.settles.end(), m_toSettle.begin(), m_toSettle.end());
        m_toSettle.clear();
        lock.unlock();
        if (!m_batch.settles.empty())
            awaitStore();
        gather();
        submit(false);
        m_feed.advance(m_clock.now());
        lock.lock();
    }
    lock.unlock();
    flushAll();
}

void ClickRecorder::add(const Click &click)
{
    ClickSum &sum = m_batch.hours[toMs(click.at) / kHourMs][click.link.value];
    if (sum.code.empty())
        sum.code = click.code;
    if (click.visit == Visit::Refused) {
        ++sum.refused;
        return;
    }
    const bool told = click.visit != Visit::Click;
    const bool bot = told ? click.visit == Visit::LimitedBot : m_options.bots && m_options.bots->isBot(click.userAgent);
    ++(bot ? sum.bots : sum.humans);
    sum.limited += click.visit == Visit::LimitedHuman ? 1 : 0;
    sum.lastAt = std::max(sum.lastAt, toMs(click.at));
    ++m_batch.clicks;
    m_gathered.fetch_add(1, std::memory_order_relaxed);
    m_feed.add(click.link, click.domain, click.code, click.at, bot ? 0 : 1, bot ? 1 : 0);
    if (m_rows.size() >= m_options.rowsWaiting) {
        m_shed.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    m_rows.push_back({click.link.value, toMs(click.at), click.address, std::string(click.userAgent),
                      std::string(click.referrer), std::string(click.language)});
}

void ClickRecorder::gather()
{
    m_queue.drain([this](const Click &click) { add(click); },
                  [this](const ClickQueue::Counted &counted) {
                      ClickSum &sum = m_batch.hours[toMs(counted.at) / kHourMs][counted.link.value];
                      if (sum.code.empty())
                          sum.code = counted.code;
                      sum.humans += static_cast<std::int64_t>(counted.clicks);
                      sum.bots += static_cast<std::int64_t>(counted.bots);
                      sum.limited += static_cast<std::int64_t>(counted.limited);
                      sum.lastAt = std::max(sum.lastAt, toMs(counted.at));
                      const std::uint64_t all = counted.clicks + counted.bots;
                      m_batch.clicks += all;
                      m_gathered.fetch_add(all, std::memory_order_relaxed);
                      m_feed.add(counted.link, counted.domain, counted.code, counted.at,
                                 static_cast<std::int64_t>(counted.clicks), static_cast<std::int64_t>(counted.bots));
                      m_shed.fetch_add(all, std::memory_order_relaxed);
                  });
    const std::uint64_t orphans = m_orphans.load(std::memory_order_relaxed);
    if (orphans != m_orphansSeen) {
        m_batch.orphans[toMs(m_clock.now()) / kHourMs] += static_cast<std::int64_t>(orphans - m_orphansSeen);
        m_orphansSeen = orphans;
    }
    const std::lock_guard lock(m_shared->mutex);
    if (!m_shared->returned.empty()) {
        m_batch.merge(std::move(m_shared->returned));
        m_shared->returned = {};
    }
}

// One batch at a time is under way; the next gathers meanwhile.
void ClickRecorder::submit(bool everything)
{
    {
        const std::lock_guard lock(m_shared->mutex);
        if (m_shared->inFlight)
            return;
        const std::size_t room = m_options.rowsPerBatch - std::min(m_options.rowsPerBatch, m_batch.rows.size());
        const std::size_t count = everything ? m_rows.size() : std::min(m_rows.size(), room);
        const auto end = m_rows.begin() + static_cast<std::ptrdiff_t>(count);
        m_batch.rows.insert(m_batch.rows.end(), std::make_move_iterator(m_rows.begin()), std::make_move_iterator(end));
        m_rows.erase(m_rows.begin(), end);
        if (m_batch.empty())
            return;
        m_shared->inFlight = true;
    }
    auto batch = std::make_shared<ClickBatch>(std::exchange(m_batch, {}));
    WriteJob job;
    job.durability = Durability::Relaxed;
    auto stored = std::make_shared<Result<void>>();
    job.run = [batch, stored](SqlConnection &connection) {
        *stored = storeClicks(connection, *batch);
        return stored->ok();
    };
    job.done = [shared = m_shared, batch, stored, budget = m_options.budget](const Result<void> &committed) {
        const Result<void> &outcome = committed ? *stored : committed;
        // In the order of the commits, as limits are set on this thread too.
        if (outcome && budget)
            budget->stored(*batch);
        // Where they cannot be stored nobody waits for them either.
        for (const LinkId link : batch->settles) {
            if (budget)
                budget->settled(link);
        }
        batch->settles.clear();
        const std::lock_guard lock(shared->mutex);
        shared->inFlight = false;
        // Said once, not at every try.
        if (!outcome && !shared->failing)
            qCWarning(lcClicks) << "clicks wait in memory:" << outcome.error().detail.c_str();
        shared->failing = !outcome;
        if (shared->failing)
            shared->returned = std::move(*batch);
        else
            shared->recorded += batch->clicks;
        shared->changed.notify_all();
    };
    if (!m_writer.submit(std::move(job))) {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->inFlight = false;
        m_batch = std::move(*batch);
    }
}

void ClickRecorder::flushAll()
{
    {
        const std::lock_guard lock(m_stopMutex);
        m_batch.settles.insert(m_batch.settles.end(), m_toSettle.begin(), m_toSettle.end());
    }
    awaitStore();
    gather();
    for (int tries = 0; tries < kLastTries && !(m_batch.empty() && m_rows.empty()); ++tries) {
        if (tries > 0)
            std::this_thread::sleep_for(kLastPause);
        submit(true);
        awaitStore();
        gather();
    }
    if (!m_batch.empty())
        qCCritical(lcClicks) << m_batch.clicks << "clicks could not be stored before the end";
}

RecorderStats ClickRecorder::stats() const
{
    RecorderStats stats;
    stats.shedRows = m_shed.load(std::memory_order_relaxed);
    stats.orphans = m_orphans.load(std::memory_order_relaxed);
    const std::lock_guard lock(m_shared->mutex);
    stats.recorded = m_shared->recorded;
    // Gathered first, recorded later: read under the lock, the difference is never negative.
    stats.pending = m_gathered.load(std::memory_order_relaxed) - stats.recorded;
    stats.failing = m_shared->failing;
    return stats;
}

} // namespace linkdesk::core
