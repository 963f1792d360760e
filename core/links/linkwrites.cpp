#include "links/linkwrites.h"

#include "links/linkaudit.h"
#include "links/linkfields.h"
#include "links/slug.h"
#include "links/slugrules.h"
#include "store/aliasstore.h"
#include "store/auditstore.h"
#include "store/linkstore.h"
#include "store/lookalikestore.h"
#include "store/sqlconnection.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

Error notFound()
{
    return {ErrorCode::NotFound, "There is no such link.", {}};
}

Error taken(std::string_view code)
{
    return {ErrorCode::SlugTaken, "The short name \"" + std::string(code) + "\" is taken: choose another.", "slug"};
}

bool isExpired(const Link &link, TimePoint now)
{
    return link.expiresAt && *link.expiresAt <= now;
}

// Frees a code that only an expired link holds (R48); that link stays, deleted, with its history.
Result<bool> retireExpiredHolder(WriteJobContext &job, DomainId domain, std::string_view key, std::string_view actor)
{
    auto holder = linkByKey(job.connection, domain, key);
    if (!holder)
        return holder.error();
    if (!*holder || (*holder)->status != LinkStatus::Active || !isExpired(**holder, job.now))
        return false;
    const Link &before = **holder;
    if (auto retired = retireLink(job.connection, before, job.now); !retired)
        return retired.error();
    if (auto cleared = setLookAlikes(job.connection, before.id, {}); !cleared)
        return cleared.error();
    Link after = before;
    after.status = LinkStatus::Deleted;
    after.deletedAt = job.now;
    after.updatedAt = job.now;
    ++after.version;
    if (auto noted = insertAudit(job.connection, job.now, actor, "retire", after.id, auditJson(before), auditJson(after));
        !noted)
        return noted.error();
    job.events.push_back({LinkChange::Deleted, after, before});
    return true;
}

// A former code holds its name against other links until its time is over; its own link may take it back.
Result<void> takeOverAlias(WriteJobContext &job, DomainId domain, std::string_view code, std::string_view key,
                           LinkId owner)
{
    if (!job.anyAlias)
        return {};
    const auto alias = aliasByKey(job.connection, domain, key);
    if (!alias)
        return alias.error();
    if (!*alias)
        return {};
    if ((*alias)->link != owner && (*alias)->until > job.now)
        return Error{ErrorCode::SlugTaken,
                     "The short name \"" + std::string(code) + "\" is the former name of another link and still leads "
                         "there: choose another, or end it there first.",
                     "slug"};
    return removeAlias(job.connection, domain, key);
}

Created finishCreate(WriteJobContext &job, Draft &draft, LinkId id)
{
    draft.link.id = id;
    job.events.push_back({LinkChange::Created, draft.link, std::nullopt});
    return Created{std::move(draft.link), false, {}};
}

Result<Created> createGenerated(WriteJobContext &job, Draft &draft)
{
    const DomainPtr domain = job.domains.find(draft.link.domain);
    for (;; ++draft.tries) {
        if (draft.link.code.empty()) {
            auto made = job.codes.make(job.connection, *domain, draft.wish, draft.tries, job.use);
            if (!made)
                return made.error();
            draft.link.code = std::move(made->code);
            draft.mark = made->mark;
        }
        const std::string key = codeKey(draft.link.code, domain->caseSensitive);
        const auto free = takeOverAlias(job, draft.link.domain, draft.link.code, key, LinkId{});
        if (!free && free.error().code != ErrorCode::SlugTaken)
            return free.error();
        if (free) {
            const auto outcome = insertLink(job.connection, draft.link, key);
            if (!outcome)
                return outcome.error();
            if (!outcome->taken) {
                ++job.use.made[static_cast<std::size_t>(draft.wish.kind)];
                job.use.snowflakeMark = std::max(job.use.snowflakeMark, draft.mark);
                return finishCreate(job, draft, outcome->id);
            }
        }
        job.codes.noteClash(draft.wish.kind);
        draft.link.code.clear();
    }
}

// Links that a reader may take this one for: worth a warning, no reason to refuse.
Result<std::vector<SimilarLink>> similarLinks(WriteJobContext &job, const Link &link,
                                              const std::vector<std::int64_t> &hashes)
{
    auto similar = linksLookingLike(job.connection, link.domain, hashes, link.id, kMaxSimilar);
    if (similar) {
        if (auto noted = setLookAlikes(job.connection, link.id, hashes); !noted)
            return noted.error();
    }
    return similar;
}

Result<Created> createCustom(WriteJobContext &job, Draft &draft)
{
    const std::string key = job.keyOf(draft.link.domain, draft.link.code);
    if (auto free = takeOverAlias(job, draft.link.domain, draft.link.code, key, LinkId{}); !free)
        return free.error();
    auto outcome = insertLink(job.connection, draft.link, key);
    if (outcome && outcome->taken) {
        const auto freed = retireExpiredHolder(job, draft.link.domain, key, draft.link.owner);
        if (!freed)
            return freed.error();
        if (!*freed)
            return taken(draft.link.code);
        outcome = insertLink(job.connection, draft.link, key);
    }
    if (!outcome)
        return outcome.error();
    if (outcome->taken)
        return taken(draft.link.code);
    Created created = finishCreate(job, draft, outcome->id);
    auto similar = similarLinks(job, created.link, draft.lookAlikes);
    if (!similar)
        return similar.error();
    created.similar = std::move(*similar);
    return created;
}

void applyPatch(Link &link, const LinkPatch &patch)
{
    const auto set = [](auto &field, const auto &value) {
        if (value)
            field = *value;
    };
    set(link.target, patch.target);
    set(link.title, patch.title);
    set(link.note, patch.note);
    set(link.tags, patch.tags);
    set(link.expiresAt, patch.expiresAt);
    set(link.validFrom, patch.validFrom);
    set(link.redirectStatus, patch.redirectStatus);
    set(link.forwardQuery, patch.forwardQuery);
    set(link.track, patch.track);
    if (patch.slug && *patch.slug != link.code) {
        link.code = *patch.slug;
        link.generator = kCustomCode;
    }
}

// The link as it is now, where the caller's version still holds.
Result<Link> current(WriteJobContext &job, LinkId id, std::optional<std::int64_t> ifVersion)
{
    auto found = linkById(job.connection, id);
    if (!found)
        return found.error();
    if (!*found)
        return notFound();
    if (ifVersion && *ifVersion != (*found)->version)
        return Error{ErrorCode::VersionConflict, "Somebody else changed the link meanwhile: look at it again.", {}};
    return std::move(**found);
}

Result<Link> save(WriteJobContext &job, const Link &before, Link after, std::string_view actor, std::string_view action,
                  LinkChange change)
{
    const std::string key = job.keyOf(after.domain, after.code);
    after.version = before.version + 1;
    after.updatedAt = job.now;
    if (auto free = takeOverAlias(job, after.domain, after.code, key, after.id); !free)
        return free.error();
    auto outcome = updateLink(job.connection, before, after, key);
    if (outcome && outcome->taken) {
        const auto freed = retireExpiredHolder(job, after.domain, key, actor);
        if (!freed)
            return freed.error();
        if (*freed)
            outcome = updateLink(job.connection, before, after, key);
    }
    if (!outcome)
        return outcome.error();
    if (outcome->taken)
        return taken(after.code);
    if (auto read = readAliases(job.connection, after); !read)
        return read.error();
    if (auto noted = insertAudit(job.connection, job.now, actor, action, after.id, auditJson(before), auditJson(after));
        !noted)
        return noted.error();
    job.events.push_back({change, after, before});
    return after;
}

// After a rename: the old code goes on leading to the link for the time that was asked for.
Result<void> keepFormerCode(WriteJobContext &job, const Link &before, const Link &after,
                            const std::optional<Period> &aliasFor)
{
    const std::string oldKey = job.keyOf(before.domain, before.code);
    if (oldKey == job.keyOf(after.domain, after.code))
        return {};
    const DomainPtr domain = job.domains.find(before.domain);
    const Period period = aliasFor.value_or(Period{0, 0, domain->codes.aliasDays, 0});
    if (period.isZero())
        return {};
    job.anyAlias = true;
    return putAlias(job.connection, after, {before.code, plus(job.now, period)}, oldKey, job.now);
}

} // namespace

std::string WriteJobContext::keyOf(DomainId domain, std::string_view code) const
{
    const DomainPtr found = domains.find(domain);
    return codeKey(code, !found || found->caseSensitive);
}

Result<Created> createLink(WriteJobContext &job, Draft draft)
{
    if (draft.reuse) {
        auto existing = linkByTarget(job.connection, draft.link.domain, draft.link.target, job.now);
        if (!existing)
            return existing.error();
        if (*existing)
            return Created{std::move(**existing), true, {}};
    }
    draft.link.createdAt = job.now;
    draft.link.updatedAt = job.now;
    return draft.generated ? createGenerated(job, draft) : createCustom(job, draft);
}

Result<Link> editLink(WriteJobContext &job, const EditRequest &request)
{
    const auto before = current(job, request.id, request.ifVersion);
    if (!before)
        return before;
    if (before->status == LinkStatus::Deleted)
        return notFound();
    Link after = *before;
    applyPatch(after, request.patch);
    if (auto period = checkPeriod(after.validFrom, after.expiresAt); !period)
        return period.error();
    if (after.code != before->code) {
        const DomainPtr domain = job.domains.find(after.domain);
        if (auto allowed = checkSlugRules(after.code, *domain, job.codes.commonNames()); !allowed)
            return allowed.error();
        if (auto noted = setLookAlikes(job.connection, after.id, lookAlikeHashes(after.code)); !noted)
            return noted.error();
        if (auto kept = keepFormerCode(job, *before, after, request.patch.aliasFor); !kept)
            return kept.error();
    }
    return save(job, *before, std::move(after), request.actor, "edit", LinkChange::Edited);
}

Result<Link> deleteLink(WriteJobContext &job, LinkId id, std::optional<std::int64_t> ifVersion,
                        const std::string &actor)
{
    const auto before = current(job, id, ifVersion);
    if (!before)
        return before;
    if (before->status == LinkStatus::Deleted)
        return notFound();
    Link after = *before;
    after.status = LinkStatus::Deleted;
    after.deletedAt = job.now;
    return save(job, *before, std::move(after), actor, "delete", LinkChange::Deleted);
}

Result<Link> restoreLink(WriteJobContext &job, LinkId id, const std::string &actor)
{
    const auto before = current(job, id, std::nullopt);
    if (!before || before->status != LinkStatus::Deleted)
        return before; // restoring what is not deleted changes nothing
    Link after = *before;
    after.status = LinkStatus::Active;
    after.deletedAt.reset();
    if (after.generator == kCustomCode) {
        if (auto noted = setLookAlikes(job.connection, after.id, lookAlikeHashes(after.code)); !noted)
            return noted.error();
    }
    return save(job, *before, std::move(after), actor, "restore", LinkChange::Restored);
}

Result<Link> endAlias(WriteJobContext &job, LinkId id, std::string_view code, const std::string &actor)
{
    const auto before = current(job, id, std::nullopt);
    if (!before)
        return before;
    const std::string key = job.keyOf(before->domain, code);
    const auto alias = aliasByKey(job.connection, before->domain, key);
    if (!alias)
        return alias.error();
    if (!*alias || (*alias)->link != id)
        return Error{ErrorCode::NotFound, "The link has no such former code.", {}};
    if (auto removed = removeAlias(job.connection, before->domain, key); !removed)
        return removed.error();
    return save(job, *before, *before, actor, "end-alias", LinkChange::Edited);
}

} // namespace linkdesk::core
