// What backups and upkeep are called for people. Translatable; what has no words is shown as the service put it, and is
// then foreign text. GUI thread.
#pragma once

#include "api/jobtypes.h"
#include "api/upkeeptypes.h"

#include <QTimeZone>

namespace linkdesk::app {

// "today 02:00", "yesterday 02:00", "3 Mar, 02:00"; "never" for an invalid time.
[[nodiscard]] QString dayAndTime(const QDateTime &time, const QTimeZone &zone);
[[nodiscard]] QString backupKindText(const QString &kind);
// Why a backup, a restore or a check failed.
[[nodiscard]] QString upkeepErrorText(const QString &error);
// What the check found, with the service's sentence of where.
[[nodiscard]] QString findingText(const CheckProblem &problem);
// "Keeps 7 daily and 4 weekly".
[[nodiscard]] QString keptText(const BackupSettings &settings);
// "30 days", or `none` for no number.
[[nodiscard]] QString daysText(const std::optional<int> &days, const QString &none);
// "Backing up, 45%, 12 s left".
[[nodiscard]] QString upkeepProgressText(const JobInfo &job, const QDateTime &now);

} // namespace linkdesk::app
