// KeyRing: who may call the admin API (R26).
//
// Keys are 192 random bits, shown once; only their SHA-256 is stored and compared, so neither a stolen database nor
// the time of a comparison gives one away. Thread-safe.
#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"
#include "links/link.h"

#include <functional>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace linkdesk::core {
class SqlConnection;
class Store;
struct KeyRow;
}

namespace linkdesk::server {

enum class Scope { Read, Write, Admin };
[[nodiscard]] std::string_view scopeName(Scope scope);
[[nodiscard]] std::optional<Scope> scopeNamed(std::string_view name);

struct KeyInfo {
    core::KeyId id; // 0: the control key of this start, never stored
    std::string name;
    std::string prefix;
    Scope scope = Scope::Read;
    core::TimePoint createdAt;
    std::optional<core::TimePoint> expiresAt;
    std::optional<core::TimePoint> lastUsedAt;
};

struct NewKey {
    KeyInfo info;
    std::string secret; // leaves the process once and is kept nowhere
};

class KeyRing final {
public:
    // Borrowed.
    KeyRing(core::Store &store, const core::Clock &clock, core::RandomSource &random);

    // Reads the stored keys; before the first check.
    [[nodiscard]] core::Result<void> load();
    // A key of scope admin for this run only; the text to use as bearer token.
    [[nodiscard]] std::string makeControlKey();
    // The one of a former key ring of this run.
    void useControlKey(std::string_view secret);

    [[nodiscard]] std::optional<KeyInfo> check(std::string_view bearer);
    [[nodiscard]] std::vector<KeyInfo> list() const;
    // `done` is called on the writer thread.
    void create(std::string name, Scope scope, std::function<void(core::Result<NewKey>)> done);
    void remove(core::KeyId id, std::function<void(core::Result<void>)> done);

private:
    struct Entry {
        KeyInfo info;
        std::int64_t touchedMs = 0;
    };
    [[nodiscard]] std::string newSecret();
    void touch(Entry &entry);

    core::Store &m_store;
    const core::Clock &m_clock;
    core::RandomSource &m_random;
    mutable std::shared_mutex m_mutex; // guards m_keys
    std::unordered_map<std::string, Entry> m_keys; // by SHA-256
};

} // namespace linkdesk::server
