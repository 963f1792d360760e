#include "api/adminclient_calls.h"
#include "api/parse.h"

#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>

namespace linkdesk::app {

namespace {

constexpr qint64 kLargestAnswer = 64LL * 1024 * 1024;

qint64 nowNs()
{
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

ApiError networkError(const QNetworkReply &reply)
{
    const bool late =
        reply.error() == QNetworkReply::OperationCanceledError || reply.error() == QNetworkReply::TimeoutError;
    return {0, QString(late ? apicode::kTimeout : apicode::kUnreachable), reply.errorString(), {}};
}

} // namespace

void authorize(QNetworkRequest &request, const Endpoint &endpoint)
{
    request.setRawHeader("Authorization", "Bearer " + endpoint.key);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
}

AdminClient::AdminClient(QObject *parent) : QObject(parent), m_network(new QNetworkAccessManager(this))
{
    m_network->setAutoDeleteReplies(true);
    // A service in the office or on this computer is reached straight; a proxy for the web would see the key.
    m_network->setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
}

AdminClient::~AdminClient()
{
    const QList<RequestId> ids = m_pending.keys();
    for (RequestId id : ids)
        drop(id);
}

void AdminClient::setEndpoint(const Endpoint &endpoint)
{
    const QList<RequestId> ids = m_pending.keys();
    for (RequestId id : ids)
        drop(id);
    m_endpoint = endpoint;
    m_connection.reset();
}

QNetworkRequest AdminClient::makeRequest(const Call &call) const
{
    QUrl url = m_endpoint.baseUrl;
    url.setPath(u"/api/v1"_qs + call.path, QUrl::TolerantMode); // keeps what is percent-encoded as it is
    url.setQuery(call.query);
    QNetworkRequest request(url);
    authorize(request, m_endpoint);
    request.setRawHeader("Accept", "application/json, application/problem+json");
    request.setTransferTimeout(int(m_timeout.count()));
    if (!call.body.isEmpty())
        request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
    if (call.ifMatch > 0)
        request.setRawHeader("If-Match", '"' + QByteArray::number(call.ifMatch) + '"');
    return request;
}

RequestId AdminClient::send(const Call &call, QObject *context, RawReply done)
{
    Q_ASSERT(context);
    const RequestId id = ++m_lastId;
    QNetworkReply *reply = m_network->sendCustomRequest(makeRequest(call), call.verb, call.body);
    m_pending.insert(id, Pending{reply, context, std::move(done)});
    const qint64 startedNs = nowNs();
    connect(reply, &QNetworkReply::finished, this, [this, id, reply, startedNs] { finished(id, reply, startedNs); });
    connect(reply, &QNetworkReply::downloadProgress, this, [reply](qint64 received, qint64) {
        if (received > kLargestAnswer)
            reply->abort();
    });
    connect(context, &QObject::destroyed, reply, [this, id] { drop(id); });
    return id;
}

void AdminClient::finished(RequestId id, QNetworkReply *reply, qint64 startedNs)
{
    const auto found = m_pending.constFind(id);
    if (found == m_pending.constEnd())
        return;
    const Pending pending = *found;
    m_pending.erase(found);

    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const bool cut =
        status != 0 && reply->error() != QNetworkReply::NoError && reply->error() < QNetworkReply::ContentAccessDenied;
    if (status == 0 || cut) {
        const ApiError error = networkError(*reply);
        qCDebug(core::lcApp) << "no answer:" << error.code;
        m_connection.unreachable();
        if (pending.context)
            pending.done(0, {}, &error);
        return;
    }
    if (status == 401)
        m_connection.refused();
    else
        m_connection.answered(std::chrono::microseconds((nowNs() - startedNs) / 1000));
    if (!pending.context)
        return;
    const QByteArray body = reply->readAll();
    if (status >= 200 && status < 300) {
        pending.done(status, body, nullptr);
        return;
    }
    const ApiError error = parseProblem(status, body);
    pending.done(status, body, &error);
}

void AdminClient::drop(RequestId id)
{
    const auto found = m_pending.constFind(id);
    if (found == m_pending.constEnd())
        return;
    QNetworkReply *reply = found->reply;
    m_pending.erase(found);
    reply->abort();
}

void AdminClient::cancel(RequestId id)
{
    drop(id);
}

RequestId AdminClient::listLinks(const LinkQuery &query, QObject *context, Reply<LinkPageInfo> done)
{
    return sendFor<LinkPageInfo>({"GET", u"/links"_qs, query.toUrlQuery(), {}}, context, parseLinkPage,
                                 std::move(done));
}

RequestId AdminClient::findLink(const QString &code, const QString &domain, QObject *context, Reply<LinkPageInfo> done)
{
    QUrlQuery query;
    query.addQueryItem(u"code"_qs, QString::fromLatin1(QUrl::toPercentEncoding(code)));
    if (!domain.isEmpty())
        query.addQueryItem(u"domain"_qs, QString::fromLatin1(QUrl::toPercentEncoding(domain)));
    return sendFor<LinkPageInfo>({"GET", u"/links"_qs, query, {}}, context, parseLinkPage, std::move(done));
}

RequestId AdminClient::fetchLink(LinkId id, QObject *context, Reply<LinkInfo> done)
{
    return sendFor<LinkInfo>({"GET", linkPath(id), {}, {}}, context, parseLink, std::move(done));
}

RequestId AdminClient::createLink(const LinkDraft &draft, QObject *context, Reply<CreatedLink> done)
{
    return sendFor<CreatedLink>({"POST", u"/links"_qs, {}, compact(draft.toJson())}, context, parseCreatedLink,
                                std::move(done));
}

RequestId AdminClient::editLink(LinkId id, const LinkEdit &edit, qint64 version, QObject *context, Reply<LinkInfo> done)
{
    return sendFor<LinkInfo>({"PATCH", linkPath(id), {}, compact(edit.toJson()), version}, context, parseLink,
                             std::move(done));
}

RequestId AdminClient::deleteLink(LinkId id, QObject *context, Reply<LinkInfo> done)
{
    return sendFor<LinkInfo>({"DELETE", linkPath(id), {}, {}}, context, parseLink, std::move(done));
}

RequestId AdminClient::restoreLink(LinkId id, QObject *context, Reply<LinkInfo> done)
{
    // A body, although there is nothing to say: the service refuses writes without a JSON content type (R27).
    return sendFor<LinkInfo>({"POST", linkPath(id) + u"/restore"_qs, {}, "{}"}, context, parseLink, std::move(done));
}

RequestId AdminClient::endAlias(LinkId id, const QString &code, QObject *context, Reply<LinkInfo> done)
{
    const QString path = linkPath(id) + u"/aliases/"_qs + QString::fromLatin1(QUrl::toPercentEncoding(code));
    return sendFor<LinkInfo>({"DELETE", path, {}, {}}, context, parseLink, std::move(done));
}

RequestId AdminClient::checkSlug(const QString &slug, const QString &domain, QObject *context, Reply<SlugCheck> done)
{
    QUrlQuery query;
    query.addQueryItem(u"slug"_qs, QString::fromLatin1(QUrl::toPercentEncoding(slug)));
    if (!domain.isEmpty())
        query.addQueryItem(u"domain"_qs, QString::fromLatin1(QUrl::toPercentEncoding(domain)));
    return sendFor<SlugCheck>({"GET", u"/slugs/check"_qs, query, {}}, context, parseSlugCheck, std::move(done));
}

RequestId AdminClient::stats(const StatsQuery &query, QObject *context, Reply<StatsSeries> done)
{
    return sendFor<StatsSeries>({"GET", u"/stats"_qs, query.toUrlQuery(), {}}, context, parseStats, std::move(done));
}

RequestId AdminClient::live(QObject *context, Reply<LiveSnapshot> done)
{
    return sendFor<LiveSnapshot>({"GET", u"/live"_qs, {}, {}}, context, parseLive, std::move(done));
}

RequestId AdminClient::service(QObject *context, Reply<ServiceInfo> done)
{
    return sendFor<ServiceInfo>({"GET", u"/service"_qs, {}, {}}, context, parseService, std::move(done));
}

RequestId AdminClient::clearCache(const QString &level, QObject *context, Reply<bool> done)
{
    return sendFor<bool>({"POST", u"/service/clear-cache"_qs, {}, compact({{u"level"_qs, level}})}, context,
                         parseNothing, std::move(done));
}

RequestId AdminClient::domains(QObject *context, Reply<QList<DomainInfo>> done)
{
    return sendFor<QList<DomainInfo>>({"GET", u"/domains"_qs, {}, {}}, context, parseDomains, std::move(done));
}

RequestId AdminClient::createDomain(const DomainDraft &draft, QObject *context, Reply<DomainInfo> done)
{
    return sendFor<DomainInfo>({"POST", u"/domains"_qs, {}, compact(draft.toJson())}, context, parseDomain,
                               std::move(done));
}

RequestId AdminClient::changeDomain(qint64 id, const DomainEdit &edit, QObject *context, Reply<DomainInfo> done)
{
    return sendFor<DomainInfo>({"PATCH", u"/domains/"_qs + QString::number(id), {}, compact(edit.toJson())}, context,
                               parseDomain, std::move(done));
}

} // namespace linkdesk::app
