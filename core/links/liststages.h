// The stages in which a list of links is walked, and the SQL of each: the rows come in the list's order from an index.
//
// Pure but for what the selection was made from; used on a connection's thread.
#pragma once

#include "links/cursor.h"
#include "links/link.h"
#include "links/linkselection.h"
#include "links/sqltext.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

// Rows that have a value in the sort's column, and rows that have none (no expiry, no clicks, no code any more).
enum class Phase { Values, Rest };

// A list is walked in stages: live links before archived ones, and of each first the rows that the sort puts first.
struct Stage {
    LinkTable table = LinkTable::Live;
    Phase phase = Phase::Values;
};

struct ListPlan {
    const LinkQuery &query;
    std::optional<Cursor> cursor;
    LinkSelection selection;
    std::optional<std::string> smallSet; // JSON array of ids
    std::vector<Stage> stages;           // those that can hold a match, in order
};

[[nodiscard]] std::vector<Stage> stagesOf(const LinkQuery &query, const LinkSelection &selection);

// "SELECT columns …" of one stage's matches, after the plan's cursor if asked; addOrder() completes it.
[[nodiscard]] SqlText stageSql(const ListPlan &plan, Stage stage, bool afterCursor, std::string_view columns);
void addOrder(SqlText &sql, const ListPlan &plan, Stage stage);
// What the sort goes by, as a column of stageSql(); "0" where that is no number.
[[nodiscard]] std::string_view valueColumn(LinkSort sort);

} // namespace linkdesk::core
