#include "clicks/clickstore.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <cstdio>

namespace linkdesk::core {

namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kHoursPerDay = 24;

struct Sum {
    std::int64_t humans = 0;
    std::int64_t bots = 0;
};

// Update first: nearly every batch meets rows that exist, and an insert would look the code up for nothing.
Result<void> addToBucket(SqlConnection &connection, const char *updateSql, const char *insertSql, std::int64_t link,
                         std::string_view code, std::int64_t bucket, Sum sum)
{
    {
        Statement update(connection, updateSql);
        update.bind(sum.humans).bind(sum.bots).bind(link).bind(bucket);
        if (auto done = update.run("adding clicks"); !done || connection.changedRows() > 0)
            return done;
    }
    Statement insert(connection, insertSql);
    return insert.bind(link).bind(code).bind(bucket).bind(sum.humans).bind(sum.bots).run("adding clicks");
}

Result<void> addHour(SqlConnection &connection, std::int64_t link, std::string_view code, std::int64_t hour, Sum sum)
{
    return addToBucket(connection,
                       "UPDATE click_hour SET humans = humans + ?, bots = bots + ?"
                       " WHERE link_id = ? AND dimension = '' AND bucket = ? AND value = ''",
                       "INSERT INTO click_hour(link_id, code, bucket, dimension, value, humans, bots)"
                       " VALUES(?, ?, ?, '', '', ?, ?)",
                       link, code, hour, sum);
}

Result<void> addDay(SqlConnection &connection, std::int64_t link, std::string_view code, std::int64_t day, Sum sum)
{
    return addToBucket(connection,
                       "UPDATE click_day SET humans = humans + ?, bots = bots + ?"
                       " WHERE link_id = ? AND dimension = '' AND bucket = ? AND value = ''",
                       "INSERT INTO click_day(link_id, code, bucket, dimension, value, humans, bots)"
                       " VALUES(?, ?, ?, '', '', ?, ?)",
                       link, code, day, sum);
}

// Visits after a link's end: kept beside its clicks, as they help to decide whether it is worth renewing.
Result<void> addRefused(SqlConnection &connection, std::int64_t link, std::string_view code, std::int64_t hour,
                        std::int64_t count)
{
    return addToBucket(connection,
                       "UPDATE click_hour SET humans = humans + ?, bots = bots + ?"
                       " WHERE link_id = ? AND dimension = 'refused' AND bucket = ? AND value = ''",
                       "INSERT INTO click_hour(link_id, code, bucket, dimension, value, humans, bots)"
                       " VALUES(?, ?, ?, 'refused', '', ?, ?)",
                       link, code, hour, {count, 0});
}

Result<void> addTotal(SqlConnection &connection, std::int64_t link, const ClickSum &sum)
{
    Statement total(connection, "INSERT INTO link_total(link_id, humans, bots, last_click_at) VALUES(?, ?, ?, ?)"
                                " ON CONFLICT(link_id) DO UPDATE SET humans = humans + excluded.humans,"
                                " bots = bots + excluded.bots, last_click_at = max(last_click_at, excluded.last_click_at)");
    return total.bind(link).bind(sum.humans).bind(sum.bots).bind(sum.lastAt).run("adding to a link's clicks");
}

Result<void> addRow(SqlConnection &connection, const ClickRow &row)
{
    const std::string address = addressText(row.address);
    Statement insert(connection,
                     "INSERT INTO click(link_id, at, address, user_agent, referrer, language) VALUES(?, ?, ?, ?, ?, ?)");
    insert.bind(row.link).bind(row.at).bind(address);
    insert.bindOrNull(row.userAgent).bindOrNull(row.referrer).bindOrNull(row.language);
    return insert.run("storing a click");
}

Result<void> addOrphans(SqlConnection &connection, std::int64_t hour, std::int64_t count)
{
    Statement insert(connection, "INSERT INTO orphan_hour(bucket, kind, path, count) VALUES(?, 'unknown', '', ?)"
                                 " ON CONFLICT(bucket, kind, path) DO UPDATE SET count = count + excluded.count");
    return insert.bind(hour).bind(count).run("counting unknown codes");
}

Result<void> addHourOfLinks(SqlConnection &connection, std::int64_t hour,
                            const std::unordered_map<std::int64_t, ClickSum> &links)
{
    const std::int64_t day = hour / kHoursPerDay;
    Sum all;
    // In the order of the tables' keys: neighbours share pages, and a page is written once.
    std::vector<std::pair<std::int64_t, const ClickSum *>> ordered;
    ordered.reserve(links.size());
    for (const auto &[link, sum] : links)
        ordered.emplace_back(link, &sum);
    std::sort(ordered.begin(), ordered.end());
    for (const auto &[link, found] : ordered) {
        const ClickSum &sum = *found;
        const Sum counts{sum.humans, sum.bots};
        if (sum.refused > 0) {
            if (auto done = addRefused(connection, link, sum.code, hour, sum.refused); !done)
                return done;
        }
        if (sum.humans + sum.bots == 0)
            continue;
        if (auto done = addHour(connection, link, sum.code, hour, counts); !done)
            return done;
        if (auto done = addDay(connection, link, sum.code, day, counts); !done)
            return done;
        if (auto done = addTotal(connection, link, sum); !done)
            return done;
        all.humans += sum.humans;
        all.bots += sum.bots;
    }
    if (all.humans + all.bots == 0)
        return {};
    if (auto done = addHour(connection, 0, {}, hour, all); !done)
        return done;
    return addDay(connection, 0, {}, day, all);
}

constexpr std::int64_t kHalfHourMs = kHourMs / 2;

std::int64_t hourAtOrAfter(std::int64_t ms)
{
    return ms / kHourMs + (ms % kHourMs > 0 ? 1 : 0);
}

bool isLocalHour(TimePoint time, const QTimeZone &zone)
{
    const QTime local = QDateTime::fromMSecsSinceEpoch(toMs(time), zone).time();
    return local.minute() == 0 && local.second() == 0 && local.msec() == 0;
}

QDateTime startOfBucket(const QDateTime &local, StatsBucket bucket, const QTimeZone &zone)
{
    const QDate date = local.date();
    switch (bucket) {
    case StatsBucket::Hour: break;
    case StatsBucket::Day: return date.startOfDay(zone);
    case StatsBucket::Week: return date.addDays(1 - date.dayOfWeek()).startOfDay(zone);
    case StatsBucket::Month: return QDate(date.year(), date.month(), 1).startOfDay(zone);
    }
    // Absolute hours: a day has 23, 24 or 25 of them, and no local time is asked which hour it is (R46).
    return QDateTime::fromMSecsSinceEpoch(local.toMSecsSinceEpoch() / kHourMs * kHourMs, zone);
}

QDateTime nextBucket(const QDateTime &start, StatsBucket bucket, const QTimeZone &zone)
{
    switch (bucket) {
    case StatsBucket::Hour: break;
    case StatsBucket::Day: return start.date().addDays(1).startOfDay(zone);
    case StatsBucket::Week: return start.date().addDays(7).startOfDay(zone);
    case StatsBucket::Month: return start.date().addMonths(1).startOfDay(zone);
    }
    return QDateTime::fromMSecsSinceEpoch(start.toMSecsSinceEpoch() + kHourMs, zone);
}

} // namespace

Result<void> storeClicks(SqlConnection &connection, const ClickBatch &batch)
{
    for (const auto &[hour, links] : batch.hours) {
        if (auto done = addHourOfLinks(connection, hour, links); !done)
            return done;
    }
    for (const auto &[hour, count] : batch.orphans) {
        if (auto done = addOrphans(connection, hour, count); !done)
            return done;
    }
    for (const ClickRow &row : batch.rows) {
        if (auto done = addRow(connection, row); !done)
            return done;
    }
    return {};
}

std::vector<TimePoint> bucketEdges(TimePoint from, TimePoint to, StatsBucket bucket, const QTimeZone &zone)
{
    std::vector<TimePoint> edges;
    QDateTime at = startOfBucket(QDateTime::fromMSecsSinceEpoch(toMs(from), zone), bucket, zone);
    edges.push_back(fromMs(at.toMSecsSinceEpoch()));
    while (edges.back() < to) {
        at = nextBucket(at, bucket, zone);
        edges.push_back(fromMs(at.toMSecsSinceEpoch()));
    }
    return edges;
}

Result<std::vector<StatsPoint>> clickSeries(SqlConnection &connection, const StatsQuery &query, const QTimeZone &zone)
{
    const std::vector<TimePoint> edges = bucketEdges(query.from, query.to, query.bucket, zone);
    std::vector<StatsPoint> points;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i)
        points.push_back({edges[i], 0, 0});
    if (points.empty())
        return points;
    Statement rows(connection, "SELECT bucket, humans, bots FROM click_hour WHERE link_id = ? AND dimension = ''"
                               " AND bucket >= ? AND bucket < ? AND value = '' ORDER BY bucket");
    // Sums are kept by whole UTC hours. Where a zone's hours begin in between, as in India, each hour goes to the side its
    // middle lies on, so that it is counted once whatever range is asked for. A time that is no local hour's beginning,
    // such as "24 hours ago", takes its whole hour in.
    const std::int64_t from = toMs(query.from);
    const std::int64_t to = toMs(query.to);
    const std::int64_t firstHour = isLocalHour(query.from, zone) ? hourAtOrAfter(from - kHalfHourMs) : from / kHourMs;
    const std::int64_t endHour = hourAtOrAfter(isLocalHour(query.to, zone) ? to - kHalfHourMs : to);
    rows.bind(query.link).bind(firstHour).bind(endHour);
    std::size_t at = 0;
    Statement::Step step;
    while ((step = rows.step()) == Statement::Step::Row) {
        const TimePoint middle = fromMs(rows.integer(0) * kHourMs + kHalfHourMs);
        while (at + 1 < points.size() && edges[at + 1] <= middle)
            ++at;
        points[at].humans += rows.integer(1);
        points[at].bots += rows.integer(2);
    }
    if (step != Statement::Step::Done)
        return rows.error("reading clicks");
    return points;
}

Result<StatsPoint> clicksSince(SqlConnection &connection, std::int64_t link, TimePoint from)
{
    Statement sum(connection, "SELECT coalesce(sum(humans), 0), coalesce(sum(bots), 0) FROM click_hour"
                              " WHERE link_id = ? AND dimension = '' AND bucket >= ? AND value = ''");
    sum.bind(link).bind(toMs(from) / kHourMs);
    if (sum.step() != Statement::Step::Row)
        return sum.error("reading clicks");
    return StatsPoint{from, sum.integer(0), sum.integer(1)};
}

std::string addressText(const std::array<std::uint8_t, 16> &address)
{
    const bool v4 = address[10] == 0xff && address[11] == 0xff
        && std::all_of(address.begin(), address.begin() + 10, [](std::uint8_t b) { return b == 0; });
    std::array<char, 48> text{};
    if (v4) {
        std::snprintf(text.data(), text.size(), "%u.%u.%u.%u", address[12], address[13], address[14], address[15]);
        return text.data();
    }
    // Trailing zero groups, which truncation leaves, become "::" (RFC 5952 asks for the longest run; this is it here).
    int groups = 8;
    const auto group = [&](int i) {
        return static_cast<unsigned>(address[static_cast<std::size_t>(2 * i)] << 8 | address[static_cast<std::size_t>(2 * i + 1)]);
    };
    while (groups > 0 && group(groups - 1) == 0)
        --groups;
    std::string out;
    for (int i = 0; i < groups; ++i) {
        std::snprintf(text.data(), text.size(), i == 0 ? "%x" : ":%x", group(i));
        out += text.data();
    }
    if (groups < 8)
        out += "::";
    return out;
}

Result<std::vector<std::pair<DomainId, std::string>>> hottestCodes(SqlConnection &connection, TimePoint from, int limit)
{
    Statement rows(connection, "SELECT link.domain_id, link.code FROM "
                               "(SELECT link_id, sum(humans + bots) AS clicks FROM click_hour "
                               "WHERE link_id > 0 AND dimension = '' AND bucket >= ? "
                               "GROUP BY link_id ORDER BY clicks DESC LIMIT ?) AS hot "
                               "JOIN link ON link.id = hot.link_id WHERE link.code IS NOT NULL "
                               "AND link.status = 'active' ORDER BY hot.clicks DESC");
    rows.bind(toMs(from) / 3'600'000).bind(limit);
    std::vector<std::pair<DomainId, std::string>> codes;
    for (auto step = rows.step(); step != Statement::Step::Done; step = rows.step()) {
        if (step != Statement::Step::Row)
            return rows.error("looking for the busiest links");
        codes.emplace_back(DomainId{rows.integer(0)}, rows.text(1));
    }
    return codes;
}

} // namespace linkdesk::core
