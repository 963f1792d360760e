#include "links/linkselection.h"

#include "links/linksearch.h"
#include "store/sqlconnection.h"
#include "store/textmatch.h"

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

// So many links that a status leaves out are listed rather than looked at one by one.
constexpr std::int64_t kFewExcluded = 5000;

constexpr std::string_view kHumans = "coalesce((SELECT z.humans FROM link_total z WHERE z.link_id = l.id), 0)";
constexpr std::string_view kBots = "coalesce((SELECT z.bots FROM link_total z WHERE z.link_id = l.id), 0)";
constexpr std::string_view kLastClick = "(SELECT z.last_click_at FROM link_total z WHERE z.link_id = l.id)";

// `column` may be NULL; then it is in no range.
void addRange(SqlText &sql, std::string_view column, const FilterValue &value)
{
    const std::string name(column);
    if (value.none) {
        sql.add(name + " IS NULL");
        return;
    }
    const bool hasFrom = value.from != std::numeric_limits<std::int64_t>::min();
    const bool hasBefore = value.before != std::numeric_limits<std::int64_t>::max();
    sql.add("(" + name + " IS NOT NULL");
    if (hasFrom)
        sql.add(" AND " + name + " >= ?", value.from);
    if (hasBefore)
        sql.add(" AND " + name + " < ?", value.before);
    sql.add(")");
}

void addContains(SqlText &sql, std::string_view columns, const FilterValue &value)
{
    sql.add("text_contains(?, " + std::string(columns) + ")", value.key);
}

void addStatus(SqlText &sql, const FilterValue &value, std::int64_t now, LinkTable table)
{
    const auto whileActive = [&](std::string_view rest) {
        sql.add("(l.status = 'active' AND ");
        sql.add(rest);
    };
    constexpr std::string_view kUsedUp = "coalesce((SELECT z.humans FROM link_total z WHERE z.link_id = l.id), 0) "
                                         ">= l.max_clicks";
    switch (static_cast<FilterStatus>(value.choice)) {
    case FilterStatus::Deleted: sql.add("l.status = 'deleted'"); return;
    case FilterStatus::Banned: sql.add("l.status = 'banned'"); return;
    case FilterStatus::Archived: sql.add(table == LinkTable::Archive ? "1" : "0"); return;
    case FilterStatus::Expired:
        whileActive("l.expires_at IS NOT NULL");
        sql.add(" AND l.expires_at <= ?)", now);
        return;
    case FilterStatus::UsedUp:
        whileActive("l.max_clicks IS NOT NULL AND ");
        sql.add(kUsedUp);
        sql.add(" AND (l.valid_from IS NULL OR l.valid_from <= ?)", now);
        sql.add(" AND (l.expires_at IS NULL OR l.expires_at > ?))", now);
        return;
    case FilterStatus::Scheduled:
        whileActive("l.valid_from IS NOT NULL");
        sql.add(" AND l.valid_from > ?", now);
        sql.add(" AND (l.expires_at IS NULL OR l.expires_at > ?))", now);
        return;
    case FilterStatus::Active:
        whileActive("(l.max_clicks IS NULL OR NOT ");
        sql.add(kUsedUp);
        sql.add(") AND (l.valid_from IS NULL OR l.valid_from <= ?)", now);
        sql.add(" AND (l.expires_at IS NULL OR l.expires_at > ?))", now);
        return;
    }
}

std::string_view traitCondition(FilterTrait trait, LinkTable table)
{
    switch (trait) {
    case FilterTrait::Favourite: return "l.favourite <> 0";
    case FilterTrait::Archived: return table == LinkTable::Archive ? "1" : "0";
    case FilterTrait::Limited: return "l.max_clicks IS NOT NULL";
    case FilterTrait::Protected: return "l.password_hash IS NOT NULL";
    case FilterTrait::Tracked: return "l.track <> 0";
    case FilterTrait::LetExpire: return "l.let_expire <> 0";
    case FilterTrait::Custom: return "l.generator = 'custom'";
    }
    return "0";
}

std::string_view partCondition(FilterPart part)
{
    switch (part) {
    case FilterPart::Expiry: return "l.expires_at IS NOT NULL";
    case FilterPart::Start: return "l.valid_from IS NOT NULL";
    case FilterPart::Note: return "coalesce(l.note, '') <> ''";
    case FilterPart::Title: return "coalesce(l.title, '') <> ''";
    case FilterPart::Tags: return "EXISTS(SELECT 1 FROM link_tag g WHERE g.link_id = l.id)";
    case FilterPart::Owner: return "coalesce(l.owner, '') <> ''";
    case FilterPart::Fallback: return "coalesce(l.fallback_url, '') <> ''";
    case FilterPart::Limit: return "l.max_clicks IS NOT NULL";
    case FilterPart::Ban: return "(l.status <> 'active' AND (l.status = 'banned' OR l.banned_at IS NOT NULL))";
    }
    return "0";
}

void addValue(SqlText &sql, FilterField field, const FilterValue &value, std::int64_t now, LinkTable table)
{
    switch (field) {
    case FilterField::Text: return addContains(sql, "coalesce(l.code_shown, l.code), l.long_url, l.title", value);
    case FilterField::Owner: return addContains(sql, "l.owner", value);
    case FilterField::Title: return addContains(sql, "l.title", value);
    case FilterField::Note: return addContains(sql, "l.note", value);
    case FilterField::Slug: return addContains(sql, "coalesce(l.code_shown, l.code)", value);
    case FilterField::Url: return addContains(sql, "l.long_url", value);
    case FilterField::Host: return sql.add("target_at_host(l.long_url, ?)", value.key);
    // The plus keeps SQLite from leaving the order's index for the domain's.
    case FilterField::Domain: return sql.add("+l.domain_id = ?", value.domain);
    case FilterField::Generator: return sql.add("l.generator = ?", value.key);
    case FilterField::Status: return addStatus(sql, value, now, table);
    case FilterField::Is: return sql.add(traitCondition(static_cast<FilterTrait>(value.choice), table));
    case FilterField::Has: return sql.add(partCondition(static_cast<FilterPart>(value.choice)));
    case FilterField::Clicks: return addRange(sql, kHumans, value);
    case FilterField::Bots: return addRange(sql, kBots, value);
    case FilterField::Clicked: return addRange(sql, kLastClick, value);
    case FilterField::Created: return addRange(sql, "l.created_at", value);
    case FilterField::Updated: return addRange(sql, "l.updated_at", value);
    case FilterField::Expires: return addRange(sql, "l.expires_at", value);
    case FilterField::Limit: return addRange(sql, "l.max_clicks", value);
    case FilterField::Id: return addRange(sql, "l.id", value);
    case FilterField::Tag: break;
    }
}

void addTagCondition(SqlText &sql, const std::vector<std::int64_t> &ids)
{
    if (ids.empty()) {
        sql.add("0");
        return;
    }
    sql.add("EXISTS(SELECT 1 FROM link_tag g WHERE g.link_id = l.id AND g.tag_id IN (");
    for (std::size_t i = 0; i < ids.size(); ++i)
        sql.add(i == 0 ? "?" : ", ?", ids[i]);
    sql.add("))");
}

// Knowing the excluded links, an order's index alone tells which rows count: no row needs to be read to be skipped.
void addStoredStatus(SqlText &sql, const LinkSelection &selection, LinkTable table)
{
    const bool listed = selection.fewExcluded && table == LinkTable::Live;
    if (!selection.stored) {
        if (selection.includesDeleted())
            return;
        sql.add(listed ? " AND l.id NOT IN (SELECT x.id FROM link x WHERE x.status <> 'active' "
                         "AND x.status = 'deleted')"
                       : " AND l.status <> 'deleted'");
    } else if (*selection.stored == LinkStatus::Active) {
        sql.add(listed ? " AND l.id NOT IN (SELECT x.id FROM link x WHERE x.status <> 'active')"
                       : " AND l.status = 'active'");
    } else {
        sql.add(" AND l.status <> 'active' AND l.status = ?", std::string(linkStatusName(*selection.stored)));
    }
}

Result<std::vector<std::int64_t>> tagIds(SqlConnection &connection, const FilterTerm &term)
{
    std::vector<std::int64_t> ids;
    for (const FilterValue &value : term.values) {
        Statement find(connection, "SELECT id FROM tag WHERE name_key = ?");
        const Step step = find.bind(value.key).step();
        if (step != Step::Row && step != Step::Done)
            return find.error("finding a tag");
        if (step == Step::Row)
            ids.push_back(find.integer(0));
    }
    return ids;
}

Result<bool> excludesFew(SqlConnection &connection)
{
    Statement count(connection, "SELECT count(*) FROM (SELECT 1 FROM link WHERE status <> 'active' LIMIT ?)");
    if (count.bind(kFewExcluded + 1).step() != Step::Row)
        return count.error("counting links");
    return count.integer(0) <= kFewExcluded;
}

FilterTerm ownTerm(FilterField field, FilterValue value)
{
    FilterTerm term;
    term.field = field;
    term.values.push_back(std::move(value));
    return term;
}

Result<LinkSelection> completed(SqlConnection &connection, LinkSelection selection)
{
    for (const FilterTerm &term : selection.filter.terms) {
        selection.tags.emplace_back();
        if (term.field != FilterField::Tag)
            continue;
        auto ids = tagIds(connection, term);
        if (!ids)
            return ids.error();
        selection.tags.back() = std::move(*ids);
    }
    const auto few = excludesFew(connection);
    if (!few)
        return few.error();
    selection.fewExcluded = *few;
    return selection;
}

} // namespace

Result<LinkSelection> selectionOf(SqlConnection &connection, const LinkFilter &filter)
{
    LinkSelection selection;
    selection.filter = filter;
    return completed(connection, std::move(selection));
}

Result<LinkSelection> selectionOf(SqlConnection &connection, const LinkQuery &query)
{
    LinkSelection selection;
    selection.filter = query.filter;
    selection.stored = query.status;
    const auto add = [&selection](FilterField field, FilterValue value) {
        selection.filter.terms.push_back(ownTerm(field, std::move(value)));
    };
    FilterValue value;
    if (value.key = searchNeedle(query.search); !value.key.empty())
        add(FilterField::Text, value);
    if (query.tag) {
        value.key = foldForSearch(*query.tag);
        add(FilterField::Tag, value);
    }
    value.key.clear();
    if (query.domain) {
        value.domain = query.domain->value;
        add(FilterField::Domain, value);
    }
    return completed(connection, std::move(selection));
}

void addConditions(SqlText &sql, const LinkSelection &selection, LinkTable table)
{
    addStoredStatus(sql, selection, table);
    const std::int64_t now = toMs(selection.filter.now);
    for (std::size_t i = 0; i < selection.filter.terms.size(); ++i) {
        const FilterTerm &term = selection.filter.terms[i];
        sql.add(term.negated ? " AND NOT (" : " AND (");
        if (term.field == FilterField::Tag) {
            addTagCondition(sql, selection.tags[i]);
        } else {
            for (std::size_t v = 0; v < term.values.size(); ++v) {
                sql.add(v == 0 ? "" : " OR ");
                addValue(sql, term.field, term.values[v], now, table);
            }
        }
        sql.add(")");
    }
}

std::optional<NumberRange> rangeOf(const LinkFilter &filter, FilterField field)
{
    std::optional<NumberRange> range;
    for (const FilterTerm &term : filter.terms) {
        if (term.field != field || term.negated || term.values.size() != 1 || term.values.front().none)
            continue;
        if (!range)
            range.emplace();
        range->narrow(term.values.front());
    }
    return range;
}

std::optional<std::int64_t> indexedTag(const LinkSelection &selection)
{
    for (std::size_t i = 0; i < selection.tags.size(); ++i) {
        if (selection.tags[i].size() == 1 && !selection.filter.terms[i].negated)
            return selection.tags[i].front();
    }
    return std::nullopt;
}

} // namespace linkdesk::core
