#include "links/linkwrites.h"

#include "codes/randomcode.h"
#include "links/linkaudit.h"
#include "links/linkfields.h"
#include "links/slug.h"
#include "store/linkstore.h"
#include "store/sqlconnection.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

constexpr int kTriesPerLength = 10; // R12

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
Result<bool> retireExpiredHolder(SqlConnection &connection, DomainId domain, std::string_view key, TimePoint now,
                                 std::string_view actor, std::vector<LinkEvent> &events)
{
    auto holder = linkByKey(connection, domain, key);
    if (!holder)
        return holder.error();
    if (!*holder || (*holder)->status != LinkStatus::Active || !isExpired(**holder, now))
        return false;
    const Link &before = **holder;
    if (auto retired = retireLink(connection, before, now); !retired)
        return retired.error();
    Link after = before;
    after.status = LinkStatus::Deleted;
    after.deletedAt = now;
    after.updatedAt = now;
    ++after.version;
    if (auto noted = insertAudit(connection, now, actor, "retire", after.id, auditJson(before), auditJson(after));
        !noted)
        return noted.error();
    events.push_back({LinkChange::Deleted, after, before});
    return true;
}

Result<Created> finishCreate(Draft &draft, LinkId id, std::vector<LinkEvent> &events)
{
    draft.link.id = id;
    events.push_back({LinkChange::Created, draft.link, std::nullopt});
    return Created{std::move(draft.link), false};
}

Result<Created> createGenerated(SqlConnection &connection, Draft &draft, const CodeSource &codes,
                                std::vector<LinkEvent> &events)
{
    // Every added sign makes a clash 62 times less likely, so this ends.
    for (int tries = 0, length = draft.length;; ++tries) {
        if (tries > 0) {
            length = std::min(draft.length + tries / kTriesPerLength, kMaxCodeLength);
            draft.link.code = codes(length);
        }
        const auto outcome = insertLink(connection, draft.link, codeKey(draft.link.code, draft.caseSensitive));
        if (!outcome)
            return outcome.error();
        if (!outcome->taken)
            return finishCreate(draft, outcome->id, events);
    }
}

Result<Created> createCustom(SqlConnection &connection, Draft &draft, TimePoint now, std::vector<LinkEvent> &events)
{
    const std::string key = codeKey(draft.link.code, draft.caseSensitive);
    auto outcome = insertLink(connection, draft.link, key);
    if (outcome && outcome->taken) {
        const auto freed = retireExpiredHolder(connection, draft.link.domain, key, now, draft.link.owner, events);
        if (!freed)
            return freed.error();
        if (!*freed)
            return taken(draft.link.code);
        outcome = insertLink(connection, draft.link, key);
    }
    if (!outcome)
        return outcome.error();
    if (outcome->taken)
        return taken(draft.link.code);
    return finishCreate(draft, outcome->id, events);
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
        link.generator = "custom";
    }
}

// The link as it is now, where the caller's version still holds.
Result<Link> current(SqlConnection &connection, LinkId id, std::optional<std::int64_t> ifVersion)
{
    auto found = linkById(connection, id);
    if (!found)
        return found.error();
    if (!*found)
        return notFound();
    if (ifVersion && *ifVersion != (*found)->version)
        return Error{ErrorCode::VersionConflict, "Somebody else changed the link meanwhile: look at it again.", {}};
    return std::move(**found);
}

Result<Link> save(SqlConnection &connection, const Link &before, Link after, const CaseRule &caseRule, TimePoint now,
                  std::string_view actor, std::string_view action, LinkChange change, std::vector<LinkEvent> &events)
{
    const std::string key = codeKey(after.code, caseRule(after.domain));
    after.version = before.version + 1;
    after.updatedAt = now;
    auto outcome = updateLink(connection, before, after, key);
    if (outcome && outcome->taken) {
        const auto freed = retireExpiredHolder(connection, after.domain, key, now, actor, events);
        if (!freed)
            return freed.error();
        if (*freed)
            outcome = updateLink(connection, before, after, key);
    }
    if (!outcome)
        return outcome.error();
    if (outcome->taken)
        return taken(after.code);
    if (auto noted = insertAudit(connection, now, actor, action, after.id, auditJson(before), auditJson(after)); !noted)
        return noted.error();
    events.push_back({change, after, before});
    return after;
}

} // namespace

std::string codeKey(std::string_view code, bool caseSensitive)
{
    return caseSensitive ? std::string(code) : foldCase(code);
}

Result<Created> createLink(SqlConnection &connection, Draft draft, TimePoint now, const CodeSource &codes,
                           std::vector<LinkEvent> &events)
{
    if (draft.reuse) {
        auto existing = linkByTarget(connection, draft.link.domain, draft.link.target, now);
        if (!existing)
            return existing.error();
        if (*existing)
            return Created{std::move(**existing), true};
    }
    draft.link.createdAt = now;
    draft.link.updatedAt = now;
    return draft.generated ? createGenerated(connection, draft, codes, events)
                           : createCustom(connection, draft, now, events);
}

Result<Link> editLink(SqlConnection &connection, const EditRequest &request, const CaseRule &caseRule, TimePoint now,
                      std::vector<LinkEvent> &events)
{
    const auto before = current(connection, request.id, request.ifVersion);
    if (!before)
        return before;
    if (before->status == LinkStatus::Deleted)
        return notFound();
    Link after = *before;
    applyPatch(after, request.patch);
    if (auto period = checkPeriod(after.validFrom, after.expiresAt); !period)
        return period.error();
    return save(connection, *before, std::move(after), caseRule, now, request.actor, "edit", LinkChange::Edited,
                events);
}

Result<Link> deleteLink(SqlConnection &connection, LinkId id, std::optional<std::int64_t> ifVersion,
                        const std::string &actor, const CaseRule &caseRule, TimePoint now,
                        std::vector<LinkEvent> &events)
{
    const auto before = current(connection, id, ifVersion);
    if (!before)
        return before;
    if (before->status == LinkStatus::Deleted)
        return notFound();
    Link after = *before;
    after.status = LinkStatus::Deleted;
    after.deletedAt = now;
    return save(connection, *before, std::move(after), caseRule, now, actor, "delete", LinkChange::Deleted, events);
}

Result<Link> restoreLink(SqlConnection &connection, LinkId id, const std::string &actor, const CaseRule &caseRule,
                         TimePoint now, std::vector<LinkEvent> &events)
{
    const auto before = current(connection, id, std::nullopt);
    if (!before || before->status != LinkStatus::Deleted)
        return before; // restoring what is not deleted changes nothing
    Link after = *before;
    after.status = LinkStatus::Active;
    after.deletedAt.reset();
    return save(connection, *before, std::move(after), caseRule, now, actor, "restore", LinkChange::Restored, events);
}

} // namespace linkdesk::core
