// LinkResolver: from a code to what to answer; the local cache first, then one flight per code at a time: the second level
// where there is one, then the store.
//
// Thread-safe. An edit erases the entry and marks a read that is under way, so that a late answer with the old state
// is not kept but read again: no entry older than the last commit can stay (R4).
#pragma once

#include "base/clock.h"
#include "resolve/cachedlink.h"
#include "resolve/linkcache.h"
#include "resolve/secondlevel.h"
#include "store/linkstore.h"

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
class SqlConnection;

struct ResolverOptions {
    CacheOptions links;
    CacheOptions absent{20'000, 8 * 1024 * 1024, 16}; // "no such link": a budget of its own (R42)
    std::chrono::milliseconds linkTime{3'600'000};
    // While other services may edit: what an entry lives at most if nobody tells of an edit.
    std::chrono::milliseconds sharedLinkTime{120'000};
    std::chrono::milliseconds absentTime{10'000};
    std::size_t waitersPerFlight = 10'000;
    bool cacheEnabled = true; // off only to measure the store (P3)
};

struct ResolverStats {
    CacheStats links;
    CacheStats absent;
    std::uint64_t storeReads = 0;
    std::uint64_t sharedFlights = 0; // requests that waited for somebody else's read
    std::uint64_t refused = 0;       // the readers' queue was full
    std::uint64_t secondHits = 0;    // links the second level had
    std::uint64_t warmed = 0;        // links put into the cache before anybody asked
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

    // Borrowed, and to be set before the first look-up.
    void setSecondLevel(SecondLevel *second) { m_second = second; }

    // `key` is the code as the domain's unique index has it. From the cache alone; null: ask resolve().
    [[nodiscard]] CachedLinkPtr cached(DomainId domain, std::string_view key);
    // Answers on a reader thread, or on this one when refused or when the cache has it by now.
    void resolve(DomainId domain, std::string_view key, Answer answer);

    // After a commit, on any thread: what was known of this code is void, here and in the second level.
    void invalidate(DomainId domain, std::string_view key, std::int64_t version);
    // The same for the local cache alone: another service has told of an edit.
    void forget(DomainId domain, std::string_view key);
    // After invalidate(), on the thread that commits: the state just committed is what the next visitor will want.
    void warm(DomainId domain, std::string_view key, RedirectRow row);
    // Reads one code into the cache, on a connection of the calling thread.
    void prime(DomainId domain, std::string_view key, SqlConnection &connection);
    // Forgets everything in the local cache, reads under way included.
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
    void readStore(DomainId domain, std::string key, std::uint64_t hash, std::shared_ptr<SecondLevel::Lease> lease);
    [[nodiscard]] std::shared_ptr<CachedLink> fromRow(DomainId domain, std::string_view key,
                                                      std::optional<RedirectRow> row) const;
    void keep(const CachedLinkPtr &link, std::uint64_t hash);
    void finish(CachedLink &link, std::string_view key) const;
    void land(DomainId domain, const std::string &key, std::uint64_t hash, Outcome outcome, const CachedLinkPtr &link);
    [[nodiscard]] std::chrono::milliseconds timeToKeep(const CachedLink &link, std::uint64_t hash) const;
    FlightShard &shardOf(std::uint64_t hash) { return m_flights[hash % kFlightShards]; }

    ReaderPool &m_readers;
    const Clock &m_clock;
    const LinkRenderer m_render;
    SecondLevel *m_second = nullptr;
    const ResolverOptions m_options;
    LinkCache m_links;
    LinkCache m_absent;
    std::array<FlightShard, kFlightShards> m_flights;
    std::atomic<std::uint64_t> m_storeReads{0};
    std::atomic<std::uint64_t> m_sharedFlights{0};
    std::atomic<std::uint64_t> m_refused{0};
    std::atomic<std::uint64_t> m_secondHits{0};
    std::atomic<std::uint64_t> m_warmed{0};
};

} // namespace linkdesk::core
