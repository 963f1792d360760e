#include "admin/serviceinfo.h"

#include "admin/json.h"

#include <boost/json/array.hpp>

#include <array>
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

// A lost block or two is what a crash costs; beyond that the rate tells.
bool isWasteful(const core::NumberStats &numbers, const ServiceInfo &info)
{
    return numbers.wasted() > static_cast<std::int64_t>(info.codes.block) && numbers.wasteRate() > info.wasteAlarm;
}

void addCodeProblems(std::vector<ServiceProblem> &problems, const ServiceInfo &info)
{
    constexpr std::chrono::days kWarnedBefore{365};
    const core::Snowflake::Status &snowflake = info.codes.snowflake;
    if (info.redis && info.redis->state == core::RedisState::Down)
        problems.push_back({"redis-down", "Redis at " + info.redisAddress + " cannot be used (" + info.redis->lastError
                                              + "): links are answered from the database."});
    if (snowflake.nodeTaken)
        problems.push_back({"node-taken", "Another service has node number " + std::to_string(snowflake.node)
                                              + ", so snowflake codes are refused: give each its own with --node."});
    if (snowflake.state == core::SnowflakeState::Refusing)
        problems.push_back({"clock-moved-back", "The clock of this computer went back, so snowflake codes are refused: set the "
                                                "clock right or choose another generator."});
    if (snowflake.state == core::SnowflakeState::Ended)
        problems.push_back({"snowflake-ended", "Snowflake codes have used up their time: choose another generator."});
    else if (snowflake.last && info.now + kWarnedBefore >= core::kSnowflakeEnd)
        problems.push_back({"snowflake-ending", "Snowflake codes end on " + formatTime(core::kSnowflakeEnd)
                                                    + ": choose another generator before."});
    if (isWasteful(info.codes.sequence, info) || isWasteful(info.codes.shuffled, info))
        problems.push_back({"numbers-wasted", "Many numbers taken for short codes became no link: something ends the service "
                                              "without stopping it, or creates fail."});
}

void addSafekeepingProblems(std::vector<ServiceProblem> &problems, const SafekeepingState &state)
{
    if (!state.backup.lastError.empty())
        problems.push_back({"backup-failed", "The last backup failed: " + state.backup.lastError});
    if (state.restore && !state.restore->error.empty())
        problems.push_back({"restore-failed", "A restore failed, and the former database is in use: " + state.restore->error});
    if (!state.wrongCounters.empty())
        problems.push_back({"counters-differ", "Click counters do not agree; run the check with repair. " + state.wrongCounters});
}

json::object numbersJson(const core::NumberStats &numbers, const ServiceInfo &info, const char *source)
{
    return {{"watermark", numbers.watermark}, {"used", numbers.used},
            {"wasted", numbers.wasted()},     {"waiting", numbers.waiting},
            {"wasteRate", numbers.wasteRate()}, {"alarmAt", info.wasteAlarm},
            {"block", info.codes.block},      {"source", source}};
}

std::string_view stateName(core::SnowflakeState state)
{
    switch (state) {
    case core::SnowflakeState::Ok: return "ok";
    case core::SnowflakeState::Behind: return "behind";
    case core::SnowflakeState::Refusing: return "refusing";
    case core::SnowflakeState::Ended: return "ended";
    }
    return "ok";
}

json::object filterJson(const core::CodeFilterStats &filter)
{
    return {{"state", filter.state == core::FilterState::Ready ? "ready" : "building"},
            {"codes", filter.codes},
            {"capacity", filter.capacity},
            {"bytes", filter.bytes},
            {"fill", filter.fill},
            {"estimatedRate", filter.estimatedRate},
            {"measuredRate", ratioOrNull(filter.measuredRate())},
            {"answered", filter.answered},
            {"falsePositives", filter.falsePositives},
            {"rebuilds", filter.rebuilds},
            {"lastRebuildMs", filter.lastRebuildMs}};
}

json::object redisJson(const ServiceInfo &info)
{
    if (!info.redis)
        return {{"state", "off"}};
    const core::RedisStats &redis = *info.redis;
    const char *state = redis.state == core::RedisState::Connected ? "connected"
                        : redis.state == core::RedisState::Down    ? "down"
                                                                   : "connecting";
    return {{"state", state},
            {"address", info.redisAddress},
            {"lastError", redis.lastError.empty() ? json::value(nullptr) : json::value(redis.lastError)},
            {"commands", redis.commands},
            {"failures", redis.failures},
            {"connects", redis.connects},
            {"roundTripMs", redis.lastRoundTripMs},
            {"hits", info.secondLevel.hits},
            {"misses", info.secondLevel.misses},
            {"fills", info.secondLevel.fills},
            {"lostLeases", info.secondLevel.lostLeases},
            {"invalidations", info.secondLevel.invalidations},
            {"pending", info.secondLevel.pending},
            {"foreign", info.secondLevel.foreign},
            {"listening", info.secondLevel.listening}};
}

json::array levelsJson(const LookupWindows &lookups)
{
    constexpr std::array kNames{"memory", "absent", "redis", "database"};
    json::array levels;
    for (const CacheLevel level : kCacheLevels)
        levels.push_back({{"name", kNames[static_cast<std::size_t>(level)]},
                          {"minute", ratioOrNull(shareOf(lookups.minute, level))},
                          {"hour", ratioOrNull(shareOf(lookups.hour, level))},
                          {"start", ratioOrNull(shareOf(lookups.start, level))}});
    return levels;
}

json::object codesJson(const ServiceInfo &info)
{
    json::array generators;
    for (const core::GeneratorKind kind : core::kGeneratorKinds) {
        const auto i = static_cast<std::size_t>(kind);
        generators.push_back({{"name", json::string(core::generatorName(kind))},
                              {"made", info.codes.made[i]},
                              {"clashes", info.codes.clashes[i]}});
    }
    const core::Snowflake::Status &snowflake = info.codes.snowflake;
    return {{"generators", std::move(generators)},
            {"clashProbability", info.clashProbability},
            {"sequence", numbersJson(info.codes.sequence, info, info.codes.sharedSequence ? "redis" : "store")},
            {"shuffled", numbersJson(info.codes.shuffled, info, "store")},
            {"snowflake", {{"node", snowflake.node},
                           {"state", json::string(stateName(snowflake.state))},
                           {"lastTime", timeOrNull(snowflake.last)},
                           {"endsAt", formatTime(core::kSnowflakeEnd)}}},
            {"checkRefused", info.filter.checkRefused},
            {"bloom", filterJson(info.filter)}};
}

void appendGeneratorMetrics(std::string &out, const core::CodeStats &codes)
{
    const auto family = [&out](std::string_view name, std::string_view help, const auto &values) {
        out.append("# HELP linkdesk_").append(name).append(" ").append(help);
        out.append("\n# TYPE linkdesk_").append(name).append(" counter\n");
        for (const core::GeneratorKind kind : core::kGeneratorKinds) {
            out.append("linkdesk_").append(name).append("{generator=\"").append(core::generatorName(kind)).append("\"} ");
            out.append(std::to_string(values[static_cast<std::size_t>(kind)])).append("\n");
        }
    };
    family("codes_made_total", "Codes that became links.", codes.made);
    family("code_clashes_total", "Codes drawn again because they were taken.", codes.clashes);
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
    addSafekeepingProblems(problems, info.safekeeping);
    addCodeProblems(problems, info);
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
                   {"expired", links.expired},
                   {"warmed", info.resolver.warmed},
                   {"levels", levelsJson(info.lookups)},
                   {"hitRatio", ratioOrNull(info.cacheHitRatio())}}},
        {"store", {{"kind", "SQLite"},
                   {"databaseBytes", info.sizes.databaseBytes},
                   {"walBytes", info.sizes.walBytes},
                   {"writeQueue", info.writer.queued},
                   {"readQueue", info.readers.queued},
                   {"commits", info.writer.commits},
                   {"failedCommits", info.writer.failedCommits},
                   {"lastCommitMs", info.writer.lastCommitMs}}},
        {"codes", codesJson(info)},
        {"redis", redisJson(info)},
        {"upkeep",
         {{"swept", info.sweep.swept},
          {"purged", info.sweep.purged},
          {"archived", info.sweep.archived},
          {"unarchived", info.unarchived},
          {"lastSweepAt", timeOrNull(info.sweep.lastSweepAt)},
          {"lastArchiveAt", timeOrNull(info.sweep.lastArchiveAt)}}},
        {"backup", safekeepingJson(info.safekeeping)},
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
    add("links_swept_total", "counter", "Expired links deleted since the start.", d(info.sweep.swept));
    add("links_purged_total", "counter", "Deleted links removed for good since the start.", d(info.sweep.purged));
    const core::BackupState &backup = info.safekeeping.backup;
    add("backup_last_success_timestamp_seconds", "gauge", "When the last good backup was made; 0: never.",
        backup.lastAt ? d(core::toMs(*backup.lastAt)) / 1000.0 : 0.0);
    add("backup_last_bytes", "gauge", "Size of the last good backup.", d(backup.lastBytes));
    add("backup_failing", "gauge", "1 where the last backup failed.", backup.lastError.empty() ? 0.0 : 1.0);
    add("counters_differ", "gauge", "1 where the nightly check found click counters that do not agree.",
        info.safekeeping.wrongCounters.empty() ? 0.0 : 1.0);
    add("links_archived_total", "counter", "Unused links moved into the archive since the start.", d(info.sweep.archived));
    add("cache_entries", "gauge", "Links in the local cache.", d(resolver.links.entries));
    add("cache_bytes", "gauge", "Bytes in the local cache.", d(resolver.links.bytes));
    add("cache_hits_total", "counter", "Look-ups answered by the local cache.", d(resolver.links.hits));
    add("cache_negative_hits_total", "counter", "Look-ups answered by a remembered absence.", d(resolver.absent.hits));
    add("cache_misses_total", "counter", "Look-ups that the local cache could not answer.", d(resolver.absent.misses));
    add("cache_evictions_total", "counter", "Links that left the local cache for others.", d(resolver.links.evictions));
    add("cache_expired_total", "counter", "Entries of the local cache that were over their time.", d(resolver.links.expired));
    add("cache_warmed_total", "counter", "Links put into the local cache before anybody asked.", d(resolver.warmed));
    if (info.redis) {
        add("redis_up", "gauge", "1 while Redis is in use.", info.redis->state == core::RedisState::Connected ? 1 : 0);
        add("redis_commands_total", "counter", "Commands that Redis answered.", d(info.redis->commands));
        add("redis_failures_total", "counter", "Commands without an answer.", d(info.redis->failures));
        add("redis_round_trip_milliseconds", "gauge", "Time of the last pipeline.", info.redis->lastRoundTripMs);
        add("redis_hits_total", "counter", "Links that Redis had.", d(info.secondLevel.hits));
        add("redis_misses_total", "counter", "Links that Redis had not.", d(info.secondLevel.misses));
        add("redis_lost_leases_total", "counter", "Fills that an edit made void.", d(info.secondLevel.lostLeases));
        add("redis_pending_edits", "gauge", "Edits to be told when Redis is back.", d(info.secondLevel.pending));
    }
    add("store_reads_total", "counter", "Links read from the store for visitors.", d(resolver.storeReads));
    add("store_commits_total", "counter", "Committed transactions.", d(info.writer.commits));
    add("store_failed_commits_total", "counter", "Transactions that could not be committed.", d(info.writer.failedCommits));
    add("store_write_queue", "gauge", "Changes waiting to be written.", d(info.writer.queued));
    add("store_read_queue", "gauge", "Reads waiting.", d(info.readers.queued));
    add("store_database_bytes", "gauge", "Size of the database file.", d(info.sizes.databaseBytes));
    add("store_wal_bytes", "gauge", "Size of the write-ahead log.", d(info.sizes.walBytes));
    add("code_clash_probability", "gauge", "Chance that the next random code of the default domain is taken.", info.clashProbability);
    add("code_check_refused_total", "counter", "Requests refused for a wrong check character.", d(info.filter.checkRefused));
    add("code_filter_codes", "gauge", "Codes in the filter of known codes.", d(info.filter.codes));
    add("code_filter_bytes", "gauge", "Memory of the filter.", d(info.filter.bytes));
    add("code_filter_estimated_rate", "gauge", "Chance that the filter lets an absent code through, by its bits.", info.filter.estimatedRate);
    add("code_filter_answered_total", "counter", "Requests for absent codes that the filter answered.", d(info.filter.answered));
    add("code_filter_false_positives_total", "counter", "Requests for absent codes that the filter let through.", d(info.filter.falsePositives));
    const auto numbers = [&add, &d](const std::string &name, const core::NumberStats &stats) {
        add((name + "_numbers_watermark").c_str(), "gauge", "Numbers handed out for codes.", d(stats.watermark));
        add((name + "_numbers_used").c_str(), "gauge", "Numbers that became links.", d(stats.used));
        add((name + "_numbers_wasted").c_str(), "gauge", "Numbers that became nothing.", d(stats.wasted()));
        add((name + "_waste_rate").c_str(), "gauge", "Wasted part of the numbers handed out.", stats.wasteRate());
    };
    numbers("sequence", info.codes.sequence);
    numbers("shuffled", info.codes.shuffled);
    appendGeneratorMetrics(out, info.codes);
    return out;
}

} // namespace linkdesk::server
