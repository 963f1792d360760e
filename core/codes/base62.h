// Base62: numbers as short codes, digits 0-9, a-z, A-Z in this order (1 -> "1", 61 -> "Z", 62 -> "10"). Pure; any
// thread.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace linkdesk::core {

inline constexpr std::string_view kBase62Alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
inline constexpr std::size_t kMaxBase62Length = 11; // 2^64 - 1 is "lYGhA16ahyf"

// No leading zeros; zero is "0".
[[nodiscard]] std::string encodeBase62(std::uint64_t number);

// Takes leading zeros. InvalidInput for an empty text, another sign, more than eleven signs or more than 64 bits.
[[nodiscard]] Result<std::uint64_t> decodeBase62(std::string_view text);

} // namespace linkdesk::core
