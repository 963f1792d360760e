#include "resolve/linkcache.h"

#include "base/hash.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace linkdesk::core {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::uint8_t kMaxUses = 3;
// The share of newcomers, from the paper: a tenth.
constexpr std::size_t kSmallShare = 10;

} // namespace

// Keyed at start, so that nobody can prepare colliding codes.
std::uint64_t LinkCache::hashOf(std::string_view key)
{
    static const std::uint64_t seed = [] {
        const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
        return hash64({}, static_cast<std::uint64_t>(now) ^ reinterpret_cast<std::uintptr_t>(&now));
    }();
    return hash64(key, seed);
}

class alignas(64) LinkCache::Shard final {
public:
    Shard(std::size_t entries, std::size_t bytes)
        : m_maxEntries(std::max<std::size_t>(entries, 8)), m_maxBytes(bytes), m_ghost(m_maxEntries)
    {
        m_table.assign(64, Slot{});
    }

    CachedLinkPtr peek(std::string_view key, std::uint64_t hash, Time now) const
    {
        const std::lock_guard lock(m_mutex);
        const std::size_t slot = locate(key, hash);
        if (slot == kNoSlot || m_entries[m_table[slot].index].expires <= now)
            return nullptr;
        return m_entries[m_table[slot].index].link;
    }

    CachedLinkPtr find(std::string_view key, std::uint64_t hash, Time now)
    {
        const std::lock_guard lock(m_mutex);
        const std::size_t slot = locate(key, hash);
        if (slot == kNoSlot) {
            ++m_stats.misses;
            return nullptr;
        }
        const std::uint32_t index = m_table[slot].index;
        Entry &entry = m_entries[index];
        if (entry.expires <= now) {
            ++m_stats.expired;
            ++m_stats.misses;
            removeSlot(slot);
            retire(index);
            return nullptr;
        }
        if (entry.uses < kMaxUses)
            ++entry.uses;
        ++m_stats.hits;
        return entry.link;
    }

    void insert(CachedLinkPtr link, std::uint64_t hash, Time expires)
    {
        const std::size_t size = link->bytes();
        if (size > m_maxBytes) {
            // Too large to keep; what was here before is out of date all the same.
            erase(link->key, hash);
            return;
        }
        const std::lock_guard lock(m_mutex);
        if (const std::size_t slot = locate(link->key, hash); slot != kNoSlot) {
            Entry &entry = m_entries[m_table[slot].index];
            m_bytes += size;
            m_bytes -= entry.link->bytes();
            entry.link = std::move(link);
            entry.expires = expires;
        } else {
            add(std::move(link), hash, expires, size);
        }
        while ((m_live > m_maxEntries || m_bytes > m_maxBytes) && evictOne()) {
        }
    }

    void erase(std::string_view key, std::uint64_t hash)
    {
        const std::lock_guard lock(m_mutex);
        const std::size_t slot = locate(key, hash);
        if (slot == kNoSlot)
            return;
        const std::uint32_t index = m_table[slot].index;
        removeSlot(slot);
        retire(index);
    }

    void clear()
    {
        const std::lock_guard lock(m_mutex);
        m_table.assign(64, Slot{});
        m_entries.clear();
        m_free.clear();
        m_small = m_main = Queue{};
        m_live = m_bytes = 0;
    }

    void addStats(CacheStats &sum) const
    {
        const std::lock_guard lock(m_mutex);
        sum.entries += m_live;
        sum.bytes += m_bytes;
        sum.hits += m_stats.hits;
        sum.misses += m_stats.misses;
        sum.expired += m_stats.expired;
        sum.evictions += m_stats.evictions;
    }

private:
    static constexpr std::size_t kNoSlot = SIZE_MAX;

    struct Slot {
        std::uint32_t tag = 0; // high bits of the hash; spares most looks at an entry
        std::uint32_t index = kNone;
    };
    // An entry that was erased stays in its queue as a husk (no link) until the queue's end reaches it.
    struct Entry {
        CachedLinkPtr link;
        Time expires;
        std::uint64_t hash = 0;
        std::uint32_t next = kNone;
        std::uint8_t uses = 0;
        bool inMain = false;
    };
    struct Queue {
        std::uint32_t head = kNone; // oldest
        std::uint32_t tail = kNone;
        std::size_t length = 0;
    };

    std::size_t locate(std::string_view key, std::uint64_t hash) const
    {
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        for (std::size_t slot = hash & (m_table.size() - 1);; slot = (slot + 1) & (m_table.size() - 1)) {
            const Slot &s = m_table[slot];
            if (s.index == kNone)
                return kNoSlot;
            if (s.tag == tag && m_entries[s.index].link->key == key)
                return slot;
        }
    }

    void place(std::uint64_t hash, std::uint32_t index)
    {
        std::size_t slot = hash & (m_table.size() - 1);
        while (m_table[slot].index != kNone)
            slot = (slot + 1) & (m_table.size() - 1);
        m_table[slot] = {static_cast<std::uint32_t>(hash >> 32), index};
    }

    // Linear probing without tombstones: what follows the gap moves up if it may.
    void removeSlot(std::size_t gap)
    {
        const std::size_t mask = m_table.size() - 1;
        for (std::size_t slot = (gap + 1) & mask; m_table[slot].index != kNone; slot = (slot + 1) & mask) {
            const std::size_t home = m_entries[m_table[slot].index].hash & mask;
            if (((slot - home) & mask) >= ((slot - gap) & mask)) {
                m_table[gap] = m_table[slot];
                gap = slot;
            }
        }
        m_table[gap] = Slot{};
    }

    void grow()
    {
        m_table.assign(m_table.size() * 2, Slot{});
        for (std::uint32_t i = 0; i < m_entries.size(); ++i) {
            if (m_entries[i].link)
                place(m_entries[i].hash, i);
        }
    }

    void append(Queue &queue, std::uint32_t index)
    {
        m_entries[index].next = kNone;
        if (queue.tail == kNone)
            queue.head = index;
        else
            m_entries[queue.tail].next = index;
        queue.tail = index;
        ++queue.length;
    }

    std::uint32_t takeHead(Queue &queue)
    {
        const std::uint32_t index = queue.head;
        queue.head = m_entries[index].next;
        if (queue.head == kNone)
            queue.tail = kNone;
        --queue.length;
        return index;
    }

    void add(CachedLinkPtr link, std::uint64_t hash, Time expires, std::size_t size)
    {
        if ((m_live + 1) * 4 > m_table.size() * 3)
            grow();
        std::uint32_t index;
        if (m_free.empty()) {
            index = static_cast<std::uint32_t>(m_entries.size());
            m_entries.emplace_back();
        } else {
            index = m_free.back();
            m_free.pop_back();
        }
        Entry &entry = m_entries[index];
        entry.link = std::move(link);
        entry.expires = expires;
        entry.hash = hash;
        entry.uses = 0;
        entry.inMain = m_ghost.take(hash);
        place(hash, index);
        append(entry.inMain ? m_main : m_small, index);
        ++m_live;
        m_bytes += size;
    }

    // The link goes; the husk waits in its queue.
    void retire(std::uint32_t index)
    {
        Entry &entry = m_entries[index];
        m_bytes -= entry.link->bytes();
        entry.link.reset();
        --m_live;
        if (m_small.length + m_main.length > 2 * m_live + 64)
            sweepHusks();
    }

    void sweepHusks()
    {
        for (Queue *queue : {&m_small, &m_main}) {
            for (std::size_t n = queue->length; n > 0; --n) {
                const std::uint32_t index = takeHead(*queue);
                if (m_entries[index].link)
                    append(*queue, index);
                else
                    m_free.push_back(index);
            }
        }
    }

    void drop(std::uint32_t index)
    {
        Entry &entry = m_entries[index];
        removeSlot(locate(entry.link->key, entry.hash));
        m_bytes -= entry.link->bytes();
        entry.link.reset();
        --m_live;
        ++m_stats.evictions;
        m_free.push_back(index);
    }

    // Makes progress or says that nothing is left.
    bool evictOne()
    {
        const bool fromSmall = m_main.length == 0 || m_small.length * kSmallShare >= m_maxEntries
            || (m_small.length > 0 && m_small.length * kSmallShare >= m_live);
        Queue &queue = fromSmall && m_small.length > 0 ? m_small : m_main;
        if (queue.length == 0)
            return false;
        const std::uint32_t index = takeHead(queue);
        Entry &entry = m_entries[index];
        if (!entry.link) {
            m_free.push_back(index);
        } else if (!entry.inMain && entry.uses > 1) {
            entry.inMain = true;
            entry.uses = 0;
            append(m_main, index);
        } else if (entry.inMain && entry.uses > 0) {
            --entry.uses;
            append(m_main, index);
        } else {
            if (!entry.inMain)
                m_ghost.remember(entry.hash);
            drop(index);
        }
        return true;
    }

    // Hashes of codes that left the small queue, as many as the main queue holds entries.
    class Ghost {
    public:
        explicit Ghost(std::size_t capacity) : m_capacity(capacity) {}
        void remember(std::uint64_t hash)
        {
            if (m_cells.empty())
                m_cells.assign(std::bit_ceil(m_capacity), Cell{});
            m_cells[cell(hash)] = {static_cast<std::uint32_t>(hash >> 32), ++m_age};
        }
        bool take(std::uint64_t hash)
        {
            if (m_cells.empty())
                return false;
            Cell &c = m_cells[cell(hash)];
            const bool here = c.age != 0 && c.tag == static_cast<std::uint32_t>(hash >> 32) && m_age - c.age < m_capacity;
            if (here)
                c = Cell{};
            return here;
        }

    private:
        struct Cell {
            std::uint32_t tag = 0;
            std::uint32_t age = 0;
        };
        // Other bits than the shard and the table use.
        std::size_t cell(std::uint64_t hash) const { return (hash >> 12) & (m_cells.size() - 1); }
        std::size_t m_capacity;
        std::uint32_t m_age = 0;
        std::vector<Cell> m_cells;
    };

    struct Counters {
        std::uint64_t hits = 0;
        std::uint64_t misses = 0;
        std::uint64_t expired = 0;
        std::uint64_t evictions = 0;
    };

    mutable std::mutex m_mutex; // guards all below
    std::vector<Slot> m_table;  // open addressing, power of two
    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_free;
    Queue m_small;
    Queue m_main;
    std::size_t m_live = 0;
    std::size_t m_bytes = 0;
    const std::size_t m_maxEntries;
    const std::size_t m_maxBytes;
    Ghost m_ghost;
    Counters m_stats;
};

LinkCache::LinkCache(const CacheOptions &options) : m_mask(std::bit_ceil(options.shards) - 1)
{
    const std::size_t shards = m_mask + 1;
    for (std::size_t i = 0; i < shards; ++i)
        m_shards.push_back(std::make_unique<Shard>(options.entries / shards, options.bytes / shards));
}

LinkCache::~LinkCache() = default;

// The shard comes from bits in the middle: the table uses the low ones, the tag the high ones.
CachedLinkPtr LinkCache::find(std::string_view key, std::uint64_t hash, Time now)
{
    return m_shards[(hash >> 24) & m_mask]->find(key, hash, now);
}

CachedLinkPtr LinkCache::peek(std::string_view key, std::uint64_t hash, Time now) const
{
    return m_shards[(hash >> 24) & m_mask]->peek(key, hash, now);
}

void LinkCache::insert(CachedLinkPtr link, std::uint64_t hash, Time expires)
{
    m_shards[(hash >> 24) & m_mask]->insert(std::move(link), hash, expires);
}

void LinkCache::erase(std::string_view key, std::uint64_t hash)
{
    m_shards[(hash >> 24) & m_mask]->erase(key, hash);
}

void LinkCache::clear()
{
    for (const auto &shard : m_shards)
        shard->clear();
}

CacheStats LinkCache::stats() const
{
    CacheStats sum;
    for (const auto &shard : m_shards)
        shard->addStats(sum);
    return sum;
}

} // namespace linkdesk::core
