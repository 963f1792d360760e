// BackupKeeper: the office's backups in their folder: makes them when the plan says so or somebody asks, clears away
// those that the plan no longer needs, and knows how the last one went.
//
// Thread-safe. One backup at a time; who asks for another meanwhile gets Busy. Everything is borrowed.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "upkeep/backup.h"
#include "upkeep/backupplan.h"

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace linkdesk::core {

class SettingsBook;

struct BackupState {
    std::optional<TimePoint> lastAt; // the latest good one
    std::string lastFile;
    std::int64_t lastBytes = 0;
    std::string lastError;           // empty: the last one went well
    std::optional<TimePoint> nextAt; // empty: none is planned
    bool running = false;
};

struct ListedBackup {
    BackupName backup;
    BackupKind kind = BackupKind::Manual;
    std::int64_t bytes = 0;
    std::int64_t schema = 0;
    std::string fault; // why it cannot be restored; empty: it can
};

class BackupKeeper final {
public:
    // After a failure the plan waits so long before it tries again.
    static constexpr std::chrono::minutes kRetry{30};

    BackupKeeper(Store &store, const SettingsBook &settings, const Clock &clock, std::filesystem::path dataDir);

    // Looks at what there is, and removes what killed backups left.
    void load();
    // A planned time has passed since the last planned backup, as on a computer that was off then.
    [[nodiscard]] bool isDue() const;
    // Makes one in the folder, and clears away what the plan no longer needs.
    [[nodiscard]] Result<BackupMade> make(bool manual, const TaskControl &control);
    // Makes one in a file that somebody named; the plan takes no notice.
    [[nodiscard]] Result<BackupMade> makeAt(const std::filesystem::path &file, const TaskControl &control);

    [[nodiscard]] BackupState state() const;
    [[nodiscard]] std::filesystem::path folder() const;
    // The latest first. Opens each file; not for a thread that others wait for.
    [[nodiscard]] std::vector<ListedBackup> list() const;
    // NotFound for anything that is no name of a backup in the folder.
    [[nodiscard]] Result<std::filesystem::path> find(std::string_view name) const;
    Result<void> remove(std::string_view name);

private:
    class Turn;
    [[nodiscard]] std::vector<BackupName> names() const;
    [[nodiscard]] Result<BackupMade> makeInFolder(bool manual, const TaskControl &control);
    void clearAway();
    void noteLatest();

    Store &m_store;
    const SettingsBook &m_settings;
    const Clock &m_clock;
    const std::filesystem::path m_dataDir;
    mutable std::mutex m_mutex; // guards m_state and m_retryAt
    BackupState m_state;
    std::optional<std::chrono::steady_clock::time_point> m_retryAt;
};

} // namespace linkdesk::core
