// Jobs: long work that somebody asked for and wants to see going on; batches, backups, checks.
//
// A JobBook runs them on threads of its own, a few at a time, and remembers the last hundred with what became of them.
// Thread-safe. Jobs are told to stop when the book is; what they have done by then stays done.
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace linkdesk::core {

enum class JobState { Waiting, Running, Done, Cancelled, Failed };
[[nodiscard]] std::string_view jobStateName(JobState state);

// What became of one link (or file, or row) of a job.
struct JobItem {
    std::int64_t id = 0;
    std::optional<Error> error; // none: done
    bool changed = true;        // false: it was so already
};

struct JobInfo {
    std::int64_t id = 0;
    std::string kind;   // "batch", "backup", …
    std::string action; // of a batch: "renew", …
    std::string actor;  // a key's name
    JobState state = JobState::Waiting;
    std::optional<std::int64_t> total; // absent while nobody has counted
    std::int64_t done = 0;
    std::int64_t changed = 0;
    std::int64_t failed = 0;
    TimePoint startedAt;
    std::optional<TimePoint> endedAt;
    std::int64_t auditId = 0;     // what can be undone; 0: nothing
    std::string detail;           // why it failed, or what it made
    std::string result;           // a JSON value for whoever asked, such as the findings of a check; may be empty
    std::vector<JobItem> failures; // the first hundred
    [[nodiscard]] bool isOver() const { return state != JobState::Waiting && state != JobState::Running; }
    [[nodiscard]] double perSecond(TimePoint now) const;
};

// A job as its work sees it. Thread-safe.
class Job final {
public:
    static constexpr std::size_t kFailuresShown = 100;
    static constexpr std::size_t kItemsKept = 1'000'000;

    explicit Job(JobInfo info) : m_info(std::move(info)) {}

    [[nodiscard]] bool isCancelled() const { return m_cancelled; }
    void cancel() { m_cancelled = true; }
    void setTotal(std::int64_t total);
    void setAudit(std::int64_t id);
    void setResult(std::string json);
    void setDetail(std::string detail);
    void add(const JobItem &item);
    // Progress of work without items.
    void setDone(std::int64_t done);
    [[nodiscard]] JobInfo info() const;
    // All items, for the report; those above kItemsKept are counted only.
    [[nodiscard]] std::vector<JobItem> items() const;

private:
    friend class JobBook;
    void setState(JobState state, TimePoint now, std::string detail);

    mutable std::mutex m_mutex; // guards m_info and m_items
    JobInfo m_info;
    std::vector<JobItem> m_items;
    std::atomic<bool> m_cancelled{false};
};
using JobPtr = std::shared_ptr<Job>;

class JobBook final {
public:
    static constexpr std::size_t kRemembered = 100;
    static constexpr std::size_t kWaiting = 50;

    // Works until it returns; an Error makes the job Failed. A cancelled job is Cancelled whatever it returns.
    using Work = std::function<Result<void>(Job &)>;

    explicit JobBook(const Clock &clock, int threads = 2);
    ~JobBook() { stop(); }
    JobBook(const JobBook &) = delete;
    JobBook &operator=(const JobBook &) = delete;

    // Told of each start and end and, twice a second, of what is running; on a thread of the book. Before the first job.
    void setListener(std::function<void(const JobInfo &)> listener) { m_listener = std::move(listener); }

    // Busy where too many wait already.
    [[nodiscard]] Result<JobPtr> start(std::string kind, std::string action, std::string actor, Work work);
    [[nodiscard]] JobPtr find(std::int64_t id) const;
    [[nodiscard]] std::vector<JobInfo> list() const; // the latest first
    // Cancels what runs, drops what waits, joins.
    void stop();

private:
    struct Entry {
        JobPtr job;
        Work work;
    };
    void loop();
    void watch();
    void tell(const Job &job) const;
    void run(Entry &entry);
    void finish(Job &job, const Result<void> &outcome);

    const Clock &m_clock;
    std::function<void(const JobInfo &)> m_listener;
    mutable std::mutex m_mutex; // guards the rest but the threads
    std::condition_variable m_wake;
    std::deque<Entry> m_waiting;
    std::deque<JobPtr> m_jobs; // the latest first
    std::int64_t m_lastId = 0;
    bool m_stopping = false;
    std::vector<std::thread> m_threads;
};

} // namespace linkdesk::core
