#include "store/renewalstore.h"

#include "store/linkstore.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::size_t kMostHosts = 100;

#define LINKDESK_ENDING "FROM link l INDEXED BY link_due WHERE l.expires_at IS NOT NULL AND l.status = 'active' "

// Between "://" and the path, without user and port: what is stored was made by TargetUrl.
std::string_view hostOf(std::string_view url)
{
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos)
        return {};
    url.remove_prefix(scheme + 3);
    url = url.substr(0, url.find_first_of("/?#"));
    if (const std::size_t user = url.rfind('@'); user != std::string_view::npos)
        url.remove_prefix(user + 1);
    const std::size_t port = url.rfind(':');
    if (port != std::string_view::npos && url.find(']', port) == std::string_view::npos)
        url = url.substr(0, port);
    return url;
}

Result<void> readDays(SqlConnection &connection, EndingLink &entry, const EndingQuery &query)
{
    const auto &edges = query.dayEdges;
    if (edges.size() < 2)
        return {};
    entry.days.assign(edges.size() - 1, 0);
    Statement hours(connection, "SELECT bucket, humans FROM click_hour WHERE link_id = ? AND dimension = '' "
                                "AND bucket >= ? AND bucket < ? AND value = ''");
    hours.bind(entry.link.id.value).bind(toMs(edges.front()) / kHourMs).bind(toMs(edges.back()) / kHourMs + 1);
    for (Step step = hours.step(); step != Step::Done; step = hours.step()) {
        if (step != Step::Row)
            return hours.error("reading a link's days");
        const TimePoint middle = fromMs(hours.integer(0) * kHourMs + kHourMs / 2);
        const auto edge = std::upper_bound(edges.begin(), edges.end(), middle);
        if (edge != edges.begin() && edge != edges.end())
            entry.days[static_cast<std::size_t>(edge - edges.begin()) - 1] += hours.integer(1);
    }
    return {};
}

Result<std::int64_t> refusedOf(SqlConnection &connection, LinkId link, TimePoint from)
{
    Statement sum(connection, "SELECT coalesce(sum(humans), 0) FROM click_hour WHERE link_id = ? AND dimension = 'refused' "
                              "AND bucket >= ?");
    if (sum.bind(link.value).bind(toMs(from) / kHourMs).step() != Step::Row)
        return sum.error("reading refused visits");
    return sum.integer(0);
}

Result<std::vector<LinkId>> idsEnding(SqlConnection &connection, const EndingQuery &query)
{
    std::string sql = "SELECT l.id " LINKDESK_ENDING "AND l.let_expire = 0 AND l.expires_at >= ? AND l.expires_at < ?";
    if (query.after)
        sql += query.latestFirst ? " AND (l.expires_at, l.id) < (?, ?)" : " AND (l.expires_at, l.id) > (?, ?)";
    sql += query.latestFirst ? " ORDER BY l.expires_at DESC, l.id DESC LIMIT ?" : " ORDER BY l.expires_at, l.id LIMIT ?";
    Statement found(connection, sql);
    found.bind(query.from).bind(query.to);
    if (query.after)
        found.bind(query.after->first).bind(query.after->second.value);
    found.bind(query.limit);
    std::vector<LinkId> ids;
    for (Step step = found.step(); step != Step::Done; step = found.step()) {
        if (step != Step::Row)
            return found.error("listing links that end");
        ids.push_back(LinkId{found.integer(0)});
    }
    return ids;
}

} // namespace

Result<EndingLinks> endingLinks(SqlConnection &connection, TimePoint from, TimePoint to, TimePoint clicksFrom)
{
    // Days are summed where whole days lie between, so that a link costs one seek and a few rows.
    Statement sum(connection, "SELECT count(*), coalesce(sum((SELECT sum(d.humans) FROM click_day d WHERE d.link_id = l.id "
                              "AND d.dimension = '' AND d.bucket >= ?3)), 0) " LINKDESK_ENDING
                              "AND l.let_expire = 0 AND l.expires_at >= ?1 AND l.expires_at < ?2");
    sum.bind(from).bind(to).bind(toMs(clicksFrom) / (24 * kHourMs));
    if (sum.step() != Step::Row)
        return sum.error("counting links that end");
    return EndingLinks{sum.integer(0), sum.integer(1)};
}

Result<ExpiredLinks> expiredLinks(SqlConnection &connection, TimePoint now, TimePoint refusedFrom)
{
    Statement sum(connection, "SELECT count(*), coalesce(sum((SELECT sum(h.humans) FROM click_hour h WHERE h.link_id = l.id "
                              "AND h.dimension = 'refused' AND h.bucket >= ?2)), 0) " LINKDESK_ENDING
                              "AND l.let_expire = 0 AND l.expires_at <= ?1");
    if (sum.bind(now).bind(toMs(refusedFrom) / kHourMs).step() != Step::Row)
        return sum.error("counting expired links");
    return ExpiredLinks{sum.integer(0), sum.integer(1)};
}

Result<std::vector<std::int64_t>> endsPerBucket(SqlConnection &connection, const std::vector<TimePoint> &edges)
{
    std::vector<std::int64_t> counts(edges.size() < 2 ? 0 : edges.size() - 1, 0);
    if (counts.empty())
        return counts;
    Statement ends(connection, "SELECT l.expires_at " LINKDESK_ENDING "AND l.expires_at >= ? AND l.expires_at < ? "
                               "ORDER BY l.expires_at");
    ends.bind(edges.front()).bind(edges.back());
    std::size_t at = 0;
    for (Step step = ends.step(); step != Step::Done; step = ends.step()) {
        if (step != Step::Row)
            return ends.error("counting ends");
        while (fromMs(ends.integer(0)) >= edges[at + 1])
            ++at;
        ++counts[at];
    }
    return counts;
}

Result<std::vector<EndingLink>> linksEnding(SqlConnection &connection, const EndingQuery &query)
{
    const auto ids = idsEnding(connection, query);
    if (!ids)
        return ids.error();
    std::vector<EndingLink> entries;
    for (const LinkId id : *ids) {
        auto link = linkById(connection, id);
        if (!link)
            return link.error();
        if (!*link)
            continue;
        EndingLink entry{std::move(**link), {}, 0};
        if (auto read = readDays(connection, entry, query); !read)
            return read.error();
        const auto refused = refusedOf(connection, id, query.refusedFrom);
        if (!refused)
            return refused.error();
        entry.refused = *refused;
        entries.push_back(std::move(entry));
    }
    return entries;
}

Result<BanSummary> banSummary(SqlConnection &connection)
{
    Statement banned(connection, "SELECT long_url, ban_reason, banned_by, coalesce(banned_at, updated_at) FROM link "
                                 "INDEXED BY link_state WHERE status <> 'active' AND status = 'banned'");
    BanSummary summary;
    std::unordered_map<std::string, BannedHost> hosts;
    for (Step step = banned.step(); step != Step::Done; step = banned.step()) {
        if (step != Step::Row)
            return banned.error("reading banned links");
        ++summary.links;
        BannedHost &host = hosts[std::string(hostOf(banned.view(0)))];
        const TimePoint at = fromMs(banned.integer(3));
        if (host.links++ == 0 || at >= host.latest.at)
            host.latest = Ban{banned.text(1), banned.text(2), at};
    }
    for (auto &[name, host] : hosts) {
        host.host = name;
        summary.hosts.push_back(std::move(host));
    }
    const auto more = [](const BannedHost &a, const BannedHost &b) {
        return a.links != b.links ? a.links > b.links : a.host < b.host;
    };
    std::sort(summary.hosts.begin(), summary.hosts.end(), more);
    if (summary.hosts.size() > kMostHosts)
        summary.hosts.resize(kMostHosts);
    return summary;
}

} // namespace linkdesk::core
