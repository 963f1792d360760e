// The API of the audit: who changed what, and undo.
#pragma once

#include "admin/linkapi.h"
#include "admin/router.h"

namespace linkdesk::core {
class LinkBatch;
class Store;
}

namespace linkdesk::server {

struct AuditApi {
    LinkApi links;
    core::LinkBatch &batch;
    core::Store &store;
};

// All borrowed; they outlive the router's last call.
void addAuditEndpoints(Router &router, const AuditApi &api);

} // namespace linkdesk::server
