// The click counters: hours are what is counted; days, totals and the sum of all links follow from them.
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "upkeep/datafindings.h"

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

constexpr std::int64_t kLinksPerStep = 10'000;

std::string clicks(const Statement &row, int column)
{
    const std::int64_t humans = row.integer(column);
    const std::int64_t bots = row.integer(column + 1);
    return std::to_string(humans) + (bots > 0 ? " and " + std::to_string(bots) + " of bots" : std::string());
}

// A link that was purged has no total any more, but its history stays.
constexpr const char *kWrongTotals =
    "WITH sums AS (SELECT link_id, sum(humans) AS humans, sum(bots) AS bots FROM click_hour "
    "WHERE link_id > ?1 AND link_id <= ?2 AND dimension = '' GROUP BY link_id), "
    "totals AS (SELECT link_id, humans, bots FROM link_total WHERE link_id > ?1 AND link_id <= ?2) "
    "SELECT coalesce(t.link_id, s.link_id), coalesce(t.humans, 0), coalesce(t.bots, 0), coalesce(s.humans, 0), "
    "coalesce(s.bots, 0) FROM totals t FULL JOIN sums s ON s.link_id = t.link_id "
    "WHERE (coalesce(t.humans, 0) <> coalesce(s.humans, 0) OR coalesce(t.bots, 0) <> coalesce(s.bots, 0)) "
    "AND (t.link_id IS NOT NULL OR EXISTS (SELECT 1 FROM link WHERE id = s.link_id) "
    "OR EXISTS (SELECT 1 FROM link_archive WHERE id = s.link_id))";

constexpr const char *kWrongDays =
    "WITH sums AS (SELECT link_id, bucket / 24 AS day, sum(humans) AS humans, sum(bots) AS bots FROM click_hour "
    "WHERE link_id > ?1 AND link_id <= ?2 AND dimension = '' GROUP BY link_id, bucket / 24), "
    "days AS (SELECT link_id, bucket AS day, humans, bots FROM click_day "
    "WHERE link_id > ?1 AND link_id <= ?2 AND dimension = '' AND value = '') "
    "SELECT coalesce(d.link_id, s.link_id), coalesce(d.humans, 0), coalesce(d.bots, 0), coalesce(s.humans, 0), "
    "coalesce(s.bots, 0), coalesce(d.day, s.day) FROM days d FULL JOIN sums s ON s.link_id = d.link_id AND s.day = "
    "d.day "
    "WHERE coalesce(d.humans, 0) <> coalesce(s.humans, 0) OR coalesce(d.bots, 0) <> coalesce(s.bots, 0)";

constexpr const char *kWrongSums =
    "WITH sums AS (SELECT bucket, sum(humans) AS humans, sum(bots) AS bots FROM click_hour "
    "WHERE link_id > 0 AND dimension = '' GROUP BY bucket), "
    "alls AS (SELECT bucket, humans, bots FROM click_hour WHERE link_id = 0 AND dimension = '' AND value = '') "
    "SELECT coalesce(a.bucket, s.bucket), coalesce(a.humans, 0), coalesce(a.bots, 0), coalesce(s.humans, 0), "
    "coalesce(s.bots, 0) FROM alls a FULL JOIN sums s ON s.bucket = a.bucket "
    "WHERE coalesce(a.humans, 0) <> coalesce(s.humans, 0) OR coalesce(a.bots, 0) <> coalesce(s.bots, 0)";

Result<void> repairTotal(SqlConnection &writer, std::int64_t link)
{
    Statement total(writer, "INSERT INTO link_total(link_id, humans, bots) "
                            "SELECT ?1, coalesce(sum(humans), 0), coalesce(sum(bots), 0) FROM click_hour "
                            "WHERE link_id = ?1 AND dimension = '' "
                            "ON CONFLICT(link_id) DO UPDATE SET humans = excluded.humans, bots = excluded.bots");
    return total.bind(link).run("setting a link's clicks right");
}

Result<void> repairDay(SqlConnection &writer, std::int64_t link, std::int64_t day)
{
    Statement sum(
        writer,
        "INSERT INTO click_day(link_id, code, bucket, dimension, value, humans, bots) "
        "SELECT ?1, coalesce(max(code), ''), ?2, '', '', coalesce(sum(humans), 0), coalesce(sum(bots), 0) "
        "FROM click_hour WHERE link_id = ?1 AND dimension = '' AND bucket >= ?2 * 24 AND bucket < ?2 * 24 + 24 "
        "ON CONFLICT(link_id, dimension, bucket, value) DO UPDATE SET humans = excluded.humans, bots = excluded.bots");
    return sum.bind(link).bind(day).run("setting a day's clicks right");
}

// And its day, which follows from it.
Result<void> repairSum(SqlConnection &writer, std::int64_t hour)
{
    Statement sum(
        writer,
        "INSERT INTO click_hour(link_id, code, bucket, dimension, value, humans, bots) "
        "SELECT 0, '', ?1, '', '', coalesce(sum(humans), 0), coalesce(sum(bots), 0) FROM click_hour "
        "WHERE link_id > 0 AND dimension = '' AND bucket = ?1 "
        "ON CONFLICT(link_id, dimension, bucket, value) DO UPDATE SET humans = excluded.humans, bots = excluded.bots");
    if (auto done = sum.bind(hour).run("setting an hour's clicks right"); !done)
        return done;
    return repairDay(writer, 0, hour / 24);
}

Result<std::int64_t> number(SqlConnection &connection, const char *sql)
{
    Statement read(connection, sql);
    if (read.step() != Step::Row)
        return read.error("reading the counters");
    return read.integer(0);
}

Result<void> findTotals(SqlConnection &connection, CheckReport &report, std::int64_t after, std::int64_t last)
{
    Statement rows(connection, kWrongTotals);
    rows.bind(after).bind(last);
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("comparing clicks");
        const std::int64_t link = rows.integer(0);
        report.add("click-total",
                   "Link " + std::to_string(link) + " shows " + clicks(rows, 1) + " clicks, but its hours hold "
                       + clicks(rows, 3) + ".",
                   [link](SqlConnection &writer) { return repairTotal(writer, link); });
    }
    return {};
}

Result<void> findDays(SqlConnection &connection, CheckReport &report, std::int64_t after, std::int64_t last)
{
    Statement rows(connection, kWrongDays);
    rows.bind(after).bind(last);
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("comparing days");
        const std::int64_t link = rows.integer(0);
        const std::int64_t day = rows.integer(5);
        const std::string whose = link == 0 ? std::string("All links") : "Link " + std::to_string(link);
        report.add("click-day",
                   whose + ": day " + std::to_string(day) + " since 1970 has " + clicks(rows, 1)
                       + " clicks, but its hours hold " + clicks(rows, 3) + ".",
                   [link, day](SqlConnection &writer) { return repairDay(writer, link, day); });
    }
    return {};
}

Result<void> findSums(SqlConnection &connection, CheckReport &report)
{
    Statement rows(connection, kWrongSums);
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("comparing sums");
        const std::int64_t hour = rows.integer(0);
        report.add("click-sum",
                   "Hour " + std::to_string(hour) + " since 1970 has " + clicks(rows, 1)
                       + " clicks of all links, but the links have " + clicks(rows, 3) + ".",
                   [hour](SqlConnection &writer) { return repairSum(writer, hour); });
    }
    return {};
}

} // namespace

Result<void> findWrongCounters(SqlConnection &connection, CheckReport &report, const TaskControl &control)
{
    // First, as a wrong sum makes a wrong day of link 0.
    if (auto found = findSums(connection, report); !found)
        return found;
    const auto last = number(connection, "SELECT max(coalesce((SELECT max(link_id) FROM link_total), 0), "
                                         "coalesce((SELECT max(link_id) FROM click_hour), 0), "
                                         "coalesce((SELECT max(link_id) FROM click_day), 0))");
    if (!last)
        return last.error();
    if (auto found = findDays(connection, report, -1, 0); !found)
        return found;
    for (std::int64_t after = 0; after < *last && !report.isFull(); after += kLinksPerStep) {
        if (!control.mayGoOn())
            return cancelled();
        if (auto found = findTotals(connection, report, after, after + kLinksPerStep); !found)
            return found;
        if (auto found = findDays(connection, report, after, after + kLinksPerStep); !found)
            return found;
    }
    for (const auto &[name, sql] :
         {std::pair{"totals", "SELECT count(*) FROM link_total"},
          std::pair{"hours", "SELECT count(*) FROM click_hour WHERE link_id = 0 AND dimension = ''"}}) {
        const auto count = number(connection, sql);
        if (!count)
            return count.error();
        report.checked.emplace_back(name, *count);
    }
    return {};
}

} // namespace linkdesk::core
