// The lists under resources/lists: ASCII, one word a line, sorted, none twice, every line ended.
#pragma once

#include <string_view>

namespace linkdesk::files {

[[nodiscard]] std::string_view adjectives_txt();
[[nodiscard]] std::string_view animals_txt();
// Not words but regular expressions, one a line, without regard to case.
[[nodiscard]] std::string_view bots_txt();
[[nodiscard]] std::string_view profanity_txt();
[[nodiscard]] std::string_view reserved_names_txt();

} // namespace linkdesk::files
