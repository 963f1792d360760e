// hash64: a fast 64-bit hash of bytes for tables and filters in memory. Not for security, and not stored without its
// seed. Pure; any thread.
#pragma once

#include <cstdint>
#include <string_view>

namespace linkdesk::core {

// Different seeds give unrelated hashes.
[[nodiscard]] std::uint64_t hash64(std::string_view bytes, std::uint64_t seed);

} // namespace linkdesk::core
