// The API of tags.
#pragma once

#include "admin/router.h"
#include "links/tagbook.h"

namespace linkdesk::server {

void addTagEndpoints(Router &router, const core::TagBook &tags);

} // namespace linkdesk::server
