// RuntimeFile: where the running service of a data folder can be reached, for command-line verbs and the app.
//
// A small JSON file in the data folder, readable by its owner alone, with the admin address and this start's control
// key. It exists while the service runs; the folder's lock, not the file, says whether one does.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace linkdesk::server {

struct RuntimeInfo {
    std::string adminUrl; // "http://127.0.0.1:8081"
    std::string token;
};

[[nodiscard]] core::Result<void> writeRuntimeFile(const std::filesystem::path &dataDir, const RuntimeInfo &info);
[[nodiscard]] std::optional<RuntimeInfo> readRuntimeFile(const std::filesystem::path &dataDir);
void removeRuntimeFile(const std::filesystem::path &dataDir);

} // namespace linkdesk::server
