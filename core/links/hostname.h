// Host names as the WHATWG URL Standard parses them for http and https: domain to A-label (UTS #46), IPv4 in all its
// number forms, IPv6. Pure; any thread.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace linkdesk::core {

// `raw` is the host part as written, still percent-encoded, with brackets around IPv6. Gives a lower-case A-label,
// dotted IPv4 or compressed bracketed IPv6. InvalidInput, with the given field, says what is wrong.
[[nodiscard]] Result<std::string> parseHost(std::string_view raw, std::string_view field);

struct HostAndPort {
    std::string host;         // as from parseHost
    std::optional<int> port;  // empty where none is written
};
// "host", "host:port", "[::1]:port": the authority of a URL without user information.
[[nodiscard]] Result<HostAndPort> parseHostAndPort(std::string_view raw, std::string_view field);

// Two hex digits after the sign at `at`, as a byte; nothing when they are not there.
[[nodiscard]] std::optional<std::uint8_t> percentByte(std::string_view text, std::size_t at);

} // namespace linkdesk::core
