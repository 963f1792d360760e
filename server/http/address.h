// Address: an IP address as 16 bytes, IPv4 in its mapped form, so that one value type serves lists, limits and clicks.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <string>

namespace linkdesk::server {

struct Address {
    std::array<std::uint8_t, 16> bytes{};

    auto operator<=>(const Address &) const = default;

    [[nodiscard]] bool isV4() const;
    // IPv4 whole, IPv6 cut to its /64: one visitor for limits (R24).
    [[nodiscard]] Address limitKey() const;
    // IPv4 /24, IPv6 /48: what is stored of a visitor (R49).
    [[nodiscard]] Address truncated() const;
    [[nodiscard]] std::string text() const;
};

} // namespace linkdesk::server

template <>
struct std::hash<linkdesk::server::Address> {
    std::size_t operator()(const linkdesk::server::Address &a) const noexcept
    {
        std::size_t h = 1469598103934665603ULL;
        for (const std::uint8_t b : a.bytes)
            h = (h ^ b) * 1099511628211ULL;
        return h;
    }
};
