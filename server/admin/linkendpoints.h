// The API of links: create, read, list, edit, delete, restore, bulk, slug check.
#pragma once

#include "admin/filterproblem.h"
#include "admin/router.h"

namespace linkdesk::core {
class Clock;
class DomainDirectory;
class LinkService;
}

namespace linkdesk::server {

// All borrowed; they outlive the router's last call.
void addLinkEndpoints(Router &router, core::LinkService &links, const core::DomainDirectory &domains,
                      const core::Clock &clock, const FilterReader &filter);

} // namespace linkdesk::server
