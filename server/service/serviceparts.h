// Service::Parts: everything that runs, in the order it is made; one run of the service from start to stop.
//
// For the sources of Service alone: serviceparts.cpp builds and ends it, serviceparts_work.cpp is what it does meanwhile.
#pragma once

#include "admin/adminhandler.h"
#include "admin/cachehistory.h"
#include "admin/eventhub.h"
#include "admin/safekeeping.h"
#include "admin/serviceinfo.h"
#include "clicks/botlist.h"
#include "clicks/clickbudget.h"
#include "clicks/clickrecorder.h"
#include "links/domaindirectory.h"
#include "links/filterparser.h"
#include "links/linkservice.h"
#include "redirect/redirecthandler.h"
#include "redis/nodeclaim.h"
#include "redis/rediscounter.h"
#include "resolve/codefilter.h"
#include "resolve/linkresolver.h"
#include "resolve/rediscache.h"
#include "service/service.h"
#include "store/settingsbook.h"
#include "store/store.h"
#include "upkeep/jobs.h"
#include "upkeep/linkbatch.h"
#include "upkeep/linksweep.h"
#include "upkeep/upkeep.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace linkdesk::server {

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

    [[nodiscard]] core::Result<RunningService> start();
    void stop();

    void linkChanged(core::LinkChange change, const core::Link &before, const core::Link &after) override;
    void domainKeysChanging(core::DomainId domain) override;
    void domainsChanged(const std::vector<core::Domain> &domains) override;

private:
    static core::CodeFilterOptions filterOptions(const ServiceOptions &options);
    static core::ResolverOptions resolverOptions(const ServiceOptions &options);
    core::Result<void> openStore();
    core::Result<void> openRedis();
    void startRedis();
    core::Result<void> claimNode();
    core::Result<void> buildCore();
    void buildSafekeeping();
    void buildAdmin();
    core::Result<void> listen();
    core::Result<void> settlePublicUrl();
    void useDomains(const std::vector<core::Domain> &domains);
    void startUpkeep();
    void warmUp();
    void sweep();
    void archive();
    core::Result<core::JobPtr> upkeepJob(std::string_view task, std::string actor);
    [[nodiscard]] core::FilterParse parseFilter(std::string_view text) const;
    core::Result<void> clearCache(std::string_view level);
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

} // namespace linkdesk::server
