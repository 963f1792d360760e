// Few links that a selection can only be among: found through the indexes of tags, states, ends, clicks and texts, so that
// a list need not be walked in its order. Conditions are still to be checked.
//
// Runs on a reader thread, on live links alone.
#pragma once

#include "base/result.h"
#include "links/linkselection.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

struct LinkCandidates {
    std::optional<std::vector<std::int64_t>> ids; // nothing: more than the limit, or no index helps
    bool impossible = false;                      // no link can match
};

// walksById: the list is walked in the order of the table itself if there are no candidates; looking at all texts first
// would do the same work twice.
[[nodiscard]] Result<LinkCandidates> findCandidates(SqlConnection &connection, const LinkSelection &selection,
                                                    std::size_t limit, bool walksById);

// The matches themselves, found by reading all rows once in the order they lie in; nothing for more than the limit.
[[nodiscard]] Result<std::optional<std::vector<std::int64_t>>>
scanForMatches(SqlConnection &connection, const LinkSelection &selection, std::size_t limit);

} // namespace linkdesk::core
