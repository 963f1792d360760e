// Which links can match a search: the trigram index narrows, text_contains() decides.
//
// Runs on a reader thread. User text only ever travels as a bound value (R34).
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

// Without surrounding spaces, case-folded: what text_contains() takes as needle.
[[nodiscard]] std::string searchNeedle(std::string_view search);

// The MATCH expression for a needle: its trigrams, quoted, all required. Empty for fewer than three characters.
[[nodiscard]] std::string trigramExpression(std::string_view needle);

// Ids of every link that may match, indexed or not, when there are at most `limit`; nothing when there are more, so
// that walking the list in its order finds a page soon.
[[nodiscard]] Result<std::optional<std::vector<std::int64_t>>> searchCandidates(SqlConnection &connection,
                                                                                std::string_view needle,
                                                                                std::size_t limit);

} // namespace linkdesk::core
