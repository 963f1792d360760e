// The API of what happens to links that exist: renew, ban and the rest, for one link or for many.
#pragma once

#include "admin/linkapi.h"
#include "admin/router.h"
#include "links/filterparser.h"

#include <functional>
#include <string>

namespace linkdesk::core {
class LinkBatch;
class Store;
}

namespace linkdesk::server {

struct LifeApi {
    LinkApi links;
    core::LinkBatch &batch;
    core::Store &store;
    std::function<std::string()> zone; // the office's
    // A filter's text, understood as of now in the office's zone.
    std::function<core::FilterParse(std::string_view text)> filter;
};

// All borrowed; they outlive the router's last call.
void addLifeEndpoints(Router &router, const LifeApi &api);

} // namespace linkdesk::server
