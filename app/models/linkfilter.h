// What people type into the filter of the links page: words to search for, and `tag:spring`, `domain:go.example`,
// `is:banned` among them. Anything else with a colon is searched for as it stands (an address has one, too).
#pragma once

#include "api/linkrequests.h"

namespace linkdesk::app {

// Sets search, tag, domain and state of `query`; the rest of it stays.
[[nodiscard]] LinkQuery withFilter(LinkQuery query, const QString &typed);

} // namespace linkdesk::app
