// Domain rows. Every function runs on the connection it is given; writes belong into a WriteJob.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

// Counting reads an index; without it linkCount stays 0.
[[nodiscard]] Result<std::vector<Domain>> allDomains(SqlConnection &connection, bool withCounts);
[[nodiscard]] Result<std::optional<Domain>> domainById(SqlConnection &connection, DomainId id);
// Its id is not read. Empty: a domain with this host exists.
[[nodiscard]] Result<std::optional<DomainId>> insertDomain(SqlConnection &connection, const Domain &domain,
                                                           TimePoint now);
// Everything but the host.
Result<void> updateDomain(SqlConnection &connection, const Domain &domain);
// Gives every code of the domain, former ones too, the key its shown form has by `keyOf` (R8). A code that two of them
// would share is given back; the caller undoes the job then.
[[nodiscard]] Result<std::optional<std::string>>
rekeyDomain(SqlConnection &connection, DomainId domain, const std::function<std::string(std::string_view shown)> &keyOf);

} // namespace linkdesk::core
