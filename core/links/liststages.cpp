#include "links/liststages.h"

#include <array>

namespace linkdesk::core {

namespace {

// Without expiry is later than any date, without clicks is fewer than one, without code comes after all codes.
std::array<Phase, 2> phaseOrder(const LinkQuery &query)
{
    const bool restFirst = query.sort == LinkSort::Clicks ? !query.descending : query.descending;
    return restFirst ? std::array{Phase::Rest, Phase::Values} : std::array{Phase::Values, Phase::Rest};
}

// Whether the filter leaves anything of a phase, as far as it can be told from the filter alone.
bool canMatch(const LinkFilter &filter, LinkSort sort, Phase phase)
{
    if (sort == LinkSort::Clicks) {
        const auto clicks = rangeOf(filter, FilterField::Clicks);
        if (clicks)
            return phase == Phase::Values ? clicks->before > 1 : clicks->from < 1;
    }
    if (sort == LinkSort::Expires && phase == Phase::Rest)
        return !rangeOf(filter, FilterField::Expires);
    return true;
}

// The one domain that is asked for, where its own index lists its links.
std::optional<std::int64_t> indexedDomain(const LinkFilter &filter)
{
    for (const FilterTerm &term : filter.terms) {
        if (term.field == FilterField::Domain && !term.negated && term.values.size() == 1
            && term.values.front().domain != kDefaultDomain.value)
            return term.values.front().domain;
    }
    return std::nullopt;
}

// Where the rows come from, so that they come in the list's order; ends with a condition.
void addSource(SqlText &sql, const ListPlan &plan, Stage stage)
{
    const LinkSort sort = plan.query.sort;
    const std::string table(linkTableName(stage.table));
    const bool live = stage.table == LinkTable::Live;
    const bool values = stage.phase == Phase::Values;
    const bool needsTotals = sort == LinkSort::Clicks && values;
    if (plan.smallSet && live) {
        // Totals first: a link without clicks is passed over before its own row is read.
        sql.add(" FROM json_each(?) j", *plan.smallSet);
        sql.add(needsTotals
                    ? " CROSS JOIN link_total t ON t.link_id = j.value CROSS JOIN link l ON l.id = t.link_id WHERE 1"
                    : " CROSS JOIN link l ON l.id = j.value WHERE 1");
    } else if (needsTotals) {
        sql.add(" FROM link_total t INDEXED BY link_total_humans CROSS JOIN " + table
                + " l ON l.id = t.link_id WHERE 1");
    } else if (sort == LinkSort::Code && values) {
        sql.add(live ? " FROM link l INDEXED BY link_code WHERE 1"
                     : " FROM link_archive l INDEXED BY link_archive_code WHERE 1");
    } else if (sort == LinkSort::Expires && values) {
        sql.add(" FROM link l INDEXED BY link_expiry WHERE 1");
    } else if (const auto tag = indexedTag(plan.selection)) {
        sql.add(" FROM link_tag w CROSS JOIN " + table + " l ON l.id = w.link_id WHERE w.tag_id = ?", *tag);
    } else if (const auto domain = live ? indexedDomain(plan.selection.filter) : std::nullopt) {
        sql.add(" FROM link l INDEXED BY link_domain WHERE l.domain_id <> 1 AND l.domain_id = ?", *domain);
    } else {
        sql.add(" FROM " + table + " l NOT INDEXED WHERE 1");
    }
}

void addRange(SqlText &sql, std::string_view column, const std::optional<NumberRange> &range)
{
    if (!range)
        return;
    sql.add(" AND " + std::string(column) + " >= ?", range->from);
    sql.add(" AND " + std::string(column) + " < ?", range->before);
}

// The phase's own condition, and the range the filter leaves of the order's column: it ends the walk early.
void addPhase(SqlText &sql, const ListPlan &plan, Stage stage)
{
    const bool values = stage.phase == Phase::Values;
    const LinkFilter &filter = plan.selection.filter;
    switch (plan.query.sort) {
    case LinkSort::Created: break;
    case LinkSort::Clicks:
        sql.add(values ? " AND t.humans > 0"
                       : " AND NOT EXISTS(SELECT 1 FROM link_total z WHERE z.link_id = l.id AND z.humans > 0)");
        if (values)
            addRange(sql, "t.humans", rangeOf(filter, FilterField::Clicks));
        break;
    case LinkSort::Code: sql.add(values ? " AND l.code IS NOT NULL" : " AND l.code IS NULL"); break;
    case LinkSort::Expires:
        if (stage.table == LinkTable::Archive)
            break;
        sql.add(values ? " AND l.expires_at IS NOT NULL" : " AND l.expires_at IS NULL");
        if (values)
            addRange(sql, "l.expires_at", rangeOf(filter, FilterField::Expires));
        break;
    }
    addRange(sql, "l.id", rangeOf(filter, FilterField::Id));
}

// The id as the source has it, so that its order is the index's.
std::string idColumn(const ListPlan &plan, Stage stage)
{
    const bool walksTag = !(plan.smallSet && stage.table == LinkTable::Live) && indexedTag(plan.selection).has_value();
    return walksTag ? "w.link_id" : "l.id";
}

void addAfterCursor(SqlText &sql, const ListPlan &plan, Stage stage)
{
    const Cursor &cursor = *plan.cursor;
    const std::string less = plan.query.descending ? " < " : " > ";
    if (stage.phase == Phase::Rest || plan.query.sort == LinkSort::Created) {
        sql.add(" AND " + idColumn(plan, stage) + less + "?", cursor.id);
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

} // namespace

std::vector<Stage> stagesOf(const LinkQuery &query, const LinkSelection &selection)
{
    std::vector<Stage> stages;
    for (const LinkTable table : {LinkTable::Live, LinkTable::Archive}) {
        for (const Phase phase : phaseOrder(query)) {
            const bool onlyOne = query.sort == LinkSort::Created && phase == Phase::Rest;
            // Nothing in the archive has an end, and nothing there is without a code.
            const bool absent = table == LinkTable::Archive
                                && ((query.sort == LinkSort::Expires && phase == Phase::Values)
                                    || (query.sort == LinkSort::Code && phase == Phase::Rest));
            if (selection.includes(table) && !onlyOne && !absent && canMatch(selection.filter, query.sort, phase))
                stages.push_back({table, phase});
        }
    }
    return stages;
}

SqlText stageSql(const ListPlan &plan, Stage stage, bool afterCursor, std::string_view columns)
{
    SqlText sql;
    sql.add("SELECT ");
    sql.add(columns);
    addSource(sql, plan, stage);
    addPhase(sql, plan, stage);
    addConditions(sql, plan.selection, stage.table);
    if (afterCursor)
        addAfterCursor(sql, plan, stage);
    return sql;
}

void addOrder(SqlText &sql, const ListPlan &plan, Stage stage)
{
    const LinkQuery &query = plan.query;
    const std::string direction = query.descending ? " DESC" : " ASC";
    if (stage.phase == Phase::Rest || query.sort == LinkSort::Created)
        sql.add(" ORDER BY " + idColumn(plan, stage) + direction);
    else if (query.sort == LinkSort::Code)
        sql.add(" ORDER BY l.code" + direction + ", l.domain_id" + direction);
    else if (query.sort == LinkSort::Clicks)
        sql.add(" ORDER BY t.humans" + direction + ", t.link_id" + direction);
    else
        sql.add(" ORDER BY l.expires_at" + direction + ", l.id" + direction);
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

} // namespace linkdesk::core
