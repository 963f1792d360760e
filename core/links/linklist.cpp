#include "links/linklist.h"

#include "links/cursor.h"
#include "links/linksearch.h"
#include "store/linkstore.h"
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "store/textmatch.h"

#include <array>
#include <memory>
#include <variant>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;
using Value = std::variant<std::int64_t, std::string>;

// Up to so many candidates are fetched and sorted; more are found soon enough by walking the list in its order.
constexpr std::size_t kSmallSet = 5000;

// Rows that have a value in the sort's column, and rows that have none (no expiry, no clicks, no code any more).
enum class Phase { Values, Rest };

struct Position {
    std::int64_t id = 0;
    std::int64_t number = 0;
    std::int64_t domain = 0;
    std::string code;
    Phase phase = Phase::Values;
};

struct Plan {
    const LinkQuery &query;
    std::optional<Cursor> cursor;
    std::string needle;
    std::optional<std::int64_t> tagId;
    std::optional<std::string> smallSet; // JSON array of ids
    bool fewExcluded = false; // the links a status filter leaves out are few enough to be listed
};

struct Sql {
    std::string text;
    std::vector<Value> values;

    void add(std::string_view part) { text += part; }
    void add(std::string_view part, Value value)
    {
        text += part;
        values.push_back(std::move(value));
    }
};

void bindAll(Statement &statement, const Sql &sql)
{
    for (const Value &value : sql.values) {
        if (const auto *number = std::get_if<std::int64_t>(&value))
            statement.bind(*number);
        else
            statement.bind(std::get<std::string>(value));
    }
}

std::array<Phase, 2> phaseOrder(const LinkQuery &query)
{
    // Without expiry is later than any date, without clicks is fewer than one, without code comes after all codes.
    const bool restFirst = query.sort == LinkSort::Clicks ? !query.descending : query.descending;
    return restFirst ? std::array{Phase::Rest, Phase::Values} : std::array{Phase::Values, Phase::Rest};
}

// Domain and status are written so that the planner keeps to the order's own index, but for Created, where a domain's
// index gives the same order.
void addFilters(Sql &sql, const Plan &plan)
{
    const LinkQuery &query = plan.query;
    // Knowing the excluded links, an order's index alone tells which rows count: no row needs to be read to be skipped.
    if (!query.status)
        sql.add(plan.fewExcluded ? " AND l.id NOT IN (SELECT x.id FROM link x WHERE x.status <> 'active' "
                                   "AND x.status = 'deleted')"
                                 : " AND l.status <> 'deleted'");
    else if (*query.status == LinkStatus::Active)
        sql.add(plan.fewExcluded ? " AND l.id NOT IN (SELECT x.id FROM link x WHERE x.status <> 'active')"
                                 : " AND l.status = 'active'");
    else
        sql.add(" AND l.status <> 'active' AND l.status = ?", std::string(linkStatusName(*query.status)));
    if (query.domain) {
        const bool ownIndex = query.sort == LinkSort::Created && !plan.smallSet && *query.domain != kDefaultDomain;
        sql.add(ownIndex ? " AND l.domain_id <> 1 AND l.domain_id = ?" : " AND +l.domain_id = ?", query.domain->value);
    }
    if (plan.tagId)
        sql.add(" AND EXISTS(SELECT 1 FROM link_tag g WHERE g.tag_id = ? AND g.link_id = l.id)", *plan.tagId);
    if (!plan.needle.empty())
        sql.add(" AND text_contains(?, coalesce(l.code_shown, l.code), l.long_url, l.title)", plan.needle);
}

std::string_view valueColumn(LinkSort sort)
{
    switch (sort) {
    case LinkSort::Created: return "0";
    case LinkSort::Clicks: return "t.humans";
    case LinkSort::Code: return "0";
    case LinkSort::Expires: return "l.expires_at";
    }
    return "0";
}

void addSource(Sql &sql, const Plan &plan, Phase phase)
{
    const LinkSort sort = plan.query.sort;
    const bool needsTotals = sort == LinkSort::Clicks && phase == Phase::Values;
    if (plan.smallSet) {
        sql.add(" FROM json_each(?) j CROSS JOIN link l ON l.id = j.value", *plan.smallSet);
        sql.add(needsTotals ? " CROSS JOIN link_total t ON t.link_id = l.id" : "");
    } else if (needsTotals) {
        sql.add(" FROM link_total t CROSS JOIN link l ON l.id = t.link_id");
    } else if (sort == LinkSort::Code && phase == Phase::Values) {
        sql.add(" FROM link l INDEXED BY link_code");
    } else if (sort == LinkSort::Expires && phase == Phase::Values) {
        sql.add(" FROM link l INDEXED BY link_expiry");
    } else {
        sql.add(" FROM link l");
    }
}

void addPhase(Sql &sql, LinkSort sort, Phase phase)
{
    const bool values = phase == Phase::Values;
    switch (sort) {
    case LinkSort::Created:
        sql.add(values ? " WHERE 1" : " WHERE 0");
        break;
    case LinkSort::Clicks:
        sql.add(values ? " WHERE t.humans > 0"
                       : " WHERE NOT EXISTS(SELECT 1 FROM link_total z WHERE z.link_id = l.id AND z.humans > 0)");
        break;
    case LinkSort::Code:
        sql.add(values ? " WHERE l.code IS NOT NULL" : " WHERE l.code IS NULL");
        break;
    case LinkSort::Expires:
        sql.add(values ? " WHERE l.expires_at IS NOT NULL" : " WHERE l.expires_at IS NULL");
        break;
    }
}

void addAfterCursor(Sql &sql, const Plan &plan, Phase phase)
{
    const Cursor &cursor = *plan.cursor;
    const std::string less = plan.query.descending ? " < " : " > ";
    if (phase == Phase::Rest || plan.query.sort == LinkSort::Created) {
        sql.add(" AND l.id" + less + "?", cursor.id);
    } else if (plan.query.sort == LinkSort::Code) {
        sql.add(" AND (l.code, l.domain_id)" + less + "(?, ", cursor.text);
        sql.add("?)", cursor.id);
    } else {
        const std::string column(valueColumn(plan.query.sort));
        const std::string id = plan.query.sort == LinkSort::Clicks ? "t.link_id" : "l.id";
        sql.add(" AND (" + column + ", " + id + ")" + less + "(?, ", cursor.number);
        sql.add("?)", cursor.id);
    }
}

void addOrder(Sql &sql, const LinkQuery &query, Phase phase)
{
    const std::string direction = query.descending ? " DESC" : " ASC";
    if (phase == Phase::Rest || query.sort == LinkSort::Created)
        sql.add(" ORDER BY l.id" + direction);
    else if (query.sort == LinkSort::Code)
        sql.add(" ORDER BY l.code" + direction + ", l.domain_id" + direction);
    else if (query.sort == LinkSort::Clicks)
        sql.add(" ORDER BY t.humans" + direction + ", t.link_id" + direction);
    else
        sql.add(" ORDER BY l.expires_at" + direction + ", l.id" + direction);
}

Sql phaseSql(const Plan &plan, Phase phase, bool afterCursor, std::string_view columns)
{
    Sql sql;
    sql.add("SELECT ");
    sql.add(columns);
    addSource(sql, plan, phase);
    addPhase(sql, plan.query.sort, phase);
    addFilters(sql, plan);
    if (afterCursor)
        addAfterCursor(sql, plan, phase);
    return sql;
}

Result<std::int64_t> countPhase(SqlConnection &connection, const Plan &plan, Phase phase, bool afterCursor,
                                std::int64_t limit)
{
    Sql sql = phaseSql(plan, phase, afterCursor, "1");
    sql.text = "SELECT count(*) FROM (" + sql.text;
    sql.add(" LIMIT ?)", limit);
    Statement count(connection, sql.text);
    bindAll(count, sql);
    if (count.step() != Step::Row)
        return count.error("counting links");
    return count.integer(0);
}

Result<void> readPhase(SqlConnection &connection, const Plan &plan, Phase phase, bool afterCursor, std::int64_t limit,
                       std::int64_t skip, std::vector<Position> &found)
{
    const LinkSort sort = plan.query.sort;
    const std::string value(phase == Phase::Values ? valueColumn(sort) : std::string_view("0"));
    Sql sql = phaseSql(plan, phase, afterCursor, "l.id, " + value + ", l.domain_id, l.code");
    addOrder(sql, plan.query, phase);
    sql.add(" LIMIT ?", limit);
    sql.add(" OFFSET ?", skip);
    Statement rows(connection, sql.text);
    bindAll(rows, sql);
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("listing links");
        found.push_back({rows.integer(0), rows.integer(1), rows.integer(2), rows.text(3), phase});
    }
    return {};
}

// One more than the page holds, to know whether there is a next one.
Result<std::vector<Position>> readPositions(SqlConnection &connection, const Plan &plan)
{
    std::vector<Position> found;
    const auto wanted = static_cast<std::size_t>(plan.query.limit) + 1;
    std::int64_t skip = plan.query.skip;
    bool reached = !plan.cursor;
    for (const Phase phase : phaseOrder(plan.query)) {
        if (phase == Phase::Rest && plan.query.sort == LinkSort::Created)
            continue;
        const bool afterCursor = plan.cursor && (plan.cursor->inValues == (phase == Phase::Values));
        reached = reached || afterCursor;
        if (!reached || found.size() == wanted)
            continue;
        const std::size_t before = found.size();
        auto done =
            readPhase(connection, plan, phase, afterCursor, static_cast<std::int64_t>(wanted - before), skip, found);
        if (!done)
            return done.error();
        if (skip == 0)
            continue;
        if (found.size() > before) {
            skip = 0;
        } else {
            const auto passed = countPhase(connection, plan, phase, afterCursor, skip);
            if (!passed)
                return passed.error();
            skip -= *passed;
        }
    }
    return found;
}

std::string cursorAt(const LinkQuery &query, const Position &position)
{
    Cursor cursor;
    cursor.sort = query.sort;
    cursor.descending = query.descending;
    cursor.inValues = position.phase == Phase::Values;
    cursor.number = position.number;
    cursor.id = position.id;
    if (query.sort == LinkSort::Code && cursor.inValues) {
        cursor.id = position.domain;
        cursor.text = position.code;
    }
    return encodeCursor(cursor);
}

Result<std::optional<std::int64_t>> oneCount(SqlConnection &connection, const char *sql,
                                             std::optional<std::int64_t> value)
{
    Statement count(connection, sql);
    if (value)
        count.bind(*value);
    if (count.step() != Step::Row)
        return count.error("counting links");
    return std::optional<std::int64_t>(count.integer(0));
}

// Only where it costs a scan of a small index at most.
Result<std::optional<std::int64_t>> cheapTotal(SqlConnection &connection, const Plan &plan)
{
    const LinkQuery &query = plan.query;
    if (plan.smallSet) {
        std::int64_t total = 0;
        for (const Phase phase : phaseOrder(query)) {
            const auto count = countPhase(connection, plan, phase, false, kSmallSet);
            if (!count)
                return count.error();
            total += *count;
        }
        return std::optional<std::int64_t>(total);
    }
    if (plan.tagId || !plan.needle.empty())
        return std::optional<std::int64_t>();
    if (query.domain && *query.domain != kDefaultDomain && !query.status)
        return oneCount(connection, "SELECT count(*) FROM link WHERE domain_id <> 1 AND domain_id = ? "
                                    "AND status <> 'deleted'", query.domain->value);
    if (query.domain)
        return std::optional<std::int64_t>();
    if (!query.status)
        return oneCount(connection, "SELECT (SELECT count(*) FROM link) - (SELECT count(*) FROM link "
                                    "WHERE status <> 'active' AND status = 'deleted')", std::nullopt);
    switch (*query.status) {
    case LinkStatus::Active:
        return oneCount(connection, "SELECT (SELECT count(*) FROM link) - (SELECT count(*) FROM link "
                                    "WHERE status <> 'active')", std::nullopt);
    case LinkStatus::Banned:
        return oneCount(connection, "SELECT count(*) FROM link WHERE status <> 'active' AND status = 'banned'",
                        std::nullopt);
    case LinkStatus::Deleted:
        return oneCount(connection, "SELECT count(*) FROM link WHERE status <> 'active' AND status = 'deleted'",
                        std::nullopt);
    }
    return std::optional<std::int64_t>();
}

std::string jsonArray(const std::vector<std::int64_t> &ids)
{
    std::string out = "[";
    for (const std::int64_t id : ids) {
        out += out.size() > 1 ? "," : "";
        out += std::to_string(id);
    }
    return out + "]";
}

// Finds the tag; false when no such tag exists, so that nothing can match.
Result<bool> planTag(SqlConnection &connection, Plan &plan)
{
    const std::string key = foldForSearch(*plan.query.tag);
    Statement find(connection, "SELECT id FROM tag WHERE name_key = ?");
    const Step step = find.bind(key).step();
    if (step == Step::Failed)
        return find.error("finding a tag");
    if (step == Step::Done)
        return false;
    plan.tagId = find.integer(0);
    Statement rows(connection, "SELECT link_id FROM link_tag WHERE tag_id = ? LIMIT ?");
    rows.bind(*plan.tagId).bind(static_cast<std::int64_t>(kSmallSet + 1));
    std::vector<std::int64_t> ids;
    for (Step row = rows.step(); row != Step::Done; row = rows.step()) {
        if (row != Step::Row)
            return rows.error("finding a tag's links");
        ids.push_back(rows.integer(0));
    }
    if (ids.size() <= kSmallSet)
        plan.smallSet = jsonArray(ids);
    return true;
}

Result<bool> excludesFew(SqlConnection &connection)
{
    Statement count(connection, "SELECT count(*) FROM (SELECT 1 FROM link WHERE status <> 'active' LIMIT ?)");
    if (count.bind(static_cast<std::int64_t>(kSmallSet + 1)).step() != Step::Row)
        return count.error("counting links");
    return count.integer(0) <= static_cast<std::int64_t>(kSmallSet);
}

// False when nothing can match.
Result<bool> makePlan(SqlConnection &connection, Plan &plan)
{
    const LinkQuery &query = plan.query;
    if (query.limit < 1 || query.limit > kMaxListLimit)
        return Error{ErrorCode::InvalidInput, "The limit must be 1 to 500.", "limit"};
    if (query.skip < 0)
        return Error{ErrorCode::InvalidInput, "The number of links to skip must not be negative.", "skip"};
    if (!query.cursor.empty()) {
        auto cursor = decodeCursor(query.cursor, query.sort, query.descending);
        if (!cursor)
            return cursor.error();
        plan.cursor = std::move(*cursor);
    }
    const auto few = excludesFew(connection);
    if (!few)
        return few;
    plan.fewExcluded = *few;
    plan.needle = searchNeedle(query.search);
    if (plan.needle.find('\0') != std::string::npos)
        return false; // no stored text holds one
    if (query.tag) {
        const auto known = planTag(connection, plan);
        if (!known || !*known)
            return known;
    }
    // Rows in their own order are walked as fast as they could be collected, so a needle too short for the index is not
    // looked for twice.
    const bool walks = query.sort == LinkSort::Created && trigramExpression(plan.needle).empty();
    if (!plan.needle.empty() && !plan.smallSet && !walks) {
        const auto candidates = searchCandidates(connection, plan.needle, kSmallSet);
        if (!candidates)
            return candidates.error();
        if (*candidates)
            plan.smallSet = jsonArray(**candidates);
    }
    return true;
}

// One snapshot for the whole page, and its locks taken once.
class Snapshot final {
public:
    explicit Snapshot(SqlConnection &connection)
        : m_connection(connection), m_open(Statement(connection, "BEGIN").run("beginning to read").ok())
    {
    }
    ~Snapshot()
    {
        if (m_open)
            (void)Statement(m_connection, "COMMIT").run("ending to read");
    }
    Snapshot(const Snapshot &) = delete;
    Snapshot &operator=(const Snapshot &) = delete;

private:
    SqlConnection &m_connection;
    const bool m_open;
};

} // namespace

Result<LinkPage> listLinks(SqlConnection &connection, const LinkQuery &query)
{
    const Snapshot snapshot(connection);
    Plan plan{query, {}, {}, {}, {}, false};
    const auto possible = makePlan(connection, plan);
    if (!possible)
        return possible.error();
    LinkPage page;
    page.total = 0;
    if (!*possible)
        return page;
    auto positions = readPositions(connection, plan);
    if (!positions)
        return positions.error();
    const bool more = positions->size() > static_cast<std::size_t>(query.limit);
    if (more)
        positions->pop_back();
    for (const Position &position : *positions) {
        auto link = linkById(connection, LinkId{position.id});
        if (!link)
            return link.error();
        if (*link) // purged since, if not
            page.links.push_back(std::move(**link));
    }
    if (more)
        page.nextCursor = cursorAt(query, positions->back());
    auto total = cheapTotal(connection, plan);
    if (!total)
        return total.error();
    page.total = *total;
    if (!page.total && !more && !plan.cursor && query.skip == 0)
        page.total = static_cast<std::int64_t>(page.links.size());
    return page;
}

} // namespace linkdesk::core
