// RedisCache: the second level in a Redis that several services share.
//
// What keeps it from lying, without scripts (so that a cluster's single shard or a proxy would do):
//   - a value is written only by whoever holds the lease of its code. A miss takes the lease (SET NX PX with a token of
//     its own); filling is one transaction that Redis refuses if the lease has changed (WATCH, GET, MULTI, SET, DEL,
//     EXEC). It is also the lock across services: others wait a moment for the value instead of reading the store too.
//   - an edit deletes value and lease after its commit. A fill that read the store before the edit finds its lease gone;
//     one that reads afterwards reads the new state.
//   - every value's name holds the generation, a random word kept in Redis. Whoever may have missed invalidations (an
//     edit while Redis was away and too many to remember, a start after a crash) sets a new one: all that was kept before
//     is out of reach and ends by its time to live.
//   - the other services hear of an edit through Pub/Sub (domain, version and code, nothing else) and forget their local
//     entry. While nobody listens, local entries end after two minutes, and all go when listening begins again.
// Each key has the prefix and a time to live (R41). Anything Redis refuses (READONLY, OOM, MOVED, LOADING) or does not
// answer makes it unusable until a probe, which writes, succeeds (R40).
#pragma once

#include "base/random.h"
#include "redis/redisclient.h"
#include "redis/redissubscriber.h"
#include "resolve/secondlevel.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace linkdesk::core {

struct RedisCacheOptions {
    std::chrono::milliseconds longest{24 * 3600 * 1000}; // of a link; sooner where it ends
    std::chrono::milliseconds absent{10'000};
    std::chrono::milliseconds lease{3000};
    std::chrono::milliseconds patience{40}; // waiting for another service's read
    std::size_t rememberedEdits = 10'000;   // made while Redis is away
    bool startAfresh = false;               // the last service may have died with edits untold
    std::string space;                      // of the data whose links these are: those of another database are not ours
};

struct RedisCacheStats {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t fills = 0;
    std::uint64_t lostLeases = 0; // fills that an edit or the time made void
    std::uint64_t invalidations = 0;
    std::uint64_t pending = 0; // edits to be told when Redis is back
    std::uint64_t foreign = 0; // edits heard of from other services
    bool listening = false;
};

class RedisCache final : public SecondLevel {
public:
    // What the local cache has to do; called on this object's threads.
    struct Local {
        std::function<void(DomainId, std::string_view key)> forget;
        std::function<void()> forgetAll;
    };

    // Client, clock and random source are borrowed. To be made before the client starts.
    RedisCache(RedisClient &client, const Clock &clock, RandomSource &random, const RedisCacheOptions &options = {});
    ~RedisCache() override;

    // Before start().
    void setLocal(Local local) { m_local = std::move(local); }
    void start();
    void stop();

    [[nodiscard]] bool isUsable() const override { return m_client.isConnected(); }
    void look(DomainId domain, std::string_view key, Answer answer) override;
    void invalidate(DomainId domain, std::string_view key, std::int64_t version) override;
    // Sets a new generation, here and for the others.
    void clear() override;
    [[nodiscard]] RedisCacheStats stats() const;

private:
    class RedisLease;
    struct Name; // the keys of one code
    struct Look; // one look under way

    [[nodiscard]] Name nameOf(DomainId domain, std::string_view key) const;
    [[nodiscard]] std::string generation() const;
    [[nodiscard]] std::string token();
    void ask(const std::shared_ptr<Look> &look, std::chrono::milliseconds delay);
    void takeLease(const std::shared_ptr<Look> &look);
    void fill(const Name &name, const std::string &token, const CachedLinkPtr &link);
    void giveBack(const Name &name, const std::string &token);
    [[nodiscard]] std::chrono::milliseconds timeToKeep(const CachedLink &link);
    void heard(std::string_view message);

    // On the client's thread, before a new connection is used.
    [[nodiscard]] Result<void> prepare(const RedisClient::Ask &ask);
    [[nodiscard]] Result<void> agreeOnGeneration(const RedisClient::Ask &ask);
    [[nodiscard]] Result<void> tellPending(const RedisClient::Ask &ask);
    void tellSoon();
    void remember(DomainId domain, std::string_view key, std::int64_t version);

    RedisClient &m_client;
    const Clock &m_clock;
    RandomSource &m_random;
    const RedisCacheOptions m_options;
    const std::string m_prefix;
    const std::string m_channel;
    const std::string m_sender; // so that this service's own messages are known
    Local m_local;
    RedisSubscriber m_subscriber;

    mutable std::mutex m_mutex; // guards what follows
    std::string m_generation;
    std::set<std::string> m_pending; // messages of edits that could not be told
    bool m_newGeneration = false;    // too many, or nobody knows which

    std::atomic<std::uint64_t> m_hits{0};
    std::atomic<std::uint64_t> m_misses{0};
    std::atomic<std::uint64_t> m_fills{0};
    std::atomic<std::uint64_t> m_lostLeases{0};
    std::atomic<std::uint64_t> m_invalidations{0};
    std::atomic<std::uint64_t> m_foreign{0};
};

} // namespace linkdesk::core
