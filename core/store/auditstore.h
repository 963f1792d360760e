// Rows of the audit: who changed what, and when. Functions run on the connection's thread; writes belong into a WriteJob.
//
// `before` and `after` are JSON objects with nothing but what was changed; empty stands for NULL. A change of many links
// is one row that stands for all (links), and one for each link that names it (batch).
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

struct AuditEntry {
    std::int64_t id = 0;
    TimePoint at;
    std::string actor;
    std::string action;
    LinkId link; // 0: none
    std::string code; // of the link, as it is now; empty where it is gone
    std::string before;
    std::string after;
    std::int64_t batch = 0;
    std::optional<std::int64_t> links;
    std::int64_t undoes = 0;
    std::int64_t undoneBy = 0;
};

struct NewAudit {
    TimePoint at;
    std::string_view actor;
    std::string_view action;
    LinkId link = {};
    std::string_view before = {};
    std::string_view after = {};
    std::int64_t batch = 0;
    std::optional<std::int64_t> links = {};
    std::int64_t undoes = 0;
};
[[nodiscard]] Result<std::int64_t> insertAudit(SqlConnection &connection, const NewAudit &row);
// Without the rest.
Result<void> insertAudit(SqlConnection &connection, TimePoint at, std::string_view actor, std::string_view action,
                         LinkId link, std::string_view before, std::string_view after);
// Adds to the number of links that a batch's row stands for.
Result<void> addToBatch(SqlConnection &connection, std::int64_t batch, std::int64_t links);
Result<void> markUndone(SqlConnection &connection, std::int64_t id, std::int64_t by);

[[nodiscard]] Result<std::optional<AuditEntry>> auditById(SqlConnection &connection, std::int64_t id);

struct AuditQuery {
    LinkId link = {};       // 0: of all; rows of a batch are left out then, its own row stands for them
    std::int64_t batch = 0; // 0: any
    std::string actor;
    std::string action;
    std::optional<TimePoint> from; // inclusive
    std::optional<TimePoint> to;   // exclusive
    std::int64_t below = 0;        // ids below this one; 0: from the latest on
    int limit = 50;
};
// The latest first.
[[nodiscard]] Result<std::vector<AuditEntry>> auditEntries(SqlConnection &connection, const AuditQuery &query);

// The rows of a batch with ids above `after`, in their order.
[[nodiscard]] Result<std::vector<AuditEntry>> auditOfBatch(SqlConnection &connection, std::int64_t batch, std::int64_t after,
                                                           int limit);
// The latest change of a link after the row `id`; empty: none.
[[nodiscard]] Result<std::optional<AuditEntry>> latestChangeAfter(SqlConnection &connection, LinkId link, std::int64_t id);

} // namespace linkdesk::core
