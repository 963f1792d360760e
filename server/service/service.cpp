#include "service/service.h"

#include "admin/adminhandler.h"
#include "admin/auditendpoints.h"
#include "admin/backupendpoints.h"
#include "admin/cachehistory.h"
#include "admin/domainendpoints.h"
#include "admin/eventhub.h"
#include "admin/filterendpoints.h"
#include "admin/jobendpoints.h"
#include "admin/lifeendpoints.h"
#include "admin/linkendpoints.h"
#include "admin/renewalendpoints.h"
#include "admin/serviceinfo.h"
#include "admin/safekeeping.h"
#include "admin/settingendpoints.h"
#include "admin/statsendpoints.h"
#include "admin/systemendpoints.h"
#include "admin/tagendpoints.h"
#include "admin/viewendpoints.h"
#include "base/logging.h"
#include "base/timezone.h"
#include "clicks/botlist.h"
#include "clicks/clickbudget.h"
#include "clicks/clickrecorder.h"
#include "clicks/clickstore.h"
#include "links/domaindirectory.h"
#include "links/linkservice.h"
#include "links/slug.h"
#include "pagefiles.h"
#include "redirect/redirecthandler.h"
#include "redis/nodeclaim.h"
#include "redis/rediscounter.h"
#include "resolve/codefilter.h"
#include "resolve/linkresolver.h"
#include "resolve/rediscache.h"
#include "service/publicurl.h"
#include "service/restarter.h"
#include "service/runtimefile.h"
#include "service/storecalls.h"
#include "store/datafolderlock.h"
#include "store/domainstore.h"
#include "store/restoreswap.h"
#include "store/settingsbook.h"
#include "store/sqlconnection.h"
#include "store/store.h"
#include "upkeep/jobs.h"
#include "upkeep/linkbatch.h"
#include "upkeep/linksweep.h"
#include "upkeep/upkeep.h"

#include <boost/asio/ip/address.hpp>

#include <atomic>
#include <future>
#include <thread>

namespace linkdesk::server {

using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

constexpr std::chrono::milliseconds kDrainPatience{2000};
constexpr std::size_t kAdminConnectionsPerAddress = 256;

Limits publicLimits(const ServiceOptions &options)
{
    Limits limits;
    limits.connectionsPerAddress = options.connectionsPerAddress;
    return limits;
}

Limits adminLimits()
{
    Limits limits;
    // The app, scripts and a proxy in front all come from one or two addresses, and have a key.
    limits.connectionsPerAddress = kAdminConnectionsPerAddress;
    limits.requestsPerConnection = 1'000'000;
    return limits;
}

core::ResolverOptions resolverOptions(const ServiceOptions &options)
{
    core::ResolverOptions resolver;
    resolver.links.entries = std::max<std::size_t>(options.cacheEntries, 1);
    resolver.links.bytes = options.cacheMegabytes * 1024 * 1024;
    resolver.cacheEnabled = options.cacheEntries > 0;
    return resolver;
}

core::CodeFilterOptions filterOptions(const ServiceOptions &options)
{
    core::CodeFilterOptions filter;
    filter.expectedCodes = options.expectedLinks;
    filter.headroom = options.filterHeadroom;
    return filter;
}

bool isLoopback(const BoundAddress &address)
{
    boost::system::error_code error;
    const auto ip = boost::asio::ip::make_address(address.host, error);
    return !error && ip.is_loopback();
}

// Where a client on this computer reaches a bound address.
BoundAddress reachable(const BoundAddress &bound)
{
    if (bound.host == "0.0.0.0")
        return {"127.0.0.1", bound.port};
    if (bound.host == "::")
        return {"::1", bound.port};
    return bound;
}

std::string defaultPublicUrl(const BoundAddress &bound)
{
    const bool everywhere = bound.host == "0.0.0.0" || bound.host == "::";
    return "http://" + (everywhere ? "localhost:" + std::to_string(bound.port) : bound.text());
}

} // namespace

// What one run of the parts has from the one before it.
struct Service::Carried {
    std::string token; // empty: this is the first
    std::optional<RestoreOutcome> restore;
};

// Members in order of construction; the destructor's order is the explicit sequence of stop().
class Service::Parts final : public core::LinkObserver {
public:
    Parts(const ServiceOptions &options, Carried carried, std::function<void()> restart)
        : m_options(options), m_carried(std::move(carried)), m_restart(std::move(restart)),
          m_filter(m_random, filterOptions(options)), m_http(options.threads)
    {
    }
    ~Parts() override { stop(); }

    Result<RunningService> start();
    void stop();

    void linkChanged(core::LinkChange change, const core::Link &before, const core::Link &after) override;
    void domainKeysChanging(core::DomainId domain) override;
    void domainsChanged(const std::vector<core::Domain> &domains) override;

private:
    Result<void> openStore();
    Result<void> openRedis();
    void startRedis();
    Result<void> claimNode();
    Result<void> buildCore();
    void buildSafekeeping();
    void buildAdmin();
    Result<void> listen();
    Result<void> settlePublicUrl();
    void useDomains(const std::vector<core::Domain> &domains);
    void startUpkeep();
    void warmUp();
    void sweep();
    void archive();
    Result<core::JobPtr> upkeepJob(std::string_view task, std::string actor);
    [[nodiscard]] core::FilterParse parseFilter(std::string_view text) const;
    Result<void> clearCache(std::string_view level);
    void buildFilter();
    void keepFilter();
    void countLinks();
    void forget(const core::Link &link);
    [[nodiscard]] std::string keyOf(core::DomainId domain, std::string_view code) const;
    [[nodiscard]] ServiceInfo info() const;

    const ServiceOptions &m_options;
    const Carried m_carried;
    const std::function<void()> m_restart;
    core::SystemClock m_clock;
    core::SecureRandom m_random;
    core::DomainDirectory m_domains;
    core::LiveFeed m_feed;
    core::BotList m_bots;
    core::ClickBudget m_budget;
    core::CodeFilter m_filter;
    HttpServer m_http;
    std::unique_ptr<core::Store> m_store;
    std::unique_ptr<core::RedisClient> m_redis; // null: none is used
    std::unique_ptr<core::RedisCounter> m_sequence;
    std::unique_ptr<core::RedisCache> m_secondLevel;
    std::unique_ptr<core::SettingsBook> m_settings;
    std::unique_ptr<core::LinkService> m_links;
    std::unique_ptr<core::NodeClaim> m_node;
    std::unique_ptr<core::LinkResolver> m_resolver;
    std::unique_ptr<core::ClickRecorder> m_recorder;
    std::unique_ptr<KeyRing> m_keys;
    std::unique_ptr<EventHub> m_events;
    Router m_router;
    std::unique_ptr<RedirectHandler> m_redirect;
    std::unique_ptr<AdminHandler> m_admin;
    CacheHistory m_cacheHistory;
    std::unique_ptr<core::LinkSweep> m_sweep;
    std::unique_ptr<core::JobBook> m_jobs;
    std::unique_ptr<Safekeeping> m_safekeeping;
    std::unique_ptr<core::LinkBatch> m_batch;
    core::Upkeep m_upkeep;
    RunningService m_running;
    core::TimePoint m_startedAt;
    std::atomic<std::int64_t> m_linkCount{0};
    bool m_wroteRuntimeFile = false;
    bool m_started = false;
};

Result<RunningService> Service::Parts::start()
{
    if (!isLoopback(m_options.adminListen) && !m_options.adminBehindProxy)
        return Error{ErrorCode::InvalidInput,
                     "the admin API on " + m_options.adminListen.text()
                         + " would send keys in the clear; keep it on 127.0.0.1, or set admin-behind-proxy if a proxy adds TLS",
                     "admin-listen"};
    m_startedAt = m_clock.now();
    if (auto done = openStore(); !done)
        return done.error();
    if (auto done = openRedis(); !done)
        return done.error();
    if (auto done = buildCore(); !done)
        return done.error();
    startRedis();
    if (auto done = claimNode(); !done)
        return done.error();
    m_running.token = m_carried.token.empty() ? m_keys->makeControlKey() : m_carried.token;
    m_keys->useControlKey(m_running.token);
    buildAdmin();
    if (auto done = listen(); !done)
        return done.error();
    if (auto done = settlePublicUrl(); !done)
        return done.error();
    useDomains(m_links->knownDomains());
    m_filter.load(m_options.dataDir, m_links->filterToken());
    if (auto done = writeRuntimeFile(m_options.dataDir, {m_running.adminUrl, m_running.token}); !done)
        return done.error();
    m_wroteRuntimeFile = true;
    m_recorder->start();
    m_http.start();
    m_started = true;
    startUpkeep();
    countLinks();
    return m_running;
}

Result<void> Service::Parts::openStore()
{
    core::StoreOptions options;
    options.dataDir = m_options.dataDir;
    auto store = core::Store::open(options, m_clock);
    if (!store)
        return store.error();
    m_store = std::move(*store);
    return {};
}

// A Redis that is not there now is no reason not to start: it may come, and links are answered without.
Result<void> Service::Parts::openRedis()
{
    if (m_options.redis.empty())
        return {};
    auto redis = core::parseRedisAddress(m_options.redis);
    if (!redis)
        return redis.error();
    redis->prefix = m_options.redisPrefix;
    m_redis = std::make_unique<core::RedisClient>(std::move(*redis), m_random);
    m_sequence = std::make_unique<core::RedisCounter>(*m_redis);
    return {};
}

void Service::Parts::startRedis()
{
    if (!m_redis)
        return;
    core::RedisCacheOptions options;
    // Services with databases of their own may share a Redis, but not their links.
    options.space = m_links->installationId();
    // After a crash nobody knows which edits Redis was not told of.
    options.startAfresh = m_links->filterToken().empty();
    m_secondLevel = std::make_unique<core::RedisCache>(*m_redis, m_clock, m_random, options);
    m_secondLevel->setLocal({[this](core::DomainId domain, std::string_view key) { m_resolver->forget(domain, key); },
                             [this] { m_resolver->clear(); }});
    m_resolver->setSecondLevel(m_secondLevel.get());
    m_secondLevel->start();
    m_redis->start();
}

Result<void> Service::Parts::claimNode()
{
    if (!m_redis)
        return {};
    const auto patience = m_redis->options().connectTimeout * 2;
    m_node = std::make_unique<core::NodeClaim>(*m_redis, static_cast<std::uint8_t>(m_options.node), m_links->installationId());
    m_redis->waitForFirstAttempt(patience);
    const auto claimed = std::make_shared<std::promise<core::NodeState>>();
    m_node->renew([claimed](core::NodeState state) { claimed->set_value(state); });
    auto outcome = claimed->get_future();
    if (outcome.wait_for(patience) == std::future_status::ready && outcome.get() == core::NodeState::Taken)
        return Error{ErrorCode::InUse,
                     "another service that uses this Redis has node number " + std::to_string(m_options.node)
                         + "; give each its own with --node",
                     "node"};
    return {};
}

Result<void> Service::Parts::buildCore()
{
    core::LinkServiceOptions links;
    links.codes.block = m_options.numberBlock;
    links.codes.node = static_cast<std::uint8_t>(m_options.node);
    links.codes.known = &m_filter;
    links.codes.sharedSequence = m_sequence != nullptr;
    links.sequence = m_sequence.get();
    m_links = std::make_unique<core::LinkService>(*m_store, m_clock, m_random, links);
    m_resolver = std::make_unique<core::LinkResolver>(
        m_store->readers(), m_clock, [this](core::CachedLink &link) { RedirectHandler::prepare(link, m_domains, m_budget); }, resolverOptions(m_options));
    core::RecorderOptions recorder;
    recorder.bots = &m_bots;
    recorder.budget = &m_budget;
    m_recorder = std::make_unique<core::ClickRecorder>(m_store->writer(), m_clock, m_feed, m_http.threads(), recorder);
    m_redirect = std::make_unique<RedirectHandler>(
        RedirectHandler::Parts{*m_resolver, m_filter, *m_recorder, m_budget, m_bots, m_domains, m_clock,
                               [this](core::LinkId link) { m_links->wake(link); }});
    m_keys = std::make_unique<KeyRing>(*m_store, m_clock, m_random);
    m_events = std::make_unique<EventHub>(m_domains, m_clock);
    m_settings = std::make_unique<core::SettingsBook>(*m_store, m_clock);
    if (auto loaded = m_settings->load(); !loaded)
        return loaded.error();
    m_sweep = std::make_unique<core::LinkSweep>(*m_links, *m_store, *m_settings, m_clock);
    m_jobs = std::make_unique<core::JobBook>(m_clock);
    m_batch = std::make_unique<core::LinkBatch>(*m_links, *m_store, *m_jobs);
    buildSafekeeping();
    m_links->addObserver(this);
    m_links->addObserver(m_events.get());
    m_feed.subscribe([this](const core::LiveSecond &second) { m_events->secondPassed(second); });
    m_events->setServiceState([this] { return serviceStateJson(info()); });
    m_jobs->setListener([this](const core::JobInfo &job) { m_events->jobChanged(jobJson(job, m_clock.now())); });
    return m_keys->load();
}

void Service::Parts::buildSafekeeping()
{
    std::optional<RestoreOutcome> restore = m_carried.restore;
    // One that the last service decided on and did not live to carry out.
    if (!restore && m_store->restored())
        restore = RestoreOutcome{*m_store->restored(), {}};
    const auto dataChanged = [this] {
        (void)clearCache("memory");
        (void)clearCache("redis");
    };
    m_safekeeping = std::make_unique<Safekeeping>(Safekeeping::Parts{*m_store, *m_settings, m_clock, *m_jobs, m_options.dataDir,
                                                                     dataChanged, m_restart, std::move(restore)});
}

void Service::Parts::buildAdmin()
{
    const FilterReader filter = [this](std::string_view text) { return parseFilter(text); };
    addLinkEndpoints(m_router, *m_links, m_domains, m_clock, filter);
    addFilterEndpoints(m_router, filter);
    addTagEndpoints(m_router, core::TagBook(*m_store, m_clock));
    addViewEndpoints(m_router, core::ViewBook(*m_store, m_clock), filter);
    addStatsEndpoints(m_router, *m_store, m_feed, *m_events, m_domains, m_clock);
    addSystemEndpoints(m_router, *m_store, *m_keys, [this] { return info(); },
                       [this](std::string_view level) { return clearCache(level); });
    addDomainEndpoints(m_router, *m_links);
    const LinkApi links{*m_links, m_domains, m_clock};
    addLifeEndpoints(m_router, {links, *m_batch, *m_store, [this] { return core::zoneName(m_settings->current()); },
                                filter});
    addJobEndpoints(m_router, *m_jobs, m_clock);
    addAuditEndpoints(m_router, {links, *m_batch, *m_store});
    addSettingEndpoints(m_router, *m_settings);
    addBackupEndpoints(m_router, *m_safekeeping, *m_store, m_clock);
    addRenewalEndpoints(m_router, {links, *m_store, *m_settings});
    m_router.add(Method::Post, "service/upkeep", Scope::Admin, [this](const Call &call) {
        const auto body = call.body();
        if (!body)
            return;
        ObjectReader in(*body);
        const auto task = in.text("task");
        if (auto read = in.finish(); !read)
            return call.fail(read.error());
        answerJob(call, upkeepJob(task.value_or(""), call.actor()), m_clock);
    });
    AdminPolicy policy;
    policy.hosts = m_options.adminHosts;
    policy.anyAddress = !isLoopback(m_options.adminListen);
    m_admin = std::make_unique<AdminHandler>(*m_keys, m_router, std::move(policy));
    const auto plain = [](std::string_view type, std::string text) {
        Response response;
        response.contentType = type;
        response.body = std::move(text);
        response.addHeader("X-Content-Type-Options", "nosniff");
        response.addHeader("Cache-Control", "no-store");
        return response;
    };
    m_admin->addOpenPage("/health/live", [plain] { return plain("application/json", R"({"status":"ok"})"); });
    m_admin->addOpenPage("/health/ready", [this, plain] {
        const auto problems = problemsOf(info());
        Response response = plain("application/json", problems.empty() ? R"({"status":"ok"})" : R"({"status":"degraded"})");
        return response;
    });
    m_admin->addOpenPage("/metrics", [this, plain] {
        return plain("text/plain; version=0.0.4; charset=utf-8", prometheusText(info()));
    });
    m_admin->addOpenPage("/openapi.json", [plain] { return plain("application/json", std::string(files::openapi_json())); });
}

Result<void> Service::Parts::listen()
{
    auto open = m_http.listen(m_options.listen, *m_redirect, publicLimits(m_options));
    if (!open)
        return open.error();
    auto admin = m_http.listen(m_options.adminListen, *m_admin, adminLimits());
    if (!admin)
        return Error{admin.error().code, admin.error().detail, "admin-listen"};
    m_running.publicAddress = *open;
    m_running.adminAddress = *admin;
    m_running.adminUrl = "http://" + reachable(*admin).text();
    return {};
}

Result<void> Service::Parts::settlePublicUrl()
{
    auto url = server::settlePublicUrl(*m_store, m_options.publicUrl, defaultPublicUrl(m_running.publicAddress));
    if (!url)
        return url.error();
    m_running.publicUrl = std::move(*url);
    m_domains.setPublicUrl(m_running.publicUrl);
    return {};
}

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
    info.safekeeping = m_safekeeping->state();
    info.sizes = m_store->sizes();
    return info;
}

// Stop accepting, finish what is being answered, join the HTTP threads, store the clicks, close the store. The recorder
// ends after the last thread that may answer a visitor, so no answered click comes too late for it. Answers that the
// store gives while it drains are posted to threads that no longer run, and go unread with their clients.
void Service::Parts::stop()
{
    if (m_wroteRuntimeFile)
        removeRuntimeFile(m_options.dataDir);
    m_wroteRuntimeFile = false;
    if (m_events)
        m_events->closeAll();
    if (m_started)
        m_http.drain(kDrainPatience);
    m_http.stop();
    m_upkeep.stop();
    if (m_jobs)
        m_jobs->stop();
    if (m_recorder)
        m_recorder->stop();
    if (m_secondLevel)
        m_secondLevel->stop();
    if (m_redis)
        m_redis->stop(); // its last answers still find those who wait for them
    if (m_started)
        keepFilter();
    m_links.reset(); // waits for its writes; nobody calls it any more
    m_store.reset(); // runs what is queued, so what the jobs use still stands
    m_started = false;
}

Service::Service(ServiceOptions options) : m_options(std::move(options)) {}

Service::~Service()
{
    stop();
}

Result<RunningService> Service::start()
{
    const std::lock_guard lock(m_mutex);
    m_again = m_options;
    if (auto started = startParts({}); !started)
        return started.error();
    m_again.listen = m_running.publicAddress;
    m_again.adminListen = m_running.adminAddress;
    m_restarter = std::make_unique<Restarter>([this] { restart(); });
    return m_running;
}

Result<void> Service::startParts(const Carried &carried)
{
    m_parts = std::make_unique<Parts>(m_again, carried, [this] { m_restarter->request(); });
    auto running = m_parts->start();
    if (!running) {
        m_parts.reset();
        return running.error();
    }
    m_running = std::move(*running);
    return {};
}

namespace {

// Another program, such as a verb of the command line, may have the folder or, for a moment, the port.
template <typename Try>
auto withPatience(Try attempt)
{
    constexpr int kTries = 50;
    constexpr std::chrono::milliseconds kPause{100};
    auto result = attempt();
    for (int i = 1; i < kTries && !result && (result.error().code == ErrorCode::InUse || result.error().code == ErrorCode::AddressInUse); ++i) {
        std::this_thread::sleep_for(kPause);
        result = attempt();
    }
    return result;
}

// Here and not only in Store::open(), so that it is known what to return to.
Result<std::optional<core::Restored>> swapDatabase(const std::filesystem::path &folder)
{
    const auto lock = core::DataFolderLock::acquire(folder);
    return lock ? core::completeRestore(folder) : lock.error();
}

} // namespace

// The database was decided on; from here on there is one, whatever happens (R38).
void Service::restart()
{
    const std::lock_guard lock(m_mutex);
    if (!m_parts)
        return;
    m_parts.reset();
    const std::filesystem::path &folder = m_options.dataDir;
    Carried carried{m_running.token, {}};
    const auto swapped = withPatience([&] { return swapDatabase(folder); });
    if (swapped && *swapped) {
        carried.restore = RestoreOutcome{**swapped, {}};
    } else if (!swapped) {
        core::cancelRestore(folder);
        carried.restore = RestoreOutcome{core::Restored{core::SystemClock().now(), {}, {}, {}}, swapped.error().detail};
    }
    auto started = withPatience([&] { return startParts(carried); });
    if (!started && swapped && *swapped) {
        qCWarning(core::lcService) << "the restored database cannot be used:" << started.error().detail.c_str();
        carried.restore->error = started.error().detail;
        if (auto back = core::decideReturn(folder, **swapped, core::SystemClock().now()); back)
            started = withPatience([&] { return startParts(carried); });
    }
    if (!started) {
        qCWarning(core::lcService) << "the service cannot start anew:" << started.error().detail.c_str();
        if (m_ended)
            m_ended(started.error());
    }
}

void Service::stop()
{
    // First, as a restart that is under way makes new parts.
    if (m_restarter)
        m_restarter->stop();
    const std::lock_guard lock(m_mutex);
    m_parts.reset();
    m_restarter.reset();
}

} // namespace linkdesk::server
