// Settings: what an office decides once for all its links. They live in the database and go with it into a backup.
#pragma once

#include "base/result.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace linkdesk::core {

struct BackupSettings {
    bool enabled = true;
    int hour = 2;       // of the day, in the office's zone
    int daily = 7;      // how many of the last days are kept
    int weekly = 4;     // and how many of the last weeks
    std::string folder; // empty: "backups" in the data folder
    bool operator==(const BackupSettings &) const = default;
};

struct Settings {
    int restoreDays = 30;                // a deleted link can be restored so long
    std::optional<int> keepExpiredDays = 90; // so long after its end, and its last change, a link is deleted; empty: never
    std::optional<int> archiveAfterDays; // without a click; empty: never
    int reminderDays = 7;                // before its end a link is worth a reminder
    std::string timeZone;                // IANA name; empty: this computer's
    BackupSettings backup;
    bool operator==(const Settings &) const = default;
};

// The office's zone by its name: the setting's, else this computer's, else UTC.
[[nodiscard]] std::string zoneName(const Settings &settings);

// InvalidInput names the member that is out of its range.
[[nodiscard]] Result<void> checkSettings(const Settings &settings);

// As they are kept in `setting`: key to text; what cannot be read there is the default.
[[nodiscard]] Settings settingsFrom(const std::map<std::string, std::string> &kept);
[[nodiscard]] std::vector<std::pair<std::string, std::string>> settingTexts(const Settings &settings);

} // namespace linkdesk::core
