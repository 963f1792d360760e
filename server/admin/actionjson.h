// What is to be done to a link, read from the bodies of the API. Pure.
#pragma once

#include "admin/json.h"
#include "links/linkaction.h"

#include <string_view>

namespace linkdesk::core {
class DomainDirectory;
}

namespace linkdesk::server {

// {"expiresAt":"…"} | {"extendBy":"P30D"} | {"until":"quarter-end"}, with "timeZone" where the calendar matters; `zone` is
// the office's, for bodies without one.
[[nodiscard]] core::Result<core::LinkAction> renewalFromJson(const boost::json::value &value, std::string_view zone);
[[nodiscard]] core::Result<core::LinkAction> banFromJson(const boost::json::value &value);

// A batch's action by its name, with its arguments.
[[nodiscard]] core::Result<core::LinkAction> actionNamed(std::string_view name, const boost::json::value &arguments,
                                                         const core::DomainDirectory &domains, std::string_view zone);

} // namespace linkdesk::server
