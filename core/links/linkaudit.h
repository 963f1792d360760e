// How a change of a link or a domain is written into the audit, and how it is read back to undo it: JSON objects of the
// fields that differ. Pure.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

struct AuditDiff {
    std::string before; // both empty where nothing differs
    std::string after;
    [[nodiscard]] bool isEmpty() const { return before.empty(); }
};
[[nodiscard]] AuditDiff auditDiff(const Link &before, const Link &after);
[[nodiscard]] AuditDiff auditDiff(const Domain &before, const Domain &after);

// The names of those fields of `state` (one side of a diff) that the link does not have so.
[[nodiscard]] Result<std::vector<std::string>> fieldsUnlike(const Link &link, std::string_view state);
// The link with those fields as `state` has them.
[[nodiscard]] Result<Link> withState(Link link, std::string_view state);

} // namespace linkdesk::core
