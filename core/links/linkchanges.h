// What may happen to a link that exists: edit, renew, ban, delete, restore, tag, move. One function does any of it, for the
// single calls, for batches and for undo.
//
// Called on the writer thread, inside the burst's transaction. An Error means that nothing was changed.
#pragma once

#include "links/linkaction.h"
#include "links/linkwrites.h"

namespace linkdesk::core {

// The link as it is now; NotFound, or VersionConflict where the caller's version does not hold any more. Takes it out of
// the archive, as whoever asks is about to change it.
[[nodiscard]] Result<Link> linkToChange(WriteJobContext &job, LinkId id, std::optional<std::int64_t> ifVersion);

struct Changed {
    Link link;
    bool isChanged = true; // false: it was so already, and nothing was written
    std::int64_t auditId = 0;
};

// The action's values are checked (checkAction) and in the form they are stored in.
[[nodiscard]] Result<Changed> applyAction(WriteJobContext &job, LinkId id, const LinkAction &action, const ChangeBy &by);

// Writes `after` with its audit row and tells the observers; decides who has the code. The caller has checked the fields.
[[nodiscard]] Result<Changed> saveChange(WriteJobContext &job, const Link &before, Link after, std::string_view action,
                                         LinkChange change, const ChangeBy &by);

// The former code stops leading to the link.
[[nodiscard]] Result<Link> endAlias(WriteJobContext &job, LinkId id, std::string_view code, const std::string &actor);

// Removes a link for good that is in the bin; its sums of clicks stay. NotFound, or InvalidInput where it is not deleted.
[[nodiscard]] Result<Link> purgeDeleted(WriteJobContext &job, LinkId id, const std::string &actor);

} // namespace linkdesk::core
