#include "resolve/rediscache.h"

#include "base/logging.h"
#include "resolve/linkvalue.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace linkdesk::core {

namespace {

constexpr const char *kYearSeconds = "31536000";
constexpr std::chrono::milliseconds kLookAgain{3};
constexpr std::size_t kTokenBytes = 12;

std::string msText(std::chrono::milliseconds time)
{
    return std::to_string(std::max<std::int64_t>(time.count(), 1));
}

// "<sender> <domain> <version> <key>", the key last as it may hold anything.
struct Message {
    std::string_view sender;
    DomainId domain;
    std::int64_t version = 0;
    std::string_view key;
};

std::string messageText(std::string_view sender, DomainId domain, std::int64_t version, std::string_view key)
{
    std::string out(sender);
    out.append(" ").append(std::to_string(domain.value)).append(" ").append(std::to_string(version)).append(" ");
    return out.append(key);
}

bool takeNumber(std::string_view &rest, std::int64_t &number)
{
    const std::size_t space = rest.find(' ');
    if (space == std::string_view::npos)
        return false;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + space, number);
    const bool good = error == std::errc() && end == rest.data() + space;
    rest.remove_prefix(space + 1);
    return good;
}

std::optional<Message> readMessage(std::string_view text)
{
    Message message;
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos)
        return std::nullopt;
    message.sender = text.substr(0, space);
    text.remove_prefix(space + 1);
    if (!takeNumber(text, message.domain.value) || !takeNumber(text, message.version))
        return std::nullopt;
    message.key = text;
    return message;
}

Error refused(const RedisReply &reply)
{
    return {ErrorCode::Unavailable, "it refuses to write: " + reply.text, {}};
}

Result<RedisReply> mustSucceed(Result<RedisReply> reply)
{
    if (reply && reply->isError())
        return refused(*reply);
    return reply;
}

} // namespace

struct RedisCache::Name {
    std::string value;
    std::string lease;
};

struct RedisCache::Look {
    DomainId domain;
    std::string key;
    Name name;
    Answer answer;
    std::chrono::steady_clock::time_point until;
};

// Given to whoever may read the store; void after an invalidation.
class RedisCache::RedisLease final : public SecondLevel::Lease {
public:
    RedisLease(RedisCache &cache, Name name, std::string token)
        : m_cache(cache), m_name(std::move(name)), m_token(std::move(token))
    {
    }
    ~RedisLease() override
    {
        if (!m_used)
            m_cache.giveBack(m_name, m_token);
    }
    void fill(const CachedLinkPtr &link) override
    {
        // Whoever counts a limit has to read the store: what is kept here does not know how often the link was used.
        if (link->maxClicks != 0 || link->archived)
            return;
        m_used = true;
        m_cache.fill(m_name, m_token, link);
    }

private:
    RedisCache &m_cache;
    const Name m_name;
    const std::string m_token;
    bool m_used = false;
};

RedisCache::RedisCache(RedisClient &client, const Clock &clock, RandomSource &random, const RedisCacheOptions &options)
    : m_client(client), m_clock(clock), m_random(random), m_options(options), m_prefix(client.options().prefix + (options.space.empty() ? "" : options.space + ":")),
      m_channel(m_prefix + "changes"), m_sender(randomHex(random, kTokenBytes)),
      m_subscriber(client.options(), m_channel,
                   {[this](std::string_view message) { heard(message); },
                    [this] {
                        // Whatever was said while nobody listened is lost.
                        if (m_local.forgetAll)
                            m_local.forgetAll();
                    },
                    [] {}}),
      m_newGeneration(options.startAfresh)
{
    m_client.onConnected([this](const RedisClient::Ask &ask) { return prepare(ask); });
    m_client.onUsable([this] {
        const std::lock_guard lock(m_mutex);
        if (!m_pending.empty())
            tellSoon();
    });
}

RedisCache::~RedisCache()
{
    stop();
}

void RedisCache::start()
{
    m_subscriber.start();
}

void RedisCache::stop()
{
    m_subscriber.stop();
}

std::string RedisCache::generation() const
{
    const std::lock_guard lock(m_mutex);
    return m_generation;
}

std::string RedisCache::token()
{
    return randomHex(m_random, kTokenBytes);
}

RedisCache::Name RedisCache::nameOf(DomainId domain, std::string_view key) const
{
    const std::string rest = std::to_string(domain.value).append(":").append(key);
    const std::string common = m_prefix + generation();
    return {common + ":v:" + rest, common + ":l:" + rest};
}

void RedisCache::look(DomainId domain, std::string_view key, Answer answer)
{
    auto look = std::make_shared<Look>(Look{domain, std::string(key), nameOf(domain, key), std::move(answer),
                                            std::chrono::steady_clock::now() + m_options.patience});
    ask(look, std::chrono::milliseconds(0));
}

void RedisCache::ask(const std::shared_ptr<Look> &look, std::chrono::milliseconds delay)
{
    auto answered = [this, look](const Result<RedisReply> &reply) {
        // An edit before this in the same pipeline may have been refused: what is here is not to be trusted then.
        if (!reply || !isUsable())
            return look->answer(nullptr, nullptr);
        if (reply->isError()) {
            m_client.giveUp("it refuses to read: " + reply->text);
            return look->answer(nullptr, nullptr);
        }
        auto found = reply->kind == RedisReply::Kind::Text ? decodeLinkValue(reply->text) : nullptr;
        if (found && found->domain == look->domain) {
            m_hits.fetch_add(1, std::memory_order_relaxed);
            return look->answer(std::move(found), nullptr);
        }
        // Nothing there, or nothing that can be read: it will be written anew.
        takeLease(look);
    };
    if (delay.count() == 0)
        m_client.submit({"GET", look->name.value}, std::move(answered));
    else
        m_client.submitLater(delay, {"GET", look->name.value}, std::move(answered));
}

void RedisCache::takeLease(const std::shared_ptr<Look> &look)
{
    const std::string mine = token();
    auto taken = [this, look, mine](const Result<RedisReply> &reply) {
        if (!reply)
            return look->answer(nullptr, nullptr);
        if (reply->isError()) {
            m_client.giveUp("it refuses to write: " + reply->text);
            return look->answer(nullptr, nullptr);
        }
        if (reply->isOk()) {
            m_misses.fetch_add(1, std::memory_order_relaxed);
            return look->answer(nullptr, std::make_unique<RedisLease>(*this, look->name, mine));
        }
        // Another service reads the store already: its answer will be here soon.
        if (std::chrono::steady_clock::now() + kLookAgain > look->until) {
            m_misses.fetch_add(1, std::memory_order_relaxed);
            return look->answer(nullptr, nullptr);
        }
        ask(look, kLookAgain);
    };
    m_client.submit({"SET", look->name.lease, mine, "NX", "PX", msText(m_options.lease)}, std::move(taken));
}

// A tenth more or less, so that what was written together does not end together.
std::chrono::milliseconds RedisCache::timeToKeep(const CachedLink &link)
{
    std::array<std::uint8_t, 2> bytes{};
    m_random.fill(bytes);
    const int draw = bytes[0] << 8 | bytes[1];
    std::chrono::milliseconds most = link.found ? m_options.longest : m_options.absent;
    most += most / 10 * (draw - 32768) / 32768;
    const std::int64_t now = toMs(m_clock.now());
    for (const std::int64_t end : {link.expiresAtMs, link.aliasUntilMs, link.validFromMs}) {
        if (end > now)
            most = std::min(most, std::chrono::milliseconds(end - now));
    }
    return most;
}

void RedisCache::fill(const Name &name, const std::string &token, const CachedLinkPtr &link)
{
    m_client.submitTalk([this, name, token, value = encodeLinkValue(*link), keep = timeToKeep(*link)](const RedisClient::Ask &ask) {
        if (!ask({"WATCH", name.lease}))
            return;
        const auto holder = ask({"GET", name.lease});
        if (!holder)
            return;
        if (holder->text != token || holder->kind != RedisReply::Kind::Text) {
            m_lostLeases.fetch_add(1, std::memory_order_relaxed);
            (void)ask({"UNWATCH"});
            return;
        }
        for (const RedisWords &words : {RedisWords{"MULTI"}, RedisWords{"SET", name.value, value, "PX", msText(keep)},
                                        RedisWords{"DEL", name.lease}}) {
            const auto queued = ask(words);
            if (!queued)
                return;
            if (queued->isError()) {
                (void)ask({"DISCARD"});
                return m_client.giveUp("it refuses to write: " + queued->text);
            }
        }
        const auto done = ask({"EXEC"});
        if (!done)
            return;
        const bool kept = done->kind == RedisReply::Kind::Array && !done->elements.empty() && done->elements[0].isOk();
        (kept ? m_fills : m_lostLeases).fetch_add(1, std::memory_order_relaxed);
    });
}

void RedisCache::giveBack(const Name &name, const std::string &token)
{
    m_client.submitTalk([name, token](const RedisClient::Ask &ask) {
        if (!ask({"WATCH", name.lease}))
            return;
        const auto holder = ask({"GET", name.lease});
        if (!holder)
            return;
        if (holder->text != token) {
            (void)ask({"UNWATCH"});
            return;
        }
        if (ask({"MULTI"}) && ask({"DEL", name.lease}))
            (void)ask({"EXEC"});
    });
}

void RedisCache::invalidate(DomainId domain, std::string_view key, std::int64_t version)
{
    m_invalidations.fetch_add(1, std::memory_order_relaxed);
    if (!isUsable()) {
        remember(domain, key, version);
        // It may have come back meanwhile, with everything told but this.
        if (isUsable())
            tellSoon();
        return;
    }
    const Name name = nameOf(domain, key);
    m_client.submit({"DEL", name.value, name.lease}, [this, domain, key = std::string(key), version](const Result<RedisReply> &reply) {
        if (reply && !reply->isError())
            return;
        remember(domain, key, version);
        // An edit that Redis does not take must not be covered by what it still has.
        if (reply)
            m_client.giveUp("it refuses to write: " + reply->text);
    });
    m_client.submit({"PUBLISH", m_channel, messageText(m_sender, domain, version, key)}, [](const Result<RedisReply> &) {});
}

void RedisCache::remember(DomainId domain, std::string_view key, std::int64_t version)
{
    const std::lock_guard lock(m_mutex);
    if (m_newGeneration)
        return;
    m_pending.insert(messageText(m_sender, domain, version, key));
    if (m_pending.size() > m_options.rememberedEdits) {
        m_pending.clear();
        m_newGeneration = true;
    }
}

void RedisCache::clear()
{
    {
        const std::lock_guard lock(m_mutex);
        m_newGeneration = true;
    }
    if (isUsable())
        m_client.submitTalk([this](const RedisClient::Ask &ask) {
            if (auto agreed = agreeOnGeneration(ask); !agreed)
                return m_client.giveUp(agreed.error().detail);
            // Somebody may have found the old one meanwhile.
            if (m_local.forgetAll)
                m_local.forgetAll();
        });
}

// A Redis that cannot be written to cannot be told of edits, so it is not read either.
Result<void> RedisCache::prepare(const RedisClient::Ask &ask)
{
    const auto probe = mustSucceed(ask({"SET", m_prefix + "probe", m_sender, "PX", "10000"}));
    if (!probe)
        return probe.error();
    if (auto agreed = agreeOnGeneration(ask); !agreed)
        return agreed;
    return tellPending(ask);
}

Result<void> RedisCache::agreeOnGeneration(const RedisClient::Ask &ask)
{
    const std::string key = m_prefix + "generation";
    bool fresh = false;
    {
        const std::lock_guard lock(m_mutex);
        fresh = m_newGeneration;
    }
    RedisWords set{"SET", key, token(), "EX", kYearSeconds};
    if (!fresh)
        set.push_back("NX");
    if (const auto done = mustSucceed(ask(set)); !done)
        return done.error();
    const auto now = mustSucceed(ask({"GET", key}));
    if (!now)
        return now.error();
    if (fresh) {
        const auto told = mustSucceed(ask({"PUBLISH", m_channel, messageText(m_sender, DomainId{0}, 0, {})}));
        if (!told)
            return told.error();
    }
    const std::lock_guard lock(m_mutex);
    m_generation = now->text;
    if (fresh) {
        m_newGeneration = false;
        m_pending.clear();
    }
    return {};
}

Result<void> RedisCache::tellPending(const RedisClient::Ask &ask)
{
    std::set<std::string> pending;
    {
        const std::lock_guard lock(m_mutex);
        pending = m_pending;
    }
    for (const std::string &text : pending) {
        const auto message = readMessage(text);
        const Name name = nameOf(message->domain, message->key);
        if (const auto done = mustSucceed(ask({"DEL", name.value, name.lease})); !done)
            return done.error();
        // Somebody may have looked here between the edit and now.
        if (m_local.forget)
            m_local.forget(message->domain, message->key);
        if (const auto done = mustSucceed(ask({"PUBLISH", m_channel, text})); !done)
            return done.error();
    }
    const std::lock_guard lock(m_mutex);
    for (const std::string &text : pending)
        m_pending.erase(text);
    return {};
}

void RedisCache::tellSoon()
{
    m_client.submitTalk([this](const RedisClient::Ask &ask) {
        if (auto told = tellPending(ask); !told)
            m_client.giveUp(told.error().detail);
    });
}

// Domain 0 stands for all: the generation is another one.
void RedisCache::heard(std::string_view text)
{
    const auto message = readMessage(text);
    if (!message || message->sender == m_sender)
        return;
    m_foreign.fetch_add(1, std::memory_order_relaxed);
    if (message->domain.value != 0) {
        if (m_local.forget)
            m_local.forget(message->domain, message->key);
        return;
    }
    // Only then: a look in between would bring the old state back.
    m_client.submitTalk([this](const RedisClient::Ask &ask) {
        (void)agreeOnGeneration(ask);
        if (m_local.forgetAll)
            m_local.forgetAll();
    });
}

RedisCacheStats RedisCache::stats() const
{
    RedisCacheStats stats;
    stats.hits = m_hits;
    stats.misses = m_misses;
    stats.fills = m_fills;
    stats.lostLeases = m_lostLeases;
    stats.invalidations = m_invalidations;
    stats.foreign = m_foreign;
    stats.listening = m_subscriber.isListening();
    const std::lock_guard lock(m_mutex);
    stats.pending = m_pending.size() + (m_newGeneration ? 1 : 0);
    return stats;
}

} // namespace linkdesk::core
