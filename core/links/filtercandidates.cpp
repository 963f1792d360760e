#include "links/filtercandidates.h"

#include "links/linksearch.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;
using Ids = std::vector<std::int64_t>;

// One term's values are alternatives, so each needs an index of its own; nothing where one has none.
std::optional<SqlText> rangeQuery(std::string_view select, std::string_view column, const FilterTerm &term)
{
    SqlText sql;
    for (const FilterValue &value : term.values) {
        if (value.none)
            return std::nullopt;
        sql.add(sql.text.empty() ? "" : " UNION ALL ");
        sql.add(select);
        if (value.from != std::numeric_limits<std::int64_t>::min())
            sql.add(" AND " + std::string(column) + " >= ?", value.from);
        if (value.before != std::numeric_limits<std::int64_t>::max())
            sql.add(" AND " + std::string(column) + " < ?", value.before);
    }
    return sql;
}

std::optional<SqlText> clicksQuery(const FilterTerm &term)
{
    // Links without any click have no row in the index.
    const bool none = std::any_of(term.values.begin(), term.values.end(),
                                  [](const FilterValue &value) { return value.none || value.from < 1; });
    if (none)
        return std::nullopt;
    return rangeQuery("SELECT link_id FROM link_total INDEXED BY link_total_humans WHERE humans > 0", "humans", term);
}

std::optional<SqlText> statusQuery(const FilterTerm &term, std::int64_t now)
{
    SqlText sql;
    for (const FilterValue &value : term.values) {
        sql.add(sql.text.empty() ? "" : " UNION ALL ");
        switch (static_cast<FilterStatus>(value.choice)) {
        case FilterStatus::Banned:
            sql.add("SELECT id FROM link INDEXED BY link_state WHERE status <> 'active' AND status = 'banned'");
            break;
        case FilterStatus::Deleted:
            sql.add("SELECT id FROM link INDEXED BY link_state WHERE status <> 'active' AND status = 'deleted'");
            break;
        case FilterStatus::Expired:
            sql.add("SELECT id FROM link INDEXED BY link_expiry WHERE expires_at IS NOT NULL AND expires_at <= ?", now);
            break;
        case FilterStatus::Archived: // none of the live ones
            sql.add("SELECT id FROM link WHERE 0");
            break;
        case FilterStatus::UsedUp:
            sql.add("SELECT id FROM link INDEXED BY link_limit WHERE max_clicks IS NOT NULL");
            break;
        case FilterStatus::Scheduled:
        case FilterStatus::Active: return std::nullopt;
        }
    }
    return sql;
}

std::optional<SqlText> domainQuery(const FilterTerm &term)
{
    SqlText sql;
    for (const FilterValue &value : term.values) {
        if (value.domain == kDefaultDomain.value)
            return std::nullopt;
        sql.add(sql.text.empty() ? "" : " UNION ALL ");
        sql.add("SELECT id FROM link INDEXED BY link_domain WHERE domain_id <> 1 AND domain_id = ?", value.domain);
    }
    return sql;
}

std::optional<SqlText> traitQuery(const FilterTerm &term)
{
    SqlText sql;
    for (const FilterValue &value : term.values) {
        sql.add(sql.text.empty() ? "" : " UNION ALL ");
        const auto trait = static_cast<FilterTrait>(value.choice);
        if (trait == FilterTrait::Favourite)
            sql.add("SELECT id FROM link INDEXED BY link_favourite WHERE favourite <> 0");
        else if (trait == FilterTrait::Limited)
            sql.add("SELECT id FROM link INDEXED BY link_limit WHERE max_clicks IS NOT NULL");
        else if (trait == FilterTrait::Archived)
            sql.add("SELECT id FROM link WHERE 0");
        else
            return std::nullopt;
    }
    return sql;
}

std::optional<SqlText> partQuery(const FilterTerm &term)
{
    SqlText sql;
    for (const FilterValue &value : term.values) {
        sql.add(sql.text.empty() ? "" : " UNION ALL ");
        const auto part = static_cast<FilterPart>(value.choice);
        if (part == FilterPart::Expiry)
            sql.add("SELECT id FROM link INDEXED BY link_expiry WHERE expires_at IS NOT NULL");
        else if (part == FilterPart::Ban) // a banned link in the bin keeps its ban
            sql.add("SELECT id FROM link INDEXED BY link_state WHERE status <> 'active'");
        else if (part == FilterPart::Limit)
            sql.add("SELECT id FROM link INDEXED BY link_limit WHERE max_clicks IS NOT NULL");
        else
            return std::nullopt;
    }
    return sql;
}

SqlText tagQuery(const Ids &tags)
{
    SqlText sql;
    for (const std::int64_t tag : tags)
        sql.add(sql.text.empty() ? "SELECT link_id FROM link_tag WHERE tag_id = ?"
                                 : " UNION ALL SELECT link_id FROM link_tag WHERE tag_id = ?",
                tag);
    return sql;
}

std::optional<SqlText> indexQuery(const LinkSelection &selection, std::size_t term)
{
    const FilterTerm &asked = selection.filter.terms[term];
    switch (asked.field) {
    case FilterField::Tag: return tagQuery(selection.tags[term]);
    case FilterField::Domain: return domainQuery(asked);
    case FilterField::Status: return statusQuery(asked, toMs(selection.filter.now));
    case FilterField::Clicks: return clicksQuery(asked);
    case FilterField::Expires:
        return rangeQuery("SELECT id FROM link INDEXED BY link_expiry WHERE expires_at IS NOT NULL", "expires_at",
                          asked);
    case FilterField::Id: return rangeQuery("SELECT id FROM link WHERE 1", "id", asked);
    case FilterField::Is: return traitQuery(asked);
    case FilterField::Has: return partQuery(asked);
    default: return std::nullopt;
    }
}

// Nothing where there are more than `limit`.
Result<std::optional<Ids>> idsOf(SqlConnection &connection, const SqlText &sql, std::size_t limit)
{
    Statement rows(connection, sql.text + " LIMIT ?");
    sql.bindTo(rows);
    rows.bind(static_cast<std::int64_t>(limit + 1));
    Ids ids;
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("looking for links");
        ids.push_back(rows.integer(0));
    }
    if (ids.size() > limit)
        return std::optional<Ids>();
    return std::optional(std::move(ids));
}

bool isIpAddress(std::string_view host)
{
    return host.starts_with('[') || host.find_first_not_of("0123456789.") == std::string_view::npos;
}

// The text that the stored texts must hold for a value to match; nothing where there is no such text. An IP address may
// stand in a target in another form.
std::optional<std::string> needleOf(FilterField field, const FilterValue &value)
{
    switch (field) {
    case FilterField::Text:
    case FilterField::Title:
    case FilterField::Slug:
    case FilterField::Url: return value.key;
    case FilterField::Host: return isIpAddress(value.key) ? std::nullopt : std::optional(value.key);
    default: return std::nullopt;
    }
}

// All values of the term through the text index.
Result<std::optional<Ids>> textCandidates(SqlConnection &connection, const FilterTerm &term, std::size_t limit,
                                          bool mayScan)
{
    Ids all;
    for (const FilterValue &value : term.values) {
        const auto needle = needleOf(term.field, value);
        if (!needle || (!mayScan && trigramExpression(*needle).empty()))
            return std::optional<Ids>();
        const auto found = searchCandidates(connection, *needle, limit);
        if (!found)
            return found.error();
        if (!*found || all.size() + (*found)->size() > limit)
            return std::optional<Ids>();
        all.insert(all.end(), (*found)->begin(), (*found)->end());
    }
    return std::optional(std::move(all));
}

// A NUL is in no stored text, and a tag that is not there is on no link.
bool isImpossible(const LinkSelection &selection, std::size_t term)
{
    const FilterTerm &asked = selection.filter.terms[term];
    if (asked.negated)
        return false;
    if (asked.field == FilterField::Tag)
        return selection.tags[term].empty();
    return asked.field == FilterField::Text && std::all_of(asked.values.begin(), asked.values.end(), [](const auto &v) {
               return v.key.find('\0') != std::string::npos;
           });
}

} // namespace

Result<LinkCandidates> findCandidates(SqlConnection &connection, const LinkSelection &selection, std::size_t limit,
                                      bool walksById)
{
    LinkCandidates out;
    const auto &terms = selection.filter.terms;
    const auto keep = [&out](std::optional<Ids> found) {
        if (found && (!out.ids || found->size() < out.ids->size()))
            out.ids = std::move(found);
    };
    const auto room = [&] { return out.ids ? out.ids->size() : limit; };
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (isImpossible(selection, i)) {
            out.impossible = true;
            return out;
        }
        const auto sql = terms[i].negated ? std::nullopt : indexQuery(selection, i);
        if (!sql || room() == 0)
            continue;
        auto found = idsOf(connection, *sql, room());
        if (!found)
            return found.error();
        keep(std::move(*found));
    }
    for (const FilterTerm &term : terms) {
        if (term.negated || room() == 0)
            continue;
        const bool mayScan = !walksById && !out.ids && term.field == FilterField::Text;
        auto found = textCandidates(connection, term, room(), mayScan);
        if (!found)
            return found.error();
        keep(std::move(*found));
    }
    if (out.ids) {
        std::sort(out.ids->begin(), out.ids->end());
        out.ids->erase(std::unique(out.ids->begin(), out.ids->end()), out.ids->end());
    }
    return out;
}

Result<std::optional<std::vector<std::int64_t>>> scanForMatches(SqlConnection &connection,
                                                                const LinkSelection &selection, std::size_t limit)
{
    SqlText sql;
    sql.add("SELECT l.id FROM link l NOT INDEXED WHERE 1");
    addConditions(sql, selection, LinkTable::Live);
    return idsOf(connection, sql, limit);
}

} // namespace linkdesk::core
