// What is checked of a database file before anything is written to it (R39). Nothing here changes a byte.
#pragma once

#include "base/result.h"

#include <filesystem>

namespace linkdesk::core {

// The file may be missing (ok: it will be made). Otherwise: it can be written, it is SQLite, it is whole, its schema is
// ours and not newer, its tables can be read, and SQLite's own quick check finds nothing: in the whole of a small
// file, in the vital tables of a large one, so that it does not delay the start. NotWritable, Corrupt or NewerSchema.
Result<void> checkDatabaseFile(const std::filesystem::path &file);

} // namespace linkdesk::core
