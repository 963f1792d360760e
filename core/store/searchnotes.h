// What the search index must hear of rows that change under it: it holds no copy of the texts, so it needs the old ones to
// take a row out. Functions run on the connection's thread, inside the job that changes the row, before it does.
#pragma once

#include "base/result.h"
#include "links/link.h"

namespace linkdesk::core {

class SqlConnection;

// Rows that the index has not reached need nothing, and the first kept texts win: they are the indexed ones.
Result<void> noteSearchChange(SqlConnection &connection, LinkId id);
// A row is back that the index has forgotten, or is about to.
Result<void> noteSearchReturn(SqlConnection &connection, LinkId id);

} // namespace linkdesk::core
