#include "cli/backupverbs.h"

#include "base/clock.h"
#include "cli/localclient.h"
#include "store/datafolderlock.h"
#include "store/restoreswap.h"
#include "store/store.h"
#include "upkeep/backup.h"
#include "upkeep/backupfile.h"
#include "upkeep/datacheck.h"
#include "upkeep/restore.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <chrono>
#include <iostream>
#include <optional>
#include <thread>

namespace linkdesk::server {

namespace fs = std::filesystem;
namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

constexpr std::chrono::milliseconds kPoll{100};
// A service that starts anew is away for a moment.
constexpr std::chrono::seconds kAway{30};

std::string textOf(const json::value &value, std::string_view name)
{
    const json::object *object = value.if_object();
    const json::value *field = object ? object->if_contains(json::string_view(name.data(), name.size())) : nullptr;
    const json::string *text = field ? field->if_string() : nullptr;
    return text ? std::string(text->data(), text->size()) : std::string();
}

json::value fieldOf(const json::value &value, std::string_view name)
{
    const json::object *object = value.if_object();
    const json::value *field = object ? object->if_contains(json::string_view(name.data(), name.size())) : nullptr;
    return field ? *field : json::value(nullptr);
}

std::string size(std::int64_t bytes)
{
    return bytes < (1 << 20) ? std::to_string((bytes + 1023) / 1024) + " kB"
                             : std::to_string((bytes + (1 << 19)) >> 20) + " MB";
}

std::string backupLine(const std::string &file, std::int64_t links, std::int64_t bytes)
{
    return file + ": " + std::to_string(links) + (links == 1 ? " link, " : " links, ") + size(bytes);
}

std::string restoreLine(const std::string &former)
{
    return former.empty() ? std::string("restored; there was no database before")
                          : "restored; the database before is kept as " + former;
}

// The service that has the folder.
Result<RuntimeInfo> serviceOf(const ServiceOptions &options, const Error &inUse)
{
    const auto running = readRuntimeFile(options.dataDir);
    if (!running)
        return Error{ErrorCode::InUse, inUse.detail + " It is not ready yet; try again in a moment.", {}};
    return *running;
}

// Until the job is over. NotFound where the service began anew meanwhile and no longer knows it.
Result<json::value> waitForJob(const RuntimeInfo &service, const json::value &job)
{
    json::value state = job;
    for (;;) {
        const std::string name = textOf(state, "state");
        if (name == "done")
            return state;
        if (name == "failed" || name == "cancelled")
            return Error{ErrorCode::Internal, name == "failed" ? textOf(state, "detail") : "it was cancelled", {}};
        std::this_thread::sleep_for(kPoll);
        auto next = getLocally(service, "jobs/" + textOf(job, "id"));
        if (!next)
            return next.error();
        if (textOf(*next, "kind") != textOf(job, "kind"))
            return Error{ErrorCode::NotFound, "the service has begun anew", {}};
        state = std::move(*next);
    }
}

Result<json::value> runJob(const RuntimeInfo &service, const std::string &path, const json::value &body)
{
    const auto job = postLocally(service, path, body);
    return job ? waitForJob(service, *job) : job.error();
}

json::value lastRestore(const RuntimeInfo &service)
{
    const auto state = getLocally(service, "service");
    return state ? fieldOf(fieldOf(*state, "backup"), "lastRestore") : json::value(nullptr);
}

Result<std::string> restoreThroughService(const RuntimeInfo &service, const std::string &file)
{
    const json::value before = lastRestore(service);
    const auto job = postLocally(service, "service/restore", json::object{{"file", file}});
    if (!job)
        return job.error();
    const auto done = waitForJob(service, *job);
    const bool isBeginningAnew =
        !done && (done.error().code == ErrorCode::Unavailable || done.error().code == ErrorCode::NotFound);
    if (!done && !isBeginningAnew)
        return done.error();
    const auto end = std::chrono::steady_clock::now() + kAway;
    do {
        const json::value now = lastRestore(service);
        if (!now.is_null() && now != before) {
            const std::string error = textOf(now, "error");
            return error.empty() ? Result<std::string>(restoreLine(textOf(now, "former")))
                                 : Error{ErrorCode::Internal, error, {}};
        }
        std::this_thread::sleep_for(kPoll);
    } while (std::chrono::steady_clock::now() < end);
    return Error{ErrorCode::Unavailable, "the service has not begun anew; look at its log", {}};
}

struct Found {
    std::vector<std::string> lines;
    std::int64_t left = 0;
    std::int64_t links = 0;
};

Found foundBy(const core::CheckReport &report)
{
    Found found;
    for (const core::CheckProblem &problem : report.problems)
        found.lines.push_back(problem.detail + (problem.repaired ? " Repaired." : ""));
    found.left = static_cast<std::int64_t>(report.left());
    for (const auto &[name, count] : report.checked)
        found.links += name == "links" || name == "archived" ? count : 0;
    return found;
}

Result<Found> checkThroughService(const RuntimeInfo &service, bool repair)
{
    const auto done = runJob(service, "service/check", json::object{{"repair", repair}});
    if (!done)
        return done.error();
    const json::value result = fieldOf(*done, "result");
    Found found;
    const json::value problems = fieldOf(result, "problems");
    for (const json::value &problem : problems.is_array() ? problems.get_array() : json::array()) {
        const json::value repaired = fieldOf(problem, "repaired");
        found.lines.push_back(textOf(problem, "detail")
                              + (repaired.is_bool() && repaired.get_bool() ? " Repaired." : ""));
    }
    const auto number = [](const json::value &value) { return value.is_int64() ? value.get_int64() : std::int64_t{0}; };
    found.left = number(fieldOf(result, "left"));
    const json::value checked = fieldOf(result, "checked");
    found.links = number(fieldOf(checked, "links")) + number(fieldOf(checked, "archived"));
    return found;
}

Result<Found> checkFolder(const ServiceOptions &options, bool repair)
{
    const core::SystemClock clock;
    core::StoreOptions storeOptions;
    storeOptions.dataDir = options.dataDir;
    auto store = core::Store::open(storeOptions, clock);
    if (store) {
        const auto report = core::checkDatabase(**store, repair, {});
        return report ? Result<Found>(foundBy(*report)) : report.error();
    }
    if (store.error().code == ErrorCode::InUse) {
        const auto service = serviceOf(options, store.error());
        return service ? checkThroughService(*service, repair) : service.error();
    }
    if (store.error().code != ErrorCode::Corrupt)
        return store.error();
    const auto lock = core::DataFolderLock::acquire(options.dataDir);
    if (!lock)
        return lock.error();
    const auto report = core::checkDamagedFile(options.dataDir, clock.now(), repair);
    // What is no database at all is said best by the one who refused it.
    return report && !report->problems.empty() ? Result<Found>(foundBy(*report)) : store.error();
}

Result<std::string> restoreFolder(const ServiceOptions &options, const fs::path &file)
{
    const core::SystemClock clock;
    const fs::path &folder = options.dataDir;
    // Before a folder is made for it.
    if (auto facts = core::inspectBackup(file); !facts)
        return facts.error();
    std::error_code error;
    fs::create_directories(folder, error);
    auto lock = core::DataFolderLock::acquire(folder);
    if (!lock) {
        if (lock.error().code != ErrorCode::InUse)
            return lock.error();
        const auto service = serviceOf(options, lock.error());
        return service ? restoreThroughService(*service, file.string()) : service.error();
    }
    // One that was decided on before and not carried out.
    if (auto complete = core::completeRestore(folder); !complete)
        return complete.error();
    if (auto staged = core::stageRestore(folder, file, clock.now(), {}); !staged)
        return staged.error();
    if (auto decided = core::decideOnStaged(folder, file, clock.now()); !decided)
        return decided.error();
    const auto restored = core::completeRestore(folder);
    if (!restored)
        return restored.error();
    return restoreLine(*restored ? (*restored)->former : std::string());
}

} // namespace

Result<std::string> runBackup(const ServiceOptions &options, const std::string &file)
{
    const fs::path target = fs::absolute(file).lexically_normal();
    const core::SystemClock clock;
    core::StoreOptions storeOptions;
    storeOptions.dataDir = options.dataDir;
    std::error_code error;
    // Opening would make an empty one, and a backup of nothing helps nobody.
    if (!fs::exists(options.dataDir / core::kDatabaseName, error) && !core::isRestoreDecided(options.dataDir))
        return Error{ErrorCode::NotFound, "there is no database in " + options.dataDir.string(), {}};
    auto store = core::Store::open(storeOptions, clock);
    if (store) {
        const auto made = core::makeBackup(**store, target, {});
        return made ? Result<std::string>(backupLine(target.string(), made->links, made->bytes)) : made.error();
    }
    if (store.error().code != ErrorCode::InUse)
        return store.error();
    const auto service = serviceOf(options, store.error());
    if (!service)
        return service.error();
    const auto done = runJob(*service, "backups", json::object{{"file", target.string()}});
    if (!done)
        return done.error();
    const json::value result = fieldOf(*done, "result");
    const json::value links = fieldOf(result, "links");
    const json::value bytes = fieldOf(result, "bytes");
    return backupLine(target.string(), links.is_int64() ? links.get_int64() : 0,
                      bytes.is_int64() ? bytes.get_int64() : 0);
}

Result<std::string> runRestore(const ServiceOptions &options, const std::string &file)
{
    return restoreFolder(options, fs::absolute(file).lexically_normal());
}

int runCheck(const ServiceOptions &options, bool repair)
{
    std::error_code error;
    if (!fs::exists(options.dataDir / core::kDatabaseName, error) && !core::isRestoreDecided(options.dataDir)) {
        std::cerr << "linkdeskd: there is no database in " << options.dataDir.string() << "\n";
        return 1;
    }
    const auto found = checkFolder(options, repair);
    if (!found) {
        std::cerr << "linkdeskd: " << found.error().detail << "\n";
        return 1;
    }
    for (const std::string &line : found->lines)
        std::cout << line << "\n";
    if (found->lines.empty())
        std::cout << "Nothing is wrong with " << found->links << (found->links == 1 ? " link" : " links")
                  << " and their clicks." << std::endl;
    else
        std::cout << found->left << " of " << found->lines.size() << " problems left."
                  << (found->left > 0 && !repair ? " Try --repair." : "") << std::endl;
    return found->left > 0 ? 1 : 0;
}

} // namespace linkdesk::server
