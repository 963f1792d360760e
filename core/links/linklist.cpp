#include "links/linklist.h"

#include "links/cursor.h"
#include "links/filtercandidates.h"
#include "links/linkmatches.h"
#include "links/liststages.h"
#include "store/linkstore.h"
#include "store/querybudget.h"
#include "store/snapshot.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

#include <chrono>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

// How long a count may take that nobody needs in order to see the page.
constexpr std::chrono::milliseconds kCountPatience{20};

struct Position {
    std::int64_t id = 0;
    std::int64_t number = 0;
    std::int64_t domain = 0;
    std::string code;
    Stage stage;
};

Result<std::int64_t> countStage(SqlConnection &connection, const ListPlan &plan, Stage stage, bool afterCursor,
                                std::int64_t limit)
{
    SqlText sql = stageSql(plan, stage, afterCursor, "1");
    sql.text = "SELECT count(*) FROM (" + sql.text;
    sql.add(" LIMIT ?)", limit);
    Statement count(connection, sql.text);
    sql.bindTo(count);
    if (count.step() != Step::Row)
        return count.error("counting links");
    return count.integer(0);
}

Result<void> readStage(SqlConnection &connection, const ListPlan &plan, Stage stage, bool afterCursor,
                       std::int64_t limit, std::int64_t skip, std::vector<Position> &found)
{
    const std::string value(stage.phase == Phase::Values ? valueColumn(plan.query.sort) : std::string_view("0"));
    SqlText sql = stageSql(plan, stage, afterCursor, "l.id, " + value + ", l.domain_id, l.code");
    addOrder(sql, plan, stage);
    sql.add(" LIMIT ?", limit);
    sql.add(" OFFSET ?", skip);
    Statement rows(connection, sql.text);
    sql.bindTo(rows);
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("listing links");
        found.push_back({rows.integer(0), rows.integer(1), rows.integer(2), rows.text(3), stage});
    }
    return {};
}

bool isCursorsStage(const Cursor &cursor, Stage stage)
{
    return cursor.inValues == (stage.phase == Phase::Values) && cursor.archived == (stage.table == LinkTable::Archive);
}

// One more than the page holds, to know whether there is a next one.
Result<std::vector<Position>> readPositions(SqlConnection &connection, const ListPlan &plan)
{
    std::vector<Position> found;
    const auto wanted = static_cast<std::size_t>(plan.query.limit) + 1;
    std::int64_t skip = plan.query.skip;
    bool reached = !plan.cursor;
    for (const Stage stage : plan.stages) {
        const bool afterCursor = plan.cursor && isCursorsStage(*plan.cursor, stage);
        reached = reached || afterCursor;
        if (!reached || found.size() == wanted)
            continue;
        const std::size_t before = found.size();
        auto done =
            readStage(connection, plan, stage, afterCursor, static_cast<std::int64_t>(wanted - before), skip, found);
        if (!done)
            return done.error();
        if (skip == 0)
            continue;
        if (found.size() > before) {
            skip = 0;
        } else {
            const auto passed = countStage(connection, plan, stage, afterCursor, skip);
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
    cursor.inValues = position.stage.phase == Phase::Values;
    cursor.archived = position.stage.table == LinkTable::Archive;
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

// Of lists that need no look at the rows: a scan of a small index at most. Without this member of the query's own, nothing.
Result<std::optional<std::int64_t>> plainTotal(SqlConnection &connection, const LinkQuery &query)
{
    if (query.domain && !query.status && *query.domain != kDefaultDomain)
        return oneCount(connection,
                        "SELECT count(*) FROM link WHERE domain_id <> 1 AND domain_id = ? "
                        "AND status <> 'deleted'",
                        query.domain->value);
    if (query.domain)
        return std::optional<std::int64_t>();
    if (!query.status)
        return oneCount(connection,
                        "SELECT (SELECT count(*) FROM link) - (SELECT count(*) FROM link "
                        "WHERE status <> 'active' AND status = 'deleted')",
                        std::nullopt);
    switch (*query.status) {
    case LinkStatus::Active:
        return oneCount(connection,
                        "SELECT (SELECT count(*) FROM link) - (SELECT count(*) FROM link "
                        "WHERE status <> 'active')",
                        std::nullopt);
    case LinkStatus::Banned:
        return oneCount(connection, "SELECT count(*) FROM link WHERE status <> 'active' AND status = 'banned'",
                        std::nullopt);
    case LinkStatus::Deleted:
        return oneCount(connection, "SELECT count(*) FROM link WHERE status <> 'active' AND status = 'deleted'",
                        std::nullopt);
    }
    return std::optional<std::int64_t>();
}

Result<std::optional<std::int64_t>> cheapTotal(SqlConnection &connection, const ListPlan &plan)
{
    const LinkQuery &query = plan.query;
    const bool plain = query.filter.isEmpty() && query.search.empty() && !query.tag;
    if (plain && !plan.smallSet)
        return plainTotal(connection, query);
    return countWithin(connection, plan.selection, plan.smallSet, kCountPatience);
}

Result<LinkPage> emptyPage()
{
    LinkPage page;
    page.total = 0;
    return page;
}

// Looks for candidates, `limit` at most; false when nothing can match.
Result<bool> narrow(SqlConnection &connection, ListPlan &plan, std::size_t limit)
{
    auto candidates = findCandidates(connection, plan.selection, limit, plan.query.sort == LinkSort::Created);
    if (!candidates)
        return candidates.error();
    if (candidates->ids)
        plan.smallSet = jsonArray(*candidates->ids);
    return !candidates->impossible;
}

// False when nothing can match.
Result<bool> makePlan(SqlConnection &connection, ListPlan &plan, const ListEffort &effort)
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
    auto selection = selectionOf(connection, query);
    if (!selection)
        return selection.error();
    plan.selection = std::move(*selection);
    plan.stages = stagesOf(query, plan.selection);
    return !plan.selection.includes(LinkTable::Live) ? Result<bool>(true) : narrow(connection, plan, effort.smallSet);
}

Result<std::vector<Position>> findPositions(SqlConnection &connection, ListPlan &plan, const ListEffort &effort)
{
    const bool mayNarrow =
        !plan.smallSet && !plan.selection.filter.isEmpty() && plan.selection.includes(LinkTable::Live);
    if (!mayNarrow)
        return readPositions(connection, plan);
    {
        const QueryBudget budget(connection, effort.walkPatience);
        auto found = readPositions(connection, plan);
        if (found || !budget.isSpent())
            return found;
    }
    if (const auto narrowed = narrow(connection, plan, effort.largeSet); !narrowed)
        return narrowed.error();
    if (!plan.smallSet && plan.query.sort != LinkSort::Created) {
        // No index helps. Reading the rows as they lie is several times faster than in another order.
        const auto matches = scanForMatches(connection, plan.selection, effort.largeSet);
        if (!matches)
            return matches.error();
        if (*matches)
            plan.smallSet = jsonArray(**matches);
    }
    return readPositions(connection, plan);
}

} // namespace

Result<LinkPage> listLinks(SqlConnection &connection, const LinkQuery &query, const ListEffort &effort)
{
    const Snapshot snapshot(connection);
    ListPlan plan{query, {}, {}, {}, {}};
    const auto possible = makePlan(connection, plan, effort);
    if (!possible)
        return possible.error();
    if (!*possible)
        return emptyPage();
    auto positions = findPositions(connection, plan, effort);
    if (!positions)
        return positions.error();
    LinkPage page;
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
    if (!more && !plan.cursor && query.skip == 0) {
        page.total = static_cast<std::int64_t>(page.links.size());
        return page;
    }
    auto total = cheapTotal(connection, plan);
    if (!total)
        return total.error();
    page.total = *total;
    return page;
}

} // namespace linkdesk::core
