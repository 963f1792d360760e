// A filter text that cannot be understood, as a problem: what is wrong, and where.
#pragma once

#include "admin/call.h"
#include "links/filterparser.h"

#include <functional>
#include <string_view>

namespace linkdesk::server {

// What a filter's text means now, in the office's zone.
using FilterReader = std::function<core::FilterParse(std::string_view text)>;

// 422 with "position" and "length" in bytes of the text.
void failFilter(const Call &call, const core::FilterError &error);

} // namespace linkdesk::server
