// How a link or a domain is written into the audit: a small JSON object of what people may change. Pure.
#pragma once

#include "links/link.h"

#include <string>

namespace linkdesk::core {

[[nodiscard]] std::string auditJson(const Link &link);
[[nodiscard]] std::string auditJson(const Domain &domain);

} // namespace linkdesk::core
