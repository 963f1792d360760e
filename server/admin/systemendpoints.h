// The API of the installation: service state, domains, keys.
#pragma once

#include "admin/router.h"
#include "admin/serviceinfo.h"

#include <functional>

namespace linkdesk::core {
class DomainDirectory;
class LinkService;
}

namespace linkdesk::server {

// All borrowed; they outlive the router's last call. `info` is called on reader threads and must not block.
// domainsChanged: after a domain was added; called on the writer thread with the new list.
void addSystemEndpoints(Router &router, core::Store &store, core::LinkService &links, KeyRing &keys,
                        std::function<ServiceInfo()> info,
                        std::function<void(const std::vector<core::Domain> &)> domainsChanged);

} // namespace linkdesk::server
