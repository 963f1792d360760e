// Which slugs look like which: hashes of their skeletons, for links whose slug somebody chose.
//
// Functions run on the connection's thread; setLookAlikes() belongs into a WriteJob.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

// Slugs that a reader takes for each other share one, as long as ICU is the same. Pure; any thread.
[[nodiscard]] std::vector<std::int64_t> lookAlikeHashes(std::string_view slug);

// Replaces those of the link; none for a link whose code was made.
Result<void> setLookAlikes(SqlConnection &connection, LinkId link, const std::vector<std::int64_t> &hashes);

// Whether they were made by other rules, or are not there yet: an update of ICU brings new ones.
[[nodiscard]] Result<bool> lookAlikesAreOld(SqlConnection &connection);
// Makes those of the next `limit` links after `after` anew. Gives the last link, or 0 after the end, which is noted.
[[nodiscard]] Result<std::int64_t> refreshLookAlikes(SqlConnection &connection, std::int64_t after, int limit);

struct SimilarLink {
    LinkId id;
    std::string code;
    std::string target;
};
// Links of the domain that have a code and share a hash, but for `except`: at most `limit`, the oldest first.
[[nodiscard]] Result<std::vector<SimilarLink>> linksLookingLike(SqlConnection &connection, DomainId domain,
                                                                const std::vector<std::int64_t> &hashes,
                                                                LinkId except, int limit);

} // namespace linkdesk::core
