// What the admin API says about the life of one link, and of the service's upkeep: plain data that types.h includes.
#pragma once

#include <QDateTime>
#include <QString>

#include <optional>

namespace linkdesk::app {

// Why a link was banned, by whom (the name of a key) and when.
struct BanInfo {
    QString reason;
    QString by;
    QDateTime at;
    bool operator==(const BanInfo &) const = default;
};

// What the sweep and the archive have done since the service started.
struct UpkeepInfo {
    qint64 swept = 0;
    qint64 purged = 0;
    qint64 archived = 0;
    qint64 unarchived = 0;
    QDateTime lastSweepAt;
    QDateTime lastArchiveAt;
};

// What came of the restore that the service was last started anew for.
struct RestoreResult {
    QDateTime at;
    QString from;   // the backup
    QString former; // where the database of before is; empty: there was none
    QString error;  // why it is in use again; empty: the backup is in use
};

struct BackupState {
    QDateTime lastAt; // invalid: none yet
    QString lastFile;
    qint64 lastBytes = 0;
    QString lastError; // empty: the last one went well
    QDateTime nextAt;  // invalid: none is planned
    bool running = false;
    std::optional<RestoreResult> lastRestore;
};

} // namespace linkdesk::app
