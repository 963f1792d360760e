// What an entry of the audit says, in words: "Renewed until 31 May", "Title changed from “a” to “b”". Texts of the
// entry are foreign and come out visible (R30). GUI thread (translations).
#pragma once

#include "api/jobtypes.h"

namespace linkdesk::app {

[[nodiscard]] QString auditText(const AuditEntry &entry, const QDate &today);
// All of what was changed, one line each; empty where auditText() said it all.
[[nodiscard]] QString auditDetails(const AuditEntry &entry, const QDate &today);

} // namespace linkdesk::app
