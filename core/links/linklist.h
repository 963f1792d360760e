// The list of links: filters, four orders in both directions, keyset pages. Runs on a reader thread.
#pragma once

#include "base/result.h"
#include "links/link.h"

namespace linkdesk::core {

class SqlConnection;

inline constexpr int kMaxListLimit = 500;

[[nodiscard]] Result<LinkPage> listLinks(SqlConnection &connection, const LinkQuery &query);

} // namespace linkdesk::core
