// The check of all that the database holds, and its repair (R43).
//
// Everything is looked at in a copy made as a backup is (pagecopy.h), so that what is served does not notice. Repairs
// are small write jobs, each of which looks again before it changes a row. Blocks its caller, which must not be the
// writer thread; works at low priority.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "upkeep/taskcontrol.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace linkdesk::core {

class SqlConnection;
class Store;

struct CheckProblem {
    // "damaged", "index", "reference", "shared-code", "click-total", "click-day", "click-sum", "search-index",
    // "number", "orphan".
    std::string code;
    std::string detail; // one English sentence
    bool repaired = false;
    std::function<Result<void>(SqlConnection &)> repair; // on the writer; empty: nothing of ours can
};

struct CheckReport {
    static constexpr std::size_t kMost = 100'000; // problems; the rest is found by the next check

    std::vector<CheckProblem> problems;
    std::vector<std::pair<std::string, std::int64_t>> checked; // what was looked at: "links", "totals", …

    void add(std::string code, std::string detail, std::function<Result<void>(SqlConnection &)> repair = {});
    [[nodiscard]] bool isFull() const { return problems.size() >= kMost; }
    [[nodiscard]] std::size_t left() const; // not repaired
};

// DiskFull where there is no room for the copy, which lies in the data folder meanwhile.
[[nodiscard]] Result<CheckReport> checkDatabase(Store &store, bool repair, const TaskControl &control);
// The click counters alone, in place; for every night.
[[nodiscard]] Result<CheckReport> checkCounters(Store &store, const TaskControl &control);
// Of a database that no store can open, under the folder's lock: what SQLite says of it. Where `repair` says so and the
// tables can be read, they go into a new database, which takes its place as in a restore.
[[nodiscard]] Result<CheckReport> checkDamagedFile(const std::filesystem::path &folder, TimePoint now, bool repair);

} // namespace linkdesk::core
