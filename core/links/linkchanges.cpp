#include "links/linkchanges.h"

#include "base/timezone.h"
#include "links/linkaudit.h"
#include "links/linkfields.h"
#include "links/slug.h"
#include "links/slugrules.h"
#include "store/aliasstore.h"
#include "store/archivestore.h"
#include "store/auditstore.h"
#include "store/linkstore.h"
#include "store/lookalikestore.h"
#include "store/sqlconnection.h"
#include "store/textmatch.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

Error notFound()
{
    return {ErrorCode::NotFound, "There is no such link.", {}};
}

void applyPatch(Link &link, const LinkPatch &patch)
{
    const auto set = [](auto &field, const auto &value) {
        if (value)
            field = *value;
    };
    // A decision about an end holds for that end.
    if (patch.expiresAt && *patch.expiresAt != link.expiresAt)
        link.letExpire = false;
    set(link.target, patch.target);
    set(link.title, patch.title);
    set(link.note, patch.note);
    set(link.owner, patch.owner);
    set(link.tags, patch.tags);
    set(link.expiresAt, patch.expiresAt);
    set(link.validFrom, patch.validFrom);
    set(link.maxClicks, patch.maxClicks);
    set(link.fallback, patch.fallback);
    set(link.redirectStatus, patch.redirectStatus);
    set(link.forwardQuery, patch.forwardQuery);
    set(link.track, patch.track);
    set(link.favourite, patch.favourite);
    set(link.letExpire, patch.letExpire);
    if (patch.slug && *patch.slug != link.code) {
        link.code = *patch.slug;
        link.generator = kCustomCode;
    }
}

// After a rename or a move: the old code goes on leading to the link for the time that was asked for.
Result<void> keepFormerCode(WriteJobContext &job, const Link &before, const Link &after,
                            const std::optional<Period> &aliasFor)
{
    const std::string oldKey = job.keyOf(before.domain, before.code);
    if (before.domain == after.domain && oldKey == job.keyOf(after.domain, after.code))
        return {};
    const DomainPtr domain = job.domains.find(before.domain);
    const Period period = aliasFor.value_or(Period{0, 0, domain->codes.aliasDays, 0});
    if (period.isZero())
        return {};
    job.anyAlias = true;
    return putAlias(job.connection, after, {before.code, plus(job.now, period), before.domain}, oldKey, job.now);
}

// A code that is new in its domain has to follow the domain's rules.
Result<void> checkNewCode(WriteJobContext &job, const Link &after)
{
    const DomainPtr domain = job.domains.find(after.domain);
    if (!domain)
        return Error{ErrorCode::InvalidInput, "There is no such domain.", "domain"};
    if (auto allowed = checkSlugRules(after.code, *domain, job.codes.commonNames()); !allowed)
        return allowed.error();
    if (after.generator != kCustomCode)
        return {};
    return setLookAlikes(job.connection, after.id, lookAlikeHashes(after.code));
}

Result<Changed> edited(WriteJobContext &job, const Link &before, Link after, const LinkAction &action, const ChangeBy &by)
{
    if (auto period = checkPeriod(after.validFrom, after.expiresAt); !period)
        return period.error();
    if (auto counted = checkLimitIsCounted(after.maxClicks, after.track); !counted)
        return counted.error();
    const bool recoded = after.code != before.code || after.domain != before.domain;
    if (recoded) {
        if (auto allowed = checkNewCode(job, after); !allowed)
            return allowed.error();
    }
    auto changed = saveChange(job, before, std::move(after), action.name, LinkChange::Edited, by);
    if (!changed || !recoded)
        return changed;
    if (auto kept = keepFormerCode(job, before, changed->link, action.patch.aliasFor); !kept)
        return kept.error();
    if (auto read = readAliases(job.connection, changed->link); !read)
        return read.error();
    job.events.back().after.aliases = changed->link.aliases;
    return changed;
}

std::vector<std::string> withTags(const Link &link, const std::vector<std::string> &more)
{
    std::vector<std::string> tags = link.tags;
    for (const std::string &tag : more) {
        const std::string key = foldForSearch(tag);
        if (std::none_of(tags.begin(), tags.end(), [&key](const std::string &t) { return foldForSearch(t) == key; }))
            tags.push_back(tag);
    }
    std::sort(tags.begin(), tags.end());
    return tags;
}

std::vector<std::string> withoutTags(const Link &link, const std::vector<std::string> &fewer)
{
    std::vector<std::string> tags = link.tags;
    for (const std::string &tag : fewer)
        std::erase_if(tags, [key = foldForSearch(tag)](const std::string &t) { return foldForSearch(t) == key; });
    return tags;
}

Result<Changed> renewed(WriteJobContext &job, const Link &before, const LinkAction &action, const ChangeBy &by)
{
    const bool toDate = std::holds_alternative<std::optional<TimePoint>>(action.renewal.end);
    if (!before.expiresAt && !toDate && !action.endlessToo)
        return Changed{before, false, 0};
    const auto end = renewedEnd(action.renewal, before.expiresAt, job.now, zoneOrUtc(action.timeZone));
    if (!end)
        return end.error();
    Link after = before;
    after.expiresAt = *end;
    after.letExpire = false;
    return edited(job, before, std::move(after), action, by);
}

Result<Changed> banned(WriteJobContext &job, const Link &before, const LinkAction &action, const ChangeBy &by)
{
    Link after = before;
    after.ban = Ban{action.reason, by.actor, job.now};
    after.status = LinkStatus::Banned;
    if (before.ban && before.ban->reason == after.ban->reason)
        return Changed{before, false, 0};
    return saveChange(job, before, std::move(after), action.name, LinkChange::Edited, by);
}

Result<Changed> deleted(WriteJobContext &job, const Link &before, const LinkAction &action, const ChangeBy &by)
{
    Link after = before;
    after.status = LinkStatus::Deleted;
    after.deletedAt = job.now;
    return saveChange(job, before, std::move(after), action.name, LinkChange::Deleted, by);
}

Result<Changed> restored(WriteJobContext &job, const Link &before, const LinkAction &action, const ChangeBy &by)
{
    if (before.status != LinkStatus::Deleted)
        return Changed{before, false, 0};
    Link after = before;
    after.status = before.ban ? LinkStatus::Banned : LinkStatus::Active;
    after.deletedAt.reset();
    if (after.generator == kCustomCode) {
        if (auto noted = setLookAlikes(job.connection, after.id, lookAlikeHashes(after.code)); !noted)
            return noted.error();
    }
    return saveChange(job, before, std::move(after), action.name, LinkChange::Restored, by);
}

} // namespace

Result<Link> linkToChange(WriteJobContext &job, LinkId id, std::optional<std::int64_t> ifVersion)
{
    auto found = linkById(job.connection, id);
    if (!found)
        return found.error();
    if (!*found)
        return notFound();
    if (ifVersion && *ifVersion != (*found)->version)
        return Error{ErrorCode::VersionConflict, "Somebody else changed the link meanwhile: look at it again.", {}};
    if ((*found)->archived) {
        if (auto moved = moveFromArchive(job.connection, id); !moved)
            return moved.error();
        (*found)->archived = false;
    }
    return std::move(**found);
}

Result<Changed> saveChange(WriteJobContext &job, const Link &before, Link after, std::string_view action,
                           LinkChange change, const ChangeBy &by)
{
    const AuditDiff diff = auditDiff(before, after);
    if (diff.isEmpty())
        return Changed{before, false, 0};
    const std::string key = job.keyOf(after.domain, after.code);
    after.version = before.version + 1;
    after.updatedAt = job.now;
    if (auto free = claimCode(job, after.domain, after.code, key, after.id); !free)
        return free.error();
    auto outcome = updateLink(job.connection, before, after, key);
    if (outcome && outcome->taken) {
        const auto freed = retireExpiredHolder(job, after.domain, key, by.actor);
        if (!freed)
            return freed.error();
        if (*freed)
            outcome = updateLink(job.connection, before, after, key);
    }
    if (!outcome)
        return outcome.error();
    if (outcome->taken)
        return codeTaken(after.code);
    if (auto read = readAliases(job.connection, after); !read)
        return read.error();
    const auto audit = insertAudit(job.connection, NewAudit{job.now, by.actor, action, after.id, diff.before, diff.after,
                                                            by.batch, {}, by.undoes});
    if (!audit)
        return audit.error();
    job.events.push_back({change, after, before});
    return Changed{std::move(after), true, *audit};
}

Result<Changed> applyAction(WriteJobContext &job, LinkId id, const LinkAction &action, const ChangeBy &by)
{
    using Kind = LinkAction::Kind;
    const auto before = linkToChange(job, id, by.ifVersion);
    if (!before)
        return before.error();
    if (before->status == LinkStatus::Deleted && action.kind != Kind::Restore)
        return notFound();
    Link after = *before;
    switch (action.kind) {
    case Kind::Renew: return renewed(job, *before, action, by);
    case Kind::Ban: return banned(job, *before, action, by);
    case Kind::Delete: return deleted(job, *before, action, by);
    case Kind::Restore: return restored(job, *before, action, by);
    case Kind::Unban:
        after.ban.reset();
        after.status = LinkStatus::Active;
        break;
    case Kind::Edit: applyPatch(after, action.patch); break;
    case Kind::Tag:
        after.tags = withTags(*before, action.tags);
        if (after.tags.size() > kMaxTags)
            return Error{ErrorCode::InvalidInput, "A link may have at most 50 tags.", "tags"};
        break;
    case Kind::Untag: after.tags = withoutTags(*before, action.tags); break;
    case Kind::Move: after.domain = action.domain; break;
    }
    return edited(job, *before, std::move(after), action, by);
}

Result<Link> endAlias(WriteJobContext &job, LinkId id, std::string_view code, const std::string &actor)
{
    const auto before = linkToChange(job, id, std::nullopt);
    if (!before)
        return before;
    const auto known = std::find_if(before->aliases.begin(), before->aliases.end(),
                                    [&](const LinkAlias &alias) {
                                        return job.keyOf(alias.domain, alias.code) == job.keyOf(alias.domain, code);
                                    });
    if (known == before->aliases.end())
        return Error{ErrorCode::NotFound, "The link has no such former code.", {}};
    if (auto removed = removeAlias(job.connection, known->domain, job.keyOf(known->domain, code)); !removed)
        return removed.error();
    Link after = *before;
    after.version = before->version + 1;
    after.updatedAt = job.now;
    const auto updated = updateLink(job.connection, *before, after, job.keyOf(after.domain, after.code));
    if (!updated)
        return updated.error();
    if (auto read = readAliases(job.connection, after); !read)
        return read.error();
    if (auto noted = insertAudit(job.connection, job.now, actor, "end-alias", id, {}, {}); !noted)
        return noted.error();
    job.events.push_back({LinkChange::Edited, after, *before});
    return after;
}

Result<Link> purgeDeleted(WriteJobContext &job, LinkId id, const std::string &actor)
{
    const auto link = linkToChange(job, id, std::nullopt);
    if (!link)
        return link;
    if (link->status != LinkStatus::Deleted)
        return Error{ErrorCode::InvalidInput, "Only a link in the bin can be removed for good: delete it first.", {}};
    if (auto purged = purgeLink(job.connection, id); !purged)
        return purged.error();
    Link gone;
    const AuditDiff diff = auditDiff(*link, gone);
    if (auto noted = insertAudit(job.connection, job.now, actor, "purge", id, diff.before, {}); !noted)
        return noted.error();
    job.events.push_back({LinkChange::Purged, *link, *link});
    return link;
}

} // namespace linkdesk::core
