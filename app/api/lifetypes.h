// What the admin API says about the life of one link, and of the service's upkeep: plain data that types.h includes.
#pragma once

#include <QDateTime>
#include <QString>

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

struct BackupState {
    QDateTime lastAt; // invalid: none yet
    QString lastFile;
    qint64 lastBytes = 0;
    QString lastError; // empty: the last one went well
    QDateTime nextAt;  // invalid: none is planned
    bool running = false;
};

} // namespace linkdesk::app
