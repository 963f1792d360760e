// RedisOptions: where a Redis is and how long it may take. Pure; any thread.
#pragma once

#include "base/result.h"

#include <chrono>
#include <string>
#include <string_view>

namespace linkdesk::core {

struct RedisOptions {
    std::string host;     // empty with a socket
    int port = 6379;
    std::string unixPath; // of a local socket, instead of host and port
    std::string user;     // empty: the default one
    std::string password;
    int database = 0;
    std::string prefix = "linkdesk:"; // of every key (R41)
    std::chrono::milliseconds connectTimeout{200};
    std::chrono::milliseconds commandTimeout{50};

    // Without the password: for logs and people.
    [[nodiscard]] std::string address() const;
};

// "HOST:PORT", "HOST", "[::1]:6379", "unix:/path" or "redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]", the latter with
// percent-escapes. InvalidInput, field "redis"; the detail does not repeat a password.
[[nodiscard]] Result<RedisOptions> parseRedisAddress(std::string_view text);

} // namespace linkdesk::core
