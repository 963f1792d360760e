// The API of the installation: service state, keys.
#pragma once

#include "admin/router.h"
#include "admin/serviceinfo.h"

#include <functional>

namespace linkdesk::server {

// All borrowed; they outlive the router's last call. `info` is called on reader threads and must not block. clearCache:
// empties a level of the cache by its name.
void addSystemEndpoints(Router &router, core::Store &store, KeyRing &keys, std::function<ServiceInfo()> info,
                        std::function<core::Result<void>(std::string_view level)> clearCache);

} // namespace linkdesk::server
