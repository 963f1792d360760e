#include "links/linkmatches.h"

#include "links/filtercandidates.h"
#include "store/querybudget.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

#include <algorithm>
#include <array>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

constexpr std::int64_t kRowsPerStep = 4000;
constexpr std::size_t kSmallSet = 20'000;
constexpr std::array kTables{LinkTable::Live, LinkTable::Archive};
constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();

// Where the rows of a walk by id come from; ends with a condition.
void addWalk(SqlText &sql, const LinkSelection &selection, LinkTable table)
{
    const std::string name(linkTableName(table));
    if (const auto tag = indexedTag(selection))
        sql.add(" FROM link_tag w CROSS JOIN " + name + " l ON l.id = w.link_id WHERE w.tag_id = ?", *tag);
    else
        sql.add(" FROM " + name + " l NOT INDEXED WHERE 1");
}

std::string_view idColumn(const LinkSelection &selection)
{
    return indexedTag(selection) ? "w.link_id" : "l.id";
}

// The id that a step from `after` ends with, or kNoEnd.
Result<std::int64_t> stepEnd(SqlConnection &connection, const LinkSelection &selection, LinkTable table, LinkId after)
{
    SqlText sql;
    if (const auto tag = indexedTag(selection))
        sql.add("SELECT link_id FROM link_tag WHERE tag_id = ? AND link_id > ? ORDER BY link_id LIMIT 1 OFFSET ?",
                *tag);
    else
        sql.add("SELECT id FROM " + std::string(linkTableName(table)) + " WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?");
    sql.values.emplace_back(after.value);
    sql.values.emplace_back(kRowsPerStep - 1);
    Statement find(connection, sql.text);
    sql.bindTo(find);
    const Step step = find.step();
    if (step == Step::Row)
        return find.integer(0);
    return step == Step::Done ? Result<std::int64_t>(kNoEnd) : find.error("walking the links");
}

Result<void> collect(SqlConnection &connection, const LinkSelection &selection, LinkTable table, LinkId after,
                     std::int64_t last, int limit, std::vector<LinkId> &out)
{
    SqlText sql;
    const std::string id(idColumn(selection));
    sql.add("SELECT l.id");
    addWalk(sql, selection, table);
    sql.add(" AND " + id + " > ?", after.value);
    sql.add(" AND " + id + " <= ?", last);
    addConditions(sql, selection, table);
    sql.add(" ORDER BY " + id + " LIMIT ?", std::int64_t{limit});
    Statement rows(connection, sql.text);
    sql.bindTo(rows);
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("looking for links");
        out.push_back(LinkId{rows.integer(0)});
    }
    return {};
}

Result<std::int64_t> countTable(SqlConnection &connection, const LinkSelection &selection, LinkTable table,
                                const std::optional<std::string> &smallSet)
{
    SqlText sql;
    sql.add("SELECT count(*)");
    if (smallSet && table == LinkTable::Live)
        sql.add(" FROM json_each(?) j CROSS JOIN link l ON l.id = j.value WHERE 1", *smallSet);
    else
        addWalk(sql, selection, table);
    addConditions(sql, selection, table);
    Statement count(connection, sql.text);
    sql.bindTo(count);
    if (count.step() != Step::Row)
        return count.error("counting links");
    return count.integer(0);
}

Result<std::int64_t> countTables(SqlConnection &connection, const LinkSelection &selection,
                                 const std::optional<std::string> &smallSet)
{
    std::int64_t total = 0;
    for (const LinkTable table : kTables) {
        if (!selection.includes(table))
            continue;
        const auto count = countTable(connection, selection, table, smallSet);
        if (!count)
            return count;
        total += *count;
    }
    return total;
}

struct Counted {
    LinkSelection selection;
    std::optional<std::string> smallSet;
    bool impossible = false;
};

Result<Counted> prepareCount(SqlConnection &connection, const LinkFilter &filter)
{
    auto selection = selectionOf(connection, filter);
    if (!selection)
        return selection.error();
    Counted out{std::move(*selection), {}, false};
    if (!out.selection.includes(LinkTable::Live))
        return out;
    auto candidates = findCandidates(connection, out.selection, kSmallSet, true);
    if (!candidates)
        return candidates.error();
    out.impossible = candidates->impossible;
    if (candidates->ids)
        out.smallSet = jsonArray(*candidates->ids);
    return out;
}

} // namespace

std::string jsonArray(const std::vector<std::int64_t> &ids)
{
    std::string out = "[";
    for (const std::int64_t id : ids) {
        out += out.size() > 1 ? "," : "";
        out += std::to_string(id);
    }
    return out + "]";
}

Result<MatchStep> idsMatching(SqlConnection &connection, const LinkFilter &filter, LinkId after, int limit)
{
    const auto selection = selectionOf(connection, filter);
    if (!selection)
        return selection.error();
    std::int64_t last = kNoEnd;
    for (const LinkTable table : kTables) {
        const auto end =
            selection->includes(table) ? stepEnd(connection, *selection, table, after) : Result<std::int64_t>(kNoEnd);
        if (!end)
            return end.error();
        last = std::min(last, *end);
    }
    MatchStep step;
    for (const LinkTable table : kTables) {
        if (!selection->includes(table))
            continue;
        if (auto done = collect(connection, *selection, table, after, last, limit + 1, step.ids); !done)
            return done.error();
    }
    std::sort(step.ids.begin(), step.ids.end());
    const bool more = step.ids.size() > static_cast<std::size_t>(limit);
    if (more)
        step.ids.resize(static_cast<std::size_t>(limit));
    step.end = !more && last == kNoEnd;
    step.next = more ? step.ids.back() : LinkId{last};
    return step;
}

Result<std::int64_t> countMatching(SqlConnection &connection, const LinkFilter &filter)
{
    const auto counted = prepareCount(connection, filter);
    if (!counted)
        return counted.error();
    if (counted->impossible)
        return std::int64_t{0};
    return countTables(connection, counted->selection, counted->smallSet);
}

Result<std::optional<std::int64_t>> countWithin(SqlConnection &connection, const LinkSelection &selection,
                                                const std::optional<std::string> &smallSet,
                                                std::chrono::milliseconds patience)
{
    const QueryBudget budget(connection, patience);
    const auto count = countTables(connection, selection, smallSet);
    if (count)
        return std::optional(*count);
    if (budget.isSpent())
        return std::optional<std::int64_t>();
    return count.error();
}

Result<std::optional<std::int64_t>> countMatchingWithin(SqlConnection &connection, const LinkFilter &filter,
                                                        std::chrono::milliseconds patience)
{
    const QueryBudget budget(connection, patience);
    const auto count = countMatching(connection, filter);
    if (count)
        return std::optional(*count);
    if (budget.isSpent())
        return std::optional<std::int64_t>();
    return count.error();
}

} // namespace linkdesk::core
