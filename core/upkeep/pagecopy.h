// Copies a database page by page through SQLite's backup interface, into a file of its own that needs no log.
//
// The copy of a database that is being served is made by the writer itself, a few milliseconds at a time between two
// transactions: pages that change meanwhile are changed in the copy too, so it never begins anew however much is
// written, holds no transaction that would keep the log from being cleared (R37), and is the database as it is at the
// last step. Blocks its caller, which must not be the writer thread.
#pragma once

#include "base/result.h"
#include "upkeep/taskcontrol.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>

namespace linkdesk::core {

class Store;

struct PageCopyStats {
    std::int64_t bytes = 0;
    int restarts = 0;                         // after a transaction that was undone
    std::chrono::microseconds longestStep{0}; // how long the writer was kept at once
};

// `target` is an empty file. `atEnd` is called on the writer thread when the copy is complete, before anything else is
// written. Progress is in pages.
[[nodiscard]] Result<PageCopyStats> copyServed(Store &store, const std::filesystem::path &target,
                                               const TaskControl &control, const std::function<void()> &atEnd = {});

// The same of a file that nobody writes to. Its log, where it has one, is part of it.
[[nodiscard]] Result<PageCopyStats> copyAtRest(const std::filesystem::path &source, const std::filesystem::path &target,
                                               const TaskControl &control);

// Room for a copy of `bytes` in `folder`, with something left for the service where the database lies on the same disk.
// DiskFull says how much is missing.
Result<void> checkRoom(const std::filesystem::path &folder, const std::filesystem::path &database, std::int64_t bytes);
// What a copy of the database would take.
[[nodiscard]] std::int64_t databaseBytes(const std::filesystem::path &database);

} // namespace linkdesk::core
