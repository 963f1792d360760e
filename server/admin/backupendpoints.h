// The API of backups, restores and checks.
#pragma once

#include "admin/router.h"
#include "store/store.h"

namespace linkdesk::server {

class Safekeeping;

// Borrowed; they outlive the router's last call. Folders are read on the store's readers, as no HTTP thread may wait.
void addBackupEndpoints(Router &router, Safekeeping &safekeeping, core::Store &store, const core::Clock &clock);

} // namespace linkdesk::server
