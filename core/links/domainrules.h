// The rules of a domain's settings, and what has to happen inside a write job when they change.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <string>

namespace linkdesk::core {

class SqlConnection;

// The host as it is kept: parsed, A-label, without a default port. InvalidInput, field "host".
[[nodiscard]] Result<std::string> domainHost(std::string_view input);

// The domain as the patch wants it. InvalidInput names the setting.
[[nodiscard]] Result<Domain> patched(Domain domain, const DomainPatch &patch);

// On the writer thread. Gives every code its new key where the case rule changes; CaseClash where two would be one.
Result<void> storeDomainChange(SqlConnection &connection, const Domain &before, const Domain &after);

} // namespace linkdesk::core
