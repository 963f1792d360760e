// Work of the service that takes longer than an answer, and what is remembered of every change. Plain data like
// types.h. Texts are foreign (R30); times are UTC, invalid ones mean "none".
#pragma once

#include "api/types.h"

#include <QJsonObject>
#include <QMetaType>

namespace linkdesk::app {

enum class JobState { Running, Done, Cancelled, Failed };

// One link of a batch that could not be changed.
struct JobFailure {
    qint64 id = 0;
    QString code;
    QString detail;
    bool operator==(const JobFailure &) const = default;
};

// What the check of the database found.
struct CheckProblem {
    QString code;
    QString detail;
    bool repaired = false;
    bool operator==(const CheckProblem &) const = default;
};

struct JobInfo {
    QString id;
    QString kind;   // batch, undo, sweep, archive, backup, restore, check
    QString action; // of a batch: renew, ban ...
    JobState state = JobState::Running;
    QString actor;
    std::optional<qint64> total; // absent: not known yet
    qint64 done = 0;
    qint64 changed = 0;
    qint64 failed = 0;
    double perSecond = 0;
    QDateTime startedAt;
    QDateTime endedAt;
    qint64 auditId = 0; // undo this; 0: nothing to undo
    bool undoable = false;
    QString detail;
    QList<JobFailure> failures; // the first hundred
    QList<CheckProblem> problems; // of a check

    [[nodiscard]] bool isOver() const { return state != JobState::Running; }
};

struct AuditEntry {
    qint64 id = 0; // 0: made up, the creation of a link older than the audit
    QDateTime at;
    QString actor;
    QString action;
    qint64 linkId = 0; // 0: not about one link
    QString code;
    QJsonObject before; // only what was changed
    QJsonObject after;
    qint64 batch = 0; // the entry of the batch it belongs to
    std::optional<qint64> links; // of a batch
    qint64 undoes = 0;
    qint64 undoneBy = 0;
    bool undoable = false;
};

struct AuditPage {
    QList<AuditEntry> entries; // newest first
    QString nextCursor;
};

// What came of an undo: the link as it is again, or the job that takes a batch back.
struct UndoAnswer {
    qint64 auditId = 0; // the undo's own entry; 0 while a job is at it
    std::optional<LinkInfo> link;
    std::optional<JobInfo> job;
};

// More links were changed at once than are told one by one.
struct LinksChange {
    ChangeKind kind = ChangeKind::Edited;
    qint64 count = 0;
};

} // namespace linkdesk::app

Q_DECLARE_METATYPE(linkdesk::app::JobInfo)
