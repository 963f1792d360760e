#include "links/linkwrites.h"

#include "links/linkaudit.h"
#include "links/slug.h"
#include "store/aliasstore.h"
#include "store/archivestore.h"
#include "store/auditstore.h"
#include "store/linkstore.h"
#include "store/lookalikestore.h"
#include "store/sqlconnection.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

bool isExpired(const Link &link, TimePoint now)
{
    return link.expiresAt && *link.expiresAt <= now;
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
        const auto free = claimCode(job, draft.link.domain, draft.link.code, key, LinkId{});
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
    if (auto free = claimCode(job, draft.link.domain, draft.link.code, key, LinkId{}); !free)
        return free.error();
    auto outcome = insertLink(job.connection, draft.link, key);
    if (outcome && outcome->taken) {
        const auto freed = retireExpiredHolder(job, draft.link.domain, key, draft.link.owner);
        if (!freed)
            return freed.error();
        if (!*freed)
            return codeTaken(draft.link.code);
        outcome = insertLink(job.connection, draft.link, key);
    }
    if (!outcome)
        return outcome.error();
    if (outcome->taken)
        return codeTaken(draft.link.code);
    Created created = finishCreate(job, draft, outcome->id);
    auto similar = similarLinks(job, created.link, draft.lookAlikes);
    if (!similar)
        return similar.error();
    created.similar = std::move(*similar);
    return created;
}

} // namespace

std::string WriteJobContext::keyOf(DomainId domain, std::string_view code) const
{
    const DomainPtr found = domains.find(domain);
    return codeKey(code, !found || found->caseSensitive);
}

Error codeTaken(std::string_view code)
{
    return {ErrorCode::SlugTaken, "The short name \"" + std::string(code) + "\" is taken: choose another.", "slug"};
}

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
    const AuditDiff diff = auditDiff(before, after);
    if (auto noted = insertAudit(job.connection, job.now, actor, "retire", after.id, diff.before, diff.after); !noted)
        return noted.error();
    job.events.push_back({LinkChange::Deleted, after, before});
    return true;
}

// A former code holds its name against other links until its time is over; its own link may take it back.
Result<void> claimCode(WriteJobContext &job, DomainId domain, std::string_view code, std::string_view key,
                       LinkId owner)
{
    if (job.anyArchived) {
        const auto archived = isArchivedKey(job.connection, domain, key);
        if (!archived)
            return archived.error();
        if (*archived)
            return codeTaken(code);
    }
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
    auto created = draft.generated ? createGenerated(job, draft) : createCustom(job, draft);
    if (created && !draft.madeBy.empty()) {
        const std::string after = "{\"id\":" + std::to_string(created->link.id.value) + "}";
        if (auto noted = insertAudit(job.connection, job.now, draft.madeBy, "create", created->link.id, {}, after); !noted)
            return noted.error();
    }
    return created;
}

// Ids come in order, so a few ranges name them all: {"ids":[[5,104],[106,106]]}.
Result<void> noteCreated(WriteJobContext &job, const std::vector<Result<Created>> &results, const std::string &actor)
{
    std::string ranges;
    std::int64_t count = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
    const auto close = [&] {
        if (first != 0)
            ranges += (ranges.empty() ? "[" : ",[") + std::to_string(first) + "," + std::to_string(last) + "]";
    };
    for (const Result<Created> &result : results) {
        if (!result || result->reused)
            continue;
        ++count;
        const std::int64_t id = result->link.id.value;
        if (first == 0 || id != last + 1) {
            close();
            first = id;
        }
        last = id;
    }
    if (count == 0)
        return {};
    close();
    const std::string after = "{\"ids\":[" + ranges + "]}";
    const auto noted = insertAudit(job.connection, NewAudit{job.now, actor, "create-many", {}, {}, after, 0, count, 0});
    return noted ? Result<void>() : Result<void>(noted.error());
}

} // namespace linkdesk::core
