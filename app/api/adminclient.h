// AdminClient: the admin REST API as asynchronous calls. The app's only way to the service, embedded or remote.
//
// Every call names a context object: its answer arrives later in the GUI thread, and is dropped when the context died
// or the call was cancelled. Nothing blocks. A call fails after the timeout (10 s), on an answer over 64 MB, and on
// redirects, which are never followed: the key goes to the given address and nowhere else, and is never logged (R26).
// GUI thread; owned by main. Must outlive nobody: contexts and client may die in any order.
#pragma once

#include "api/connectionstate.h"
#include "api/domainrequests.h"
#include "api/jobtypes.h"
#include "api/liferequests.h"
#include "api/linksource.h"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QUrl>

#include <chrono>
#include <functional>

class QNetworkAccessManager;
class QNetworkReply;
class QNetworkRequest;

namespace linkdesk::app {

// Where the admin API is and the key it wants.
struct Endpoint {
    QUrl baseUrl; // such as http://127.0.0.1:8081, without /api/v1
    QByteArray key;
};

class AdminClient final : public QObject, public LinkSource {
    Q_OBJECT

public:
    explicit AdminClient(QObject *parent = nullptr);
    ~AdminClient() override;

    // Calls under way are dropped: they were meant for another service.
    void setEndpoint(const Endpoint &endpoint);
    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }
    void setTimeout(std::chrono::milliseconds timeout) { m_timeout = timeout; }
    [[nodiscard]] ConnectionState &connection() { return m_connection; }

    RequestId listLinks(const LinkQuery &query, QObject *context, Reply<LinkPageInfo> done) override;
    RequestId findLink(const QString &code, const QString &domain, QObject *context, Reply<LinkPageInfo> done);
    RequestId fetchLink(LinkId id, QObject *context, Reply<LinkInfo> done);
    RequestId createLink(const LinkDraft &draft, QObject *context, Reply<CreatedLink> done);
    // `version` is the one that was shown; another one on the service answers version-conflict (R28).
    RequestId editLink(LinkId id, const LinkEdit &edit, qint64 version, QObject *context, Reply<LinkInfo> done);
    RequestId deleteLink(LinkId id, QObject *context, Reply<LinkInfo> done);
    RequestId restoreLink(LinkId id, QObject *context, Reply<LinkInfo> done);
    // A former slug stops working at once.
    RequestId endAlias(LinkId id, const QString &code, QObject *context, Reply<LinkInfo> done);
    RequestId checkSlug(const QString &slug, const QString &domain, QObject *context, Reply<SlugCheck> done);
    RequestId stats(const StatsQuery &query, QObject *context, Reply<StatsSeries> done);
    RequestId live(QObject *context, Reply<LiveSnapshot> done);
    RequestId service(QObject *context, Reply<ServiceInfo> done);
    // Empties "memory" or "redis".
    RequestId clearCache(const QString &level, QObject *context, Reply<bool> done);
    RequestId domains(QObject *context, Reply<QList<DomainInfo>> done);
    RequestId createDomain(const DomainDraft &draft, QObject *context, Reply<DomainInfo> done);
    RequestId changeDomain(qint64 id, const DomainEdit &edit, QObject *context, Reply<DomainInfo> done);

    // Of one link, answered with it. `version` as in editLink; 0: whatever it is.
    RequestId renewLink(LinkId id, const RenewTo &to, qint64 version, QObject *context, Reply<LinkInfo> done);
    RequestId banLink(LinkId id, const QString &reason, qint64 version, QObject *context, Reply<LinkInfo> done);
    RequestId unbanLink(LinkId id, qint64 version, QObject *context, Reply<LinkInfo> done);
    RequestId unarchiveLink(LinkId id, QObject *context, Reply<LinkInfo> done);
    // For good; a deleted one only.
    RequestId purgeLink(LinkId id, QObject *context, Reply<bool> done);

    RequestId checkFilter(const QString &filter, QObject *context, Reply<FilterCheck> done);
    RequestId tags(QObject *context, Reply<QList<TagCount>> done);
    RequestId renameTag(const QString &name, const QString &to, QObject *context, Reply<bool> done);
    RequestId removeTag(const QString &name, QObject *context, Reply<bool> done);
    RequestId views(QObject *context, Reply<QList<SavedView>> done);
    RequestId createView(const ViewDraft &draft, QObject *context, Reply<SavedView> done);
    RequestId changeView(qint64 id, const ViewEdit &edit, QObject *context, Reply<SavedView> done);
    RequestId removeView(qint64 id, QObject *context, Reply<bool> done);

    // How many links a batch would change. Nothing is changed.
    RequestId countBatch(const BatchRequest &batch, QObject *context, Reply<qint64> done);
    // Answered with the job that has begun; JobFollower tells how it goes on.
    RequestId startBatch(const BatchRequest &batch, QObject *context, Reply<JobInfo> done);
    RequestId jobs(QObject *context, Reply<QList<JobInfo>> done);
    RequestId job(const QString &id, QObject *context, Reply<JobInfo> done);
    // What is done stays done and can be undone.
    RequestId cancelJob(const QString &id, QObject *context, Reply<JobInfo> done);
    RequestId jobReport(const QString &id, QObject *context, Reply<QByteArray> done); // CSV
    RequestId audit(const AuditQuery &query, QObject *context, Reply<AuditPage> done);
    RequestId undo(qint64 auditId, QObject *context, Reply<UndoAnswer> done);

    RequestId renewal(const QByteArray &timeZone, QObject *context, Reply<RenewalSummary> done);
    RequestId renewalLinks(RenewalWindow window, int limit, const QString &cursor, QObject *context,
                           Reply<RenewalPageInfo> done);
    RequestId bans(QObject *context, Reply<BanSummary> done);

    RequestId settings(QObject *context, Reply<ServiceSettings> done);
    RequestId changeSettings(const SettingsEdit &edit, QObject *context, Reply<ServiceSettings> done);
    RequestId startUpkeep(const QString &task, QObject *context, Reply<JobInfo> done); // "sweep", "archive"
    RequestId backups(QObject *context, Reply<BackupList> done);
    RequestId startBackup(QObject *context, Reply<JobInfo> done);
    RequestId removeBackup(const QString &name, QObject *context, Reply<bool> done);
    // The service starts anew on the same ports.
    RequestId startRestore(const QString &name, QObject *context, Reply<JobInfo> done);
    RequestId startCheck(bool repair, QObject *context, Reply<JobInfo> done);

    // The callback will not be called. An id that is done or unknown is ignored.
    void cancel(RequestId id) override;

private:
    struct Call {
        QByteArray verb;
        QString path; // below /api/v1, percent-encoded where needed
        QUrlQuery query;
        QByteArray body;
        qint64 ifMatch = 0; // 0: none
    };
    using RawReply = std::function<void(int status, const QByteArray &body, const ApiError *error)>;

    RequestId send(const Call &call, QObject *context, RawReply done);
    template <typename T>
    RequestId sendFor(const Call &call, QObject *context, ApiResult<T> (*parse)(const QByteArray &), Reply<T> done);
    [[nodiscard]] QNetworkRequest makeRequest(const Call &call) const;
    void finished(RequestId id, QNetworkReply *reply, qint64 startedNs);
    void drop(RequestId id);

    struct Pending {
        QNetworkReply *reply = nullptr;
        QPointer<QObject> context;
        RawReply done;
    };

    QNetworkAccessManager *m_network;
    Endpoint m_endpoint;
    ConnectionState m_connection;
    std::chrono::milliseconds m_timeout{10000};
    QHash<RequestId, Pending> m_pending;
    RequestId m_lastId = 0;
};

// "Authorization: Bearer ..." and what else every request to the service carries.
void authorize(QNetworkRequest &request, const Endpoint &endpoint);

} // namespace linkdesk::app
