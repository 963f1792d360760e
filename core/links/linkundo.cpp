#include "links/linkundo.h"

#include "links/linkaudit.h"
#include "links/linkfields.h"
#include "links/slugrules.h"
#include "store/linkstore.h"
#include "store/lookalikestore.h"
#include "store/sqlconnection.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

std::string joined(const std::vector<std::string> &names)
{
    std::string out;
    for (const std::string &name : names)
        out += (out.empty() ? "" : ", ") + name;
    return out;
}

Result<void> refuseIfChanged(WriteJobContext &job, const Link &now, const AuditEntry &entry)
{
    const auto unlike = fieldsUnlike(now, entry.after);
    if (!unlike)
        return unlike.error();
    if (unlike->empty())
        return {};
    const auto later = latestChangeAfter(job.connection, entry.link, entry.id);
    const std::string who = later && *later ? (*later)->actor : std::string("somebody");
    return Error{ErrorCode::ChangedMeanwhile,
                 "The link was changed since (" + joined(*unlike) + ", by " + who + "): undo that first, or edit the link.",
                 {}};
}

LinkChange changeBetween(const Link &before, const Link &after)
{
    const bool was = before.status == LinkStatus::Deleted;
    const bool is = after.status == LinkStatus::Deleted;
    return was == is ? LinkChange::Edited : is ? LinkChange::Deleted : LinkChange::Restored;
}

Result<Changed> saved(WriteJobContext &job, const Link &before, Link after, const ChangeBy &by)
{
    if (auto period = checkPeriod(after.validFrom, after.expiresAt); !period)
        return period.error();
    const bool returns = before.status == LinkStatus::Deleted && after.status != LinkStatus::Deleted;
    if ((returns || after.code != before.code || after.domain != before.domain) && after.generator == kCustomCode) {
        if (auto noted = setLookAlikes(job.connection, after.id, lookAlikeHashes(after.code)); !noted)
            return noted.error();
    }
    const LinkChange change = changeBetween(before, after);
    return saveChange(job, before, std::move(after), "undo", change, by);
}

} // namespace

bool isUndoable(const AuditEntry &entry)
{
    if (entry.undoneBy != 0)
        return false;
    if (entry.links)
        return *entry.links > 0;
    return entry.link.value != 0 && !entry.before.empty() && !entry.after.empty();
}

Result<Changed> undoChange(WriteJobContext &job, const AuditEntry &entry, const std::string &actor, std::int64_t batch)
{
    if (entry.undoneBy != 0)
        return Error{ErrorCode::AlreadyUndone, "This was undone already.", {}};
    if (!isUndoable(entry))
        return Error{ErrorCode::InvalidInput, "This is nothing that can be undone.", {}};
    auto before = linkToChange(job, entry.link, std::nullopt);
    if (!before)
        return before.error().code == ErrorCode::NotFound
            ? Error{ErrorCode::Gone, "The link was removed for good meanwhile.", {}}
            : before.error();
    if (auto same = refuseIfChanged(job, *before, entry); !same)
        return same.error();
    auto after = withState(*before, entry.before);
    if (!after)
        return after.error();
    auto changed = saved(job, *before, std::move(*after), {actor, {}, batch, entry.id});
    if (!changed)
        return changed;
    if (auto marked = markUndone(job.connection, entry.id, changed->auditId); !marked)
        return marked.error();
    return changed;
}

} // namespace linkdesk::core
