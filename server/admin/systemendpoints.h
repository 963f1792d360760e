// The API of the installation: service state, keys.
#pragma once

#include "admin/router.h"
#include "admin/serviceinfo.h"

#include <functional>

namespace linkdesk::server {

// All borrowed; they outlive the router's last call. `info` is called on reader threads and must not block.
void addSystemEndpoints(Router &router, core::Store &store, KeyRing &keys, std::function<ServiceInfo()> info);

} // namespace linkdesk::server
