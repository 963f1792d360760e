// Safekeeping: backups, restores and checks of the running service, as jobs, and what became of the last ones.
//
// Thread-safe. A restore ends with the request to start the service anew (Parts::restart): the database is swapped
// while it is closed, see core/store/restoreswap.h.
#pragma once

#include "store/restoreswap.h"
#include "upkeep/backupkeeper.h"
#include "upkeep/jobs.h"

#include <boost/json/object.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace linkdesk::core {
class SettingsBook;
struct CheckReport;
} // namespace linkdesk::core

namespace linkdesk::server {

struct RestoreOutcome {
    core::Restored restored;
    std::string error; // why the former database is in use again; empty: the restored one is
};

struct SafekeepingState {
    core::BackupState backup;
    std::optional<RestoreOutcome> restore; // the one that this service was last started anew for
    std::string wrongCounters;             // what the check of last night found; empty: nothing
};

class Safekeeping final {
public:
    // All borrowed; the functions may be called on any thread.
    struct Parts {
        core::Store &store;
        const core::SettingsBook &settings;
        const core::Clock &clock;
        core::JobBook &jobs;
        std::filesystem::path dataDir;
        std::function<void()> dataChanged; // repaired under the caches
        std::function<void()> restart;     // returns at once; absent where nobody can
        std::optional<RestoreOutcome> restore;
    };
    explicit Safekeeping(Parts parts);

    [[nodiscard]] core::BackupKeeper &keeper() { return m_keeper; }
    [[nodiscard]] SafekeepingState state() const;

    // file: empty for one in the office's folder.
    [[nodiscard]] core::Result<core::JobPtr> backUp(std::filesystem::path file, std::string actor);
    [[nodiscard]] core::Result<core::JobPtr> restore(std::filesystem::path file, std::string actor);
    [[nodiscard]] core::Result<core::JobPtr> check(bool repair, std::string actor);

    // What comes round by itself; begins a job where one is due.
    void backUpIfDue();
    void checkCounters();

private:
    core::Result<void> runBackup(const std::filesystem::path &file, bool manual, core::Job &job);
    core::Result<void> runRestore(const std::filesystem::path &file, core::Job &job);
    core::Result<void> runCheck(bool repair, core::Job &job);
    core::Result<void> runCounters(core::Job &job);
    void noteCounters(const core::CheckReport &report);

    Parts m_parts;
    core::BackupKeeper m_keeper;
    std::atomic<bool> m_restoring{false};
    mutable std::mutex m_mutex; // guards m_wrongCounters
    std::string m_wrongCounters;
};

// The "backup" of GET /service.
[[nodiscard]] boost::json::object safekeepingJson(const SafekeepingState &state);

} // namespace linkdesk::server
