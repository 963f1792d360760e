// Files that have to be on the disk before something else happens. Any thread; blocks.
//
// Where the system has no such call (folders on Windows), what it does by itself has to do.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace linkdesk::core {

// Waits until the file's bytes are on the disk.
Result<void> syncFile(const std::filesystem::path &file);
// Waits until the folder's names are: of files made, renamed or removed in it.
Result<void> syncFolder(const std::filesystem::path &folder);
// Lets the system forget what it keeps of a synced file, so that a later read comes from the disk.
void dropFromMemory(const std::filesystem::path &file);

// A new and empty file that only its owner may read. NotWritable where there is one already.
Result<void> makePrivateFile(const std::filesystem::path &file);
// The file has this content or the one it had; synced.
Result<void> replaceFile(const std::filesystem::path &file, std::string_view content);
// rename(), and the folder synced.
Result<void> moveFile(const std::filesystem::path &from, const std::filesystem::path &to);

struct DiskSpace {
    std::uint64_t free = 0; // for this user
    std::uint64_t all = 0;
};
[[nodiscard]] std::optional<DiskSpace> diskSpace(const std::filesystem::path &folder);

} // namespace linkdesk::core
