// LinkCache: the local cache in front of the store; sharded, bounded by entries and by bytes.
//
// S3-FIFO (Yang et al., SOSP 2023): a small queue takes newcomers, a main queue those asked for again, a ghost list of
// hashes remembers what left the small queue unasked. A hit only raises a small counter, so reading needs no
// reordering; a scan of once-asked codes flows through the small queue and cannot push out what is in use.
// Each entry has a time to live. Thread-safe; a shard's mutex is held for a table look-up, never during I/O.
#pragma once

#include "resolve/cachedlink.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace linkdesk::core {

struct CacheOptions {
    std::size_t entries = 1'000'000; // each shard keeps eight at least
    std::size_t bytes = 256 * 1024 * 1024;
    unsigned shards = 64; // a power of two
};

struct CacheStats {
    std::size_t entries = 0;
    std::size_t bytes = 0;
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t expired = 0;
    std::uint64_t evictions = 0;
};

class LinkCache final {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit LinkCache(const CacheOptions &options);
    ~LinkCache();
    LinkCache(const LinkCache &) = delete;
    LinkCache &operator=(const LinkCache &) = delete;

    // Null: not here, or over its time.
    [[nodiscard]] CachedLinkPtr find(std::string_view key, std::uint64_t hash, Time now);
    // The same without a mark in the counters or on the entry: for a second look on behalf of one request.
    [[nodiscard]] CachedLinkPtr peek(std::string_view key, std::uint64_t hash, Time now) const;
    // Replaces an entry of the same key.
    void insert(CachedLinkPtr link, std::uint64_t hash, Time expires);
    void erase(std::string_view key, std::uint64_t hash);
    void clear();
    [[nodiscard]] CacheStats stats() const;

    [[nodiscard]] static std::uint64_t hashOf(std::string_view key);

private:
    class Shard;
    std::vector<std::unique_ptr<Shard>> m_shards;
    std::uint64_t m_mask;
};

} // namespace linkdesk::core
