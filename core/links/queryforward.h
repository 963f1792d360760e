// Query forwarding: a visitor's query parameters on their way to the target (R2). Pure.
//
// Incoming pairs follow the stored ones, in order, before the fragment, byte for byte as sent (non-ASCII and controls
// percent-encoded). Where a name stands on both sides, utm_* takes the visitor's value and everything else keeps both.
// Parameters that speak to Linkdesk itself are taken out.
#pragma once

#include <string>
#include <string_view>

namespace linkdesk::core {

// A visit with this parameter is redirected and not counted.
inline constexpr std::string_view kNoCountParameter = "nostat";

[[nodiscard]] bool hasParameter(std::string_view query, std::string_view name);
[[nodiscard]] std::string forwardQuery(std::string_view target, std::string_view incoming);

} // namespace linkdesk::core
