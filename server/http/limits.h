// Limits of one listener: what a client may cost before it is refused (R16, R17, R18).
#pragma once

#include <chrono>
#include <cstddef>

namespace linkdesk::server {

struct Limits {
    std::size_t requestLine = 8 * 1024;       // 414 beyond
    std::size_t headBytes = 16 * 1024;        // request line and fields; 431 beyond
    std::size_t fields = 100;                 // 431 beyond
    std::size_t methodLength = 64;            // 400 beyond
    std::size_t bodyBytes = 1024 * 1024;      // 413 beyond
    std::chrono::milliseconds headTime{10'000
};          // first byte to empty line; single bytes do not renew it
    std::chrono::milliseconds bodyGrace{5'000};          // after it, bodyRate must hold
    std::size_t bodyRate = 1024;                // bytes per second, on average
    std::chrono::milliseconds idleTime{15'000};          // between requests
    std::chrono::milliseconds writeStall{30'000};        // without any byte taken by the client
    int requestsPerConnection = 1000;
    std::size_t connections = 1000;             // of this listener; 503 and close beyond
    std::size_t connectionsPerAddress = 64;     // 503 and close beyond; IPv6 by /64
};

} // namespace linkdesk::server
