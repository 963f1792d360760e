// Backup: the database as one file, made while everything goes on (R38).
//
// A file of that name is a whole backup: it is written under another name, synced, read back from the disk and checked,
// and then renamed. Blocks its caller, which must not be the writer thread; works on a thread of low priority.
#pragma once

#include "base/result.h"
#include "upkeep/taskcontrol.h"

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace linkdesk::core {

class Store;

struct BackupMade {
    std::filesystem::path file;
    std::int64_t bytes = 0;
    std::int64_t links = 0;
    std::chrono::milliseconds copying{0};
    std::chrono::milliseconds checking{0};
    std::chrono::microseconds longestStep{0}; // how long the writer was kept at once
};

// A file that is there is replaced where it is a backup of Linkdesk; anything else is InvalidInput, field "file", and
// so is the database itself. The folder must exist. DiskFull, NotWritable; Corrupt where the database itself is
// damaged; Unavailable where `control` stops it. Nothing is left behind then.
[[nodiscard]] Result<BackupMade> makeBackup(Store &store, const std::filesystem::path &file,
                                            const TaskControl &control);

// What backups that were killed left in a folder; only while none is being made there.
void removeUnfinished(const std::filesystem::path &folder);

} // namespace linkdesk::core
