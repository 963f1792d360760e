// The API of what ends soon, and of what was banned: the pages Renewal and Bans.
#pragma once

#include "admin/linkapi.h"
#include "admin/router.h"

#include <functional>
#include <string>

namespace linkdesk::core {
class SettingsBook;
class Store;
}

namespace linkdesk::server {

struct RenewalApi {
    LinkApi links;
    core::Store &store;
    const core::SettingsBook &settings;
};

// All borrowed; they outlive the router's last call.
void addRenewalEndpoints(Router &router, const RenewalApi &api);

} // namespace linkdesk::server
