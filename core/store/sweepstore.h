// Rows that are over, found through the indexes made for it. Functions run on the connection's thread; writes belong into a
// WriteJob.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <string>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

// As little of a link as its caches have to know to forget it.
struct SweptRow {
    LinkId id;
    DomainId domain;
    std::string code; // as shown
    std::int64_t version = 0;
    std::vector<LinkAlias> aliases;
};

// Active links that ended at `before` or earlier, and that nobody has changed since then, the earliest first. Former codes are read where there are any at all.
[[nodiscard]] Result<std::vector<SweptRow>> expiredRows(SqlConnection &connection, TimePoint before, int limit,
                                                        bool withAliases);
// Deleted links, deleted at `before` or earlier.
[[nodiscard]] Result<std::vector<SweptRow>> purgeableRows(SqlConnection &connection, TimePoint before, int limit,
                                                          bool withAliases);
[[nodiscard]] Result<SweptRow> sweptRow(SqlConnection &connection, LinkId id);

// The link is deleted, and keeps its code until it is removed.
Result<void> markDeleted(SqlConnection &connection, LinkId id, TimePoint now);

} // namespace linkdesk::core
