#include "store/archivestore.h"

#include "store/searchnotes.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

#define LINKDESK_ROW_COLUMNS                                                                                           \
    "id, domain_id, code, code_shown, status, generator, long_url, target_hash, title, note, owner, expires_at, "      \
    "valid_from, max_clicks, redirect_status, forward_query, track, password_hash, fallback_url, version, created_at, " \
    "updated_at, deleted_at, favourite, let_expire, ban_reason, banned_by, banned_at"

// Of `l` joined with its total `t`; one parameter, the time.
#define LINKDESK_UNUSED                                                                                                \
    "l.status = 'active' AND l.code IS NOT NULL AND l.track = 1 AND l.expires_at IS NULL AND l.max_clicks IS NULL "    \
    "AND l.favourite = 0 AND max(l.created_at, l.updated_at, coalesce(l.valid_from, 0), "                              \
    "coalesce(t.last_click_at, 0)) < ? AND NOT EXISTS(SELECT 1 FROM link_alias a WHERE a.link_id = l.id)"

Result<bool> exists(Statement &statement, std::string_view what)
{
    const Step step = statement.step();
    if (step == Step::Failed)
        return statement.error(what);
    return step == Step::Row;
}

} // namespace

Result<ArchiveCandidates> archiveCandidates(SqlConnection &connection, LinkId after, TimePoint before, int rows)
{
    ArchiveCandidates found;
    found.next = after;
    Statement last(connection, "SELECT max(id), count(*) FROM (SELECT id FROM link WHERE id > ? ORDER BY id LIMIT ?)");
    if (last.bind(after.value).bind(rows).step() != Step::Row)
        return last.error("looking for unused links");
    found.end = last.integer(1) < rows;
    if (last.integer(1) == 0)
        return found;
    found.next = LinkId{last.integer(0)};
    Statement unused(connection, "SELECT l.id FROM link l LEFT JOIN link_total t ON t.link_id = l.id "
                                 "WHERE l.id > ? AND l.id <= ? AND " LINKDESK_UNUSED " ORDER BY l.id");
    unused.bind(after.value).bind(found.next.value).bind(before);
    for (Step step = unused.step(); step != Step::Done; step = unused.step()) {
        if (step != Step::Row)
            return unused.error("looking for unused links");
        found.ids.push_back(LinkId{unused.integer(0)});
    }
    return found;
}

Result<bool> mayBeArchived(SqlConnection &connection, LinkId id, TimePoint before)
{
    Statement unused(connection, "SELECT 1 FROM link l LEFT JOIN link_total t ON t.link_id = l.id "
                                 "WHERE l.id = ? AND " LINKDESK_UNUSED);
    return exists(unused.bind(id.value).bind(before), "looking at an unused link");
}

Result<void> moveToArchive(SqlConnection &connection, LinkId id, TimePoint now)
{
    // The search index forgets the row: what is archived is read through.
    if (auto noted = noteSearchChange(connection, id); !noted)
        return noted;
    Statement copy(connection, "INSERT INTO link_archive(" LINKDESK_ROW_COLUMNS ", archived_at) "
                               "SELECT " LINKDESK_ROW_COLUMNS ", ? FROM link WHERE id = ? AND code IS NOT NULL");
    if (auto done = copy.bind(now).bind(id.value).run("archiving a link"); !done)
        return done;
    if (connection.changedRows() == 0)
        return {};
    Statement clear(connection, "DELETE FROM link WHERE id = ?");
    return clear.bind(id.value).run("archiving a link");
}

Result<void> moveFromArchive(SqlConnection &connection, LinkId id)
{
    Statement copy(connection, "INSERT INTO link(" LINKDESK_ROW_COLUMNS ") "
                               "SELECT " LINKDESK_ROW_COLUMNS " FROM link_archive WHERE id = ?");
    if (auto done = copy.bind(id.value).run("taking a link out of the archive"); !done)
        return done;
    if (connection.changedRows() == 0)
        return {};
    Statement clear(connection, "DELETE FROM link_archive WHERE id = ?");
    if (auto done = clear.bind(id.value).run("taking a link out of the archive"); !done)
        return done;
    return noteSearchReturn(connection, id);
}

Result<bool> hasArchived(SqlConnection &connection)
{
    Statement any(connection, "SELECT 1 FROM link_archive LIMIT 1");
    return exists(any, "looking into the archive");
}

Result<bool> isArchivedKey(SqlConnection &connection, DomainId domain, std::string_view key)
{
    Statement find(connection, "SELECT 1 FROM link_archive WHERE code = ? AND domain_id = ?");
    return exists(find.bind(key).bind(domain.value), "looking into the archive");
}

} // namespace linkdesk::core
