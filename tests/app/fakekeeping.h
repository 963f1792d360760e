// Backups, checks and settings for FakeService, as an override in front of it: jobs that stay running until they are
// told to end, findings, refusals, and a service that starts anew. For tests and pictures of the app only.
#pragma once

#include "fakeservice.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonObject>

namespace linkdesk::test {

class FakeKeeping final {
public:
    // Puts itself in front of the service's own answers; both live together.
    explicit FakeKeeping(FakeService &service);
    ~FakeKeeping();

    void setBackups(const QJsonArray &backups) { m_backups = backups; }
    [[nodiscard]] const QJsonArray &backups() const { return m_backups; }
    // "name" of `daysAgo` days before now.
    [[nodiscard]] static QJsonObject backup(const QString &name, int daysAgo, const QString &kind,
                                            const QString &fault = {});
    QJsonObject &settings() { return m_settings; }
    // What GET /service says about backups and upkeep.
    void setState(const QJsonObject &backup, const QJsonObject &upkeep);
    // The next answers to this verb and path, until it is taken away with an empty answer.
    void refuse(const QByteArray &verb, const QString &path, const std::optional<FakeAnswer> &answer);
    // Jobs begin and wait; the state is told to whoever listens. There has to be one.
    void progress(qint64 done, qint64 total);
    void endJob(const QString &state, const QString &detail = {}, const QJsonArray &problems = {});
    [[nodiscard]] QJsonObject job() const { return m_jobs.isEmpty() ? QJsonObject() : m_jobs.last(); }
    // Nobody answers; then the service is back, with what came of the restore.
    void goAway() { m_away = true; }
    void comeBack(const QJsonObject &lastRestore);
    [[nodiscard]] QJsonObject body(const QByteArray &verb, const QString &path) const; // of the last such request

private:
    [[nodiscard]] std::optional<FakeAnswer> answer(const FakeRequest &request);
    [[nodiscard]] FakeAnswer startJob(const QString &kind);

    FakeService &m_service;
    QJsonArray m_backups;
    QJsonObject m_settings;
    QList<QJsonObject> m_jobs;
    QHash<QString, FakeAnswer> m_refusals;
    bool m_away = false;
};

// What a link or a domain is told about its life; an answer where the service refuses it.
[[nodiscard]] std::optional<FakeAnswer> readFallback(const QJsonObject &body, QString &fallback);
[[nodiscard]] std::optional<FakeAnswer> readLife(const QJsonObject &body, app::LinkInfo &link);

} // namespace linkdesk::test
