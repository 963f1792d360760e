// How a row of `link` becomes a Link: one column list, used by every statement that gives whole links.
#pragma once

#include "links/link.h"
#include "store/statement.h"

#include <string>

namespace linkdesk::core {

// For "SELECT " LINKDESK_LINK_COLUMNS " FROM link l LEFT JOIN link_total t ON t.link_id = l.id …": literals can be
// joined at compile time only through a macro.
#define LINKDESK_LINK_COLUMNS                                                                                          \
    "l.id, l.domain_id, coalesce(l.code_shown, l.code), l.status, l.generator, l.long_url, l.title, l.note, l.owner, " \
    "l.expires_at, l.valid_from, l.redirect_status, l.forward_query, l.track, l.version, l.created_at, l.updated_at, " \
    "l.deleted_at, coalesce(t.humans, 0), coalesce(t.bots, 0), t.last_click_at, l.max_clicks, l.fallback_url, "         \
    "l.favourite, l.let_expire, l.ban_reason, l.banned_by, l.banned_at"
#define LINKDESK_LINK_SOURCE " FROM link l LEFT JOIN link_total t ON t.link_id = l.id "
#define LINKDESK_ARCHIVE_SOURCE " FROM link_archive l LEFT JOIN link_total t ON t.link_id = l.id "
inline constexpr int kLinkColumnCount = 28;

// Everything but tags, former codes and where the row is.
[[nodiscard]] Link readLink(const Statement &row);
Result<void> readTags(SqlConnection &connection, Link &link);

// For hash columns (target_hash, skeleton): spreads over 64 bits and never changes.
[[nodiscard]] std::int64_t storedHash(std::string_view text);

} // namespace linkdesk::core
