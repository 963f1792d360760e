// FakeLife: the part of FakeService that keeps the life of links: renewals, bans, batches as jobs with undo, views,
// tags, settings, backups. Filters are words, host:, tag:, status:, is:favourite, is:archived and id>, enough for the
// app's own. For tests only.
#pragma once

#include "fakeservice.h"

#include "api/liferequests.h"

#include <QHash>

namespace linkdesk::test {

class FakeLife final {
public:
    explicit FakeLife(FakeService &service) : m_service(service) {}

    // Nothing: the path is not about the life of links. `path` is below /api/v1.
    [[nodiscard]] std::optional<FakeAnswer> handle(const FakeRequest &request, const QString &path);
    // Links a filter text finds, as list() takes them.
    [[nodiscard]] bool matches(const app::LinkInfo &link, const QString &filter) const;

    // Jobs that begin from now on stay running until release().
    void holdJobs() { m_hold = true; }
    void release();
    // Undoing a batch leaves links alone that were changed since, instead of refusing all of it.
    void setUndoesPartly(bool partly) { m_undoesPartly = partly; }
    // Thirty numbers for the sparkline; without them they are made from the link's number.
    void setDays(qint64 id, const QList<qint64> &days) { m_days.insert(id, days); }
    void setRefused(qint64 id, qint64 refused) { m_refused.insert(id, refused); }
    [[nodiscard]] const QJsonArray &views() const { return m_views; }
    void setViews(const QJsonArray &views) { m_views = views; }
    [[nodiscard]] static QList<qint64> sampleDays(qint64 id);

private:
    struct Entry {
        qint64 id = 0;
        QString action;
        QList<app::LinkInfo> before; // whole links, to be put back
        QHash<qint64, qint64> versions; // after the change
        qint64 undoneBy = 0;
    };

    [[nodiscard]] FakeAnswer batch(const QJsonObject &body);
    [[nodiscard]] FakeAnswer one(app::LinkInfo &link, const QString &action, const QJsonObject &arguments);
    [[nodiscard]] FakeAnswer undo(qint64 auditId);
    [[nodiscard]] FakeAnswer audit(const FakeRequest &request) const;
    [[nodiscard]] FakeAnswer jobCall(const FakeRequest &request, const QString &path);
    [[nodiscard]] FakeAnswer viewCall(const FakeRequest &request, const QString &path);
    [[nodiscard]] FakeAnswer tagCall(const FakeRequest &request, const QString &path);
    [[nodiscard]] FakeAnswer backupCall(const FakeRequest &request, const QString &path);
    [[nodiscard]] FakeAnswer renewal(const QUrlQuery &query) const;
    [[nodiscard]] FakeAnswer renewalLinks(const QUrlQuery &query) const;
    [[nodiscard]] FakeAnswer bans() const;
    [[nodiscard]] FakeAnswer checkFilter(const QString &filter) const;
    // False: the action cannot be done with this link.
    [[nodiscard]] static bool apply(app::LinkInfo &link, const QString &action, const QJsonObject &arguments);
    [[nodiscard]] FakeAnswer startJob(const QString &kind, const QString &action, qint64 links, qint64 auditId);
    [[nodiscard]] QList<const app::LinkInfo *> inWindow(const QString &window, const QDateTime &now) const;
    void endJob(QJsonObject &job, const QString &state);
    [[nodiscard]] FakeAnswer undoPartly(Entry &entry);

    FakeService &m_service;
    QList<Entry> m_audit;
    QList<QJsonObject> m_jobs;
    QJsonArray m_views;
    QJsonObject m_settings;
    QJsonArray m_backups;
    QHash<qint64, QList<qint64>> m_days;
    QHash<qint64, qint64> m_refused;
    bool m_hold = false;
    bool m_undoesPartly = false;
};

} // namespace linkdesk::test
