// Undo: a change that the audit remembers is turned back, if nobody has changed the same things since.
//
// Called on the writer thread, inside the burst's transaction. An Error means that nothing was changed.
#pragma once

#include "links/linkchanges.h"
#include "store/auditstore.h"

namespace linkdesk::core {

// Whether there is anything to turn back in this row.
[[nodiscard]] bool isUndoable(const AuditEntry &entry);

// The row of one link. ChangedMeanwhile names who changed what since; AlreadyUndone; Gone where the link was removed for
// good; InvalidInput where the row is nothing that can be undone. batch: the audit row of an undo of many.
[[nodiscard]] Result<Changed> undoChange(WriteJobContext &job, const AuditEntry &entry, const std::string &actor,
                                         std::int64_t batch);

} // namespace linkdesk::core
