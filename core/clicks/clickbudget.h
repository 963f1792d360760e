// ClickBudget: how often limited links were used, exact under any number of clients at once (R48).
//
// What the database knows of clicks is a moment old, so a limit is counted here, from the first visit on, for as long as the
// service runs. When a link gets a limit it had not, clicks may be on their way to the database; it is not settled then until
// they have arrived, and its visitors wait for that. Thread-safe. Grows with the limited links that were visited, about a
// hundred bytes each.
#pragma once

#include "links/link.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace linkdesk::core {

struct ClickBatch;

class ClickBudget final {
public:
    // A limited link was read: `used` clicks were stored at that moment. Nothing where it is known already.
    void begin(LinkId link, std::int64_t used);
    // A link was given a limit, on the thread that stores clicks. settled() is to follow.
    void beginUnsettled(LinkId link, std::int64_t used);
    // All clicks that were on their way then are stored, or cannot be now; those who wait are told, on this thread.
    void settled(LinkId link);
    // `then` is called once the link is settled; false, and no call, where it is.
    [[nodiscard]] bool waitFor(LinkId link, std::function<void()> then);

    // Takes one click; false where all `most` were taken, or nobody began.
    [[nodiscard]] bool take(LinkId link, std::int64_t most);
    [[nodiscard]] bool isUsedUp(LinkId link, std::int64_t most) const;
    // Clicks of a batch that was committed. Those that were counted without a limit, as it was set after them, are added.
    void stored(const ClickBatch &batch);
    void forget(LinkId link);

private:
    struct Entry {
        std::int64_t used = 0;
        bool isSettled = true;
        std::vector<std::function<void()>> waiting;
    };
    struct Shard {
        mutable std::mutex mutex; // guards entries
        std::unordered_map<std::int64_t, Entry> entries;
    };
    [[nodiscard]] Shard &shardOf(LinkId link) { return m_shards[static_cast<std::size_t>(link.value) % kShards]; }
    [[nodiscard]] const Shard &shardOf(LinkId link) const
    {
        return m_shards[static_cast<std::size_t>(link.value) % kShards];
    }
    Entry &entryOf(Shard &shard, LinkId link, std::int64_t used);

    static constexpr std::size_t kShards = 16;
    std::array<Shard, kShards> m_shards;
    std::atomic<std::size_t> m_known{0}; // spares a batch the look where no link is limited
};

} // namespace linkdesk::core
