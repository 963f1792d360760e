// Slugs: the names people choose, and the one way a request's path becomes a code (R6, R7, R9, R11). Pure; any thread.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace linkdesk::core {

inline constexpr std::size_t kMaxSlugCodePoints = 190;

// Valid UTF-8, letters and digits of any script with their marks, emoji (with ZWJ and variation selectors) and a few
// signs, NFC-normalised; 1-190 code points. With `segments` a slash may part such names ("spring/sale"). Errors:
// InvalidInput or SlugReserved, field "slug".
enum class Segments { One, Many };
[[nodiscard]] Result<std::string> normaliseSlug(std::string_view input, Segments segments = Segments::One);

// Reserved whatever the domain: every path the server answers itself, compared after case folding.
[[nodiscard]] bool isReservedSlug(std::string_view code);

// The code as the unique index has it: itself, or folded where the domain ignores case (R8).
[[nodiscard]] std::string codeKey(std::string_view code, bool caseSensitive);

// Full Unicode case folding followed by NFC: the key of a case-insensitive domain (R8).
[[nodiscard]] std::string foldCase(std::string_view code);

// The code a request path names: percent-decoded, NFC, one trailing slash dropped. Fails (InvalidInput) on broken
// percent escapes, invalid UTF-8, controls, an encoded slash or an empty segment; such a path names no link.
[[nodiscard]] Result<std::string> codeFromPath(std::string_view path);

// The code as it stands in a URL's path: unreserved ASCII and -._~ as they are, all else percent-encoded.
[[nodiscard]] std::string pathFromCode(std::string_view code);

} // namespace linkdesk::core
