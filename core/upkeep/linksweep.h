// LinkSweep: clears away what is over. Links that expired long ago are deleted, deleted ones are removed for good once they
// cannot be restored any more, and links that nobody uses move into the archive, as the office's settings say.
//
// Every step is a small write job that finds its rows through an index, so nobody's write waits behind a sweep for long, and
// a sweep that is interrupted has done what it has done. Thread-safe; blocks its caller, so not for threads that answer
// anybody. Everything is borrowed.
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

namespace linkdesk::core {

class LinkService;
class SettingsBook;
class Store;

struct SweepStats {
    std::int64_t swept = 0;    // expired links deleted since the start
    std::int64_t purged = 0;   // deleted links removed for good
    std::int64_t archived = 0; // links moved into the archive
    std::optional<TimePoint> lastSweepAt;
    std::optional<TimePoint> lastArchiveAt;
};

class LinkSweep final {
public:
    LinkSweep(LinkService &links, Store &store, const SettingsBook &settings, const Clock &clock)
        : m_links(links), m_store(store), m_settings(settings), m_clock(clock)
    {
    }

    using GoOn = std::function<bool()>;
    // Called with how many more rows are done.
    using Progress = std::function<void(std::int64_t)>;

    // Deletes what expired too long ago, then removes what was deleted too long ago.
    Result<void> sweep(const GoOn &goOn, const Progress &progress = {});
    // Nothing where the settings do not ask for it.
    Result<void> archive(const GoOn &goOn, const Progress &progress = {});

    [[nodiscard]] SweepStats stats() const;

private:
    Result<std::int64_t> deleteExpired(TimePoint before, std::size_t rows);
    Result<std::int64_t> purgeDeleted(TimePoint before, std::size_t rows);
    Result<void> repeat(const std::function<Result<std::int64_t>(std::size_t rows)> &step, std::atomic<std::int64_t> &count,
                        const GoOn &goOn, const Progress &progress);

    LinkService &m_links;
    Store &m_store;
    const SettingsBook &m_settings;
    const Clock &m_clock;
    std::atomic<std::int64_t> m_swept{0};
    std::atomic<std::int64_t> m_purged{0};
    std::atomic<std::int64_t> m_archived{0};
    std::atomic<std::int64_t> m_lastSweep{0};   // milliseconds; 0: none yet
    std::atomic<std::int64_t> m_lastArchive{0};
};

} // namespace linkdesk::core
