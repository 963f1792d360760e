// DataFolderLock: one process per data folder (R39).
//
// Held by the operating system, so it is gone the moment the process is, however that ended; the file itself stays and
// tells the owner's process id to whoever is refused.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <memory>

namespace linkdesk::core {

class DataFolderLock final {
public:
    // InUse when another holder lives, NotWritable when the lock file cannot be made.
    [[nodiscard]] static Result<std::unique_ptr<DataFolderLock>> acquire(const std::filesystem::path &folder);
    ~DataFolderLock();
    DataFolderLock(const DataFolderLock &) = delete;
    DataFolderLock &operator=(const DataFolderLock &) = delete;

private:
    DataFolderLock() = default;
#ifdef _WIN32
    void *m_handle = nullptr;
#else
    int m_file = -1;
#endif
};

} // namespace linkdesk::core
