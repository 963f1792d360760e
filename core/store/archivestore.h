// The archive: rows of links that nobody has used for long, out of the way of the others. Functions run on the connection's
// thread; writes belong into a WriteJob.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <string_view>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

struct ArchiveCandidates {
    std::vector<LinkId> ids;
    LinkId next;      // where the next step begins
    bool end = false; // all rows were looked at
};
// Looks at `rows` links from `after` on, by their ids: those that are active, counted, without an end, a limit, a star or
// a former code, and were neither changed nor clicked since `before`.
[[nodiscard]] Result<ArchiveCandidates> archiveCandidates(SqlConnection &connection, LinkId after, TimePoint before,
                                                          int rows);
// Whether that still holds for this one.
[[nodiscard]] Result<bool> mayBeArchived(SqlConnection &connection, LinkId id, TimePoint before);

// Moves the row; tags, totals and history stay with the id. Nothing happens where it is not there.
Result<void> moveToArchive(SqlConnection &connection, LinkId id, TimePoint now);
Result<void> moveFromArchive(SqlConnection &connection, LinkId id);

[[nodiscard]] Result<bool> hasArchived(SqlConnection &connection);
[[nodiscard]] Result<bool> isArchivedKey(SqlConnection &connection, DomainId domain, std::string_view key);

} // namespace linkdesk::core
