#include "store/linkstore.h"

#include "store/aliasstore.h"
#include "store/linkrows.h"
#include "store/searchnotes.h"
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "store/textmatch.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

enum class Place { Table, Archive };

Result<std::optional<Link>> oneLink(SqlConnection &connection, Statement &found, Place place)
{
    const Step step = found.step();
    if (step == Step::Done)
        return std::optional<Link>();
    if (step != Step::Row)
        return found.error("reading a link");
    Link link = readLink(found);
    link.archived = place == Place::Archive;
    if (auto tags = readTags(connection, link); !tags)
        return tags.error();
    if (auto aliases = readAliases(connection, link); !aliases)
        return aliases.error();
    return std::optional<Link>(std::move(link));
}

Result<std::int64_t> tagId(SqlConnection &connection, std::string_view name)
{
    const std::string key = foldForSearch(name);
    Statement find(connection, "SELECT id FROM tag WHERE name_key = ?");
    find.bind(key);
    const Step found = find.step();
    if (found == Step::Row)
        return find.integer(0);
    if (found == Step::Failed)
        return find.error("finding a tag");
    Statement add(connection, "INSERT INTO tag(name, name_key) VALUES(?, ?)");
    add.bind(name).bind(key);
    if (add.step() != Step::Done)
        return add.error("adding a tag");
    return connection.lastInsertId();
}

Result<void> addTags(SqlConnection &connection, LinkId link, const std::vector<std::string> &tags)
{
    for (const std::string &tag : tags) {
        const auto id = tagId(connection, tag);
        if (!id)
            return id.error();
        Statement add(connection, "INSERT OR IGNORE INTO link_tag(tag_id, link_id) VALUES(?, ?)");
        add.bind(*id).bind(link.value);
        if (auto done = add.run("tagging a link"); !done)
            return done;
    }
    return {};
}

Result<void> replaceTags(SqlConnection &connection, const Link &before, const Link &after)
{
    if (before.tags == after.tags)
        return {};
    Statement clear(connection, "DELETE FROM link_tag WHERE link_id = ?");
    clear.bind(after.id.value);
    if (auto done = clear.run("clearing a link's tags"); !done)
        return done;
    return addTags(connection, after.id, after.tags);
}

// Columns as LINKDESK_REDIRECT_COLUMNS has them.
RedirectRow readRedirectRow(const Statement &found)
{
    RedirectRow row;
    row.id = LinkId{found.integer(0)};
    row.code = found.text(1);
    row.target = found.text(2);
    row.status = linkStatusFromName(found.view(3)).value_or(LinkStatus::Banned);
    row.expiresAt = found.time(4);
    row.validFrom = found.time(5);
    row.redirectStatus = static_cast<int>(found.integer(6));
    row.forwardQuery = found.integer(7) != 0;
    row.track = found.integer(8) != 0;
    row.version = found.integer(9);
    if (!found.isNull(10))
        row.maxClicks = found.integer(10);
    row.fallback = found.text(11);
    return row;
}

// Columns of `link`; the code is absent where it equals the key.
#define LINKDESK_REDIRECT_COLUMNS                                                                                      \
    "link.id, link.code_shown, link.long_url, link.status, link.expires_at, link.valid_from, link.redirect_status, "   \
    "link.forward_query, link.track, link.version, link.max_clicks, link.fallback_url"
constexpr int kRedirectColumns = 12;

Result<std::optional<RedirectRow>> findFormerForRedirect(SqlConnection &connection, DomainId domain,
                                                         std::string_view key)
{
    Statement find(connection, "SELECT " LINKDESK_REDIRECT_COLUMNS ", link.code, link_alias.until "
                               "FROM link_alias JOIN link ON link.id = link_alias.link_id "
                               "WHERE link_alias.code = ? AND link_alias.domain_id = ?");
    const Step step = find.bind(key).bind(domain.value).step();
    if (step == Step::Done)
        return std::optional<RedirectRow>();
    if (step != Step::Row)
        return find.error("looking a former code up");
    RedirectRow row = readRedirectRow(find);
    if (find.isNull(1))
        row.code = find.text(kRedirectColumns);
    row.aliasUntil = find.time(kRedirectColumns + 1);
    return std::optional<RedirectRow>(std::move(row));
}

Result<std::optional<RedirectRow>> findArchivedForRedirect(SqlConnection &connection, DomainId domain,
                                                           std::string_view key)
{
    Statement find(connection, "SELECT " LINKDESK_REDIRECT_COLUMNS " FROM link_archive AS link "
                               "WHERE code = ? AND domain_id = ?");
    const Step step = find.bind(key).bind(domain.value).step();
    if (step == Step::Done)
        return std::optional<RedirectRow>();
    if (step != Step::Row)
        return find.error("looking an archived code up");
    RedirectRow row = readRedirectRow(find);
    if (find.isNull(1))
        row.code = key;
    row.archived = true;
    return std::optional<RedirectRow>(std::move(row));
}

Result<void> readUsed(SqlConnection &connection, RedirectRow &row)
{
    Statement total(connection, "SELECT humans FROM link_total WHERE link_id = ?");
    const Step step = total.bind(row.id.value).step();
    if (step == Step::Failed)
        return total.error("reading a link's clicks");
    row.used = step == Step::Row ? total.integer(0) : 0;
    return {};
}

Result<std::optional<RedirectRow>> findAnywhere(SqlConnection &connection, DomainId domain, std::string_view key)
{
    {
        Statement find(connection, "SELECT " LINKDESK_REDIRECT_COLUMNS " FROM link WHERE code = ? AND domain_id = ?");
        const Step step = find.bind(key).bind(domain.value).step();
        if (step == Step::Row) {
            RedirectRow row = readRedirectRow(find);
            if (find.isNull(1))
                row.code = key;
            return std::optional<RedirectRow>(std::move(row));
        }
        if (step != Step::Done)
            return find.error("looking a code up");
    }
    auto former = findFormerForRedirect(connection, domain, key);
    if (!former || *former)
        return former;
    return findArchivedForRedirect(connection, domain, key);
}

void bindLimits(Statement &statement, const Link &link)
{
    if (link.maxClicks)
        statement.bind(*link.maxClicks);
    else
        statement.bindNull();
    statement.bindOrNull(link.fallback);
}

std::string_view shownOrNull(const Link &link, std::string_view key)
{
    return link.code == key ? std::string_view() : std::string_view(link.code);
}

} // namespace

Result<std::optional<RedirectRow>> findForRedirect(SqlConnection &connection, DomainId domain, std::string_view key)
{
    auto row = findAnywhere(connection, domain, key);
    if (row && *row && (*row)->maxClicks) {
        if (auto read = readUsed(connection, **row); !read)
            return read.error();
    }
    return row;
}

RedirectRow redirectRowOf(const Link &link)
{
    return {link.id,           link.code,         link.target,     link.status,    link.expiresAt, link.validFrom,
            link.redirectStatus, link.forwardQuery, link.track,      link.version,   link.maxClicks, link.fallback,
            link.clicks.humans,  link.archived,     std::nullopt};
}

Result<void> forEachCode(SqlConnection &connection, const std::function<void(DomainId, std::string_view)> &visit)
{
    Statement codes(connection, "SELECT domain_id, code FROM link INDEXED BY link_code WHERE code IS NOT NULL "
                                "UNION ALL SELECT domain_id, code FROM link_alias "
                                "UNION ALL SELECT domain_id, code FROM link_archive INDEXED BY link_archive_code");
    for (Step step = codes.step(); step != Step::Done; step = codes.step()) {
        if (step != Step::Row)
            return codes.error("reading all codes");
        visit(DomainId{codes.integer(0)}, codes.view(1));
    }
    return {};
}

Result<std::int64_t> countCodes(SqlConnection &connection)
{
    Statement count(connection, "SELECT (SELECT count(code) FROM link INDEXED BY link_code) "
                                "+ (SELECT count(*) FROM link_alias) + (SELECT count(*) FROM link_archive)");
    if (count.step() != Step::Row)
        return count.error("counting the codes");
    return count.integer(0);
}

Result<InsertOutcome> insertLink(SqlConnection &connection, const Link &link, std::string_view key)
{
    Statement add(
        connection,
        "INSERT INTO link(domain_id, code, code_shown, status, generator, long_url, target_hash, title, note, "
        "owner, expires_at, valid_from, max_clicks, fallback_url, redirect_status, forward_query, track, favourite, "
        "version, created_at, updated_at) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    add.bind(link.domain.value).bind(key).bindOrNull(shownOrNull(link, key)).bind(linkStatusName(link.status));
    add.bind(link.generator).bind(link.target).bind(storedHash(link.target));
    add.bindOrNull(link.title).bindOrNull(link.note).bindOrNull(link.owner);
    add.bind(link.expiresAt).bind(link.validFrom);
    bindLimits(add, link);
    add.bind(link.redirectStatus).bind(link.forwardQuery).bind(link.track).bind(link.favourite);
    add.bind(link.version).bind(link.createdAt).bind(link.updatedAt);
    const Step step = add.step();
    if (step == Step::Taken)
        return InsertOutcome{true, {}};
    if (step != Step::Done)
        return add.error("writing a link");
    const LinkId id{connection.lastInsertId()};
    if (auto done = addTags(connection, id, link.tags); !done)
        return done.error();
    return InsertOutcome{false, id};
}

Result<std::optional<Link>> linkById(SqlConnection &connection, LinkId id)
{
    Statement find(connection, "SELECT " LINKDESK_LINK_COLUMNS LINKDESK_LINK_SOURCE "WHERE l.id = ?");
    auto link = oneLink(connection, find.bind(id.value), Place::Table);
    if (!link || *link)
        return link;
    Statement archived(connection, "SELECT " LINKDESK_LINK_COLUMNS LINKDESK_ARCHIVE_SOURCE "WHERE l.id = ?");
    return oneLink(connection, archived.bind(id.value), Place::Archive);
}

Result<std::optional<Link>> linkByKey(SqlConnection &connection, DomainId domain, std::string_view key)
{
    Statement find(connection,
                   "SELECT " LINKDESK_LINK_COLUMNS LINKDESK_LINK_SOURCE "WHERE l.code = ? AND l.domain_id = ?");
    auto link = oneLink(connection, find.bind(key).bind(domain.value), Place::Table);
    if (!link || *link)
        return link;
    Statement archived(connection,
                       "SELECT " LINKDESK_LINK_COLUMNS LINKDESK_ARCHIVE_SOURCE "WHERE l.code = ? AND l.domain_id = ?");
    return oneLink(connection, archived.bind(key).bind(domain.value), Place::Archive);
}

Result<std::optional<Link>> linkByFormerKey(SqlConnection &connection, DomainId domain, std::string_view key,
                                            TimePoint now)
{
    const auto alias = aliasByKey(connection, domain, key);
    if (!alias)
        return alias.error();
    if (!*alias || (*alias)->until <= now)
        return std::optional<Link>();
    return linkById(connection, (*alias)->link);
}

Result<std::optional<Link>> linkByTarget(SqlConnection &connection, DomainId domain, std::string_view target,
                                         TimePoint now)
{
    Statement find(connection, "SELECT " LINKDESK_LINK_COLUMNS LINKDESK_LINK_SOURCE
                               "WHERE l.target_hash = ? AND l.long_url = ? AND l.domain_id = ? AND l.status = 'active' "
                               "AND l.code IS NOT NULL AND (l.expires_at IS NULL OR l.expires_at > ?) "
                               "ORDER BY l.id LIMIT 1");
    find.bind(storedHash(target)).bind(target).bind(domain.value).bind(now);
    auto link = oneLink(connection, find, Place::Table);
    if (!link || *link)
        return link;
    Statement archived(connection, "SELECT " LINKDESK_LINK_COLUMNS LINKDESK_ARCHIVE_SOURCE
                                   "WHERE l.target_hash = ? AND l.long_url = ? AND l.domain_id = ? "
                                   "AND l.status = 'active' ORDER BY l.id LIMIT 1");
    archived.bind(storedHash(target)).bind(target).bind(domain.value);
    return oneLink(connection, archived, Place::Archive);
}

Result<UpdateOutcome> updateLink(SqlConnection &connection, const Link &before, const Link &after, std::string_view key)
{
    if (before.code != after.code || before.target != after.target || before.title != after.title) {
        if (auto noted = noteSearchChange(connection, after.id); !noted)
            return noted.error();
    }
    Statement update(
        connection,
        "UPDATE link SET code = ?, code_shown = ?, status = ?, generator = ?, long_url = ?, target_hash = ?, "
        "title = ?, note = ?, owner = ?, expires_at = ?, valid_from = ?, max_clicks = ?, fallback_url = ?, "
        "redirect_status = ?, forward_query = ?, track = ?, favourite = ?, let_expire = ?, ban_reason = ?, "
        "banned_by = ?, banned_at = ?, domain_id = ?, version = ?, updated_at = ?, deleted_at = ? WHERE id = ?");
    update.bind(key).bindOrNull(shownOrNull(after, key)).bind(linkStatusName(after.status)).bind(after.generator);
    update.bind(after.target).bind(storedHash(after.target));
    update.bindOrNull(after.title).bindOrNull(after.note).bindOrNull(after.owner);
    update.bind(after.expiresAt).bind(after.validFrom);
    bindLimits(update, after);
    update.bind(after.redirectStatus).bind(after.forwardQuery).bind(after.track).bind(after.favourite);
    update.bind(after.letExpire);
    if (after.ban)
        update.bind(after.ban->reason).bind(after.ban->by).bind(after.ban->at);
    else
        update.bindNull().bindNull().bindNull();
    update.bind(after.domain.value).bind(after.version).bind(after.updatedAt);
    update.bind(after.deletedAt).bind(after.id.value);
    const Step step = update.step();
    if (step == Step::Taken)
        return UpdateOutcome{true};
    if (step != Step::Done)
        return update.error("changing a link");
    if (auto done = replaceTags(connection, before, after); !done)
        return done.error();
    return UpdateOutcome{};
}

Result<void> retireLink(SqlConnection &connection, const Link &link, TimePoint now)
{
    Statement retire(connection, "UPDATE link SET code_shown = coalesce(code_shown, code), code = NULL, "
                                 "status = 'deleted', deleted_at = coalesce(deleted_at, ?1), updated_at = ?1, "
                                 "version = version + 1 WHERE id = ?2");
    return retire.bind(now).bind(link.id.value).run("freeing a code");
}

Result<void> purgeLink(SqlConnection &connection, LinkId id)
{
    if (auto noted = noteSearchChange(connection, id); !noted)
        return noted;
    Statement totals(connection, "DELETE FROM link_total WHERE link_id = ?");
    if (auto done = totals.bind(id.value).run("removing a link's totals"); !done)
        return done;
    Statement tags(connection, "DELETE FROM link_tag WHERE link_id = ?");
    if (auto done = tags.bind(id.value).run("removing a link's tags"); !done)
        return done;
    Statement row(connection, "DELETE FROM link WHERE id = ?");
    return row.bind(id.value).run("removing a link");
}

} // namespace linkdesk::core
