#include "admin/statsendpoints.h"

#include "admin/eventhub.h"
#include "base/timezone.h"
#include "clicks/clickstore.h"
#include "clicks/livefeed.h"
#include "links/domaindirectory.h"
#include "store/linkstore.h"
#include "store/store.h"

#include <boost/json/array.hpp>

#include <QDateTime>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

// A chart of more points helps nobody and would let one request read for long.
constexpr std::size_t kMaxPoints = 20'000;

struct StatsApi {
    core::Store &store;
    core::LiveFeed &feed;
    EventHub &events;
    const core::DomainDirectory &domains;
    const core::Clock &clock;

    void read(const Call &call, std::function<void(core::SqlConnection &)> job) const
    {
        if (!store.readers().submit(std::move(job)))
            call.fail(Error{ErrorCode::Busy, "too many reads are waiting; try again in a moment", {}});
    }
};

Result<QTimeZone> zoneOf(const Call &call)
{
    const std::string name = call.parameter("tz").value_or("UTC");
    auto zone = core::zoneNamed(name);
    if (!zone)
        return Error{ErrorCode::InvalidInput, "tz must be a time zone such as Europe/Berlin", "tz"};
    return std::move(*zone);
}

Result<std::optional<core::TimePoint>> timeParameter(const Call &call, std::string_view name)
{
    const auto text = call.parameter(name);
    if (!text)
        return std::optional<core::TimePoint>();
    if (const auto time = parseTime(*text))
        return std::optional(*time);
    return Error{ErrorCode::InvalidInput,
                 std::string(name) + " must be an ISO 8601 date and time with an offset (write '+' as %2B)", std::string(name)};
}

Result<core::StatsBucket> bucketOf(const std::string &name)
{
    if (name == "hour")
        return core::StatsBucket::Hour;
    if (name == "day")
        return core::StatsBucket::Day;
    if (name == "week")
        return core::StatsBucket::Week;
    if (name == "month")
        return core::StatsBucket::Month;
    return Error{ErrorCode::InvalidInput, "bucket must be hour, day, week or month", "bucket"};
}

Result<core::StatsQuery> queryOf(const StatsApi &api, const Call &call, const QTimeZone &zone)
{
    if (auto known = call.onlyParameters({"link", "from", "to", "tz", "bucket"}); !known)
        return known.error();
    core::StatsQuery query;
    if (const auto link = call.parameter("link")) {
        const auto id = parseInteger(*link, 1, INT64_MAX);
        if (!id)
            return Error{ErrorCode::InvalidInput, "link must be the id of a link", "link"};
        query.link = *id;
    }
    auto bucket = bucketOf(call.parameter("bucket").value_or("day"));
    if (!bucket)
        return bucket.error();
    query.bucket = *bucket;
    auto from = timeParameter(call, "from");
    if (!from)
        return from.error();
    auto to = timeParameter(call, "to");
    if (!to)
        return to.error();
    // "The last seven days" are seven labels, today included (R46).
    const QDate today = QDateTime::fromMSecsSinceEpoch(core::toMs(api.clock.now()), zone).date();
    query.to = to->value_or(core::fromMs(today.addDays(1).startOfDay(zone).toMSecsSinceEpoch()));
    query.from = from->value_or(core::fromMs(
        QDateTime::fromMSecsSinceEpoch(core::toMs(query.to) - 1, zone).date().addDays(-6).startOfDay(zone).toMSecsSinceEpoch()));
    if (query.to <= query.from)
        return Error{ErrorCode::InvalidInput, "to must be later than from", "to"};
    if (static_cast<std::size_t>((query.to - query.from) / std::chrono::hours(1)) > kMaxPoints
        && query.bucket == core::StatsBucket::Hour)
        return Error{ErrorCode::InvalidInput, "that is too long a time for hours; ask for days", "bucket"};
    return query;
}

std::string localTime(core::TimePoint time, const QTimeZone &zone)
{
    // With the offset in force at that moment, so that a reader needs no zone data.
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(core::toMs(time), zone);
    return local.toOffsetFromUtc(local.offsetFromUtc()).toString(Qt::ISODateWithMs).toStdString();
}

json::object countsJson(std::int64_t humans, std::int64_t bots)
{
    return {{"humans", humans}, {"bots", bots}};
}

json::object seriesJson(const core::StatsQuery &query, const QTimeZone &zone, std::string_view bucket,
                        const std::vector<core::StatsPoint> &points)
{
    json::array series;
    series.reserve(points.size());
    core::StatsPoint total;
    for (const core::StatsPoint &point : points) {
        series.push_back({{"start", localTime(point.start, zone)}, {"humans", point.humans}, {"bots", point.bots}});
        total.humans += point.humans;
        total.bots += point.bots;
    }
    return {{"bucket", json::string(bucket)},
            {"timeZone", zone.id().toStdString()},
            {"from", localTime(query.from, zone)},
            {"to", localTime(query.to, zone)},
            {"series", std::move(series)},
            {"total", countsJson(total.humans, total.bots)}};
}

void stats(const StatsApi &api, const Call &call)
{
    auto zone = zoneOf(call);
    if (!zone)
        return call.fail(zone.error());
    auto query = queryOf(api, call, *zone);
    if (!query)
        return call.fail(query.error());
    api.read(call, [call, query = *query, zone = *zone](core::SqlConnection &connection) {
        const auto points = core::clickSeries(connection, query, zone);
        if (!points)
            return call.fail(points.error());
        call.json(200, seriesJson(query, zone, call.parameter("bucket").value_or("day"), *points));
    });
}

json::array topJson(const StatsApi &api, core::SqlConnection &connection, const std::vector<core::LiveLink> &links)
{
    json::array top;
    for (const core::LiveLink &entry : links) {
        const auto link = core::linkById(connection, entry.link);
        const auto domain = api.domains.byId(entry.domain);
        top.push_back({{"id", entry.link.value},
                       {"code", entry.code},
                       {"domain", domain && !domain->host.empty() ? json::value(domain->host) : json::value(nullptr)},
                       {"shortUrl", api.domains.shortUrl(entry.domain, entry.code)},
                       {"title", link && *link ? (*link)->title : std::string()},
                       {"humans", entry.humans},
                       {"bots", entry.bots}});
    }
    return top;
}

void live(const StatsApi &api, const Call &call)
{
    auto zone = zoneOf(call);
    if (!zone)
        return call.fail(zone.error());
    const core::TimePoint now = api.clock.now();
    const QDate today = QDateTime::fromMSecsSinceEpoch(core::toMs(now), *zone).date();
    const core::TimePoint midnight = core::fromMs(today.startOfDay(*zone).toMSecsSinceEpoch());
    api.read(call, [api, call, now, midnight](core::SqlConnection &connection) {
        const core::LivePicture picture = api.feed.picture();
        const auto sinceMidnight = core::clicksSince(connection, 0, midnight);
        if (!sinceMidnight)
            return call.fail(sinceMidnight.error());
        json::array seconds;
        seconds.reserve(picture.seconds.size());
        for (const core::LiveSecond &second : picture.seconds)
            seconds.push_back({{"at", formatTime(second.at)}, {"humans", second.humans}, {"bots", second.bots}});
        call.json(200, {{"now", formatTime(now)},
                        {"seconds", std::move(seconds)},
                        {"top", topJson(api, connection, picture.top)},
                        {"today", countsJson(sinceMidnight->humans, sinceMidnight->bots)},
                        {"peak", {{"humans", picture.peak.humans},
                                  {"at", picture.peak.humans > 0 ? json::value(formatTime(picture.peak.at)) : json::value(nullptr)}}}});
    });
}

void events(const StatsApi &api, const Call &call)
{
    Response head;
    head.contentType = "text/event-stream";
    head.addHeader("Cache-Control", "no-store");
    head.addHeader("X-Content-Type-Options", "nosniff");
    if (call.request().isHead())
        return call.answer(std::move(head));
    api.events.subscribe(call.stream(head));
}

} // namespace

void addStatsEndpoints(Router &router, core::Store &store, core::LiveFeed &feed, EventHub &events_,
                       const core::DomainDirectory &domains, const core::Clock &clock)
{
    const StatsApi api{store, feed, events_, domains, clock};
    router.add(Method::Get, "stats", Scope::Read, [api](const Call &call) { stats(api, call); });
    router.add(Method::Get, "live", Scope::Read, [api](const Call &call) { live(api, call); });
    router.add(Method::Get, "events", Scope::Read, [api](const Call &call) { events(api, call); });
}

} // namespace linkdesk::server
