#include "admin/renewalendpoints.h"

#include "admin/linkjson.h"
#include "base/timezone.h"
#include "clicks/clickstore.h"
#include "store/renewalstore.h"
#include "store/settingsbook.h"
#include "store/sqlconnection.h"
#include "store/store.h"

#include <boost/json/array.hpp>

#include <QDateTime>

#include <algorithm>
#include <array>
#include <numeric>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Result;
using core::TimePoint;
using std::chrono::days;

namespace {

constexpr int kChartDays = 91;  // today and ninety more
constexpr int kClickDays = 30;
constexpr int kRefusedDays = 7;

struct Window {
    std::string_view name;
    int from; // days from now
    int to;
};
constexpr std::array kWindows{Window{"week", 0, 7}, Window{"month", 7, 30}, Window{"quarter", 30, 90}};

Result<QTimeZone> zoneOf(const RenewalApi &api, const Call &call)
{
    const std::string name = call.parameter("tz").value_or(core::zoneName(api.settings.current()));
    auto zone = core::zoneNamed(name);
    if (!zone)
        return Error{ErrorCode::InvalidInput, "tz must be a time zone such as Europe/Berlin", "tz"};
    return std::move(*zone);
}

// The starts of `count` local days, and the end of the last; the first is `offset` days from the one `now` is in.
std::vector<TimePoint> dayEdges(TimePoint now, int offset, int count, const QTimeZone &zone)
{
    const QDate first = QDateTime::fromMSecsSinceEpoch(core::toMs(now), zone).date().addDays(offset);
    std::vector<TimePoint> edges;
    for (int day = 0; day <= count; ++day)
        edges.push_back(core::fromMs(first.addDays(day).startOfDay(zone).toMSecsSinceEpoch()));
    return edges;
}

void submit(const RenewalApi &api, const Call &call, std::function<void(core::SqlConnection &)> read)
{
    if (!api.store.readers().submitSlow(std::move(read)))
        call.fail(Error{ErrorCode::Busy, "too many reads are waiting; try again in a moment", {}});
}

// Links that end within the days of the reminder, the expired ones not among them.
Result<std::int64_t> decisions(core::SqlConnection &connection, TimePoint now, int reminderDays)
{
    const auto ending = core::endingLinks(connection, now, now + days(reminderDays), now);
    return ending ? Result<std::int64_t>(ending->links) : Result<std::int64_t>(ending.error());
}

Result<json::array> windowsJson(core::SqlConnection &connection, TimePoint now)
{
    json::array windows;
    for (const Window &window : kWindows) {
        const TimePoint from = now + days(window.from);
        const TimePoint to = now + days(window.to);
        const auto ending = core::endingLinks(connection, from, to, now - days(kClickDays));
        if (!ending)
            return ending.error();
        windows.push_back({{"name", json::string(window.name)},
                           {"days", window.to},
                           {"from", formatTime(from)},
                           {"to", formatTime(to)},
                           {"links", ending->links},
                           {"clicks30", ending->clicks}});
    }
    const auto expired = core::expiredLinks(connection, now, now - days(kRefusedDays));
    if (!expired)
        return expired.error();
    windows.push_back({{"name", "expired"}, {"links", expired->links}, {"refused7", expired->refused}});
    return windows;
}

void answerSummary(const RenewalApi &api, const Call &call, const QTimeZone &zone, core::SqlConnection &connection)
{
    const TimePoint now = api.links.clock.now();
    const int reminderDays = api.settings.current().reminderDays;
    auto windows = windowsJson(connection, now);
    if (!windows)
        return call.fail(windows.error());
    std::vector<TimePoint> edges = dayEdges(now, 0, kChartDays, zone);
    const auto counts = core::endsPerBucket(connection, edges);
    if (!counts)
        return call.fail(counts.error());
    const auto open = decisions(connection, now, reminderDays);
    if (!open)
        return call.fail(open.error());
    json::array perDay;
    for (std::size_t i = 0; i < counts->size(); ++i) {
        const QString day = QDateTime::fromMSecsSinceEpoch(core::toMs(edges[i]), zone).date().toString(Qt::ISODate);
        perDay.push_back({{"day", day.toStdString()}, {"links", (*counts)[i]}});
    }
    call.json(200, {{"timeZone", zone.id().toStdString()},
                    {"now", formatTime(now)},
                    {"reminderDays", reminderDays},
                    {"windows", std::move(*windows)},
                    {"perDay", std::move(perDay)},
                    {"decisions", *open}});
}

Result<core::EndingQuery> queryOf(const RenewalApi &api, const Call &call, const QTimeZone &zone)
{
    core::EndingQuery query;
    const TimePoint now = api.links.clock.now();
    const std::string name = call.parameter("window").value_or("week");
    const auto window =
        std::find_if(kWindows.begin(), kWindows.end(), [&name](const Window &w) { return w.name == name; });
    if (window != kWindows.end()) {
        query.from = now + days(window->from);
        query.to = now + days(window->to);
    } else if (name == "expired") {
        query.to = now;
        query.latestFirst = true;
    } else {
        return Error{ErrorCode::InvalidInput, "window must be week, month, quarter or expired", "window"};
    }
    const auto limit = parseInteger(call.parameter("limit").value_or("50"), 1, 500);
    if (!limit)
        return Error{ErrorCode::InvalidInput, "limit must be a whole number from 1 to 500", "limit"};
    query.limit = static_cast<int>(*limit);
    if (const auto cursor = call.parameter("cursor")) {
        const std::size_t dash = cursor->find('-');
        const auto at = parseInteger(std::string_view(*cursor).substr(0, dash), 0, INT64_MAX);
        const auto id = dash == std::string::npos
            ? std::nullopt : parseInteger(std::string_view(*cursor).substr(dash + 1), 1, INT64_MAX);
        if (!at || !id)
            return Error{ErrorCode::InvalidInput, "cursor is not one that this list gave", "cursor"};
        query.after = {core::fromMs(*at), core::LinkId{*id}};
    }
    query.dayEdges = dayEdges(now, 1 - kClickDays, kClickDays, zone);
    query.refusedFrom = now - days(kRefusedDays);
    return query;
}

// A link's JSON with what its clicks say appended.
void appendEnding(std::string &out, const core::EndingLink &entry, const LinkApi &api)
{
    appendLinkJson(out, entry.link, api.domains, api.clock.now());
    out.back() = ',';
    out.append("\"clicks30\":")
        .append(std::to_string(std::accumulate(entry.days.begin(), entry.days.end(), std::int64_t{0})))
        .append(",\"days\":[");
    for (std::size_t i = 0; i < entry.days.size(); ++i)
        out.append(i == 0 ? "" : ",").append(std::to_string(entry.days[i]));
    out.append("],\"refused7\":").append(std::to_string(entry.refused)).append("}");
}

void answerLinks(const RenewalApi &api, const Call &call, core::EndingQuery query, core::SqlConnection &connection)
{
    const auto limit = static_cast<std::size_t>(query.limit);
    ++query.limit;
    auto entries = core::linksEnding(connection, query);
    if (!entries)
        return call.fail(entries.error());
    const bool more = entries->size() > limit;
    if (more)
        entries->pop_back();
    std::string body = "{\"links\":[";
    for (const core::EndingLink &entry : *entries) {
        if (!body.ends_with('['))
            body += ',';
        appendEnding(body, entry, api.links);
    }
    body.append("],\"nextCursor\":");
    if (more)
        body.append("\"").append(std::to_string(core::toMs(*entries->back().link.expiresAt))).append("-")
            .append(std::to_string(entries->back().link.id.value)).append("\"}");
    else
        body.append("null}");
    call.answer(jsonTextResponse(200, std::move(body)));
}

void answerBans(const Call &call, core::SqlConnection &connection)
{
    const auto summary = core::banSummary(connection);
    if (!summary)
        return call.fail(summary.error());
    json::array hosts;
    for (const core::BannedHost &host : summary->hosts)
        hosts.push_back({{"host", host.host},
                         {"links", host.links},
                         {"reason", host.latest.reason},
                         {"by", host.latest.by},
                         {"at", formatTime(host.latest.at)}});
    call.json(200, {{"links", summary->links}, {"hosts", std::move(hosts)}});
}

} // namespace

void addRenewalEndpoints(Router &router, const RenewalApi &api)
{
    router.add(Method::Get, "renewal", Scope::Read, [api](const Call &call) {
        if (auto known = call.onlyParameters({"tz"}); !known)
            return call.fail(known.error());
        const auto zone = zoneOf(api, call);
        if (!zone)
            return call.fail(zone.error());
        submit(api, call, [api, call, zone = *zone](core::SqlConnection &connection) {
            answerSummary(api, call, zone, connection);
        });
    });
    router.add(Method::Get, "renewal/links", Scope::Read, [api](const Call &call) {
        if (auto known = call.onlyParameters({"tz", "window", "limit", "cursor"}); !known)
            return call.fail(known.error());
        const auto zone = zoneOf(api, call);
        if (!zone)
            return call.fail(zone.error());
        const auto query = queryOf(api, call, *zone);
        if (!query)
            return call.fail(query.error());
        submit(api, call, [api, call, query = *query](core::SqlConnection &connection) {
            answerLinks(api, call, query, connection);
        });
    });
    router.add(Method::Get, "bans", Scope::Read, [api](const Call &call) {
        submit(api, call, [call](core::SqlConnection &connection) { answerBans(call, connection); });
    });
}

} // namespace linkdesk::server
