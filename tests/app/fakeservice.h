// FakeService: a small HTTP server on loopback, port 0, that keeps the admin API's contract with links held in memory.
// For tests of the app only: one thread, no limits, one request at a time per connection.
#pragma once

#include "api/adminclient.h"
#include "api/types.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTcpServer>
#include <QUrlQuery>

#include <functional>
#include <memory>

class QTcpSocket;

namespace linkdesk::test {

class FakeLife;

[[nodiscard]] QJsonObject linkJson(const app::LinkInfo &link);
// A link with everything filled in, different for each number; `now` is what its times hang on.
[[nodiscard]] app::LinkInfo sampleLink(qint64 id, const QDateTime &now = QDateTime::currentDateTimeUtc());

struct FakeRequest {
    QByteArray verb;
    QString path; // decoded, without query
    QString rawPath; // as it came
    QUrlQuery query;
    QMap<QByteArray, QByteArray> headers; // names in lower case
    QByteArray body;
};

struct FakeAnswer {
    int status = 200;
    QByteArray type = "application/json";
    QByteArray body;
    QByteArray extraHeaders; // whole lines with CRLF
};

class FakeService final : public QObject {
    Q_OBJECT

public:
    explicit FakeService(QObject *parent = nullptr);
    ~FakeService() override;

    [[nodiscard]] app::Endpoint endpoint() const;
    [[nodiscard]] const QList<FakeRequest> &requests() const { return m_requests; }
    [[nodiscard]] int countOf(const QByteArray &verb, const QString &pathStart) const;
    void clearRequests() { m_requests.clear(); }

    // Answers instead of the service's own, for as long as it returns something.
    using Override = std::function<std::optional<FakeAnswer>(const FakeRequest &)>;
    void setOverride(Override override) { m_override = std::move(override); }
    // Every answer leaves one byte at a time.
    void setTrickle(bool on) { m_trickle = on; }
    // Connections are accepted and never answered.
    void setSilent(bool on) { m_silent = on; }

    // The default domain first. An older service sends no settings of codes.
    QList<app::DomainInfo> &domains() { return m_domains; }
    void setOlder(bool older) { m_older = older; }
    // Added to the answer of the next create.
    void setWarnings(const QJsonArray &warnings) { m_warnings = warnings; }

    // Renewals, bans, jobs and what belongs to them.
    [[nodiscard]] FakeLife &life() { return *m_life; }

    QList<app::LinkInfo> &links() { return m_links; }
    [[nodiscard]] const QList<app::LinkInfo> &links() const { return m_links; }
    app::LinkInfo *find(qint64 id);
    void fill(int count);
    void setLive(const QJsonObject &live) { m_live = live; }
    void setService(const QJsonObject &service) { m_service = service; }
    [[nodiscard]] const QJsonObject &service() const { return m_service; }
    [[nodiscard]] static QJsonObject defaultService();
    // One that tells its levels and uses Redis, which is "connecting", "connected" or "down" with what it said.
    [[nodiscard]] static QJsonObject sharedService(const QString &redisState, const QString &redisError = {});

    // To everybody who listens on /events.
    void sendEvent(const QByteArray &type, const QJsonObject &data);
    void sendRaw(const QByteArray &bytes);
    void cutStreams();
    [[nodiscard]] int streams() const { return int(m_streams.size()); }

private:
    void accept();
    void read(QTcpSocket *socket);
    void answer(QTcpSocket *socket, const FakeRequest &request);
    void send(QTcpSocket *socket, const FakeAnswer &answer);
    [[nodiscard]] FakeAnswer handle(const FakeRequest &request);
    [[nodiscard]] FakeAnswer list(const QUrlQuery &query) const;
    [[nodiscard]] FakeAnswer create(const QJsonObject &body);
    [[nodiscard]] FakeAnswer one(const FakeRequest &request, qint64 id, const QString &rest);
    [[nodiscard]] FakeAnswer patch(const FakeRequest &request, app::LinkInfo &link);
    [[nodiscard]] FakeAnswer endAlias(app::LinkInfo &link, const QString &code);
    [[nodiscard]] FakeAnswer checkSlug(const QString &slug) const;
    [[nodiscard]] FakeAnswer domainCall(const FakeRequest &request, const QString &rest);
    [[nodiscard]] FakeAnswer createDomain(const QJsonObject &body);
    [[nodiscard]] FakeAnswer changeDomain(app::DomainInfo &domain, const QJsonObject &body);
    [[nodiscard]] QJsonObject domainJson(const app::DomainInfo &domain) const;
    [[nodiscard]] FakeAnswer stats(const QUrlQuery &query) const;

    QList<FakeRequest> m_requests;
    QList<app::LinkInfo> m_links;
    QList<QPointer<QTcpSocket>> m_streams;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    QList<app::DomainInfo> m_domains;
    QJsonArray m_warnings;
    bool m_older = false;
    QJsonObject m_live;
    QJsonObject m_service;
    Override m_override;
    bool m_trickle = false;
    bool m_silent = false;
    std::unique_ptr<FakeLife> m_life;
    QTcpServer m_server; // last: its sockets go first and speak of the members above while they do
};

[[nodiscard]] FakeAnswer problem(int status, const QString &code, const QString &detail, const QString &field = {});

} // namespace linkdesk::test
