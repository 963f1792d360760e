#include "store/searchnotes.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

Result<void> noteSearchChange(SqlConnection &connection, LinkId id)
{
    Statement note(connection, "INSERT OR IGNORE INTO search_dirty(link_id, code, long_url, title) "
                               "SELECT id, coalesce(code_shown, code), long_url, title FROM link "
                               "WHERE id = ? AND id <= (SELECT watermark FROM search_state)");
    return note.bind(id.value).run("noting a change for the search index");
}

Result<void> noteSearchReturn(SqlConnection &connection, LinkId id)
{
    // Without texts there is nothing to take out, only a row to put in.
    Statement note(connection, "INSERT OR IGNORE INTO search_dirty(link_id) "
                               "SELECT ?1 WHERE ?1 <= (SELECT watermark FROM search_state)");
    return note.bind(id.value).run("noting a change for the search index");
}

} // namespace linkdesk::core
