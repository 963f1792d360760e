// What a database file that is not in use is: one of ours, whole, of which schema. Nothing here changes a byte. Any
// thread; blocks.
#pragma once

#include "base/result.h"
#include "upkeep/taskcontrol.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

struct BackupFacts {
    std::int64_t bytes = 0;
    std::int64_t schema = 0;
};

// From its header and its version table, without reading the rest. NotFound; Corrupt where it is empty, no database,
// cut short or somebody else's; NewerSchema.
[[nodiscard]] Result<BackupFacts> inspectBackup(const std::filesystem::path &file);
// Reads all of it: SQLite's checks of a connection's database. Corrupt says what is wrong first.
Result<void> checkSoundness(SqlConnection &connection, const TaskControl &control, bool withIndexes);

// Rows of the tables that hold what people made, by name. On one state of the database, where a transaction is open.
using RowCounts = std::vector<std::pair<std::string, std::int64_t>>;
[[nodiscard]] Result<RowCounts> countRows(SqlConnection &connection);

} // namespace linkdesk::core
