// Former codes of renamed links. Functions run on the connection's thread; writes belong into a WriteJob.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <optional>
#include <string_view>

namespace linkdesk::core {

class SqlConnection;

struct AliasRow {
    LinkId link;
    TimePoint until;
};
// Whether its time is over or not.
[[nodiscard]] Result<std::optional<AliasRow>> aliasByKey(SqlConnection &connection, DomainId domain,
                                                         std::string_view key);
// Fills link.aliases.
Result<void> readAliases(SqlConnection &connection, Link &link);
// Replaces one of the same key.
Result<void> putAlias(SqlConnection &connection, const Link &link, const LinkAlias &alias, std::string_view key,
                      TimePoint now);
Result<void> removeAlias(SqlConnection &connection, DomainId domain, std::string_view key);
[[nodiscard]] Result<bool> hasAliases(SqlConnection &connection);
// Removes at most `limit` whose time was over at `now`; gives how many there were.
[[nodiscard]] Result<int> purgeAliases(SqlConnection &connection, TimePoint now, int limit);

} // namespace linkdesk::core
