#include "resolve/linkresolver.h"

#include "base/logging.h"
#include "store/readerpool.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

// The default domain's keys are the codes themselves, so the usual look-up builds no string.
std::string cacheKey(DomainId domain, std::string_view key)
{
    return std::to_string(domain.value).append("/").append(key);
}

// Calls with the cache's key for this code, without an allocation in the default domain. A code never holds a slash
// before its first sign, so "2/abc" cannot be a code of the default domain that is looked up as another's.
template <typename F>
auto withKey(DomainId domain, std::string_view key, F &&use)
{
    if (domain == kDefaultDomain && key.find('/') == std::string_view::npos)
        return use(key);
    return use(std::string_view(cacheKey(domain, key)));
}

std::shared_ptr<CachedLink> absentLink(DomainId domain, std::string_view key)
{
    auto link = std::make_shared<CachedLink>();
    link->domain = domain;
    link->code = key;
    return link;
}

std::shared_ptr<CachedLink> linkOf(DomainId domain, RedirectRow &&row)
{
    auto link = std::make_shared<CachedLink>();
    link->id = row.id;
    link->domain = domain;
    link->found = true;
    link->status = row.status;
    link->forwardQuery = row.forwardQuery;
    link->track = row.track;
    link->redirectStatus = row.redirectStatus;
    link->version = row.version;
    link->expiresAtMs = row.expiresAt ? toMs(*row.expiresAt) : 0;
    link->validFromMs = row.validFrom ? toMs(*row.validFrom) : 0;
    link->aliasUntilMs = row.aliasUntil ? toMs(*row.aliasUntil) : 0;
    link->archived = row.archived;
    link->maxClicks = row.maxClicks.value_or(0);
    link->used = row.used;
    link->fallback = std::move(row.fallback);
    link->code = std::move(row.code);
    link->target = std::move(row.target);
    return link;
}

} // namespace

LinkResolver::LinkResolver(ReaderPool &readers, const Clock &clock, LinkRenderer render, ResolverOptions options)
    : m_readers(readers), m_clock(clock), m_render(std::move(render)), m_options(options), m_links(options.links),
      m_absent(options.absent)
{
}

LinkResolver::~LinkResolver() = default;

CachedLinkPtr LinkResolver::cached(DomainId domain, std::string_view key)
{
    if (!m_options.cacheEnabled)
        return nullptr;
    return withKey(domain, key, [this](std::string_view full) {
        const std::uint64_t hash = LinkCache::hashOf(full);
        const auto now = m_clock.steadyNow();
        if (CachedLinkPtr link = m_links.find(full, hash, now))
            return link;
        return m_absent.find(full, hash, now);
    });
}

void LinkResolver::resolve(DomainId domain, std::string_view key, Answer answer)
{
    const std::string full = withKey(domain, key, [](std::string_view k) { return std::string(k); });
    const std::uint64_t hash = LinkCache::hashOf(full);
    CachedLinkPtr landed;
    switch (join(full, hash, answer, landed)) {
    case Joined::First: return load(domain, std::string(key), hash);
    case Joined::Waiting: return;
    case Joined::Landed: return answer(Outcome::Known, landed);
    case Joined::Refused: return answer(Outcome::Busy, nullptr);
    }
}

// Takes the answer over where somebody will call it: this request's own read (First) or another's (Waiting).
LinkResolver::Joined LinkResolver::join(const std::string &full, std::uint64_t hash, Answer &answer,
                                        CachedLinkPtr &landed)
{
    FlightShard &shard = shardOf(hash);
    const std::lock_guard lock(shard.mutex);
    const auto flight = shard.flights.find(full);
    if (flight == shard.flights.end()) {
        // A flight may have landed since the caller looked: landing fills the cache under this lock.
        if (m_options.cacheEnabled) {
            const auto now = m_clock.steadyNow();
            landed = m_links.peek(full, hash, now);
            if (!landed)
                landed = m_absent.peek(full, hash, now);
            if (landed)
                return Joined::Landed;
        }
        shard.flights[full].waiters.push_back(std::move(answer));
        return Joined::First;
    }
    if (flight->second.waiters.size() >= m_options.waitersPerFlight) {
        m_refused.fetch_add(1, std::memory_order_relaxed);
        return Joined::Refused;
    }
    m_sharedFlights.fetch_add(1, std::memory_order_relaxed);
    flight->second.waiters.push_back(std::move(answer));
    return Joined::Waiting;
}

// Second level first. Without one, or while it is of no use, the store is read at once.
void LinkResolver::load(DomainId domain, std::string key, std::uint64_t hash)
{
    if (!m_second || !m_second->isUsable())
        return readStore(domain, std::move(key), hash, nullptr);
    m_second->look(domain, key, [this, domain, key, hash](std::shared_ptr<CachedLink> found, SecondLevel::LeasePtr lease) {
        if (!found)
            return readStore(domain, key, hash, std::move(lease));
        m_secondHits.fetch_add(1, std::memory_order_relaxed);
        finish(*found, key);
        land(domain, key, hash, Outcome::Known, found);
    });
}

void LinkResolver::readStore(DomainId domain, std::string key, std::uint64_t hash,
                             std::shared_ptr<SecondLevel::Lease> lease)
{
    m_storeReads.fetch_add(1, std::memory_order_relaxed);
    const bool queued = m_readers.submit([this, domain, key, hash, lease = std::move(lease)](SqlConnection &connection) {
        auto row = findForRedirect(connection, domain, key);
        if (!row) {
            qCWarning(lcResolve) << "cannot read a link:" << row.error().detail.c_str();
            return land(domain, key, hash, Outcome::Failed, nullptr);
        }
        const std::shared_ptr<CachedLink> link = fromRow(domain, key, std::move(*row));
        if (lease)
            lease->fill(link);
        land(domain, key, hash, Outcome::Known, link);
    });
    if (!queued) {
        m_refused.fetch_add(1, std::memory_order_relaxed);
        land(domain, key, hash, Outcome::Busy, nullptr);
    }
}

std::shared_ptr<CachedLink> LinkResolver::fromRow(DomainId domain, std::string_view key,
                                                  std::optional<RedirectRow> row) const
{
    // A former code whose time is over is no code any more.
    const bool over = row && row->aliasUntil && *row->aliasUntil <= m_clock.now();
    std::shared_ptr<CachedLink> link = row && !over ? linkOf(domain, std::move(*row)) : absentLink(domain, key);
    finish(*link, key);
    return link;
}

void LinkResolver::finish(CachedLink &link, std::string_view key) const
{
    link.key = withKey(link.domain, key, [](std::string_view k) { return std::string(k); });
    if (link.found)
        m_render(link);
}

// Under the flight's lock: an edit either marks a flight or erases what is kept here.
void LinkResolver::keep(const CachedLinkPtr &link, std::uint64_t hash)
{
    const auto now = m_clock.steadyNow();
    if (link->found)
        m_links.insert(link, hash, now + timeToKeep(*link, hash));
    else
        m_absent.insert(link, hash, now + m_options.absentTime);
}

// Ends a flight: keeps the answer, unless an edit made it void meanwhile, and tells everybody who waits.
void LinkResolver::land(DomainId domain, const std::string &key, std::uint64_t hash, Outcome outcome,
                        const CachedLinkPtr &link)
{
    const std::string full = withKey(domain, key, [](std::string_view k) { return std::string(k); });
    FlightShard &shard = shardOf(hash);
    std::vector<Answer> waiters;
    {
        const std::lock_guard lock(shard.mutex);
        const auto flight = shard.flights.find(full);
        if (flight->second.stale && outcome == Outcome::Known) {
            flight->second.stale = false;
        } else {
            if (outcome == Outcome::Known && m_options.cacheEnabled)
                keep(link, hash);
            waiters = std::move(flight->second.waiters);
            shard.flights.erase(flight);
        }
    }
    if (waiters.empty())
        return load(domain, key, hash);
    for (const Answer &answer : waiters)
        answer(outcome, link);
}

// A tenth more or less by the code, so that what was read together does not end together; a former code ends in time.
std::chrono::milliseconds LinkResolver::timeToKeep(const CachedLink &link, std::uint64_t hash) const
{
    std::chrono::milliseconds most = m_second ? m_options.sharedLinkTime : m_options.linkTime;
    // Never longer than promised: the spread lies below it.
    most -= most / 5 * static_cast<std::int64_t>(hash >> 48) / 65536;
    if (link.aliasUntilMs == 0)
        return most;
    return std::clamp(std::chrono::milliseconds(link.aliasUntilMs - toMs(m_clock.now())), std::chrono::milliseconds(0), most);
}

void LinkResolver::invalidate(DomainId domain, std::string_view key, std::int64_t version)
{
    // The second level first: a flight that has its old answer already is marked or erased right after.
    if (m_second)
        m_second->invalidate(domain, key, version);
    forget(domain, key);
}

void LinkResolver::forget(DomainId domain, std::string_view key)
{
    const std::string full = withKey(domain, key, [](std::string_view k) { return std::string(k); });
    const std::uint64_t hash = LinkCache::hashOf(full);
    FlightShard &shard = shardOf(hash);
    const std::lock_guard lock(shard.mutex);
    if (const auto flight = shard.flights.find(full); flight != shard.flights.end())
        flight->second.stale = true;
    m_links.erase(full, hash);
    m_absent.erase(full, hash);
}

void LinkResolver::warm(DomainId domain, std::string_view key, RedirectRow row)
{
    if (!m_options.cacheEnabled)
        return;
    const std::shared_ptr<CachedLink> link = fromRow(domain, key, std::move(row));
    const std::uint64_t hash = LinkCache::hashOf(link->key);
    m_warmed.fetch_add(1, std::memory_order_relaxed);
    {
        FlightShard &shard = shardOf(hash);
        const std::lock_guard lock(shard.mutex);
        keep(link, hash);
    }
    // The second level is filled by whoever holds the lease, from what the store has then.
    if (m_second && m_second->isUsable())
        m_second->look(domain, key, [this, domain, key = std::string(key)](const std::shared_ptr<CachedLink> &found,
                                                                          SecondLevel::LeasePtr lease) {
            if (found || !lease)
                return;
            const std::shared_ptr<SecondLevel::Lease> shared = std::move(lease);
            (void)m_readers.submit([this, domain, key, shared](SqlConnection &connection) {
                if (auto now = findForRedirect(connection, domain, key))
                    shared->fill(fromRow(domain, key, std::move(*now)));
            });
        });
}

void LinkResolver::prime(DomainId domain, std::string_view key, SqlConnection &connection)
{
    const std::string full = withKey(domain, key, [](std::string_view k) { return std::string(k); });
    const std::uint64_t hash = LinkCache::hashOf(full);
    Answer none = [](Outcome, const CachedLinkPtr &) {};
    CachedLinkPtr landed;
    // As a flight, so that an edit meanwhile is noticed.
    if (join(full, hash, none, landed) != Joined::First)
        return;
    auto row = findForRedirect(connection, domain, key);
    if (row)
        m_warmed.fetch_add(1, std::memory_order_relaxed);
    land(domain, std::string(key), hash, row ? Outcome::Known : Outcome::Failed,
         row ? CachedLinkPtr(fromRow(domain, key, std::move(*row))) : nullptr);
}

void LinkResolver::clear()
{
    for (FlightShard &shard : m_flights) {
        const std::lock_guard lock(shard.mutex);
        for (auto &[key, flight] : shard.flights)
            flight.stale = true;
    }
    m_links.clear();
    m_absent.clear();
}

ResolverStats LinkResolver::stats() const
{
    ResolverStats stats;
    stats.links = m_links.stats();
    stats.absent = m_absent.stats();
    stats.storeReads = m_storeReads.load(std::memory_order_relaxed);
    stats.sharedFlights = m_sharedFlights.load(std::memory_order_relaxed);
    stats.refused = m_refused.load(std::memory_order_relaxed);
    stats.secondHits = m_secondHits.load(std::memory_order_relaxed);
    stats.warmed = m_warmed.load(std::memory_order_relaxed);
    return stats;
}

} // namespace linkdesk::core
