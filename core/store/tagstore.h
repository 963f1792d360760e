// Rows of tags. Functions run on the connection's thread; writes belong into a WriteJob. Nothing here touches a link's own
// row: its version and its time of change stay.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

struct TagRow {
    std::int64_t id = 0;
    std::string name;
    std::int64_t links = 0; // live and archived ones, not those in the bin
};

// Tags that are on any link, the most used first.
[[nodiscard]] Result<std::vector<TagRow>> allTags(SqlConnection &connection);
// By the name's key (foldForSearch); without a count.
[[nodiscard]] Result<std::optional<TagRow>> tagByKey(SqlConnection &connection, std::string_view key);
// Links with the tag, deleted ones among them.
[[nodiscard]] Result<std::int64_t> countTagged(SqlConnection &connection, std::int64_t tag);

Result<void> renameTag(SqlConnection &connection, std::int64_t tag, std::string_view name, std::string_view key);
// Takes the tag off `limit` links and puts the other on them, if there is one (0: none). Gives how many; fewer than
// `limit`: that was all, and the tag itself is gone.
[[nodiscard]] Result<int> moveTagged(SqlConnection &connection, std::int64_t from, std::int64_t to, int limit);

} // namespace linkdesk::core
