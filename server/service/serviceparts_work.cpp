#include "service/serviceparts.h"

#include "base/logging.h"
#include "base/timezone.h"
#include "clicks/clickstore.h"
#include "links/slug.h"
#include "service/publicurl.h"
#include "store/domainstore.h"
#include "store/sqlconnection.h"

namespace linkdesk::server {

using core::Error;
using core::ErrorCode;
using core::Result;

void Service::Parts::useDomains(const std::vector<core::Domain> &domains)
{
    m_domains.replace(domains);
    m_filter.setDomains(domains);
    std::vector<std::string> own;
    for (const core::Domain &domain : domains) {
        if (!domain.host.empty())
            own.push_back(domain.host);
    }
    own.push_back(authorityOf(m_running.publicUrl));
    m_links->setOwnHosts(std::move(own));
}

// Once, on a reader: counting a million rows is no work for a start. Changes are added as they come.
void Service::Parts::countLinks()
{
    (void)m_store->readers().submit([this](core::SqlConnection &connection) {
        const auto domains = core::allDomains(connection, true);
        if (!domains)
            return;
        std::int64_t links = 0;
        for (const core::Domain &domain : *domains)
            links += domain.linkCount;
        m_linkCount.fetch_add(links);
    });
}

// What the caches know by the link's code and its former ones.
void Service::Parts::forget(const core::Link &link)
{
    m_resolver->invalidate(link.domain, keyOf(link.domain, link.code), link.version);
    for (const core::LinkAlias &alias : link.aliases)
        m_resolver->invalidate(alias.domain, keyOf(alias.domain, alias.code), link.version);
}

std::string Service::Parts::keyOf(core::DomainId domain, std::string_view code) const
{
    const auto known = m_domains.byId(domain);
    return core::codeKey(code, !known || known->caseSensitive);
}

void Service::Parts::linkChanged(core::LinkChange change, const core::Link &before, const core::Link &after)
{
    if (change == core::LinkChange::Archived)
        return forget(after);
    const std::string key = keyOf(after.domain, after.code);
    const bool removed = change == core::LinkChange::Deleted || change == core::LinkChange::Purged;
    if (!removed)
        m_filter.add(after.domain, key);
    const bool recoded = before.code != after.code || before.domain != after.domain;
    if ((change == core::LinkChange::Edited && recoded) || change == core::LinkChange::Purged)
        m_filter.noteRemoved(1);
    // Before anybody can meet the limit: clicks that came without one may be on their way.
    if (after.maxClicks && !before.maxClicks && change != core::LinkChange::Created) {
        m_budget.beginUnsettled(after.id, after.clicks.humans);
        m_recorder->settle(after.id);
    }
    forget(after);
    if (change == core::LinkChange::Edited)
        forget(before);
    if (change == core::LinkChange::Purged)
        m_budget.forget(after.id);
    if (!removed)
        m_resolver->warm(after.domain, key, core::redirectRowOf(after));
    if (change == core::LinkChange::Created || change == core::LinkChange::Restored)
        m_linkCount.fetch_add(1);
    else if (change == core::LinkChange::Deleted)
        m_linkCount.fetch_sub(1);
}

void Service::Parts::domainKeysChanging(core::DomainId)
{
    m_filter.keysChanging();
}

void Service::Parts::domainsChanged(const std::vector<core::Domain> &domains)
{
    useDomains(domains);
    m_resolver->clear();
    if (m_secondLevel)
        m_secondLevel->clear();
}

void Service::Parts::startUpkeep()
{
    using namespace std::chrono_literals;
    m_upkeep.add(0ms, 1s, [this] {
        if (m_filter.due())
            buildFilter();
    });
    m_upkeep.add(0ms, 24h, [this] { warmUp(); });
    m_upkeep.add(0ms, 24h, [this] { m_links->refreshLookAlikes([this] { return !m_upkeep.isStopping(); }); });
    m_upkeep.add(0ms, CacheHistory::kStep, [this] { m_cacheHistory.add(countsOf(m_resolver->stats())); });
    m_upkeep.add(5min, 5min, [this] { m_filter.measure(); });
    m_upkeep.add(10s, 1min, [this] { sweep(); });
    m_upkeep.add(2min, 30s, [this] { m_safekeeping->backUpIfDue(); });
    m_upkeep.add(core::untilNight(m_clock.now()), 24h, [this] {
        m_links->purgeAliases();
        archive();
        buildFilter();
        m_safekeeping->checkCounters();
    });
    if (m_node)
        m_upkeep.add(0ms, 10s, [this] {
            m_node->renew([this](core::NodeState state) { m_links->setNodeTaken(state == core::NodeState::Taken); });
        });
    m_upkeep.start();
}

void Service::Parts::sweep()
{
    const auto swept = m_sweep->sweep([this] { return !m_upkeep.isStopping(); });
    if (!swept)
        qCWarning(core::lcService) << "cannot clear away what is over:" << swept.error().detail.c_str();
}

void Service::Parts::archive()
{
    const auto archived = m_sweep->archive([this] { return !m_upkeep.isStopping(); });
    if (!archived)
        qCWarning(core::lcService) << "cannot archive unused links:" << archived.error().detail.c_str();
}

// What comes round by itself, asked for now.
Result<core::JobPtr> Service::Parts::upkeepJob(std::string_view task, std::string actor)
{
    if (task != "sweep" && task != "archive")
        return Error{ErrorCode::InvalidInput, "task must be sweep or archive", "task"};
    const bool sweeps = task == "sweep";
    return m_jobs->start(std::string(task), std::string(task), std::move(actor), [this, sweeps](core::Job &job) {
        std::int64_t done = 0;
        const auto goOn = [&job] { return !job.isCancelled(); };
        const auto progress = [&job, &done](std::int64_t more) { job.setDone(done += more); };
        return sweeps ? m_sweep->sweep(goOn, progress) : m_sweep->archive(goOn, progress);
    });
}

core::FilterParse Service::Parts::parseFilter(std::string_view text) const
{
    core::FilterContext context;
    context.now = m_clock.now();
    context.zone = core::zoneOrUtc(core::zoneName(m_settings->current()));
    context.domainOf = [this](std::string_view host) -> std::optional<std::int64_t> {
        const auto domain = m_domains.byHost(host);
        return domain ? std::optional(domain->id.value) : std::nullopt;
    };
    return core::parseFilter(text, context);
}

// The links that the last day asked for most are in the cache before anybody asks.
void Service::Parts::warmUp()
{
    constexpr int kHottest = 10'000;
    auto connection = core::SqlConnection::open(m_store->databaseFile(), core::SqlConnection::Access::ReadOnly);
    if (!connection)
        return;
    const auto hottest = core::hottestCodes(**connection, m_clock.now() - std::chrono::hours(24), kHottest);
    if (!hottest)
        return;
    for (const auto &[domain, key] : *hottest)
        m_resolver->prime(domain, key, **connection);
}

Result<void> Service::Parts::clearCache(std::string_view level)
{
    if (level == "memory") {
        m_resolver->clear();
        return {};
    }
    if (level == "redis" && m_secondLevel) {
        m_secondLevel->clear();
        return {};
    }
    return Error{ErrorCode::InvalidInput,
                 level == "redis" ? "no Redis is used here" : "level must be memory or redis", "level"};
}

// On a connection of its own: reading all codes must not occupy a reader that visitors wait for.
void Service::Parts::buildFilter()
{
    auto connection = core::SqlConnection::open(m_store->databaseFile(), core::SqlConnection::Access::ReadOnly);
    const auto built = connection ? m_filter.rebuild(**connection, m_clock) : Result<void>(connection.error());
    if (!built)
        qCWarning(core::lcService) << "cannot build the filter of known codes:" << built.error().detail.c_str();
}

// The last thing that is written: a filter on disk must know all codes.
void Service::Parts::keepFilter()
{
    m_store->writer().flush();
    if (auto token = m_filter.save(m_options.dataDir))
        m_links->keepFilterToken(std::move(*token));
}

ServiceInfo Service::Parts::info() const
{
    ServiceInfo info;
    info.startedAt = m_startedAt;
    info.now = m_clock.now();
    info.publicUrl = m_running.publicUrl;
    info.publicAddress = m_running.publicAddress.text();
    info.adminAddress = m_running.adminAddress.text();
    info.dataDir = m_options.dataDir.string();
    info.threads = m_http.threads();
    info.links = m_linkCount;
    info.clicksPerSecond = m_feed.perSecond();
    info.http = m_http.stats(0);
    info.resolver = m_resolver->stats();
    info.lookups = m_cacheHistory.windows(countsOf(info.resolver));
    info.cacheLimits = resolverOptions(m_options).links;
    info.recorder = m_recorder->stats();
    info.writer = m_store->writer().stats();
    info.readers = m_store->readers().stats();
    info.codes = m_links->codeStats();
    info.filter = m_filter.stats();
    if (m_redis) {
        info.redis = m_redis->stats();
        info.redisAddress = m_redis->options().address();
        info.secondLevel = m_secondLevel->stats();
    }
    info.wasteAlarm = m_options.wasteAlarm / 100.0;
    if (const std::vector<core::Domain> domains = m_links->knownDomains(); !domains.empty()) {
        core::Domain domain = domains.front();
        domain.linkCount = info.links;
        info.clashProbability = core::clashProbability(domain);
    }
    info.sweep = m_sweep->stats();
    info.unarchived = m_links->unarchived();
    info.safekeeping = m_safekeeping->state();
    info.sizes = m_store->sizes();
    return info;
}

} // namespace linkdesk::server
