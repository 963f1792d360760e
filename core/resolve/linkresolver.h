// LinkResolver: from a code to what to answer; cache first, then one store read per code at a time.
//
// Thread-safe. An edit erases the entry and marks a read that is under way, so that a late answer with the old state
// is not kept but read again: no entry older than the last commit can stay (R4).
#pragma once

#include "base/clock.h"
#include "resolve/cachedlink.h"
#include "resolve/linkcache.h"

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace linkdesk::core {

class ReaderPool;

struct ResolverOptions {
    CacheOptions links;
    CacheOptions absent{20'000, 8 * 1024 * 1024, 16}; // "no such link": a budget of its own (R42)
    std::chrono::seconds linkTime{3600};
    std::chrono::seconds absentTime{10};
    std::size_t waitersPerFlight = 10'000;
    bool cacheEnabled = true; // off only to measure the store (P3)
};

struct ResolverStats {
    CacheStats links;
    CacheStats absent;
    std::uint64_t storeReads = 0;
    std::uint64_t sharedFlights = 0; // requests that waited for somebody else's read
    std::uint64_t refused = 0;       // the readers' queue was full
};

class LinkResolver final {
public:
    enum class Outcome {
        Known,  // link is set; link->found says whether there is one
        Busy,   // too much waiting: answer 503
        Failed, // the store could not be read
    };
    using Answer = std::function<void(Outcome, CachedLinkPtr)>;

    // Readers and clock are borrowed; `render` is called for each link read.
    LinkResolver(ReaderPool &readers, const Clock &clock, LinkRenderer render, ResolverOptions options = {});
    ~LinkResolver();
    LinkResolver(const LinkResolver &) = delete;
    LinkResolver &operator=(const LinkResolver &) = delete;

    // `key` is the code as the domain's unique index has it. From the cache alone; null: ask resolve().
    [[nodiscard]] CachedLinkPtr cached(DomainId domain, std::string_view key);
    // Answers on a reader thread, or on this one when refused or when the cache has it by now.
    void resolve(DomainId domain, std::string_view key, Answer answer);

    // After a commit, on any thread: what was known of this code is void.
    void invalidate(DomainId domain, std::string_view key);
    // Forgets everything, reads under way included.
    void clear();
    [[nodiscard]] ResolverStats stats() const;

private:
    struct Flight {
        std::vector<Answer> waiters;
        bool stale = false;
    };
    struct FlightShard {
        std::mutex mutex; // guards flights
        std::unordered_map<std::string, Flight> flights;
    };
    static constexpr std::size_t kFlightShards = 16;

    enum class Joined { First, Waiting, Landed, Refused };
    Joined join(const std::string &full, std::uint64_t hash, Answer &answer, CachedLinkPtr &landed);
    void load(DomainId domain, std::string key, std::uint64_t hash);
    void land(DomainId domain, const std::string &key, std::uint64_t hash, Outcome outcome, const CachedLinkPtr &link);
    [[nodiscard]] std::chrono::milliseconds timeToKeep(const CachedLink &link) const;
    FlightShard &shardOf(std::uint64_t hash) { return m_flights[hash % kFlightShards]; }

    ReaderPool &m_readers;
    const Clock &m_clock;
    const LinkRenderer m_render;
    const ResolverOptions m_options;
    LinkCache m_links;
    LinkCache m_absent;
    std::array<FlightShard, kFlightShards> m_flights;
    std::atomic<std::uint64_t> m_storeReads{0};
    std::atomic<std::uint64_t> m_sharedFlights{0};
    std::atomic<std::uint64_t> m_refused{0};
};

} // namespace linkdesk::core
