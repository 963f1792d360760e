// The public URL: what short links start with, and how the data folder remembers it.
//
// A URL that was given once holds until another is given. Without one it follows from the address the service listens
// on; the last such URL is kept apart, so that a command-line verb prints what the service would have printed.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace linkdesk::core {
class Store;
} // namespace linkdesk::core

namespace linkdesk::server {

// At the start of the service. given: from the options, may be empty; fromAddress: from the bound address. Waits.
[[nodiscard]] core::Result<std::string> settlePublicUrl(core::Store &store, const std::string &given,
                                                        const std::string &fromAddress);
// Where no service runs. fallback: for a data folder that no service has used yet. Waits.
[[nodiscard]] core::Result<std::string> savedPublicUrl(core::Store &store, const std::string &given,
                                                       const std::string &fallback);
// Its host and port: an own host of the service, never a destination (R14).
[[nodiscard]] std::string authorityOf(std::string_view url);

} // namespace linkdesk::server
