// Schema migrations: numbered steps, applied in order, all in one transaction (R38).
//
// A released step is never edited; a change is a new step with a fixture under tests/data.
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <cstdint>

namespace linkdesk::core {

class SqlConnection;

inline constexpr std::int64_t kSchemaVersion = 3;
inline constexpr std::int64_t kApplicationId = 0x4c4b4453; // "LKDS", in the file's header

// 0: an empty file. Corrupt: a database that is not one of ours, or whose version table is damaged.
[[nodiscard]] Result<std::int64_t> schemaVersion(SqlConnection &connection);

// Brings the file to kSchemaVersion, or leaves it as it was. NewerSchema when the file is ahead of this program.
Result<void> migrate(SqlConnection &connection, TimePoint now);

} // namespace linkdesk::core
