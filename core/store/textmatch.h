// Text matching for searches: the same simple case folding on both sides, in C++ and as an SQL function.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

struct sqlite3;

namespace linkdesk::core {

// Simple Unicode case folding, one code point for one; invalid UTF-8 becomes U+FFFD. Pure; any thread.
[[nodiscard]] std::string foldForSearch(std::string_view text);
// `foldedNeedle` comes from foldForSearch().
[[nodiscard]] bool containsFolded(std::string_view haystack, std::string_view foldedNeedle);

// Adds text_contains(foldedNeedle, text, text, …) to a connection: 1 when one of the texts contains the needle.
Result<void> registerTextMatch(sqlite3 *connection);

} // namespace linkdesk::core
