// Tags, saved views, the service's settings and its backups, as the admin API tells them. Plain data like types.h.
#pragma once

#include "api/types.h"

namespace linkdesk::app {

struct TagCount {
    QString name;
    qint64 links = 0;
    bool operator==(const TagCount &) const = default;
};

struct SavedView {
    qint64 id = 0;
    QString name;
    QString filter;
    QString sort; // as in the API: "-clicks"; empty: the usual one
    int colour = 0;
    int position = 0;
    std::optional<qint64> links; // absent where counting would cost too much
    bool operator==(const SavedView &) const = default;
};

// One term of a filter text. Positions and lengths are bytes of its UTF-8.
struct FilterTerm {
    int position = 0;
    int length = 0;
    QString field;
    QString meaning; // the service's English sentence
};

struct FilterCheck {
    bool valid = true;
    QList<FilterTerm> terms;
    QString detail; // of the mistake
    int position = 0;
    int length = 0;
};

struct BackupSettings {
    bool enabled = true;
    int hour = 2;
    int daily = 7;
    int weekly = 4;
    QString folder; // empty: beside the data
    bool operator==(const BackupSettings &) const = default;
};

struct ServiceSettings {
    int restoreDays = 30;
    std::optional<int> keepExpiredDays;  // absent: for ever
    std::optional<int> archiveAfterDays; // absent: never
    int reminderDays = 7;
    QString timeZone;
    BackupSettings backup;
    bool operator==(const ServiceSettings &) const = default;
};

struct BackupFile {
    QString name;
    QDateTime at;
    qint64 bytes = 0;
    QString kind; // daily, weekly, manual
    bool verified = false;
    int schema = 0;
    QString fault; // why it cannot be used; empty where it can
};

struct BackupList {
    QString folder;
    QList<BackupFile> backups;
    QDateTime nextAt;
};

} // namespace linkdesk::app
