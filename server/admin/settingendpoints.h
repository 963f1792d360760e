// The API of the office's settings.
#pragma once

#include "admin/router.h"

namespace linkdesk::core {
class SettingsBook;
}

namespace linkdesk::server {

// Borrowed; it outlives the router's last call.
void addSettingEndpoints(Router &router, core::SettingsBook &settings);

} // namespace linkdesk::server
