// Which slugs a reader takes for each other: "paypal" and the same with a Cyrillic "a", "modern" and "rnodern", O and
// 0, l, I and 1, full-width and mathematical letters, capitals and small letters. After UTS #39 (confusables), with the
// data of the ICU in use. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

// One or two keys of a slug (UTF-8, NFC). Two slugs look alike where they share one. Keys are for comparing, not for
// showing. A newer ICU knows more look-alikes and may give other keys.
[[nodiscard]] std::vector<std::string> lookAlikeKeys(std::string_view slug);

[[nodiscard]] bool lookAlike(std::string_view a, std::string_view b);

} // namespace linkdesk::core
