#include "service/service.h"

#include "admin/adminhandler.h"
#include "admin/eventhub.h"
#include "admin/linkendpoints.h"
#include "admin/serviceinfo.h"
#include "admin/statsendpoints.h"
#include "admin/systemendpoints.h"
#include "base/logging.h"
#include "clicks/clickrecorder.h"
#include "links/domaindirectory.h"
#include "links/linkservice.h"
#include "links/slug.h"
#include "pagefiles.h"
#include "redirect/redirecthandler.h"
#include "resolve/linkresolver.h"
#include "service/publicurl.h"
#include "service/runtimefile.h"
#include "service/storecalls.h"
#include "store/linkstore.h"
#include "store/store.h"

#include <boost/asio/ip/address.hpp>

#include <atomic>
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

// Members in order of construction; the destructor's order is the explicit sequence of stop().
class Service::Parts final : public core::LinkObserver {
public:
    explicit Parts(const ServiceOptions &options) : m_options(options), m_http(options.threads) {}
    ~Parts() override { stop(); }

    Result<RunningService> start();
    void stop();

    void linkChanged(core::LinkChange change, const core::Link &before, const core::Link &after) override;

private:
    Result<void> openStore();
    Result<void> buildCore();
    void buildAdmin();
    Result<void> listen();
    Result<void> settlePublicUrl();
    Result<void> loadDomains();
    void useDomains(const std::vector<core::Domain> &domains);
    void countLinks();
    [[nodiscard]] std::string keyOf(const core::Link &link) const;
    [[nodiscard]] ServiceInfo info() const;

    const ServiceOptions &m_options;
    core::SystemClock m_clock;
    core::SecureRandom m_random;
    core::DomainDirectory m_domains;
    core::LiveFeed m_feed;
    HttpServer m_http;
    std::unique_ptr<core::Store> m_store;
    std::unique_ptr<core::LinkService> m_links;
    std::unique_ptr<core::LinkResolver> m_resolver;
    std::unique_ptr<core::ClickRecorder> m_recorder;
    std::unique_ptr<KeyRing> m_keys;
    std::unique_ptr<EventHub> m_events;
    Router m_router;
    std::unique_ptr<RedirectHandler> m_redirect;
    std::unique_ptr<AdminHandler> m_admin;
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
    if (auto done = buildCore(); !done)
        return done.error();
    m_running.token = m_keys->makeControlKey();
    buildAdmin();
    if (auto done = listen(); !done)
        return done.error();
    if (auto done = settlePublicUrl(); !done)
        return done.error();
    if (auto done = loadDomains(); !done)
        return done.error();
    if (auto done = writeRuntimeFile(m_options.dataDir, {m_running.adminUrl, m_running.token}); !done)
        return done.error();
    m_wroteRuntimeFile = true;
    m_recorder->start();
    m_http.start();
    m_started = true;
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

Result<void> Service::Parts::buildCore()
{
    m_links = std::make_unique<core::LinkService>(*m_store, m_clock, m_random);
    m_resolver = std::make_unique<core::LinkResolver>(m_store->readers(), m_clock, &RedirectHandler::render,
                                                      resolverOptions(m_options));
    m_recorder = std::make_unique<core::ClickRecorder>(m_store->writer(), m_clock, m_feed, m_http.threads());
    m_redirect = std::make_unique<RedirectHandler>(*m_resolver, *m_recorder, m_domains, m_clock);
    m_keys = std::make_unique<KeyRing>(*m_store, m_clock, m_random);
    m_events = std::make_unique<EventHub>(m_domains, m_clock);
    m_links->addObserver(this);
    m_links->addObserver(m_events.get());
    m_feed.subscribe([this](const core::LiveSecond &second) { m_events->secondPassed(second); });
    m_events->setServiceState([this] { return serviceStateJson(info()); });
    return m_keys->load();
}

void Service::Parts::buildAdmin()
{
    addLinkEndpoints(m_router, *m_links, m_domains, m_clock);
    addStatsEndpoints(m_router, *m_store, m_feed, *m_events, m_domains, m_clock);
    addSystemEndpoints(m_router, *m_store, *m_links, *m_keys, [this] { return info(); },
                       [this](const std::vector<core::Domain> &domains) { useDomains(domains); });
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

Result<void> Service::Parts::loadDomains()
{
    auto domains = readAndWait<std::vector<core::Domain>>(
        *m_store, [](core::SqlConnection &connection) { return core::allDomains(connection, false); });
    if (!domains)
        return domains.error();
    useDomains(*domains);
    return {};
}

void Service::Parts::useDomains(const std::vector<core::Domain> &domains)
{
    m_domains.replace(domains);
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

std::string Service::Parts::keyOf(const core::Link &link) const
{
    const auto domain = m_domains.byId(link.domain);
    return domain && !domain->caseSensitive ? core::foldCase(link.code) : link.code;
}

void Service::Parts::linkChanged(core::LinkChange change, const core::Link &before, const core::Link &after)
{
    m_resolver->invalidate(before.domain, keyOf(before));
    if (after.domain != before.domain || after.code != before.code)
        m_resolver->invalidate(after.domain, keyOf(after));
    if (change == core::LinkChange::Created || change == core::LinkChange::Restored)
        m_linkCount.fetch_add(1);
    else if (change == core::LinkChange::Deleted)
        m_linkCount.fetch_sub(1);
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
    info.cacheLimits = resolverOptions(m_options).links;
    info.recorder = m_recorder->stats();
    info.writer = m_store->writer().stats();
    info.readers = m_store->readers().stats();
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
    if (m_recorder)
        m_recorder->stop();
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
    m_parts = std::make_unique<Parts>(m_options);
    auto running = m_parts->start();
    if (!running)
        m_parts.reset();
    return running;
}

void Service::stop()
{
    m_parts.reset();
}

} // namespace linkdesk::server
