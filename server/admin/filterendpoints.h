// The API of the filter text itself: is it right, and what does it mean?
#pragma once

#include "admin/filterproblem.h"
#include "admin/router.h"

namespace linkdesk::server {

void addFilterEndpoints(Router &router, const FilterReader &filter);

} // namespace linkdesk::server
