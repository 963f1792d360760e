#include "admin/serviceinfo.h"

#include "admin/json.h"

#include <boost/json/array.hpp>

#include <cstdio>

namespace linkdesk::server {

namespace json = boost::json;

namespace {

constexpr std::size_t kQueueAlarm = 8192;
constexpr std::int64_t kWalAlarm = 256LL * 1024 * 1024;

json::value ratioOrNull(const std::optional<double> &ratio)
{
    return ratio ? json::value(*ratio) : json::value(nullptr);
}

json::array problemsJson(const ServiceInfo &info)
{
    json::array out;
    for (const ServiceProblem &problem : problemsOf(info))
        out.push_back({{"code", problem.code}, {"detail", problem.detail}});
    return out;
}

} // namespace

std::optional<double> ServiceInfo::cacheHitRatio() const
{
    const auto hits = static_cast<double>(resolver.links.hits + resolver.absent.hits);
    const double all = hits + static_cast<double>(resolver.absent.misses);
    return all > 0 ? std::optional(hits / all) : std::nullopt;
}

std::vector<ServiceProblem> problemsOf(const ServiceInfo &info)
{
    std::vector<ServiceProblem> problems;
    if (info.recorder.failing)
        problems.push_back({"clicks-waiting", "Clicks cannot be stored and wait in memory; check the free space of the disk."});
    if (info.writer.queued > kQueueAlarm)
        problems.push_back({"writes-waiting", "Many changes wait to be written; the disk is slow or full."});
    if (info.sizes.walBytes > kWalAlarm)
        problems.push_back({"wal-large", "The write-ahead log is large; something keeps the database from tidying up."});
    return problems;
}

json::object serviceJson(const ServiceInfo &info, std::int64_t clicksToday)
{
    const core::CacheStats &links = info.resolver.links;
    return {
        {"name", "Linkdesk"},
        {"version", LINKDESK_VERSION},
        {"startedAt", formatTime(info.startedAt)},
        {"uptimeSeconds", (info.now - info.startedAt) / std::chrono::seconds(1)},
        {"publicUrl", info.publicUrl},
        {"publicAddress", info.publicAddress},
        {"adminAddress", info.adminAddress},
        {"dataDir", info.dataDir},
        {"links", info.links},
        {"clicks", {{"today", clicksToday},
                    {"perSecond", info.clicksPerSecond},
                    {"recorded", info.recorder.recorded},
                    {"queued", info.recorder.pending},
                    {"shedRows", info.recorder.shedRows}}},
        {"http", {{"connections", info.http.connections},
                  {"requests", info.http.requests},
                  {"refused", info.http.refusedConnections},
                  {"bad", info.http.badRequests}}},
        {"cache", {{"entries", links.entries},
                   {"capacity", info.cacheLimits.entries},
                   {"bytes", links.bytes},
                   {"capacityBytes", info.cacheLimits.bytes},
                   {"negativeEntries", info.resolver.absent.entries},
                   {"hits", links.hits},
                   {"negativeHits", info.resolver.absent.hits},
                   {"misses", info.resolver.absent.misses},
                   {"evictions", links.evictions},
                   {"storeReads", info.resolver.storeReads},
                   {"sharedReads", info.resolver.sharedFlights},
                   {"refused", info.resolver.refused},
                   {"hitRatio", ratioOrNull(info.cacheHitRatio())}}},
        {"store", {{"kind", "SQLite"},
                   {"databaseBytes", info.sizes.databaseBytes},
                   {"walBytes", info.sizes.walBytes},
                   {"writeQueue", info.writer.queued},
                   {"readQueue", info.readers.queued},
                   {"commits", info.writer.commits},
                   {"failedCommits", info.writer.failedCommits},
                   {"lastCommitMs", info.writer.lastCommitMs}}},
        {"redis", {{"state", "off"}}},
        {"orphans", info.recorder.orphans},
        {"threads", info.threads},
        {"problems", problemsJson(info)},
    };
}

json::object serviceStateJson(const ServiceInfo &info)
{
    return {{"state", "running"},
            {"cacheHitRatio", ratioOrNull(info.cacheHitRatio())},
            {"clicksPerSecond", info.clicksPerSecond},
            {"problems", problemsJson(info)}};
}

std::string prometheusText(const ServiceInfo &info)
{
    std::string out;
    const auto add = [&out](const char *name, const char *type, const char *help, double value) {
        char line[64];
        std::snprintf(line, sizeof line, " %.17g\n", value);
        out.append("# HELP linkdesk_").append(name).append(" ").append(help).append("\n# TYPE linkdesk_").append(name);
        out.append(" ").append(type).append("\nlinkdesk_").append(name).append(line);
    };
    const auto d = [](auto value) { return static_cast<double>(value); };
    const core::ResolverStats &resolver = info.resolver;
    add("uptime_seconds", "gauge", "Time since the service started.", d((info.now - info.startedAt) / std::chrono::seconds(1)));
    add("links", "gauge", "Links that are not deleted.", d(info.links));
    add("http_connections", "gauge", "Open public connections.", d(info.http.connections));
    add("http_requests_total", "counter", "Public requests that reached the handler.", d(info.http.requests));
    add("http_bad_requests_total", "counter", "Public requests refused as malformed.", d(info.http.badRequests));
    add("http_refused_connections_total", "counter", "Public connections over a limit.", d(info.http.refusedConnections));
    add("clicks_recorded_total", "counter", "Clicks counted and stored since the start.", d(info.recorder.recorded));
    add("clicks_pending", "gauge", "Clicks counted in memory, not yet stored.", d(info.recorder.pending));
    add("click_rows_shed_total", "counter", "Raw click rows dropped under load; their clicks are counted.", d(info.recorder.shedRows));
    add("orphan_requests_total", "counter", "Requests for unknown codes.", d(info.recorder.orphans));
    add("cache_entries", "gauge", "Links in the local cache.", d(resolver.links.entries));
    add("cache_bytes", "gauge", "Bytes in the local cache.", d(resolver.links.bytes));
    add("cache_hits_total", "counter", "Look-ups answered by the local cache.", d(resolver.links.hits));
    add("cache_negative_hits_total", "counter", "Look-ups answered by a remembered absence.", d(resolver.absent.hits));
    add("cache_misses_total", "counter", "Look-ups that the local cache could not answer.", d(resolver.absent.misses));
    add("cache_evictions_total", "counter", "Links that left the local cache for others.", d(resolver.links.evictions));
    add("store_reads_total", "counter", "Links read from the store for visitors.", d(resolver.storeReads));
    add("store_commits_total", "counter", "Committed transactions.", d(info.writer.commits));
    add("store_failed_commits_total", "counter", "Transactions that could not be committed.", d(info.writer.failedCommits));
    add("store_write_queue", "gauge", "Changes waiting to be written.", d(info.writer.queued));
    add("store_read_queue", "gauge", "Reads waiting.", d(info.readers.queued));
    add("store_database_bytes", "gauge", "Size of the database file.", d(info.sizes.databaseBytes));
    add("store_wal_bytes", "gauge", "Size of the write-ahead log.", d(info.sizes.walBytes));
    return out;
}

} // namespace linkdesk::server
