// CodeFilter: which codes are surely in nobody's use, so that a request for one ends without a look at cache or store.
//
// Two answers. The Bloom filter holds the keys of all links and former codes; what it has not is absent. In a domain
// with check characters a code that fails the check is absent too, unless it is one of the few that exist without one
// (slugs people chose, codes older than the setting): those are kept in a set.
//
// Both are built from the store by rebuild(), which one thread of the owner's choosing runs whenever due() says so;
// writes go on meanwhile and are added to what is being built as well. Until the first build is complete nothing is
// absent. All else is thread-safe. This process must be the only one that adds codes to the store.
//
// At a clean stop save() keeps the Bloom filter beside the database; the next start takes it, once, if the database
// says it is the same. After a crash there is none and it is built anew.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "codes/bloomfilter.h"
#include "links/knowncodes.h"
#include "links/link.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class RandomSource;
class SqlConnection;

struct CodeFilterOptions {
    std::size_t expectedCodes = 100'000; // at least; more when there are more
    std::size_t headroom = 10;           // the filter is built for so many times the expected number
    std::size_t maxBytes = 64 * 1024 * 1024; // less headroom rather than more memory
};

enum class FilterState { Building, Ready };

struct CodeFilterStats {
    FilterState state = FilterState::Building;
    std::uint64_t codes = 0;
    std::uint64_t capacity = 0;
    std::uint64_t bytes = 0;
    double fill = 0;          // part of the bits that is set, at the last build
    double estimatedRate = 0; // chance of a wrong "perhaps", at the last build or growth
    std::uint64_t answered = 0;       // requests that ended here as surely absent
    std::uint64_t falsePositives = 0; // let through, though the store had no such code
    std::uint64_t checkRefused = 0;   // requests that failed the check character
    std::uint64_t rebuilds = 0;
    std::int64_t lastRebuildMs = 0;
    // Of all requests for absent codes, those let through; absent before the first.
    [[nodiscard]] std::optional<double> measuredRate() const;
};

class CodeFilter final : public KnownCodes {
public:
    CodeFilter(RandomSource &random, const CodeFilterOptions &options = {});
    ~CodeFilter() override;

    // Rules of all domains: at the start and after each change. A changed rule asks for a build.
    void setDomains(const std::vector<Domain> &domains);
    // The keys of a domain are about to change: nothing is absent until the next build.
    void keysChanging();

    // After the commit of a link's code or before it, and in any case before the caller hears of it.
    void add(DomainId domain, std::string_view key);
    // Codes that are free again; they stay in the filter until it is built anew.
    void noteRemoved(std::uint64_t count);

    // For making codes: there is a filter and it does not say no.
    [[nodiscard]] bool seemsTaken(DomainId domain, std::string_view key) const override;
    // There is a filter and it says no.
    [[nodiscard]] bool surelyAbsent(DomainId domain, std::string_view key) const;
    // For a visitor's request, before the cache: true where the check character is wrong, which is counted.
    [[nodiscard]] bool failsCheck(DomainId domain, std::string_view key);
    // For a visitor's request, after the cache: surelyAbsent(), counted.
    [[nodiscard]] bool answersAbsent(DomainId domain, std::string_view key);
    // The store had no such code though the filter, if there is one yet, let the request through.
    void noteFalsePositive();

    // True when growth, removals or changed rules make a build worth while; it is also done nightly.
    [[nodiscard]] bool due() const;
    // Reads every code on a connection of the calling thread. One caller at a time.
    Result<void> rebuild(SqlConnection &connection, const Clock &clock);

    // Counts the bits for the statistics.
    void measure();

    // The filter in `folder`, if the token that the store kept says it belongs to this state of the data. Takes the file
    // away. True when it is in use now.
    bool load(const std::filesystem::path &folder, std::string_view token);
    // Writes the filter; gives the token to keep in the store, or nothing where there is nothing to keep.
    [[nodiscard]] std::optional<std::string> save(const std::filesystem::path &folder) const;

    [[nodiscard]] CodeFilterStats stats() const;

private:
    class Contents;
    using ContentsPtr = std::shared_ptr<Contents>;
    [[nodiscard]] ContentsPtr current() const;
    void use(ContentsPtr contents);

    RandomSource &m_random;
    const CodeFilterOptions m_options;

    mutable std::mutex m_mutex; // guards what follows
    std::vector<Domain> m_domains;
    ContentsPtr m_current;  // null until the first build
    ContentsPtr m_building; // what a build under way has so far
    std::uint64_t m_keyEpoch = 0; // grows when keys change, so that a build of older ones is not used
    bool m_rulesChanged = false;
    std::uint64_t m_removed = 0;
    double m_fill = 0;
    double m_estimatedRate = 0;
    std::int64_t m_lastRebuildMs = 0;

    std::atomic<bool> m_hasGates{false};
    std::atomic<std::uint64_t> m_answered{0};
    std::atomic<std::uint64_t> m_falsePositives{0};
    std::atomic<std::uint64_t> m_checkRefused{0};
    std::atomic<std::uint64_t> m_rebuilds{0};
};

} // namespace linkdesk::core
