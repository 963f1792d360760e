#include "upkeep/datacheck.h"

#include "store/filesync.h"
#include "store/restoreswap.h"
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "store/store.h"
#include "upkeep/backupfile.h"
#include "upkeep/datafindings.h"
#include "upkeep/pagecopy.h"
#include "upkeep/quietwork.h"
#include "upkeep/restore.h"
#include "upkeep/writeslices.h"

#include <algorithm>
#include <future>
#include <memory>
#include <optional>

namespace linkdesk::core {

namespace {

namespace fs = std::filesystem;

// removeUnfinished() clears it away after a crash.
constexpr const char *kCopyName = "linkdesk-check.unfinished";

void removeCopy(const fs::path &copy)
{
    std::error_code error;
    fs::remove(copy, error);
    for (const char *tail : {"-wal", "-shm", "-journal"})
        fs::remove(fs::path(copy) += tail, error);
}

using Look = Result<void> (*)(SqlConnection &, CheckReport &);

Result<void> lookAtAll(SqlConnection &connection, CheckReport &report, const TaskControl &control)
{
    const Interrupter interrupter(connection.native(), control.goOn);
    for (const Look look :
         {&findDamage, &findBrokenReferences, &findSharedCodes, &findOrphans, &findWrongNumbers, &findSearchFaults}) {
        auto done = look(connection, report);
        if (!control.mayGoOn())
            return cancelled();
        // Where the file is damaged the rest cannot be read, and is no news.
        if (!done)
            return !report.problems.empty() && report.problems.front().code == "damaged" ? Result<void>() : done;
    }
    for (const auto &[name, table] :
         {std::pair{"links", "link"}, std::pair{"archived", "link_archive"}, std::pair{"tags", "link_tag"}}) {
        Statement rows(connection, std::string("SELECT count(*) FROM ") + table);
        if (rows.step() == Statement::Step::Row)
            report.checked.emplace_back(name, rows.integer(0));
    }
    return findWrongCounters(connection, report, control);
}

Result<CheckReport> checkCopy(Store &store, const TaskControl &control)
{
    const fs::path folder = store.databaseFile().parent_path();
    const fs::path copy = folder / kCopyName;
    if (auto room = checkRoom(folder, store.databaseFile(), databaseBytes(store.databaseFile())); !room)
        return Error{room.error().code, "The check looks at a copy. " + room.error().detail, {}};
    removeCopy(copy);
    if (auto made = makePrivateFile(copy); !made)
        return made.error();
    const std::unique_ptr<const fs::path, void (*)(const fs::path *)> removing(
        &copy, [](const fs::path *file) { removeCopy(*file); });
    if (auto copied = copyServed(store, copy, control); !copied)
        return copied.error();
    auto connection = SqlConnection::open(copy, SqlConnection::Access::ReadWrite);
    if (!connection)
        return connection.error();
    CheckReport report;
    if (auto looked = lookAtAll(**connection, report, control); !looked)
        return looked.error();
    return report;
}

// One write job for some of the problems.
Result<void> repairSome(Store &store, std::vector<CheckProblem *> problems)
{
    std::promise<Result<void>> promise;
    auto future = promise.get_future();
    Result<void> outcome;
    WriteJob job;
    job.run = [&](SqlConnection &connection) {
        for (CheckProblem *problem : problems) {
            outcome = problem->repair(connection);
            if (!outcome)
                return false;
        }
        return true;
    };
    job.done = [&](const Result<void> &committed) { promise.set_value(committed ? outcome : committed); };
    if (!store.writer().submit(std::move(job)))
        return Error{ErrorCode::Busy, "Too much waits to be written: try again in a moment.", {}};
    return future.get();
}

Result<void> repairAll(Store &store, CheckReport &report, const TaskControl &control)
{
    std::vector<CheckProblem *> open;
    for (CheckProblem &problem : report.problems) {
        if (problem.repair)
            open.push_back(&problem);
    }
    WriteSlices slices;
    for (std::size_t at = 0; at < open.size();) {
        if (!control.mayGoOn())
            return cancelled();
        // An index is made anew as a whole; nothing else is to wait for it in the same job.
        const bool alone = open[at]->code == "index" || open[at]->code == "search-index";
        const std::size_t count = alone ? 1 : std::min(slices.rows(), open.size() - at);
        const std::vector<CheckProblem *> some(open.begin() + static_cast<std::ptrdiff_t>(at),
                                               open.begin() + static_cast<std::ptrdiff_t>(at + count));
        const auto begin = std::chrono::steady_clock::now();
        const auto repaired = repairSome(store, some);
        slices.note(count, std::chrono::steady_clock::now() - begin);
        for (CheckProblem *problem : some) {
            problem->repaired = repaired.ok();
            if (!repaired)
                problem->detail += " It could not be repaired: " + repaired.error().detail;
        }
        at += count;
        control.report(static_cast<std::int64_t>(at), static_cast<std::int64_t>(open.size()));
    }
    return {};
}

// Takes all indexes out of the schema without reading them, and gives what made them.
Result<std::vector<std::string>> dropIndexes(const fs::path &file)
{
    auto connection = SqlConnection::open(file, SqlConnection::Access::ReadWrite);
    if (!connection)
        return connection.error();
    std::vector<std::string> made;
    {
        Statement rows(**connection, "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL");
        for (auto step = rows.step(); step != Statement::Step::Done; step = rows.step()) {
            if (step != Statement::Step::Row)
                return rows.error("reading the schema");
            made.push_back(rows.text(0));
        }
    }
    if (auto dropped =
            (*connection)
                ->exec(
                    "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL");
        !dropped)
        return dropped.error();
    return made;
}

Result<void> makeIndexes(const fs::path &file, const std::vector<std::string> &statements)
{
    auto connection = SqlConnection::open(file, SqlConnection::Access::ReadWrite);
    if (!connection)
        return connection.error();
    // Without the pages of those that were taken out.
    auto done = (*connection)->exec("VACUUM");
    for (const std::string &statement : statements)
        done = done ? (*connection)->exec(statement) : done;
    return done ? checkSoundness(**connection, {}, true) : done;
}

// The tables in a new file, with new indexes: enough where nothing but indexes is damaged. The damaged file is kept, as
// after a restore.
Result<void> rebuild(const fs::path &folder, TimePoint now)
{
    const fs::path database = folder / kDatabaseName;
    const fs::path made = incomingFile(folder);
    if (auto room = checkRoom(folder, database, databaseBytes(database)); !room)
        return room;
    const std::unique_ptr<const fs::path, void (*)(const fs::path *)> removing(
        &made, [](const fs::path *file) { removeCopy(*file); });
    removeCopy(made);
    if (auto file = makePrivateFile(made); !file)
        return file;
    if (auto copied = copyAtRest(database, made, {}); !copied)
        return copied.error();
    const auto indexes = dropIndexes(made);
    if (!indexes)
        return indexes.error();
    if (auto whole = makeIndexes(made, *indexes); !whole)
        return whole;
    if (auto synced = syncFile(made); !synced)
        return synced;
    if (auto decided = decideOnStaged(folder, "its own tables", now); !decided)
        return decided;
    const auto complete = completeRestore(folder);
    return complete ? Result<void>() : Result<void>(complete.error());
}

} // namespace

void CheckReport::add(std::string code, std::string detail, std::function<Result<void>(SqlConnection &)> repair)
{
    if (!isFull())
        problems.push_back({std::move(code), std::move(detail), false, std::move(repair)});
}

std::size_t CheckReport::left() const
{
    return static_cast<std::size_t>(
        std::count_if(problems.begin(), problems.end(), [](const CheckProblem &problem) { return !problem.repaired; }));
}

Result<CheckReport> checkDatabase(Store &store, bool repair, const TaskControl &control)
{
    std::optional<Result<CheckReport>> report;
    runQuietly([&] { report = checkCopy(store, control); });
    if (*report && repair) {
        if (auto repaired = repairAll(store, **report, control); !repaired)
            return repaired.error();
    }
    return std::move(*report);
}

Result<CheckReport> checkCounters(Store &store, const TaskControl &control)
{
    std::optional<Result<CheckReport>> outcome;
    runQuietly([&] {
        auto connection = SqlConnection::open(store.databaseFile(), SqlConnection::Access::ReadOnly);
        if (!connection) {
            outcome = connection.error();
            return;
        }
        CheckReport report;
        const Interrupter interrupter((*connection)->native(), control.goOn);
        auto looked = findWrongCounters(**connection, report, control);
        outcome = looked ? Result<CheckReport>(std::move(report)) : Result<CheckReport>(looked.error());
    });
    return std::move(*outcome);
}

Result<CheckReport> checkDamagedFile(const fs::path &folder, TimePoint now, bool repair)
{
    const fs::path database = folder / kDatabaseName;
    CheckReport report;
    {
        auto connection = SqlConnection::open(database, SqlConnection::Access::ReadOnly);
        if (!connection)
            return connection.error();
        if (auto looked = findDamage(**connection, report); !looked)
            return looked.error();
    }
    if (!repair || report.problems.empty())
        return report;
    const auto rebuilt = rebuild(folder, now);
    if (!rebuilt && rebuilt.error().code != ErrorCode::Corrupt)
        return rebuilt.error();
    for (CheckProblem &problem : report.problems)
        problem.repaired = rebuilt.ok();
    return report;
}

} // namespace linkdesk::core
