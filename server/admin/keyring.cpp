#include "admin/keyring.h"

#include "store/keystore.h"
#include "store/store.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <future>
#include <mutex>

namespace linkdesk::server {

using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

constexpr std::size_t kSecretBytes = 24;
constexpr std::size_t kPrefixLength = 9; // "ld_" and six signs, enough to tell keys apart, 156 bits stay secret
constexpr std::int64_t kTouchEveryMs = 60'000;
constexpr std::size_t kMaxName = 100;

std::string sha256(std::string_view text)
{
    std::string digest(32, '\0');
    EVP_Digest(text.data(), text.size(), reinterpret_cast<unsigned char *>(digest.data()), nullptr, EVP_sha256(), nullptr);
    return digest;
}

KeyInfo infoOf(const core::KeyRow &row)
{
    return {row.id,        row.name,      row.prefix,    scopeNamed(row.scope).value_or(Scope::Read),
            row.createdAt, row.expiresAt, row.lastUsedAt};
}

} // namespace

std::string_view scopeName(Scope scope)
{
    switch (scope) {
    case Scope::Read: return "read";
    case Scope::Write: return "write";
    case Scope::Admin: return "admin";
    }
    return "read";
}

std::optional<Scope> scopeNamed(std::string_view name)
{
    for (const Scope scope : {Scope::Read, Scope::Write, Scope::Admin}) {
        if (scopeName(scope) == name)
            return scope;
    }
    return std::nullopt;
}

KeyRing::KeyRing(core::Store &store, const core::Clock &clock, core::RandomSource &random)
    : m_store(store), m_clock(clock), m_random(random)
{
}

Result<void> KeyRing::load()
{
    auto result = std::make_shared<std::promise<Result<std::vector<core::KeyRow>>>>();
    auto rows = result->get_future();
    if (!m_store.readers().submit([result](core::SqlConnection &connection) { result->set_value(core::allKeys(connection)); }))
        return Error{ErrorCode::Unavailable, "the store is not reading", {}};
    const auto loaded = rows.get();
    if (!loaded)
        return loaded.error();
    const std::unique_lock lock(m_mutex);
    for (const core::KeyRow &row : *loaded)
        m_keys.emplace(row.hash, Entry{infoOf(row), 0});
    return {};
}

std::string KeyRing::newSecret()
{
    static constexpr std::string_view kAlphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
    std::array<std::uint8_t, kSecretBytes> bytes{};
    m_random.fill(bytes);
    std::string secret = "ld_";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const unsigned group = static_cast<unsigned>(bytes[i]) << 16 | static_cast<unsigned>(bytes[i + 1]) << 8 | bytes[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6)
            secret += kAlphabet[(group >> shift) & 63];
    }
    return secret;
}

std::string KeyRing::makeControlKey()
{
    std::string secret = newSecret();
    useControlKey(secret);
    return secret;
}

void KeyRing::useControlKey(std::string_view secret)
{
    KeyInfo info;
    info.name = "this computer";
    info.scope = Scope::Admin;
    const std::unique_lock lock(m_mutex);
    m_keys.emplace(sha256(secret), Entry{std::move(info), 0});
}

std::optional<KeyInfo> KeyRing::check(std::string_view bearer)
{
    if (bearer.empty() || bearer.size() > 256)
        return std::nullopt;
    const std::string digest = sha256(bearer);
    const std::int64_t now = core::toMs(m_clock.now());
    {
        const std::shared_lock lock(m_mutex);
        const auto found = m_keys.find(digest);
        if (found == m_keys.end() || (found->second.info.expiresAt && core::toMs(*found->second.info.expiresAt) <= now))
            return std::nullopt;
        if (found->second.info.id.value == 0 || now - found->second.touchedMs < kTouchEveryMs)
            return found->second.info;
    }
    const std::unique_lock lock(m_mutex);
    const auto found = m_keys.find(digest);
    if (found == m_keys.end())
        return std::nullopt;
    touch(found->second);
    return found->second.info;
}

// At most once a minute per key: "last used" is for people, not for accounting.
void KeyRing::touch(Entry &entry)
{
    const core::TimePoint now = m_clock.now();
    entry.touchedMs = core::toMs(now);
    entry.info.lastUsedAt = now;
    core::WriteJob job;
    job.durability = core::Durability::Relaxed;
    job.atomicity = core::Atomicity::SingleStatement;
    job.run = [id = entry.info.id, now](core::SqlConnection &connection) { return core::touchKey(connection, id, now).ok(); };
    job.done = [](const Result<void> &) {};
    (void)m_store.writer().submit(std::move(job)); // a full queue may forget it
}

std::vector<KeyInfo> KeyRing::list() const
{
    std::vector<KeyInfo> keys;
    {
        const std::shared_lock lock(m_mutex);
        for (const auto &[digest, entry] : m_keys) {
            if (entry.info.id.value != 0)
                keys.push_back(entry.info);
        }
    }
    std::sort(keys.begin(), keys.end(), [](const KeyInfo &a, const KeyInfo &b) { return a.id < b.id; });
    return keys;
}

void KeyRing::create(std::string name, Scope scope, std::function<void(Result<NewKey>)> done)
{
    if (name.empty() || name.size() > kMaxName || name.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos)
        return done(Error{ErrorCode::InvalidInput, "a key needs a name of 1 to 100 bytes on one line", "name"});
    auto made = std::make_shared<NewKey>();
    made->secret = newSecret();
    made->info = {{}, std::move(name), made->secret.substr(0, kPrefixLength), scope, m_clock.now(), {}, {}};
    auto stored = std::make_shared<Result<core::KeyId>>(Error{ErrorCode::Internal, "not stored", {}});
    core::WriteJob job;
    job.run = [made, stored](core::SqlConnection &connection) {
        const KeyInfo &info = made->info;
        *stored = core::insertKey(connection, {{}, info.name, info.prefix, sha256(made->secret),
                                               std::string(scopeName(info.scope)), info.createdAt, {}, {}});
        return stored->ok();
    };
    job.done = [this, made, stored, done](const Result<void> &committed) {
        if (!committed)
            return done(committed.error());
        if (!*stored)
            return done(stored->error());
        made->info.id = **stored;
        {
            const std::unique_lock lock(m_mutex);
            m_keys.emplace(sha256(made->secret), Entry{made->info, 0});
        }
        done(std::move(*made));
    };
    if (!m_store.writer().submit(std::move(job)))
        done(Error{ErrorCode::Busy, "too many writes are waiting; try again in a moment", {}});
}

void KeyRing::remove(core::KeyId id, std::function<void(Result<void>)> done)
{
    auto removed = std::make_shared<Result<bool>>(false);
    core::WriteJob job;
    job.run = [id, removed](core::SqlConnection &connection) {
        *removed = core::deleteKey(connection, id);
        return removed->ok();
    };
    job.done = [this, id, removed, done](const Result<void> &committed) {
        if (!committed)
            return done(committed.error());
        if (!*removed)
            return done(removed->error());
        if (!**removed)
            return done(Error{ErrorCode::NotFound, "there is no such key", {}});
        {
            const std::unique_lock lock(m_mutex);
            std::erase_if(m_keys, [id](const auto &entry) { return entry.second.info.id == id; });
        }
        done({});
    };
    if (!m_store.writer().submit(std::move(job)))
        done(Error{ErrorCode::Busy, "too many writes are waiting; try again in a moment", {}});
}

} // namespace linkdesk::server
