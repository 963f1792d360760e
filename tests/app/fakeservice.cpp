#include "fakeservice.h"

#include "fakekeeping.h"
#include "fakelife.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTcpSocket>
#include <QTimeZone>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <utility>

namespace linkdesk::test {

using app::LinkInfo;
using app::LinkState;

namespace {

const QByteArray kKey = "ld_test_key";

QString iso(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}
QJsonValue isoOrNull(const QDateTime &time)
{
    return time.isValid() ? QJsonValue(iso(time)) : QJsonValue();
}

QString stateName(LinkState state)
{
    switch (state) {
    case LinkState::Active: return u"active"_qs;
    case LinkState::Scheduled: return u"scheduled"_qs;
    case LinkState::Expired: return u"expired"_qs;
    case LinkState::UsedUp: return u"used-up"_qs;
    case LinkState::Banned: return u"banned"_qs;
    case LinkState::Deleted: return u"deleted"_qs;
    }
    return u"active"_qs;
}

QByteArray toBytes(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QString queryValue(const QUrlQuery &query, const QString &name)
{
    return query.queryItemValue(name, QUrl::FullyDecoded);
}

FakeAnswer linkAnswer(const LinkInfo &link, int status = 200)
{
    return {status, "application/json", toBytes(linkJson(link)),
            "ETag: \"" + QByteArray::number(link.version) + "\"\r\n"};
}

bool lessBy(const QString &sort, const LinkInfo &a, const LinkInfo &b)
{
    if (sort == u"clicks")
        return a.clicks.humans < b.clicks.humans;
    if (sort == u"code")
        return a.code < b.code;
    if (sort == u"expires")
        return a.expiresAt < b.expiresAt;
    return a.createdAt < b.createdAt;
}

QJsonArray aliasesJson(const QList<app::LinkAlias> &aliases)
{
    QJsonArray list;
    for (const app::LinkAlias &alias : aliases)
        list << QJsonObject{
            {u"code"_qs, alias.code}, {u"shortUrl"_qs, alias.shortUrl}, {u"until"_qs, iso(alias.until)}};
    return list;
}

// What a reader takes for the same: good enough for tests.
QString skeleton(QString slug)
{
    return slug.toLower().replace(u'0', u'o').replace(u'1', u'l').replace(QChar(0x0430), u'a');
}

app::DomainInfo defaultDomain()
{
    app::DomainInfo domain;
    domain.id = 1;
    domain.hasCodeSettings = true;
    domain.clashProbability = 2.8e-7;
    return domain;
}

} // namespace

FakeAnswer problem(int status, const QString &code, const QString &detail, const QString &field)
{
    QJsonObject object{{u"type"_qs, u"about:blank"_qs},
                       {u"title"_qs, code},
                       {u"status"_qs, status},
                       {u"detail"_qs, detail},
                       {u"code"_qs, code}};
    if (!field.isEmpty())
        object.insert(u"field"_qs, field);
    return {status, "application/problem+json", toBytes(object), {}};
}

QJsonObject linkJson(const LinkInfo &link)
{
    return {{u"id"_qs, qint64(link.id.value)},
            {u"shortUrl"_qs, link.shortUrl},
            {u"domain"_qs, link.domain.isEmpty() ? QJsonValue() : QJsonValue(link.domain)},
            {u"code"_qs, link.code},
            {u"url"_qs, link.url},
            {u"status"_qs, stateName(link.state)},
            {u"generator"_qs, link.generator},
            {u"clicks"_qs, QJsonObject{{u"humans"_qs, link.clicks.humans}, {u"bots"_qs, link.clicks.bots}}},
            {u"title"_qs, link.title},
            {u"note"_qs, link.note},
            {u"owner"_qs, link.owner},
            {u"tags"_qs, QJsonArray::fromStringList(link.tags)},
            {u"expiresAt"_qs, isoOrNull(link.expiresAt)},
            {u"validFrom"_qs, isoOrNull(link.validFrom)},
            {u"redirectStatus"_qs, link.redirectStatus},
            {u"forwardQuery"_qs, link.forwardQuery},
            {u"track"_qs, link.track},
            {u"createdAt"_qs, iso(link.createdAt)},
            {u"updatedAt"_qs, iso(link.updatedAt)},
            {u"deletedAt"_qs, isoOrNull(link.deletedAt)},
            {u"version"_qs, link.version},
            {u"aliases"_qs, aliasesJson(link.aliases)},
            {u"maxClicks"_qs, link.maxClicks ? QJsonValue(*link.maxClicks) : QJsonValue()},
            {u"fallbackUrl"_qs, link.fallbackUrl.isEmpty() ? QJsonValue() : QJsonValue(link.fallbackUrl)},
            {u"favourite"_qs, link.favourite},
            {u"letExpire"_qs, link.letExpire},
            {u"archived"_qs, link.archived},
            {u"ban"_qs, link.ban ? QJsonValue(QJsonObject{{u"reason"_qs, link.ban->reason},
                                                          {u"by"_qs, link.ban->by},
                                                          {u"at"_qs, isoOrNull(link.ban->at)}})
                                 : QJsonValue()},
            {u"lastClickAt"_qs, isoOrNull(link.lastClickAt)}};
}

LinkInfo sampleLink(qint64 id, const QDateTime &now)
{
    LinkInfo link;
    link.id = app::LinkId{id};
    link.code = u"code%1"_qs.arg(id, 7, 10, QLatin1Char('0'));
    link.shortUrl = u"http://go.example.com/"_qs + link.code;
    link.url = u"https://shop.example.com/de/campaign/%1?utm_source=newsletter"_qs.arg(id);
    link.generator = u"random"_qs;
    link.title = u"Campaign page %1"_qs.arg(id);
    link.tags = {u"tag%1"_qs.arg(id % 7)};
    link.clicks = {id * 37 % 100000, id % 11};
    link.createdAt = now.addSecs(-60 * id);
    link.updatedAt = link.createdAt;
    if (id % 3 == 0)
        link.expiresAt = now.addDays(id % 200 + 1);
    return link;
}

FakeService::FakeService(QObject *parent)
    : QObject(parent), m_domains{defaultDomain()}, m_service(defaultService()),
      m_life(std::make_unique<FakeLife>(*this))
{
    connect(&m_server, &QTcpServer::newConnection, this, &FakeService::accept);
    if (!m_server.listen(QHostAddress::LocalHost, 0))
        qFatal("no loopback port");
    m_live = {{u"now"_qs, iso(QDateTime::currentDateTimeUtc())},
              {u"seconds"_qs, QJsonArray()},
              {u"top"_qs, QJsonArray()},
              {u"today"_qs, QJsonObject{{u"humans"_qs, 0}, {u"bots"_qs, 0}}},
              {u"peak"_qs, QJsonObject{{u"humans"_qs, 0}, {u"at"_qs, iso(QDateTime::currentDateTimeUtc())}}}};
}

FakeService::~FakeService() = default;

app::Endpoint FakeService::endpoint() const
{
    QUrl url;
    url.setScheme(u"http"_qs);
    url.setHost(u"127.0.0.1"_qs);
    url.setPort(m_server.serverPort());
    return {url, kKey};
}

int FakeService::countOf(const QByteArray &verb, const QString &pathStart) const
{
    return int(std::count_if(m_requests.begin(), m_requests.end(), [&](const FakeRequest &request) {
        return request.verb == verb && request.path.startsWith(pathStart);
    }));
}

LinkInfo *FakeService::find(qint64 id)
{
    for (LinkInfo &link : m_links) {
        if (link.id.value == id)
            return &link;
    }
    return nullptr;
}

void FakeService::fill(int count)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (int i = 1; i <= count; ++i)
        m_links << sampleLink(i, now);
}

QJsonObject FakeService::defaultService()
{
    const auto object = [](const char *json) { return QJsonDocument::fromJson(json).object(); };
    return object(
        R"({"name":"Linkdesk","version":"0.1.0","startedAt":"2026-11-30T08:00:00.000Z","uptimeSeconds":1036800,
        "publicUrl":"https://go.example.com","publicAddress":"0.0.0.0:8080","adminAddress":"127.0.0.1:8081",
        "dataDir":"/var/lib/linkdesk","links":12480,
        "clicks":{"today":3482190,"perSecond":1284,"recorded":90211874,"queued":0,"shedRows":0},
        "http":{"connections":214,"requests":98201177,"refused":1318,"bad":27},
        "cache":{"entries":412880,"capacity":1000000,"bytes":123731968,"capacityBytes":268435456,
                 "negativeEntries":210,"hits":4466600,"negativeHits":83260,"misses":49240,"evictions":12,
                 "hitRatio":0.989},
        "store":{"kind":"SQLite","databaseBytes":4080218931,"walBytes":14680064,"writeQueue":0,"readQueue":0,
                 "commits":80112,"lastCommitMs":1.2},
        "redis":{"state":"off"},"orphans":83260,"threads":2,"problems":[],
        "codes":{"generators":[{"name":"random","made":11204,"clashes":3},{"name":"sequence","made":0,"clashes":0},
                               {"name":"snowflake","made":0,"clashes":0},{"name":"shuffled","made":1180,"clashes":0},
                               {"name":"words","made":96,"clashes":2}],
                 "clashProbability":2.8e-07,
                 "sequence":{"watermark":300,"used":250,"wasted":20,"waiting":30,"wasteRate":0.0667,"alarmAt":0.2,
                             "block":100,"source":"store"},
                 "shuffled":{"watermark":1300,"used":1180,"wasted":0,"waiting":120,"wasteRate":0,"alarmAt":0.2,
                             "block":100,"source":"store"},
                 "snowflake":{"node":0,"state":"ok","lastTime":null,"endsAt":"2040-06-03T09:31:53.888Z"},
                 "checkRefused":17,
                 "bloom":{"state":"ready","codes":12480,"capacity":100000,"bytes":150000,"fill":0.125,
                          "estimatedRate":1e-09,"measuredRate":0.0001,"answered":83260,"falsePositives":8,
                          "rebuilds":1,"lastRebuildMs":12}}})");
}

QJsonObject FakeService::sharedService(const QString &redisState, const QString &redisError)
{
    const auto level = [](const char *name, QJsonValue minute, QJsonValue hour, double start) {
        return QJsonObject{
            {u"name"_qs, QLatin1String(name)}, {u"minute"_qs, minute}, {u"hour"_qs, hour}, {u"start"_qs, start}};
    };
    const bool connected = redisState == u"connected";
    QJsonObject service = defaultService();
    QJsonObject cache = service[u"cache"_qs].toObject();
    cache.insert(u"levels"_qs, QJsonArray{level("memory", 0.25, QJsonValue(), 0.75),
                                          level("absent", 0, QJsonValue(), 0.0625),
                                          level("redis", 0.5, QJsonValue(), 0.125),
                                          level("database", 0.25, QJsonValue(), 0.0625)});
    cache.insert(u"storeReads"_qs, 77);
    service.insert(u"cache"_qs, cache);
    service.insert(u"redis"_qs, QJsonObject{{u"state"_qs, redisState},
                                            {u"address"_qs, u"unix:/run/redis.sock"_qs},
                                            {u"lastError"_qs, redisError.isEmpty() ? QJsonValue() : redisError},
                                            {u"commands"_qs, 12},
                                            {u"failures"_qs, connected ? 0 : 2},
                                            {u"connects"_qs, 1},
                                            {u"roundTripMs"_qs, 0.2},
                                            {u"hits"_qs, 10},
                                            {u"misses"_qs, 3},
                                            {u"fills"_qs, 3},
                                            {u"lostLeases"_qs, 0},
                                            {u"invalidations"_qs, 5},
                                            {u"pending"_qs, connected ? 0 : 4},
                                            {u"foreign"_qs, 0},
                                            {u"listening"_qs, connected}});
    if (redisState == u"down")
        service.insert(u"problems"_qs,
                       QJsonArray{QJsonObject{{u"code"_qs, u"redis-down"_qs}, {u"detail"_qs, redisError}}});
    return service;
}

void FakeService::accept()
{
    while (QTcpSocket *socket = m_server.nextPendingConnection()) {
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_buffers.remove(socket);
            m_streams.removeAll(socket);
            socket->deleteLater();
        });
    }
}

void FakeService::read(QTcpSocket *socket)
{
    QByteArray &buffer = m_buffers[socket];
    buffer += socket->readAll();
    for (;;) {
        const qsizetype end = buffer.indexOf("\r\n\r\n");
        if (end < 0)
            return;
        QList<QByteArray> lines = buffer.left(end).split('\n');
        FakeRequest request;
        const QList<QByteArray> parts = lines.takeFirst().trimmed().split(' ');
        request.verb = parts.value(0);
        const QUrl url = QUrl::fromEncoded(parts.value(1));
        request.path = url.path();
        request.rawPath = url.path(QUrl::FullyEncoded);
        request.query = QUrlQuery(url);
        for (const QByteArray &line : lines) {
            const qsizetype colon = line.indexOf(':');
            request.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
        }
        const qsizetype length = request.headers.value("content-length").toLongLong();
        if (buffer.size() < end + 4 + length)
            return;
        request.body = buffer.mid(end + 4, length);
        buffer.remove(0, end + 4 + length);
        m_requests << request;
        if (!m_silent)
            answer(socket, request);
    }
}

void FakeService::answer(QTcpSocket *socket, const FakeRequest &request)
{
    if (m_override) {
        if (const auto own = m_override(request)) {
            send(socket, *own);
            return;
        }
    }
    if (request.headers.value("authorization") != "Bearer " + kKey) {
        send(socket, problem(401, u"unauthorized"_qs, u"Give a key."_qs));
        return;
    }
    if (request.path == u"/api/v1/events") {
        m_streams << socket;
        socket->write(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n: hello\n\n");
        return;
    }
    send(socket, handle(request));
}

void FakeService::send(QTcpSocket *socket, const FakeAnswer &answer)
{
    const QByteArray bytes = "HTTP/1.1 " + QByteArray::number(answer.status) + " X\r\nContent-Type: " + answer.type
                             + "\r\n" + answer.extraHeaders
                             + "Content-Length: " + QByteArray::number(answer.body.size()) + "\r\n\r\n" + answer.body;
    if (!m_trickle) {
        socket->write(bytes);
        return;
    }
    for (char c : bytes) {
        socket->write(&c, 1);
        socket->flush();
    }
}

FakeAnswer FakeService::handle(const FakeRequest &request)
{
    const QString path = request.path.mid(QStringLiteral("/api/v1").size());
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    if (auto answer = m_life->handle(request, path))
        return *answer;
    if (path == u"/links")
        return request.verb == "POST" ? create(body) : list(request.query);
    if (path.startsWith(u"/links/")) {
        const QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
        if (parts.value(2) == u"aliases") { // a slug may hold a slash of its own
            LinkInfo *link = find(parts.value(1).toLongLong());
            const QString code = request.rawPath.section(u'/', -1);
            return link ? endAlias(*link, QUrl::fromPercentEncoding(code.toLatin1()))
                        : problem(404, u"not-found"_qs, u"No such link."_qs);
        }
        return one(request, parts.value(1).toLongLong(), parts.value(2));
    }
    if (path == u"/slugs/check")
        return checkSlug(queryValue(request.query, u"slug"_qs));
    if (path == u"/stats")
        return stats(request.query);
    if (path == u"/live")
        return {200, "application/json", toBytes(m_live), {}};
    if (path == u"/service/clear-cache" && request.verb == "POST") {
        const QString level = QJsonDocument::fromJson(request.body).object().value(u"level"_qs).toString();
        return level == u"memory" || level == u"redis" ? FakeAnswer{204, "application/json", {}, {}}
                                                       : problem(422, u"invalid-input"_qs, u"No such level."_qs);
    }
    if (path == u"/service")
        return {200, "application/json", toBytes(m_service), {}};
    if (path.startsWith(u"/domains"))
        return domainCall(request, path.mid(9));
    return problem(404, u"not-found"_qs, u"No such path."_qs);
}

FakeAnswer FakeService::list(const QUrlQuery &query) const
{
    const QString search = queryValue(query, u"search"_qs);
    const QString tag = queryValue(query, u"tag"_qs);
    const QString status = queryValue(query, u"status"_qs);
    const QString code = queryValue(query, u"code"_qs);
    QList<LinkInfo> found;
    for (const LinkInfo &link : m_links) {
        const bool deleted = link.state == LinkState::Deleted;
        const QString filter = queryValue(query, u"filter"_qs);
        const bool kept = (!deleted || filter.contains(u"status:deleted"))
                          && (!link.archived || filter.contains(u"is:archived"));
        const bool stateFits = status == u"all" || (status.isEmpty() ? kept : stateName(link.state) == status);
        const bool textFits = search.isEmpty() || link.code.contains(search, Qt::CaseInsensitive)
                              || link.url.contains(search, Qt::CaseInsensitive)
                              || link.title.contains(search, Qt::CaseInsensitive);
        if (stateFits && textFits && m_life->matches(link, filter)
            && (tag.isEmpty() || link.tags.contains(tag)) && (code.isEmpty() || link.code == code))
            found << link;
    }
    QString sort = queryValue(query, u"sort"_qs);
    const bool descending = sort.isEmpty() || sort.startsWith(u'-');
    sort.remove(u'-');
    std::stable_sort(found.begin(), found.end(), [&](const LinkInfo &a, const LinkInfo &b) {
        return descending ? lessBy(sort, b, a) : lessBy(sort, a, b);
    });
    const int limit = query.hasQueryItem(u"limit"_qs) ? queryValue(query, u"limit"_qs).toInt() : 50;
    const qint64 first = queryValue(query, u"cursor"_qs).toLongLong() + queryValue(query, u"skip"_qs).toLongLong();
    QJsonArray page;
    for (qint64 i = first; i < std::min<qint64>(first + limit, found.size()); ++i)
        page << linkJson(found.at(i));
    const bool more = first + limit < found.size();
    return {200,
            "application/json",
            toBytes({{u"links"_qs, page},
                     {u"nextCursor"_qs, more ? QJsonValue(QString::number(first + limit)) : QJsonValue()},
                     {u"total"_qs, found.size()}}),
            {}};
}

FakeAnswer FakeService::create(const QJsonObject &body)
{
    const QString url = body.value(u"url"_qs).toString();
    if (!url.startsWith(u"http://") && !url.startsWith(u"https://"))
        return problem(422, u"invalid-input"_qs, u"The target needs http:// or https://."_qs, u"url"_qs);
    const QString slug = body.value(u"slug"_qs).toString();
    if (!slug.isEmpty()
        && std::any_of(m_links.begin(), m_links.end(), [&](const LinkInfo &l) { return l.code == slug; }))
        return problem(409, u"slug-taken"_qs, u"Taken."_qs, u"slug"_qs);
    LinkInfo link;
    link.id = app::LinkId{m_links.size() + 1};
    link.code = slug.isEmpty() ? u"new%1"_qs.arg(link.id.value) : slug;
    link.shortUrl = u"http://go.example.com/"_qs + link.code;
    link.url = url;
    link.generator = slug.isEmpty() ? body.value(u"generator"_qs).toString(u"random"_qs) : u"custom"_qs;
    link.domain = body.value(u"domain"_qs).toString();
    link.title = body.value(u"title"_qs).toString();
    for (const QJsonValue &tag : body.value(u"tags"_qs).toArray())
        link.tags << tag.toString();
    link.expiresAt = QDateTime::fromString(body.value(u"expiresAt"_qs).toString(), Qt::ISODateWithMs);
    link.redirectStatus = body.value(u"redirectStatus"_qs).toInt(302);
    link.forwardQuery = body.value(u"forwardQuery"_qs).toBool(true);
    if (const auto refused = readLife(body, link))
        return *refused;
    link.createdAt = QDateTime::currentDateTimeUtc();
    link.updatedAt = link.createdAt;
    m_links << link;
    QJsonObject json = linkJson(link);
    if (!m_warnings.isEmpty())
        json.insert(u"warnings"_qs, std::exchange(m_warnings, {}));
    return {201, "application/json", toBytes(json), "ETag: \"1\"\r\n"};
}

FakeAnswer FakeService::one(const FakeRequest &request, qint64 id, const QString &rest)
{
    LinkInfo *link = find(id);
    if (!link)
        return problem(404, u"not-found"_qs, u"No such link."_qs);
    if (request.verb == "DELETE") {
        link->state = LinkState::Deleted;
        link->deletedAt = QDateTime::currentDateTimeUtc();
        ++link->version;
    } else if (rest == u"restore") {
        link->state = LinkState::Active;
        link->deletedAt = {};
        ++link->version;
    } else if (request.verb == "PATCH") {
        return patch(request, *link);
    }
    return linkAnswer(*link);
}

FakeAnswer FakeService::patch(const FakeRequest &request, LinkInfo &link)
{
    const QByteArray match = request.headers.value("if-match");
    if (!match.isEmpty() && match != '"' + QByteArray::number(link.version) + '"')
        return problem(412, u"version-conflict"_qs, u"Somebody else edited first."_qs);
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    if (const auto refused = readLife(body, link))
        return *refused;
    if (body.contains(u"url"_qs))
        link.url = body.value(u"url"_qs).toString();
    if (const QString slug = body.value(u"slug"_qs).toString(); !slug.isEmpty()) {
        const QString period = body.value(u"aliasFor"_qs).toString();
        const int days = body.contains(u"aliasFor"_qs) ? period.mid(1, period.size() - 2).toInt()
                                                       : m_domains.first().codes.aliasDays;
        if (days > 0)
            link.aliases << app::LinkAlias{link.code, link.shortUrl, QDateTime::currentDateTimeUtc().addDays(days)};
        link.code = slug;
        link.shortUrl = u"http://go.example.com/"_qs + slug;
    }
    if (body.contains(u"title"_qs))
        link.title = body.value(u"title"_qs).toString();
    if (body.contains(u"expiresAt"_qs))
        link.expiresAt = QDateTime::fromString(body.value(u"expiresAt"_qs).toString(), Qt::ISODateWithMs);
    ++link.version;
    return linkAnswer(link);
}

FakeAnswer FakeService::endAlias(LinkInfo &link, const QString &code)
{
    const qsizetype before = link.aliases.size();
    link.aliases.removeIf([&](const app::LinkAlias &alias) { return alias.code == code; });
    if (link.aliases.size() == before)
        return problem(404, u"not-found"_qs, u"No such former name."_qs);
    ++link.version;
    return linkAnswer(link);
}

QJsonObject FakeService::domainJson(const app::DomainInfo &domain) const
{
    const app::CodeSettings &codes = domain.codes;
    QJsonObject json{{u"id"_qs, domain.id},
                     {u"host"_qs, domain.host.isEmpty() ? QJsonValue() : QJsonValue(domain.host)},
                     {u"caseSensitive"_qs, codes.caseSensitive},
                     {u"links"_qs, domain.host.isEmpty() && domain.links == 0 ? m_links.size() : domain.links}};
    if (m_older)
        return json;
    json.insert(u"generator"_qs, QString(app::wireName(codes.generator)));
    json.insert(u"length"_qs, codes.length);
    json.insert(u"alphabet"_qs, codes.alphabet == app::CodeAlphabet::Easy ? u"easy"_qs : u"full"_qs);
    json.insert(u"checkCharacter"_qs, codes.checkCharacter);
    json.insert(u"prefix"_qs, codes.prefix);
    json.insert(u"multiSegment"_qs, codes.multiSegment);
    json.insert(u"reserveCommonNames"_qs, codes.reserveCommonNames);
    json.insert(u"aliasDays"_qs, codes.aliasDays);
    json.insert(u"clashProbability"_qs, domain.clashProbability.value_or(0));
    json.insert(u"fallbackUrl"_qs, domain.fallbackUrl.isEmpty() ? QJsonValue() : QJsonValue(domain.fallbackUrl));
    return json;
}

FakeAnswer FakeService::domainCall(const FakeRequest &request, const QString &rest)
{
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    if (rest.isEmpty() && request.verb == "POST")
        return createDomain(body);
    if (rest.isEmpty()) {
        QJsonArray list;
        for (const app::DomainInfo &domain : std::as_const(m_domains))
            list << domainJson(domain);
        return {200, "application/json", toBytes({{u"domains"_qs, list}}), {}};
    }
    for (app::DomainInfo &domain : m_domains) {
        if (domain.id == rest.toLongLong())
            return request.verb == "PATCH" ? changeDomain(domain, body)
                                           : FakeAnswer{200, "application/json", toBytes(domainJson(domain)), {}};
    }
    return problem(404, u"not-found"_qs, u"No such domain."_qs);
}

FakeAnswer FakeService::createDomain(const QJsonObject &body)
{
    const QString host = body.value(u"host"_qs).toString();
    if (!host.contains(u'.') || host.contains(u'/'))
        return problem(422, u"invalid-input"_qs, u"A host name has a dot and no slash."_qs, u"host"_qs);
    app::DomainInfo domain = defaultDomain();
    domain.id = m_domains.last().id + 1;
    domain.host = host;
    m_domains << domain;
    QJsonObject settings = body;
    settings.remove(u"host"_qs);
    FakeAnswer answer = changeDomain(m_domains.last(), settings);
    if (answer.status == 200)
        answer.status = 201;
    else
        m_domains.removeLast();
    return answer;
}

FakeAnswer FakeService::changeDomain(app::DomainInfo &domain, const QJsonObject &body)
{
    app::CodeSettings codes = domain.codes;
    for (const app::CodeGenerator generator : app::kCodeGenerators) {
        if (body.value(u"generator"_qs).toString() == app::wireName(generator))
            codes.generator = generator;
    }
    codes.length = body.value(u"length"_qs).toInt(codes.length);
    if (body.contains(u"alphabet"_qs))
        codes.alphabet = body.value(u"alphabet"_qs).toString() == u"easy" ? app::CodeAlphabet::Easy
                                                                         : app::CodeAlphabet::Full;
    codes.checkCharacter = body.value(u"checkCharacter"_qs).toBool(codes.checkCharacter);
    codes.prefix = body.value(u"prefix"_qs).toString(codes.prefix);
    codes.caseSensitive = body.value(u"caseSensitive"_qs).toBool(codes.caseSensitive);
    codes.multiSegment = body.value(u"multiSegment"_qs).toBool(codes.multiSegment);
    codes.reserveCommonNames = body.value(u"reserveCommonNames"_qs).toBool(codes.reserveCommonNames);
    codes.aliasDays = body.value(u"aliasDays"_qs).toInt(codes.aliasDays);
    if (codes.prefix.startsWith(u'-'))
        return problem(422, u"invalid-input"_qs, u"The prefix begins with a letter."_qs, u"prefix"_qs);
    if (!codes.caseSensitive && domain.codes.caseSensitive) {
        QHash<QString, QString> folded;
        for (const LinkInfo &link : std::as_const(m_links)) {
            const QString other = folded.value(link.code.toLower());
            if (!other.isEmpty())
                return problem(409, u"case-clash"_qs, u"For example %1 and %2."_qs.arg(other, link.code));
            folded.insert(link.code.toLower(), link.code);
        }
    }
    if (const auto refused = readFallback(body, domain.fallbackUrl))
        return *refused;
    domain.codes = codes;
    return {200, "application/json", toBytes(domainJson(domain)), {}};
}

FakeAnswer FakeService::checkSlug(const QString &slug) const
{
    const bool taken = std::any_of(m_links.begin(), m_links.end(), [&](const LinkInfo &l) { return l.code == slug; });
    QString state = taken ? u"taken"_qs : u"free"_qs;
    if (slug == u"api")
        state = u"reserved"_qs;
    if (slug.contains(u' '))
        state = u"invalid"_qs;
    QJsonArray similar;
    for (const LinkInfo &link : m_links) {
        if (link.code != slug && skeleton(link.code) == skeleton(slug))
            similar << QJsonObject{{u"id"_qs, qint64(link.id.value)},
                                   {u"code"_qs, link.code},
                                   {u"shortUrl"_qs, link.shortUrl},
                                   {u"url"_qs, link.url}};
    }
    QJsonObject json{{u"slug"_qs, slug},
                     {u"state"_qs, state},
                     {u"reason"_qs, QString()},
                     {u"shortUrl"_qs, QString(u"http://go.example.com/"_qs + slug)}};
    if (!m_older)
        json.insert(u"similarTo"_qs, similar);
    return {200, "application/json", toBytes(json), {}};
}

FakeAnswer FakeService::stats(const QUrlQuery &query) const
{
    const QTimeZone zone(queryValue(query, u"tz"_qs).toLatin1());
    const bool hours = queryValue(query, u"bucket"_qs) == u"hour";
    QDateTime at = QDateTime::fromString(queryValue(query, u"from"_qs), Qt::ISODateWithMs);
    const QDateTime to = QDateTime::fromString(queryValue(query, u"to"_qs), Qt::ISODateWithMs);
    const QDateTime from = at;
    if (m_links.isEmpty())
        at = to;
    QJsonArray series;
    qint64 total = 0;
    for (int i = 0; at < to && i < 2000; ++i) {
        const double wave =
            hours ? 1.0 - std::cos(at.toTimeZone(zone).time().hour() / 24.0 * 6.28318) : 2 + std::sin(i / 3.0);
        const qint64 humans = qint64(wave * (hours ? 145000 : 2100)) + i * 7;
        total += humans;
        series << QJsonObject{{u"start"_qs, iso(at)}, {u"humans"_qs, humans}, {u"bots"_qs, humans / 12}};
        at = hours ? at.addSecs(3600) : at.addDays(1);
    }
    return {200,
            "application/json",
            toBytes({{u"bucket"_qs, queryValue(query, u"bucket"_qs)},
                     {u"timeZone"_qs, queryValue(query, u"tz"_qs)},
                     {u"from"_qs, iso(from)},
                     {u"to"_qs, iso(to)},
                     {u"series"_qs, series},
                     {u"total"_qs, QJsonObject{{u"humans"_qs, total}, {u"bots"_qs, total / 12}}}}),
            {}};
}

void FakeService::sendEvent(const QByteArray &type, const QJsonObject &data)
{
    sendRaw("event: " + type + "\ndata: " + toBytes(data) + "\n\n");
}

void FakeService::sendRaw(const QByteArray &bytes)
{
    for (const QPointer<QTcpSocket> &socket : std::as_const(m_streams)) {
        if (socket) {
            socket->write(bytes);
            socket->flush();
        }
    }
}

void FakeService::cutStreams()
{
    const auto streams = m_streams;
    m_streams.clear();
    for (const QPointer<QTcpSocket> &socket : streams) {
        if (socket)
            socket->abort();
    }
}

} // namespace linkdesk::test
