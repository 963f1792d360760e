// The API of saved views.
#pragma once

#include "admin/filterproblem.h"
#include "admin/router.h"
#include "links/viewbook.h"

namespace linkdesk::server {

void addViewEndpoints(Router &router, const core::ViewBook &views, const FilterReader &filter);

} // namespace linkdesk::server
