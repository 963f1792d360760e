// A filter text that cannot be understood, as a problem: what is wrong, and where.
#pragma once

#include "admin/call.h"
#include "links/filterparser.h"

namespace linkdesk::server {

// 422 with "position" and "length" in bytes of the text.
void failFilter(const Call &call, const core::FilterError &error);

} // namespace linkdesk::server
