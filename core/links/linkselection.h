// Which links are meant: a filter and what else a query asks for, and its conditions as SQL.
//
// Used on a connection's thread. In the SQL the row is `l`, of `link` or of `link_archive`; no condition is ever NULL, so
// that each can be turned around.
#pragma once

#include "base/result.h"
#include "links/link.h"
#include "links/linkfilter.h"
#include "links/sqltext.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

enum class LinkTable { Live, Archive };
[[nodiscard]] constexpr std::string_view linkTableName(LinkTable table)
{
    return table == LinkTable::Live ? "link" : "link_archive";
}

// from <= x < before.
struct NumberRange {
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t before = std::numeric_limits<std::int64_t>::max();

    [[nodiscard]] bool isEmpty() const { return from >= before; }
    void narrow(const FilterValue &value)
    {
        from = from < value.from ? value.from : from;
        before = before > value.before ? value.before : before;
    }
};

struct LinkSelection {
    LinkFilter filter;
    std::optional<LinkStatus> stored; // by its name in the table
    // The ids of each term's tags, in the order of the terms; of a term of another field none.
    std::vector<std::vector<std::int64_t>> tags;
    bool fewExcluded = false; // the links a status leaves out are few enough to be listed

    [[nodiscard]] bool includesDeleted() const { return stored || filter.includesDeleted(); }
    [[nodiscard]] bool includes(LinkTable table) const
    {
        return table == LinkTable::Live ? filter.includesLive() : filter.includesArchived();
    }
};

// Joins the query's own members with its filter and looks tags up.
[[nodiscard]] Result<LinkSelection> selectionOf(SqlConnection &connection, const LinkQuery &query);
[[nodiscard]] Result<LinkSelection> selectionOf(SqlConnection &connection, const LinkFilter &filter);

// " AND …" for everything the selection asks of a row of the table.
void addConditions(SqlText &sql, const LinkSelection &selection, LinkTable table);

// What the terms that are no alternatives leave of a field's numbers; nothing where none says anything.
[[nodiscard]] std::optional<NumberRange> rangeOf(const LinkFilter &filter, FilterField field);

// The one tag of a term, if there is a term with one: its rows stand in the order of the links' ids.
[[nodiscard]] std::optional<std::int64_t> indexedTag(const LinkSelection &selection);

} // namespace linkdesk::core
