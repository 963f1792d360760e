#include "links/linkfields.h"

#include "base/timezone.h"
#include "codes/randomcode.h"
#include "links/ownhosts.h"
#include "links/targeturl.h"
#include "store/textmatch.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <set>

namespace linkdesk::core {

namespace {

enum class Lines { One, Many };

Error invalid(std::string detail, std::string_view field)
{
    return {ErrorCode::InvalidInput, std::move(detail), std::string(field)};
}

Result<void> checkText(std::string_view text, std::size_t maxPoints, Lines lines, std::string_view field)
{
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(text.data());
    const auto size = static_cast<std::int32_t>(text.size());
    const std::string name = "The " + std::string(field);
    if (text.size() > maxPoints * 4)
        return invalid(name + " is longer than " + std::to_string(maxPoints) + " characters.", field);
    std::size_t points = 0;
    for (std::int32_t at = 0; at < size; ++points) {
        UChar32 point = 0;
        U8_NEXT(bytes, at, size, point);
        if (point < 0)
            return invalid(name + " is not valid UTF-8.", field);
        const bool lineSign = point == '\n' || point == '\r';
        if (point == 0 || (lines == Lines::One && lineSign))
            return invalid(name + " holds a line break or a NUL: remove it.", field);
    }
    if (points > maxPoints)
        return invalid(name + " is longer than " + std::to_string(maxPoints) + " characters.", field);
    return {};
}

Result<void> checkRedirectStatus(int status)
{
    constexpr std::array kAllowed{301, 302, 307, 308};
    if (std::find(kAllowed.begin(), kAllowed.end(), status) == kAllowed.end())
        return invalid("The redirect status must be 301, 302, 307 or 308.", "redirectStatus");
    return {};
}

Result<void> checkMaxClicks(const std::optional<std::int64_t> &maxClicks)
{
    if (maxClicks && (*maxClicks < 1 || *maxClicks > kMostMaxClicks))
        return invalid("The number of clicks must be at least 1.", "maxClicks");
    return {};
}

std::string_view trimmed(std::string_view text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace

Result<std::string> checkTarget(std::string_view input, const OwnHosts &ownHosts)
{
    auto target = TargetUrl::parse(input);
    if (!target)
        return target.error();
    if (ownHosts.contains(*target))
        return invalid("The address belongs to this service itself: the link would lead in a circle.", "url");
    return target->bytes();
}

Result<std::string> checkFallback(std::string_view input, const OwnHosts &ownHosts)
{
    if (trimmed(input).empty())
        return std::string();
    auto target = checkTarget(input, ownHosts);
    if (!target)
        return Error{target.error().code, target.error().detail, "fallbackUrl"};
    return target;
}

Result<LinkAction> checkAction(LinkAction action)
{
    using Kind = LinkAction::Kind;
    if (action.kind == Kind::Ban) {
        action.reason = trimmed(action.reason);
        if (action.reason.empty())
            return invalid("A ban needs a reason: say why, for whoever looks at it later.", "reason");
        if (auto checked = checkText(action.reason, kMaxBanReason, Lines::Many, "reason"); !checked)
            return checked.error();
    }
    if (action.kind == Kind::Tag || action.kind == Kind::Untag) {
        if (action.tags.empty())
            return invalid("Name at least one tag.", "tags");
        auto tags = normaliseTags(action.tags);
        if (!tags)
            return tags.error();
        action.tags = std::move(*tags);
    }
    if (action.kind == Kind::Renew && !zoneNamed(action.timeZone))
        return invalid("The time zone must be one such as Europe/Berlin.", "timeZone");
    return action;
}

Result<void> checkFields(NewLink &request)
{
    if (auto limit = checkMaxClicks(request.maxClicks); !limit)
        return limit;
    if (auto counted = checkLimitIsCounted(request.maxClicks, request.track); !counted)
        return counted;
    if (auto title = checkText(request.title, kMaxTitlePoints, Lines::One, "title"); !title)
        return title;
    if (auto note = checkText(request.note, kMaxNotePoints, Lines::Many, "note"); !note)
        return note;
    if (auto owner = checkText(request.owner, kMaxOwnerPoints, Lines::One, "owner"); !owner)
        return owner;
    if (auto status = checkRedirectStatus(request.redirectStatus); !status)
        return status;
    if (request.length && (*request.length < kMinCodeLength || *request.length > kMaxCodeLength))
        return invalid("The length of a generated code must be 6 to 12.", "length");
    auto tags = normaliseTags(request.tags);
    if (!tags)
        return tags.error();
    request.tags = std::move(*tags);
    return checkPeriod(request.validFrom, request.expiresAt);
}

Result<void> checkFields(LinkPatch &patch)
{
    if (patch.title) {
        if (auto title = checkText(*patch.title, kMaxTitlePoints, Lines::One, "title"); !title)
            return title;
    }
    if (patch.note) {
        if (auto note = checkText(*patch.note, kMaxNotePoints, Lines::Many, "note"); !note)
            return note;
    }
    if (patch.owner) {
        if (auto owner = checkText(*patch.owner, kMaxOwnerPoints, Lines::One, "owner"); !owner)
            return owner;
    }
    if (patch.maxClicks) {
        if (auto limit = checkMaxClicks(*patch.maxClicks); !limit)
            return limit;
    }
    if (patch.redirectStatus) {
        if (auto status = checkRedirectStatus(*patch.redirectStatus); !status)
            return status;
    }
    if (patch.tags) {
        auto tags = normaliseTags(*patch.tags);
        if (!tags)
            return tags.error();
        patch.tags = std::move(*tags);
    }
    return {};
}

Result<void> checkLimitIsCounted(const std::optional<std::int64_t> &maxClicks, bool track)
{
    if (maxClicks && !track)
        return invalid("A link with a limit of clicks has to be counted: leave track on, or take the limit away.", "maxClicks");
    return {};
}

Result<void> checkPeriod(const std::optional<TimePoint> &validFrom, const std::optional<TimePoint> &expiresAt)
{
    if (validFrom && expiresAt && *validFrom >= *expiresAt)
        return invalid("The link would expire before it becomes valid.", "expiresAt");
    return {};
}

Result<std::vector<std::string>> normaliseTags(const std::vector<std::string> &tags)
{
    std::vector<std::string> kept;
    std::set<std::string> seen;
    for (const std::string &raw : tags) {
        const std::string tag(trimmed(raw));
        if (tag.empty())
            return invalid("A tag must not be empty.", "tags");
        if (auto checked = checkText(tag, kMaxTagPoints, Lines::One, "tags"); !checked)
            return checked.error();
        if (seen.insert(foldForSearch(tag)).second)
            kept.push_back(tag);
    }
    if (kept.size() > kMaxTags)
        return invalid("A link may have at most 50 tags.", "tags");
    std::sort(kept.begin(), kept.end());
    return kept;
}

} // namespace linkdesk::core
