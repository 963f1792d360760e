// All links of a filter, for jobs that change many: in small steps by id, live and archived ones together; and how many
// there are.
//
// Runs on a reader thread, or inside a write job.
#pragma once

#include "base/result.h"
#include "links/linkselection.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

struct MatchStep {
    std::vector<LinkId> ids; // ascending; may be none although there are more to come
    LinkId next;             // where the next step goes on
    bool end = false;        // nothing follows
};

// Looks at a few thousand rows after `after` and gives the matches among them, `limit` at most. Every match of a table
// that does not change comes exactly once.
[[nodiscard]] Result<MatchStep> idsMatching(SqlConnection &connection, const LinkFilter &filter, LinkId after,
                                            int limit);

// Exact; may read the whole table.
[[nodiscard]] Result<std::int64_t> countMatching(SqlConnection &connection, const LinkFilter &filter);
// Nothing where counting takes longer.
[[nodiscard]] Result<std::optional<std::int64_t>>
countMatchingWithin(SqlConnection &connection, const LinkFilter &filter, std::chrono::milliseconds patience);
// smallSet: a JSON array of the ids that live links can only be among.
[[nodiscard]] Result<std::optional<std::int64_t>> countWithin(SqlConnection &connection, const LinkSelection &selection,
                                                              const std::optional<std::string> &smallSet,
                                                              std::chrono::milliseconds patience);

// For json_each().
[[nodiscard]] std::string jsonArray(const std::vector<std::int64_t> &ids);

} // namespace linkdesk::core
