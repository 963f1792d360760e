#include "store/writer.h"

#include "base/logging.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

#include <sqlite3.h>

#include <future>
#include <utility>

namespace linkdesk::core {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kBurstJobs = 512;
constexpr milliseconds kBurstTime{50};
// A slice is short enough not to be felt by a caller that arrives during it, and rare enough under load not to cost
// writes their pace.
constexpr milliseconds kIdleSlice{8};
constexpr milliseconds kIdleSliceUnderLoad{3};
constexpr milliseconds kIdlePause{200};
// After so long without work the page cache is given back: an idle service stays small (P9).
constexpr std::chrono::seconds kRest{10};
// Pages of 4 KiB: checkpoint from 24 MiB on without waiting for anyone; at 40 MiB wait for the readers, so that the log
// stays under 64 MiB (R37).
constexpr int kCheckpointPages = 6144;
constexpr int kTruncatePages = 10240;

double inMilliseconds(steady_clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

// From the connection's cache: exec() would parse it anew with every burst.
Result<void> control(SqlConnection &connection, const char *sql)
{
    return Statement(connection, sql).run(sql);
}

int noteLogPages(void *pages, sqlite3 *, const char *, int count)
{
    *static_cast<int *>(pages) = count;
    return SQLITE_OK;
}

// A failure deeper than one job: the open transaction is not to be committed. A savepoint can still undo what SQLite
// merely did not understand.
std::optional<Error> transactionFault(SqlConnection &connection, bool savepoint)
{
    if (auto fatal = connection.takeFatal(); fatal && !(savepoint && fatal->code == ErrorCode::Internal))
        return fatal;
    if (sqlite3_get_autocommit(connection.native()) != 0)
        return sqliteError(sqlite3_extended_errcode(connection.native()), "the transaction was undone",
                           sqlite3_errmsg(connection.native()));
    return std::nullopt;
}

} // namespace

Writer::Writer(std::filesystem::path file, std::size_t queueLimit, std::unique_ptr<IdleWork> idleWork)
    : m_file(std::move(file)), m_queueLimit(queueLimit), m_idleWork(std::move(idleWork))
{
}

Writer::~Writer()
{
    stop();
}

Result<void> Writer::start(const Prepare &prepare)
{
    std::promise<Result<void>> started;
    auto outcome = started.get_future();
    m_thread = std::thread([this, prepare, &started] {
        auto opened = SqlConnection::open(m_file, SqlConnection::Access::ReadWrite);
        Result<void> ready = opened ? prepare(**opened) : Result<void>(opened.error());
        const bool ok = ready.ok();
        started.set_value(std::move(ready)); // `started` may be gone from here on
        if (ok)
            run(**opened);
    });
    auto result = outcome.get();
    if (!result)
        m_thread.join();
    return result;
}

void Writer::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

bool Writer::submit(WriteJob job)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopping || m_accepted - m_finished >= m_queueLimit)
            return false;
        m_queue.push_back(std::move(job));
        ++m_accepted;
        if (m_queue.size() > 1)
            return true; // already woken
    }
    m_wake.notify_one();
    return true;
}

bool Writer::submitBetween(std::function<void(SqlConnection &)> work)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopping)
            return false;
        m_between.push_back(std::move(work));
    }
    m_wake.notify_one();
    return true;
}

WriteStats Writer::stats() const
{
    WriteStats stats;
    {
        const std::lock_guard lock(m_mutex);
        stats.queued = static_cast<std::size_t>(m_accepted - m_finished);
    }
    stats.jobs = m_jobs.load();
    stats.commits = m_commits.load();
    stats.failedCommits = m_failedCommits.load();
    stats.lastCommitMs = m_lastCommitMs.load();
    return stats;
}

void Writer::flush()
{
    std::unique_lock lock(m_mutex);
    const std::uint64_t target = m_accepted;
    ++m_flushing;
    m_settled.wait(lock, [&] { return m_finished >= target; });
    --m_flushing;
}

// False when stopping and nothing is left.
bool Writer::takeMore()
{
    std::unique_lock lock(m_mutex);
    const auto hasWork = [this] { return !m_queue.empty() || !m_between.empty() || m_stopping; };
    m_resting = false;
    if (m_idlePending && m_idleWork)
        m_wake.wait_until(lock, m_nextIdle, hasWork);
    else if (m_cacheWarm)
        m_resting = !m_wake.wait_for(lock, kRest, hasWork);
    else
        m_wake.wait(lock, hasWork);
    m_taken.swap(m_queue);
    return !m_taken.empty() || !m_between.empty() || !m_stopping;
}

void Writer::run(SqlConnection &connection)
{
    sqlite3_wal_hook(connection.native(), noteLogPages, &m_logPages);
    m_nextCheckpoint = kCheckpointPages;
    m_nextIdle = steady_clock::now() + kIdlePause;
    while (takeMore()) {
        runBetween(connection);
        while (!m_taken.empty()) {
            runBurst(connection);
            runBetween(connection);
            checkpointIfDue(connection);
            if (m_idleWork && steady_clock::now() >= m_nextIdle)
                runIdleSlice(connection);
        }
        if (m_idleWork && m_idlePending && steady_clock::now() >= m_nextIdle)
            runIdleSlice(connection);
        if (m_resting) {
            sqlite3_db_release_memory(connection.native());
            m_cacheWarm = false;
        }
    }
    sqlite3_wal_checkpoint_v2(connection.native(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
}

void Writer::runBetween(SqlConnection &connection)
{
    std::function<void(SqlConnection &)> work;
    {
        const std::lock_guard lock(m_mutex);
        if (m_between.empty())
            return;
        work = std::move(m_between.front());
        m_between.pop_front();
    }
    work(connection);
    m_cacheWarm = true;
}

void Writer::runBurst(SqlConnection &connection)
{
    Burst burst;
    if (m_taken.size() <= kBurstJobs) {
        burst.assign(std::make_move_iterator(m_taken.begin()), std::make_move_iterator(m_taken.end()));
        m_taken.clear();
    } else {
        const auto end = m_taken.begin() + static_cast<std::ptrdiff_t>(kBurstJobs);
        burst.assign(std::make_move_iterator(m_taken.begin()), std::make_move_iterator(end));
        m_taken.erase(m_taken.begin(), end);
    }
    const auto committed = runTransaction(connection, burst);
    if (!committed) {
        m_failedCommits.fetch_add(1);
        qCWarning(lcStore, "A transaction of %zu writes failed: %s", burst.size(), committed.error().detail.c_str());
    }
    finishBurst(burst, committed);
    m_idlePending = true;
    m_cacheWarm = true;
}

Result<void> Writer::runTransaction(SqlConnection &connection, Burst &burst)
{
    bool synced = false;
    for (const WriteJob &job : burst)
        synced = synced || job.durability == Durability::Synced;
    (void)connection.takeFatal();
    if (auto set = setSynced(connection, synced); !set)
        return set;
    if (auto begun = control(connection, "BEGIN IMMEDIATE"); !begun)
        return begun;
    auto done = runJobs(connection, burst);
    if (done) {
        const auto before = steady_clock::now();
        done = control(connection, "COMMIT");
        m_lastCommitMs.store(inMilliseconds(steady_clock::now() - before));
    }
    if (done)
        m_commits.fetch_add(1);
    else if (sqlite3_get_autocommit(connection.native()) == 0)
        (void)control(connection, "ROLLBACK");
    return done;
}

// Gives back what did not fit the time of one burst.
Result<void> Writer::runJobs(SqlConnection &connection, Burst &burst)
{
    const auto limit = steady_clock::now() + kBurstTime;
    for (std::size_t i = 0; i < burst.size(); ++i) {
        if (i > 0 && steady_clock::now() >= limit) {
            const auto rest = burst.begin() + static_cast<std::ptrdiff_t>(i);
            m_taken.insert(m_taken.begin(), std::make_move_iterator(rest), std::make_move_iterator(burst.end()));
            burst.erase(rest, burst.end());
            break;
        }
        WriteJob &job = burst[i];
        const bool savepoint = job.atomicity == Atomicity::Savepoint;
        if (savepoint) {
            if (auto begun = control(connection, "SAVEPOINT job"); !begun)
                return begun;
        }
        const bool keep = job.run(connection);
        if (auto fault = transactionFault(connection, savepoint))
            return *fault;
        if (savepoint) {
            if (auto undone = keep ? Result<void>() : control(connection, "ROLLBACK TO job"); !undone)
                return undone;
            if (auto ended = control(connection, "RELEASE job"); !ended)
                return ended;
        }
    }
    return {};
}

void Writer::finishBurst(Burst &burst, const Result<void> &committed)
{
    for (WriteJob &job : burst) {
        if (job.done)
            job.done(committed);
    }
    m_jobs.fetch_add(burst.size());
    bool wake = false;
    {
        const std::lock_guard lock(m_mutex);
        m_finished += burst.size();
        wake = m_flushing > 0;
    }
    if (wake)
        m_settled.notify_all();
}

// May only change between transactions; costs a statement, so only when it does change.
Result<void> Writer::setSynced(SqlConnection &connection, bool synced)
{
    if (m_synced == synced)
        return {};
    auto done = connection.exec(synced ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    if (done)
        m_synced = synced;
    return done;
}

bool Writer::isQueueEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_queue.empty() && m_taken.empty();
}

void Writer::runIdleSlice(SqlConnection &connection)
{
    m_idlePending = false;
    (void)connection.takeFatal();
    const milliseconds slice = isQueueEmpty() ? kIdleSlice : kIdleSliceUnderLoad;
    auto done = setSynced(connection, false);
    if (done)
        done = control(connection, "BEGIN IMMEDIATE");
    if (done) {
        const auto more = m_idleWork->runSlice(connection, steady_clock::now() + slice);
        m_idlePending = more && *more;
        done = more ? control(connection, "COMMIT") : Result<void>(more.error());
        if (!done && sqlite3_get_autocommit(connection.native()) == 0)
            (void)control(connection, "ROLLBACK");
    }
    if (!done)
        qCWarning(lcStore, "Background work on the database failed: %s", done.error().detail.c_str());
    // A backlog is worked off without pause while nobody else wants to write.
    m_nextIdle = steady_clock::now() + (m_idlePending && isQueueEmpty() ? milliseconds(0) : kIdlePause);
    checkpointIfDue(connection);
}

void Writer::checkpointIfDue(SqlConnection &connection)
{
    if (m_logPages < m_nextCheckpoint) {
        if (m_logPages < kCheckpointPages)
            m_nextCheckpoint = kCheckpointPages; // the log began anew
        return;
    }
    const int mode = m_logPages >= kTruncatePages ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
    int pages = 0;
    int moved = 0;
    const int code = sqlite3_wal_checkpoint_v2(connection.native(), nullptr, mode, &pages, &moved);
    if (code != SQLITE_OK && code != SQLITE_BUSY)
        qCWarning(lcStore, "A checkpoint failed: %s", sqlite3_errmsg(connection.native()));
    // Readers may hold the log: trying again after every commit would only cost syncs.
    m_nextCheckpoint = m_logPages + kCheckpointPages / 2;
    if (mode == SQLITE_CHECKPOINT_TRUNCATE && code == SQLITE_OK) {
        m_logPages = 0;
        m_nextCheckpoint = kCheckpointPages;
    }
}

} // namespace linkdesk::core
