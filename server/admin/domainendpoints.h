// The API of short domains: list, read, add, change what their codes look like.
#pragma once

#include "admin/router.h"

namespace linkdesk::core {
class LinkService;
}

namespace linkdesk::server {

// Borrowed; it outlives the router's last call.
void addDomainEndpoints(Router &router, core::LinkService &links);

} // namespace linkdesk::server
