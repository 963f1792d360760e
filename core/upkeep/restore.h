// Restore: a backup becomes the database. Everything is checked on a copy beside the database before anything is
// changed (R38); see restoreswap.h for how the copy then takes its place.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "upkeep/taskcontrol.h"

#include <filesystem>

namespace linkdesk::core {

// Makes incomingFile() in the data folder from a backup: copied, brought to this program's schema, read from end to end
// and synced. Errors say what is wrong with the file (Corrupt, NewerSchema, NotFound; InvalidInput where it is the
// database itself) or why there is no copy (DiskFull, NotWritable; Unavailable where `control` stops it); nothing is
// left behind then. Blocks; one at a time.
Result<void> stageRestore(const std::filesystem::path &dataDir, const std::filesystem::path &backup, TimePoint now,
                          const TaskControl &control);
// Decides on the staged copy.
Result<void> decideOnStaged(const std::filesystem::path &dataDir, const std::filesystem::path &backup, TimePoint now);

} // namespace linkdesk::core
