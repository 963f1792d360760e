#include "links/linksearch.h"

#include "store/sqlconnection.h"
#include "store/statement.h"
#include "store/textmatch.h"

#include <unicode/utf8.h>

#include <algorithm>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

constexpr std::size_t kTrigram = 3;
// More narrow no further worth their cost; text_contains() has the last word anyway.
constexpr std::size_t kMaxTrigrams = 24;

std::vector<std::string_view> characters(std::string_view text)
{
    std::vector<std::string_view> out;
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(text.data());
    const auto size = static_cast<std::int32_t>(text.size());
    for (std::int32_t at = 0; at < size;) {
        const std::int32_t from = at;
        U8_FWD_1(bytes, at, size);
        out.push_back(text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(at - from)));
    }
    return out;
}

// False when the list grew past the limit.
Result<bool> collect(Statement &rows, std::vector<std::int64_t> &ids, std::size_t limit)
{
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("searching");
        if (ids.size() == limit)
            return false;
        ids.push_back(rows.integer(0));
    }
    return true;
}

} // namespace

std::string searchNeedle(std::string_view search)
{
    while (search.starts_with(' '))
        search.remove_prefix(1);
    while (search.ends_with(' '))
        search.remove_suffix(1);
    return foldForSearch(search);
}

std::string trigramExpression(std::string_view needle)
{
    const auto signs = characters(needle);
    if (signs.size() < kTrigram)
        return {};
    const std::size_t count = signs.size() - kTrigram + 1;
    const std::size_t step = (count + kMaxTrigrams - 1) / kMaxTrigrams;
    std::string expression;
    for (std::size_t i = 0; i < count; i += step) {
        expression += expression.empty() ? "\"" : " \"";
        for (std::size_t j = i; j < i + kTrigram; ++j)
            expression += signs[j] == "\"" ? std::string_view("\"\"") : signs[j];
        expression += '"';
    }
    return expression;
}

Result<std::optional<std::vector<std::int64_t>>> searchCandidates(SqlConnection &connection, std::string_view needle,
                                                                  std::size_t limit)
{
    const std::string expression = trigramExpression(needle);
    std::optional<std::vector<std::int64_t>> none;
    std::vector<std::int64_t> ids;
    const auto room = static_cast<std::int64_t>(limit + 1);
    if (expression.empty()) {
        // Too short for the index. Reading all rows once in their own order beats doing so in another order.
        Statement all(connection,
                      "SELECT id FROM link WHERE text_contains(?, coalesce(code_shown, code), long_url, title) "
                      "LIMIT ?");
        all.bind(needle).bind(room);
        const auto complete = collect(all, ids, limit);
        if (!complete)
            return complete.error();
        return *complete ? std::optional(std::move(ids)) : none;
    }
    Statement indexed(connection, "SELECT rowid FROM link_search WHERE link_search MATCH ? LIMIT ?");
    indexed.bind(expression).bind(room);
    Statement changed(connection, "SELECT link_id FROM search_dirty LIMIT ?");
    changed.bind(room);
    Statement fresh(connection, "SELECT id FROM link WHERE id > (SELECT watermark FROM search_state) "
                                "AND text_contains(?, coalesce(code_shown, code), long_url, title) LIMIT ?");
    fresh.bind(needle).bind(room);
    for (Statement *rows : {&indexed, &changed, &fresh}) {
        const auto complete = collect(*rows, ids, limit);
        if (!complete)
            return complete.error();
        if (!*complete)
            return none;
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return std::optional(std::move(ids));
}

} // namespace linkdesk::core
