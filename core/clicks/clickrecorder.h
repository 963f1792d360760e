// ClickRecorder: the thread that turns clicks into rows, sums and the live picture.
//
// Every 100 ms it empties the ClickQueue, adds the sums and hands one batch to the store's writer; while that batch is
// being written the next gathers in memory. A batch that fails (full disk) is kept and tried again: counts are lost
// only with the process, and then at most what came since the last commit, under a second (R35). Raw rows are written
// at a bounded rate; what the bounded queue cannot hold is shed and counted, never the click itself (P10).
#pragma once

#include "base/clock.h"
#include "clicks/clickbatch.h"
#include "clicks/clickqueue.h"
#include "clicks/livefeed.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace linkdesk::core {

class BotList;
class ClickBudget;
class WriteQueue;

struct RecorderOptions {
    std::chrono::milliseconds interval{100};
    std::size_t rowsPerBatch = 500;      // raw rows written per interval, that is 5,000 a second
    std::size_t rowsWaiting = 100'000;   // raw rows held for a calmer moment
    const BotList *bots = nullptr;       // borrowed; without one everybody is a person
    ClickBudget *budget = nullptr;       // borrowed; hears of stored clicks
};

struct RecorderStats {
    std::uint64_t recorded = 0;   // clicks counted in committed batches
    std::uint64_t pending = 0;    // clicks counted in memory, not yet committed
    std::uint64_t shedRows = 0;   // raw rows dropped; the clicks are counted all the same
    std::uint64_t orphans = 0;    // requests for unknown codes
    bool failing = false;         // the last batch could not be stored
};

class ClickRecorder final {
public:
    // The writer, clock and feed are borrowed; threads: how many may call record().
    ClickRecorder(WriteQueue &writer, const Clock &clock, LiveFeed &feed, unsigned threads, RecorderOptions options = {});
    ~ClickRecorder();
    ClickRecorder(const ClickRecorder &) = delete;
    ClickRecorder &operator=(const ClickRecorder &) = delete;

    // On HTTP thread `thread`; never waits.
    void record(unsigned thread, const Click &click) { m_queue.push(thread, click); }
    void recordOrphan() { m_orphans.fetch_add(1, std::memory_order_relaxed); }

    // Stores at once what was clicked so far and then tells the budget that the link is settled. Any thread.
    void settle(LinkId link);

    void start();
    // Takes what is queued, stores all of it and ends the thread. The writer must still run.
    void stop();
    [[nodiscard]] RecorderStats stats() const;

private:
    // Shared with the job on the writer's thread, which may outlast a failed stop.
    struct Shared {
        std::mutex mutex; // guards the rest
        std::condition_variable changed;
        ClickBatch returned; // a batch that could not be stored
        bool inFlight = false;
        bool failing = false;
        std::uint64_t recorded = 0;
    };

    void run();
    void gather();
    void add(const Click &click);
    void submit(bool everything);
    void awaitStore();
    void flushAll();

    WriteQueue &m_writer;
    const Clock &m_clock;
    LiveFeed &m_feed;
    const RecorderOptions m_options;
    ClickQueue m_queue;
    ClickBatch m_batch;           // the recorder thread's
    std::deque<ClickRow> m_rows;  // the recorder thread's; oldest first
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
    std::atomic<std::uint64_t> m_shed{0};
    std::atomic<std::uint64_t> m_orphans{0};
    std::atomic<std::uint64_t> m_gathered{0}; // taken out of the queue
    std::uint64_t m_orphansSeen = 0;
    std::mutex m_stopMutex; // guards m_stopping and m_toSettle
    std::condition_variable m_stopChanged;
    bool m_stopping = false;
    std::vector<LinkId> m_toSettle;
    std::thread m_thread;
};

} // namespace linkdesk::core
