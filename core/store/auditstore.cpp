#include "store/auditstore.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

#define LINKDESK_AUDIT_COLUMNS                                                                                         \
    "SELECT a.id, a.at, a.actor, a.action, a.link_id, coalesce(l.code_shown, l.code, r.code_shown, r.code), a.before, " \
    "a.after, a.batch, a.links, a.undoes, a.undone_by FROM audit a LEFT JOIN link l ON l.id = a.link_id "              \
    "LEFT JOIN link_archive r ON r.id = a.link_id "

AuditEntry readEntry(const Statement &row)
{
    AuditEntry entry;
    entry.id = row.integer(0);
    entry.at = fromMs(row.integer(1));
    entry.actor = row.text(2);
    entry.action = row.text(3);
    entry.link = LinkId{row.integer(4)};
    entry.code = row.text(5);
    entry.before = row.text(6);
    entry.after = row.text(7);
    entry.batch = row.integer(8);
    if (!row.isNull(9))
        entry.links = row.integer(9);
    entry.undoes = row.integer(10);
    entry.undoneBy = row.integer(11);
    return entry;
}

Result<std::vector<AuditEntry>> readAll(Statement &rows)
{
    std::vector<AuditEntry> entries;
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("reading the audit");
        entries.push_back(readEntry(rows));
    }
    return entries;
}

Result<std::optional<AuditEntry>> readOne(Statement &rows)
{
    const Step step = rows.step();
    if (step == Step::Failed)
        return rows.error("reading the audit");
    return step == Step::Row ? std::optional(readEntry(rows)) : std::nullopt;
}

Statement &bindOrNull(Statement &statement, std::int64_t number)
{
    return number != 0 ? statement.bind(number) : statement.bindNull();
}

} // namespace

Result<std::int64_t> insertAudit(SqlConnection &connection, const NewAudit &row)
{
    Statement add(connection, "INSERT INTO audit(at, actor, action, link_id, before, after, batch, links, undoes) "
                              "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
    add.bind(row.at).bind(row.actor).bind(row.action);
    bindOrNull(add, row.link.value).bindOrNull(row.before).bindOrNull(row.after);
    bindOrNull(add, row.batch);
    if (row.links)
        add.bind(*row.links);
    else
        add.bindNull();
    bindOrNull(add, row.undoes);
    if (auto done = add.run("writing the audit"); !done)
        return done.error();
    return connection.lastInsertId();
}

Result<void> insertAudit(SqlConnection &connection, TimePoint at, std::string_view actor, std::string_view action,
                         LinkId link, std::string_view before, std::string_view after)
{
    const auto id = insertAudit(connection, NewAudit{at, actor, action, link, before, after, 0, {}, 0});
    return id ? Result<void>() : Result<void>(id.error());
}

Result<void> addToBatch(SqlConnection &connection, std::int64_t batch, std::int64_t links)
{
    Statement add(connection, "UPDATE audit SET links = coalesce(links, 0) + ? WHERE id = ?");
    return add.bind(links).bind(batch).run("writing the audit");
}

Result<void> markUndone(SqlConnection &connection, std::int64_t id, std::int64_t by)
{
    Statement mark(connection, "UPDATE audit SET undone_by = ? WHERE id = ?");
    return mark.bind(by).bind(id).run("writing the audit");
}

Result<std::optional<AuditEntry>> auditById(SqlConnection &connection, std::int64_t id)
{
    Statement find(connection, LINKDESK_AUDIT_COLUMNS "WHERE a.id = ?");
    return readOne(find.bind(id));
}

Result<std::vector<AuditEntry>> auditEntries(SqlConnection &connection, const AuditQuery &query)
{
    std::string sql = LINKDESK_AUDIT_COLUMNS "WHERE a.id < ?";
    if (query.link.value != 0)
        sql += " AND a.link_id = ?";
    if (query.batch != 0)
        sql += " AND a.batch = ?";
    else if (query.link.value == 0)
        sql += " AND a.batch IS NULL";
    if (!query.actor.empty())
        sql += " AND a.actor = ?";
    if (!query.action.empty())
        sql += " AND a.action = ?";
    if (query.from)
        sql += " AND a.at >= ?";
    if (query.to)
        sql += " AND a.at < ?";
    sql += " ORDER BY a.id DESC LIMIT ?";
    Statement rows(connection, sql);
    rows.bind(query.below != 0 ? query.below : INT64_MAX);
    if (query.link.value != 0)
        rows.bind(query.link.value);
    if (query.batch != 0)
        rows.bind(query.batch);
    if (!query.actor.empty())
        rows.bind(query.actor);
    if (!query.action.empty())
        rows.bind(query.action);
    if (query.from)
        rows.bind(*query.from);
    if (query.to)
        rows.bind(*query.to);
    rows.bind(query.limit);
    return readAll(rows);
}

Result<std::vector<AuditEntry>> auditOfBatch(SqlConnection &connection, std::int64_t batch, std::int64_t after, int limit)
{
    Statement rows(connection, LINKDESK_AUDIT_COLUMNS "WHERE a.batch = ? AND a.id > ? ORDER BY a.id LIMIT ?");
    return readAll(rows.bind(batch).bind(after).bind(limit));
}

Result<std::optional<AuditEntry>> latestChangeAfter(SqlConnection &connection, LinkId link, std::int64_t id)
{
    Statement find(connection, LINKDESK_AUDIT_COLUMNS "WHERE a.link_id = ? AND a.id > ? ORDER BY a.id DESC LIMIT 1");
    return readOne(find.bind(link.value).bind(id));
}

} // namespace linkdesk::core
