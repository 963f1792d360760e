// Store: the database of one data folder, its one writer and its readers.
//
// SQLite in WAL mode behind Qt SQL. One process owns a data folder (a lock file says which); a second one gets InUse.
// open() checks that the folder is writable, that the file is sound and not newer than this program, and migrates it
// in one transaction. Nothing is changed where any check fails (R39). A restore that was decided on is completed first.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "store/readerpool.h"
#include "store/writequeue.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace linkdesk::core {

struct StoreOptions {
    std::filesystem::path dataDir;
    int readers = 2;                   // threads, one connection each
    std::size_t readerQueue = 4096;    // jobs waiting before Busy
    std::size_t writerQueue = 16384;
};

struct StoreSizes {
    std::int64_t databaseBytes = 0;
    std::int64_t walBytes = 0;
};

struct Restored;

class Store final {
public:
    [[nodiscard]] static Result<std::unique_ptr<Store>> open(const StoreOptions &options, const Clock &clock);
    // Drains the queue, checkpoints (TRUNCATE), closes in the owning threads, releases the lock.
    ~Store();
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;

    [[nodiscard]] WriteQueue &writer();
    // Runs `work` on the writer's connection between two transactions. Everybody's writes wait meanwhile, so it has to be
    // over in a few milliseconds. False when stopping: it will not run.
    [[nodiscard]] bool onWriter(std::function<void(SqlConnection &)> work);
    [[nodiscard]] ReaderPool &readers();
    [[nodiscard]] StoreSizes sizes() const;
    [[nodiscard]] const std::filesystem::path &databaseFile() const;
    // The restore that this open() has completed (restoreswap.h).
    [[nodiscard]] const std::optional<Restored> &restored() const;

private:
    Store() = default;
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace linkdesk::core
