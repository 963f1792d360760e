// The API of clicks: series from the rollups, the live picture, the event stream.
#pragma once

#include "admin/router.h"

namespace linkdesk::core {
class Clock;
class DomainDirectory;
class LiveFeed;
class Store;
}

namespace linkdesk::server {

class EventHub;

// All borrowed; they outlive the router's last call.
void addStatsEndpoints(Router &router, core::Store &store, core::LiveFeed &feed, EventHub &events,
                       const core::DomainDirectory &domains, const core::Clock &clock);

} // namespace linkdesk::server
