#include "service/serviceparts.h"

#include "admin/auditendpoints.h"
#include "admin/backupendpoints.h"
#include "admin/domainendpoints.h"
#include "admin/filterendpoints.h"
#include "admin/jobendpoints.h"
#include "admin/lifeendpoints.h"
#include "admin/linkendpoints.h"
#include "admin/renewalendpoints.h"
#include "admin/settingendpoints.h"
#include "admin/statsendpoints.h"
#include "admin/systemendpoints.h"
#include "admin/tagendpoints.h"
#include "admin/viewendpoints.h"
#include "base/logging.h"
#include "pagefiles.h"
#include "service/publicurl.h"
#include "service/runtimefile.h"

#include <boost/asio/ip/address.hpp>

#include <future>

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

core::ResolverOptions Service::Parts::resolverOptions(const ServiceOptions &options)
{
    core::ResolverOptions resolver;
    resolver.links.entries = std::max<std::size_t>(options.cacheEntries, 1);
    resolver.links.bytes = options.cacheMegabytes * 1024 * 1024;
    resolver.cacheEnabled = options.cacheEntries > 0;
    return resolver;
}

core::CodeFilterOptions Service::Parts::filterOptions(const ServiceOptions &options)
{
    core::CodeFilterOptions filter;
    filter.expectedCodes = options.expectedLinks;
    filter.headroom = options.filterHeadroom;
    return filter;
}

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

} // namespace linkdesk::server
