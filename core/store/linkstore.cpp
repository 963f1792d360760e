#include "store/linkstore.h"

#include "store/aliasstore.h"
#include "store/linkrows.h"
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "store/textmatch.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

Result<std::optional<Link>> oneLink(SqlConnection &connection, Statement &found)
{
    const Step step = found.step();
    if (step == Step::Done)
        return std::optional<Link>();
    if (step != Step::Row)
        return found.error("reading a link");
    Link link = readLink(found);
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
        Statement add(connection, "INSERT OR IGNORE INTO link_tag(link_id, tag_id) VALUES(?, ?)");
        add.bind(link.value).bind(*id);
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

// Keeps what the search index knows of a row that is about to change. Rows it has not reached need nothing, and the
// first kept texts win: they are the indexed ones.
Result<void> noteSearchChange(SqlConnection &connection, LinkId id)
{
    Statement note(connection, "INSERT OR IGNORE INTO search_dirty(link_id, code, long_url, title) "
                               "SELECT id, coalesce(code_shown, code), long_url, title FROM link "
                               "WHERE id = ? AND id <= (SELECT watermark FROM search_state)");
    return note.bind(id.value).run("noting a change for the search index");
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
    return row;
}

// Columns of `link`; the code is absent where it equals the key.
#define LINKDESK_REDIRECT_COLUMNS                                                                                      \
    "link.id, link.code_shown, link.long_url, link.status, link.expires_at, link.valid_from, link.redirect_status, "   \
    "link.forward_query, link.track, link.version"

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
        row.code = find.text(10);
    row.aliasUntil = find.time(11);
    return std::optional<RedirectRow>(std::move(row));
}

std::string_view shownOrNull(const Link &link, std::string_view key)
{
    return link.code == key ? std::string_view() : std::string_view(link.code);
}

} // namespace

Result<std::optional<RedirectRow>> findForRedirect(SqlConnection &connection, DomainId domain, std::string_view key)
{
    Statement find(connection, "SELECT " LINKDESK_REDIRECT_COLUMNS " FROM link WHERE code = ? AND domain_id = ?");
    find.bind(key).bind(domain.value);
    const Step step = find.step();
    if (step == Step::Done)
        return findFormerForRedirect(connection, domain, key);
    if (step != Step::Row)
        return find.error("looking a code up");
    RedirectRow row = readRedirectRow(find);
    if (find.isNull(1))
        row.code = key;
    return std::optional<RedirectRow>(std::move(row));
}

RedirectRow redirectRowOf(const Link &link)
{
    return {link.id,        link.code,           link.target,      link.status, link.expiresAt,
            link.validFrom, link.redirectStatus, link.forwardQuery, link.track,  link.version, std::nullopt};
}

Result<void> forEachCode(SqlConnection &connection, const std::function<void(DomainId, std::string_view)> &visit)
{
    Statement codes(connection, "SELECT domain_id, code FROM link INDEXED BY link_code WHERE code IS NOT NULL "
                                "UNION ALL SELECT domain_id, code FROM link_alias");
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
                                "+ (SELECT count(*) FROM link_alias)");
    if (count.step() != Step::Row)
        return count.error("counting the codes");
    return count.integer(0);
}

Result<InsertOutcome> insertLink(SqlConnection &connection, const Link &link, std::string_view key)
{
    Statement add(
        connection,
        "INSERT INTO link(domain_id, code, code_shown, status, generator, long_url, target_hash, title, note, "
        "owner, expires_at, valid_from, redirect_status, forward_query, track, version, created_at, updated_at) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    add.bind(link.domain.value).bind(key).bindOrNull(shownOrNull(link, key)).bind(linkStatusName(link.status));
    add.bind(link.generator).bind(link.target).bind(storedHash(link.target));
    add.bindOrNull(link.title).bindOrNull(link.note).bindOrNull(link.owner);
    add.bind(link.expiresAt).bind(link.validFrom);
    add.bind(link.redirectStatus).bind(link.forwardQuery).bind(link.track);
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
    find.bind(id.value);
    return oneLink(connection, find);
}

Result<std::optional<Link>> linkByKey(SqlConnection &connection, DomainId domain, std::string_view key)
{
    Statement find(connection,
                   "SELECT " LINKDESK_LINK_COLUMNS LINKDESK_LINK_SOURCE "WHERE l.code = ? AND l.domain_id = ?");
    find.bind(key).bind(domain.value);
    return oneLink(connection, find);
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
    return oneLink(connection, find);
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
        "title = ?, note = ?, owner = ?, expires_at = ?, valid_from = ?, redirect_status = ?, "
        "forward_query = ?, track = ?, version = ?, updated_at = ?, deleted_at = ? WHERE id = ?");
    update.bind(key).bindOrNull(shownOrNull(after, key)).bind(linkStatusName(after.status)).bind(after.generator);
    update.bind(after.target).bind(storedHash(after.target));
    update.bindOrNull(after.title).bindOrNull(after.note).bindOrNull(after.owner);
    update.bind(after.expiresAt).bind(after.validFrom).bind(after.redirectStatus);
    update.bind(after.forwardQuery).bind(after.track).bind(after.version).bind(after.updatedAt);
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
    Statement row(connection, "DELETE FROM link WHERE id = ?");
    return row.bind(id.value).run("removing a link");
}

Result<void> insertAudit(SqlConnection &connection, TimePoint at, std::string_view actor, std::string_view action,
                         LinkId link, std::string_view before, std::string_view after)
{
    Statement add(connection, "INSERT INTO audit(at, actor, action, link_id, before, after) VALUES(?, ?, ?, ?, ?, ?)");
    add.bind(at).bind(actor).bind(action);
    if (link.value != 0)
        add.bind(link.value);
    else
        add.bindNull();
    add.bindOrNull(before).bindOrNull(after);
    return add.run("writing the audit");
}

} // namespace linkdesk::core
