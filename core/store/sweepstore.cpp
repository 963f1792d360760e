#include "store/sweepstore.h"

#include "store/aliasstore.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

#define LINKDESK_SWEPT "SELECT id, domain_id, coalesce(code_shown, code), version FROM link "

SweptRow readRow(const Statement &row)
{
    return {LinkId{row.integer(0)}, DomainId{row.integer(1)}, row.text(2), row.integer(3), {}};
}

Result<std::vector<SweptRow>> readRows(SqlConnection &connection, Statement &found, bool withAliases)
{
    std::vector<SweptRow> rows;
    for (Step step = found.step(); step != Step::Done; step = found.step()) {
        if (step != Step::Row)
            return found.error("looking for links that are over");
        rows.push_back(readRow(found));
    }
    for (SweptRow &row : rows) {
        if (!withAliases)
            break;
        Link link;
        link.id = row.id;
        if (auto read = readAliases(connection, link); !read)
            return read.error();
        row.aliases = std::move(link.aliases);
    }
    return rows;
}

} // namespace

Result<std::vector<SweptRow>> expiredRows(SqlConnection &connection, TimePoint before, int limit, bool withAliases)
{
    Statement found(connection, LINKDESK_SWEPT "INDEXED BY link_over "
                                "WHERE expires_at IS NOT NULL AND status = 'active' "
                                "AND max(expires_at, updated_at) <= ? ORDER BY max(expires_at, updated_at) LIMIT ?");
    found.bind(before).bind(limit);
    return readRows(connection, found, withAliases);
}

Result<std::vector<SweptRow>> purgeableRows(SqlConnection &connection, TimePoint before, int limit, bool withAliases)
{
    Statement found(connection, LINKDESK_SWEPT "INDEXED BY link_state "
                                "WHERE status <> 'active' AND status = 'deleted' AND deleted_at <= ? "
                                "ORDER BY deleted_at LIMIT ?");
    found.bind(before).bind(limit);
    return readRows(connection, found, withAliases);
}

Result<SweptRow> sweptRow(SqlConnection &connection, LinkId id)
{
    Statement found(connection, LINKDESK_SWEPT "WHERE id = ?");
    if (found.bind(id.value).step() != Step::Row)
        return found.error("reading a link");
    return readRow(found);
}

Result<void> markDeleted(SqlConnection &connection, LinkId id, TimePoint now)
{
    Statement mark(connection, "UPDATE link SET status = 'deleted', deleted_at = ?1, updated_at = ?1, version = version + 1 "
                               "WHERE id = ?2");
    return mark.bind(now).bind(id.value).run("deleting an expired link");
}

} // namespace linkdesk::core
