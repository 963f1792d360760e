// API keys as rows (R26): only the SHA-256 of a key is kept. Functions run on the connection's thread; writes belong
// into a WriteJob.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

struct KeyRow {
    KeyId id;
    std::string name;
    std::string prefix; // the first signs of the key, for display
    std::string hash;   // SHA-256, 32 raw bytes
    std::string scope;  // "read", "write" or "admin"
    TimePoint createdAt;
    std::optional<TimePoint> expiresAt;
    std::optional<TimePoint> lastUsedAt;
};

// `row.id` and `lastUsedAt` are not read. InvalidInput when the same key is stored already.
[[nodiscard]] Result<KeyId> insertKey(SqlConnection &connection, const KeyRow &row);
// In order of creation.
[[nodiscard]] Result<std::vector<KeyRow>> allKeys(SqlConnection &connection);
// False: no such key.
[[nodiscard]] Result<bool> deleteKey(SqlConnection &connection, KeyId id);
// Never moves the time back; an unknown key is no error.
Result<void> touchKey(SqlConnection &connection, KeyId id, TimePoint lastUsed);

} // namespace linkdesk::core
