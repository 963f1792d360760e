// When backups are made, what they are called and which are kept. Pure; any thread.
//
// A name tells everything: "linkdesk-20261201-0200.db" was made by the plan, at that local time of the office;
// "linkdesk-20261201-1530-manual.db" by somebody, and is never cleared away. A file is sorted by its name, so copying
// the folder elsewhere changes nothing.
#pragma once

#include "base/clock.h"
#include "store/appsettings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

class QTimeZone;

namespace linkdesk::core {

enum class BackupKind { Daily, Weekly, Manual };
[[nodiscard]] std::string_view backupKindName(BackupKind kind);

struct BackupName {
    std::string name;
    TimePoint at;
    bool manual = false;
};
// Nothing where it is no name of a backup. Of an hour that a clock change repeats, the first is meant.
[[nodiscard]] std::optional<BackupName> parseBackupName(std::string_view name, const QTimeZone &zone);
// "-2" and so on follow where a name is taken.
[[nodiscard]] std::string backupName(TimePoint at, bool manual, int attempt, const QTimeZone &zone);

// The latest planned time at or before `now`, and the first after it: each local day at the setting's hour, or at the
// first moment after it on a day that has no such hour.
[[nodiscard]] TimePoint plannedBefore(TimePoint now, int hour, const QTimeZone &zone);
[[nodiscard]] TimePoint plannedAfter(TimePoint now, int hour, const QTimeZone &zone);

struct KeptBackup {
    BackupName backup;
    BackupKind kind = BackupKind::Daily;
};
struct Rotation {
    std::vector<KeptBackup> kept;       // the latest first
    std::vector<BackupName> superseded; // to be removed
};
// Of the planned ones: the latest of each of the last `daily` days that have one and, of what is older, the latest of
// each of the last `weekly` weeks (from Monday on) that have one. Manual ones are all kept.
[[nodiscard]] Rotation rotate(std::vector<BackupName> backups, const BackupSettings &settings, const QTimeZone &zone);

} // namespace linkdesk::core
