// Link rows: the SQL of links, tags and domains, one function per need. LinkService holds the rules; nothing is decided
// here.
//
// Every function runs on the connection it is given, so on that connection's thread. Writes belong into a WriteJob.
// `key` is a code as the unique index has it: the code itself, or foldCase(code) in a case-insensitive domain (R8).
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

// What a redirect needs of a link, nothing more.
struct RedirectRow {
    LinkId id;
    std::string code; // as shown
    std::string target;
    LinkStatus status = LinkStatus::Active;
    std::optional<TimePoint> expiresAt;
    std::optional<TimePoint> validFrom;
    int redirectStatus = 302;
    bool forwardQuery = true;
    bool track = true;
    std::int64_t version = 1;
    std::optional<std::int64_t> maxClicks;
    std::string fallback;
    std::int64_t used = 0; // clicks of people so far; read for a link with a limit only
    bool archived = false;
    std::optional<TimePoint> aliasUntil; // the code asked for is a former one, which leads here until then
};

// Hot: one native prepared statement, one seek of the unique index; former codes and the archive are asked where there is
// none.
// Empty: no such code. Deleted and banned links are given too, with their status, and former codes whose time is over.
[[nodiscard]] Result<std::optional<RedirectRow>> findForRedirect(SqlConnection &connection, DomainId domain,
                                                                 std::string_view key);

// The same from a whole link, asked for by its own code.
[[nodiscard]] RedirectRow redirectRowOf(const Link &link);

// Calls back for every code in use, former and archived ones included, in no order; `key` is valid during the call only. For
// building a Bloom filter.
Result<void> forEachCode(SqlConnection &connection, const std::function<void(DomainId, std::string_view key)> &visit);

// How many codes forEachCode() visits.
[[nodiscard]] Result<std::int64_t> countCodes(SqlConnection &connection);

// --- Links -------------------------------------------------------------------------------------------------------

struct InsertOutcome {
    bool taken = false; // the unique index said no; nothing was written
    LinkId id;
};
// Writes the row and its tags; `link.id` and `link.clicks` are not read.
[[nodiscard]] Result<InsertOutcome> insertLink(SqlConnection &connection, const Link &link, std::string_view key);

// With tags and click totals, from the archive where it lies there.
[[nodiscard]] Result<std::optional<Link>> linkById(SqlConnection &connection, LinkId id);
[[nodiscard]] Result<std::optional<Link>> linkByKey(SqlConnection &connection, DomainId domain, std::string_view key);
// By a former code whose time is not over at `now`.
[[nodiscard]] Result<std::optional<Link>> linkByFormerKey(SqlConnection &connection, DomainId domain,
                                                          std::string_view key, TimePoint now);
// The oldest link with exactly this target that is active and not expired at `now`.
[[nodiscard]] Result<std::optional<Link>> linkByTarget(SqlConnection &connection, DomainId domain,
                                                       std::string_view target, TimePoint now);

struct UpdateOutcome {
    bool taken = false; // the new code belongs to another link; nothing was written
};
// Writes every field but id and created_at. `before` feeds the search index, which must
// know what it indexed. The link gets its code back if it was retired.
[[nodiscard]] Result<UpdateOutcome> updateLink(SqlConnection &connection, const Link &before, const Link &after,
                                               std::string_view key);
// Marks a link deleted and frees its code; the code is still shown with the old link.
Result<void> retireLink(SqlConnection &connection, const Link &link, TimePoint now);
// Removes a link for good with its tags and its totals; click history is not touched here.
Result<void> purgeLink(SqlConnection &connection, LinkId id);

} // namespace linkdesk::core
