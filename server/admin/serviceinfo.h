// ServiceInfo: the state of a running service as numbers, and its two forms: JSON for the app, Prometheus for machines.
#pragma once

#include "admin/cachehistory.h"
#include "admin/safekeeping.h"
#include "clicks/clickrecorder.h"
#include "http/listener.h"
#include "links/codemaker.h"
#include "redis/redisclient.h"
#include "resolve/codefilter.h"
#include "resolve/linkresolver.h"
#include "resolve/rediscache.h"
#include "store/store.h"
#include "upkeep/linksweep.h"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <vector>

namespace linkdesk::server {

struct ServiceInfo {
    core::TimePoint startedAt;
    core::TimePoint now;
    std::string publicUrl;
    std::string publicAddress;
    std::string adminAddress;
    std::string dataDir;
    unsigned threads = 0;
    std::int64_t links = 0;
    std::int64_t clicksPerSecond = 0;
    ListenerStats http;
    core::ResolverStats resolver;
    core::CacheOptions cacheLimits;
    core::RecorderStats recorder;
    core::WriteStats writer;
    core::ReaderStats readers;
    core::StoreSizes sizes;
    core::CodeStats codes;
    core::CodeFilterStats filter;
    std::optional<core::RedisStats> redis; // absent: none is used
    std::string redisAddress;
    core::RedisCacheStats secondLevel;
    core::SweepStats sweep;
    std::int64_t unarchived = 0; // links that a click took out of the archive
    SafekeepingState safekeeping;
    LookupWindows lookups;
    double clashProbability = 0; // of the default domain's next random code
    double wasteAlarm = 0.2;     // part of wasted numbers that is a problem

    // Of all look-ups, those the cache answered; absent before the first.
    [[nodiscard]] std::optional<double> cacheHitRatio() const;
};

struct ServiceProblem {
    std::string code;
    std::string detail;
};
// In words, worst first; empty when all is well.
[[nodiscard]] std::vector<ServiceProblem> problemsOf(const ServiceInfo &info);

[[nodiscard]] boost::json::object serviceJson(const ServiceInfo &info, std::int64_t clicksToday);
// The short form of the event stream.
[[nodiscard]] boost::json::object serviceStateJson(const ServiceInfo &info);
[[nodiscard]] std::string prometheusText(const ServiceInfo &info);

} // namespace linkdesk::server
