// Host header values: what RFC 9112 section 3.2 allows, strictly. Pure.
#pragma once

#include <string_view>

namespace linkdesk::server {

// host [":" port] with a registered name (no empty label but a trailing one), an IPv4 address or a bracketed IPv6
// literal; port empty or 0-65535. Everything else, also the empty host, is refused.
[[nodiscard]] bool isValidHost(std::string_view host);

// The host without its port.
[[nodiscard]] std::string_view hostWithoutPort(std::string_view host);

} // namespace linkdesk::server
