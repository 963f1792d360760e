// The host of a stored target, in C++ and as an SQL function: at a host or at one below it, never "github.com" for
// "hub.com".
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

struct sqlite3;

namespace linkdesk::core {

// As TargetUrl::host() has it; empty where the text is no target.
[[nodiscard]] std::string hostOfTarget(std::string_view url);
// `host` comes from parseHost(). An IP address has nothing below it.
[[nodiscard]] bool isAtHost(std::string_view url, std::string_view host);

// Adds target_at_host(url, host) to a connection: 1 or 0.
Result<void> registerHostMatch(sqlite3 *connection);

} // namespace linkdesk::core
