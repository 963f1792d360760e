// The promise: start one program, make a key, shorten a link, and the link works and counts.
#include "daemon.h"
#include "daemonclient.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace linkdesk::test;

class TestE2ePromise final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void servePrintsItsTwoAddressesAndReady();
    void aKeyIsPrintedAloneAndOnce();
    void aNewLinkAnswersWithTheStoredBytes_data();
    void aNewLinkAnswersWithTheStoredBytes();
    void headIsGetWithoutBody();
    void otherMethodsAreNotAllowed_data();
    void otherMethodsAreNotAllowed();
    void anUnknownLinkIs404();
    void theCountRises();
    void deleteAndRestore();
    void anotherSlugForALink();
    void customSlugs_data();
    void customSlugs();
    void aTakenSlugIs409();
    void aLostUpdateIs412();
    void redirectStatusAndItsCaching_data();
    void redirectStatusAndItsCaching();
    void expiryIsCheckedAtRequestTime();
    void healthMetricsAndDescription();
    void curlFollowsALink();
    void aQtClientFollowsALink();

private:
    Daemon m_daemon;
    std::unique_ptr<ApiClient> m_api;
    std::unique_ptr<HttpClient> m_visitor;
};

void TestE2ePromise::initTestCase()
{
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
    m_visitor = std::make_unique<HttpClient>(m_daemon.publicPort());
}

void TestE2ePromise::servePrintsItsTwoAddressesAndReady()
{
    const QByteArray expected = "public http://127.0.0.1:" + QByteArray::number(m_daemon.publicPort())
                                + "\nadmin http://127.0.0.1:" + QByteArray::number(m_daemon.adminPort()) + "\nready\n";
    QCOMPARE(m_daemon.lines(), expected);
    QVERIFY(m_daemon.publicPort() != 0 && m_daemon.adminPort() != 0 && m_daemon.publicPort() != m_daemon.adminPort());
}

// R26: shown once, and found in no file of the data folder.
void TestE2ePromise::aKeyIsPrintedAloneAndOnce()
{
    const Finished made = runLinkdeskd({QStringLiteral("keys"), QStringLiteral("create"), QStringLiteral("--data-dir"),
                                        m_daemon.dataFolder(), QStringLiteral("--name"), QStringLiteral("alone")});
    QCOMPARE(made.exitCode, 0);
    QCOMPARE(made.err, QByteArray());
    QVERIFY(made.out.startsWith("ld_") && made.out.endsWith('\n') && made.out.count('\n') == 1);
    const QByteArray key = made.out.trimmed();
    QCOMPARE(ApiClient(m_daemon.adminPort(), key).get("service").status(), 200);
    const ApiAnswer keys = m_api->get("keys");
    QCOMPARE(keys.status(), 200);
    QVERIFY(!keys.http.body.contains(key) && keys.http.body.contains("\"alone\""));
    for (const auto &name : {QStringLiteral("linkdesk.db"), QStringLiteral("linkdesk.db-wal")}) {
        QFile file(m_daemon.dataFolder() + QLatin1Char('/') + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains(key.mid(9)));
    }
}

// R1: what is stored is what is sent.
void TestE2ePromise::aNewLinkAnswersWithTheStoredBytes_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("location");
    const auto same = [](const char *name, const QByteArray &url) { QTest::newRow(name) << url << url; };
    same("plain", "https://example.com/");
    same("no path", "https://example.com");
    same("encoded plus", "https://guides.example.com/?ug=EDo%2BGA%2BZ");
    same("signed query", "https://example.com/x?e=zGU34CA7K%2BPkqB07S4%2FK0");
    same("backslash in the query", "http://a.example/?re=\\d+");
    same("digit keys", "https://example.com/?123=foo&0=x");
    same("a key without a value", "https://example.com/?a");
    same("brackets", "https://example.com/?search_params[sort_by]=&search_params[page]=1");
    same("fragment", "http://example.com/#test");
    same("encoded path", "https://example.com/%E8%B7%AF%E5%BE%84");
    same("double encoded", "https://example.com/%2520?x=%25");
    same("one-digit port", "http://h.example:7/");
    QTest::newRow("outer spaces") << QByteArray("  http://example.com/x ") << QByteArray("http://example.com/x");
    QTest::newRow("raw space") << QByteArray("https://example.com/a b") << QByteArray("https://example.com/a%20b");
    QTest::newRow("IDN host") << QByteArray("https://www.t\xc3\xbc"
                                            "bingen.de/")
                              << QByteArray("https://www.xn--tbingen-n2a.de/");
    same("8,192 bytes", "https://example.com/" + QByteArray(8192 - 20, 'a'));
}

void TestE2ePromise::aNewLinkAnswersWithTheStoredBytes()
{
    QFETCH(QByteArray, url);
    QFETCH(QByteArray, location);
    const ApiAnswer made = m_api->create(url);
    QCOMPARE(made.status(), 201);
    QCOMPARE(made.http.field("location"), "/api/v1/links/" + QByteArray::number(made.id()));
    QCOMPARE(made.http.field("etag"), QByteArray("\"1\""));
    const QByteArray shortUrl = made.json[QLatin1String("shortUrl")].toString().toLatin1();
    QVERIFY(shortUrl.startsWith(m_daemon.publicUrl() + "/"));
    QVERIFY(made.json[QLatin1String("code")].toString().size() >= 6); // R11
    const QByteArray path = shortUrl.mid(m_daemon.publicUrl().size());
    const HttpAnswer visit = m_visitor->get(path);
    QCOMPARE(visit.status, 302);
    QCOMPARE(visit.field("location"), location);
    QCOMPARE(visit.field("cache-control"), QByteArray("private, no-store"));
    QCOMPARE(visit.body, QByteArray());
}

// R5.
void TestE2ePromise::headIsGetWithoutBody()
{
    QCOMPARE(m_api->create("https://example.com/head", "head-me").status(), 201);
    for (const QByteArray path : {"/head-me", "/does-not-exist", "/", "/robots.txt", "/favicon.ico"}) {
        HttpClient visitor(m_daemon.publicPort());
        const HttpAnswer get = visitor.get(path);
        const HttpAnswer head = visitor.head(path);
        const auto withoutDate = [](QByteArray text) {
            const qsizetype date = text.indexOf("\r\nDate: ");
            return text.remove(date, 8 + 29);
        };
        QCOMPARE(withoutDate(head.head), withoutDate(get.head));
        QCOMPARE(head.fieldCount("content-length"), 1);
        // The next answer begins right behind the head: no byte of a body was sent.
        QCOMPARE(visitor.get(path).status, get.status);
    }
}

void TestE2ePromise::otherMethodsAreNotAllowed_data()
{
    QTest::addColumn<QByteArray>("method");
    for (const char *method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"})
        QTest::newRow(method) << QByteArray(method);
}

void TestE2ePromise::otherMethodsAreNotAllowed()
{
    QFETCH(QByteArray, method);
    HttpClient visitor(m_daemon.publicPort());
    const HttpAnswer answer = visitor.send(HttpClient::request(method, "/head-me", "X-Echo: needle\r\n"));
    QCOMPARE(answer.status, 405);
    QCOMPARE(answer.field("allow"), QByteArray("GET, HEAD"));
    QVERIFY(!answer.body.contains("needle") && !answer.head.contains("needle"));
}

void TestE2ePromise::anUnknownLinkIs404()
{
    const HttpAnswer answer = m_visitor->get("/nobody-made-this");
    QCOMPARE(answer.status, 404);
    QCOMPARE(answer.field("content-type"), QByteArray("text/html; charset=utf-8"));
    QVERIFY(answer.field("content-security-policy").startsWith("default-src 'none'"));
    QCOMPARE(answer.field("x-content-type-options"), QByteArray("nosniff"));
    QVERIFY(!answer.field("referrer-policy").isEmpty());
    QVERIFY(answer.field("server").isNull());
}

void TestE2ePromise::theCountRises()
{
    const ApiAnswer made = m_api->create("https://example.com/count", "count-me");
    QCOMPARE(made.json[QLatin1String("clicks")][QLatin1String("humans")].toInteger(-1), 0);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(m_visitor->get("/count-me").status, 302);
    QTRY_COMPARE(m_api->clicks(made.id()), 3);
    QCOMPARE(m_visitor->head("/count-me").status, 302);
    QCOMPARE(m_visitor->get("/count-me").status, 302);
    QTRY_COMPARE(m_api->clicks(made.id()), 4);
}

void TestE2ePromise::deleteAndRestore()
{
    const ApiAnswer made = m_api->create("https://example.com/gone", "come-back");
    QCOMPARE(m_visitor->get("/come-back").status, 302);
    const QByteArray path = "links/" + QByteArray::number(made.id());
    const ApiAnswer deleted = m_api->remove(path);
    QCOMPARE(deleted.status(), 200);
    QCOMPARE(deleted.json[QLatin1String("status")].toString(), QStringLiteral("deleted"));
    QVERIFY(deleted.json[QLatin1String("deletedAt")].isString());
    QCOMPARE(m_visitor->get("/come-back").status, 404);
    const ApiAnswer restored = m_api->send("POST", path + "/restore");
    QCOMPARE(restored.status(), 200);
    QCOMPARE(restored.json[QLatin1String("status")].toString(), QStringLiteral("active"));
    QVERIFY(restored.json[QLatin1String("deletedAt")].isNull());
    QCOMPARE(m_visitor->get("/come-back").status, 302);
}

void TestE2ePromise::anotherSlugForALink()
{
    const ApiAnswer made = m_api->create("https://example.com/rename", "old-name");
    QCOMPARE(m_visitor->get("/old-name").status, 302);
    QCOMPARE(m_visitor->get("/new-name").status, 404); // and remembered as absent
    const ApiAnswer renamed =
        m_api->patch("links/" + QByteArray::number(made.id()), {{QStringLiteral("slug"), QStringLiteral("new-name")},
                                                               {QStringLiteral("aliasFor"), QJsonValue()}});
    QCOMPARE(renamed.status(), 200);
    QCOMPARE(renamed.json[QLatin1String("code")].toString(), QStringLiteral("new-name"));
    QCOMPARE(m_visitor->get("/old-name").status, 404);
    QCOMPARE(m_visitor->get("/new-name").status, 302);
    // The old name is free for another link (R42: also where it was remembered as absent).
    QCOMPARE(m_api->create("https://example.com/second", "old-name").status(), 201);
    QCOMPARE(m_visitor->get("/old-name").field("location"), QByteArray("https://example.com/second"));
}

// R7, R11.
void TestE2ePromise::customSlugs_data()
{
    QTest::addColumn<QByteArray>("slug");
    QTest::newRow("with a plus") << QByteArray("T+B-lunch");
    QTest::newRow("with an ampersand") << QByteArray("T&C_car");
    QTest::newRow("ends with zero") << QByteArray("a0");
    QTest::newRow("one character") << QByteArray("x");
    QTest::newRow("emoji") << QByteArray("\xf0\x9f\x9a\x80");
    QTest::newRow("a family with joiners")
        << QByteArray("\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7");
    QTest::newRow("a heart with a style") << QByteArray("\xe2\x9d\xa4\xef\xb8\x8f");
    QTest::newRow("Chinese") << QByteArray("\xe8\xb7\xaf\xe5\xbe\x84");
    QTest::newRow("Ukrainian") << QByteArray("\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd1\x96\xd1\x82");
    QTest::newRow("190 code points") << QByteArray(190, 's');
}

void TestE2ePromise::customSlugs()
{
    QFETCH(QByteArray, slug);
    const ApiAnswer made = m_api->create("https://example.com/custom", slug);
    QCOMPARE(made.status(), 201);
    QCOMPARE(made.json[QLatin1String("code")].toString().toUtf8(), slug);
    const QByteArray shortPath =
        made.json[QLatin1String("shortUrl")].toString().toLatin1().mid(m_daemon.publicUrl().size());
    QCOMPARE(m_visitor->get(shortPath).status, 302);
    QCOMPARE(m_visitor->get("/" + slug.toPercentEncoding()).status, 302);
    QCOMPARE(m_visitor->get("/" + slug.toPercentEncoding("+&")).status, 302);
    QCOMPARE(m_visitor->get("/" + slug.toPercentEncoding() + "/").status, 302); // R6
}

void TestE2ePromise::aTakenSlugIs409()
{
    QCOMPARE(m_api->create("https://example.com/1", "taken-slug").status(), 201);
    const ApiAnswer again = m_api->create("https://example.com/2", "taken-slug");
    QCOMPARE(again.status(), 409);
    QCOMPARE(again.code(), QStringLiteral("slug-taken"));
    QCOMPARE(again.json[QLatin1String("field")].toString(), QStringLiteral("slug"));
    QVERIFY(!again.json[QLatin1String("detail")].toString().isEmpty());
    QCOMPARE(again.http.field("content-type"), QByteArray("application/problem+json"));
    QCOMPARE(m_visitor->get("/taken-slug").field("location"), QByteArray("https://example.com/1"));
    // R9: names the server itself needs.
    for (const char *reserved : {"api", "robots.txt", "favicon.ico", "health", ".well-known", "API"})
        QVERIFY2(m_api->create("https://example.com/", reserved).status() == 422, reserved);
}

// R28.
void TestE2ePromise::aLostUpdateIs412()
{
    const ApiAnswer made = m_api->create("https://example.com/v1", "versioned");
    const QByteArray path = "links/" + QByteArray::number(made.id());
    const QByteArray first = made.http.field("etag");
    const auto edit = [&](const QByteArray &etag, const char *title) {
        return m_api->send("PATCH", path, ApiClient::text({{QStringLiteral("title"), QString::fromLatin1(title)}}),
                           "If-Match: " + etag + "\r\n");
    };
    const ApiAnswer mine = edit(first, "mine");
    QCOMPARE(mine.status(), 200);
    QVERIFY(mine.http.field("etag") != first);
    const ApiAnswer theirs = edit(first, "theirs");
    QCOMPARE(theirs.status(), 412);
    QCOMPARE(theirs.code(), QStringLiteral("version-conflict"));
    QCOMPARE(m_api->send("DELETE", path, {}, "If-Match: " + first + "\r\n").status(), 412);
    QCOMPARE(edit("no-quotes", "x").status(), 412);
    QCOMPARE(edit("*", "anyway").status(), 200);
    const ApiAnswer now = m_api->get(path);
    QCOMPARE(now.json[QLatin1String("title")].toString(), QStringLiteral("anyway"));
    QCOMPARE(m_api->send("DELETE", path, {}, "If-Match: " + now.http.field("etag") + "\r\n").status(), 200);
}

// R3.
void TestE2ePromise::redirectStatusAndItsCaching_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("caching");
    QTest::newRow("301") << 301 << QByteArray("private, max-age=90");
    QTest::newRow("302") << 302 << QByteArray("private, no-store");
    QTest::newRow("307") << 307 << QByteArray("private, no-store");
    QTest::newRow("308") << 308 << QByteArray("private, max-age=90");
}

void TestE2ePromise::redirectStatusAndItsCaching()
{
    QFETCH(int, status);
    QFETCH(QByteArray, caching);
    const QByteArray slug = "status-" + QByteArray::number(status);
    const ApiAnswer made = m_api->post("links", {{QStringLiteral("url"), QStringLiteral("https://example.com/")},
                                                 {QStringLiteral("slug"), QString::fromLatin1(slug)},
                                                 {QStringLiteral("redirectStatus"), status}});
    QCOMPARE(made.status(), 201);
    const HttpAnswer visit = m_visitor->get("/" + slug);
    QCOMPARE(visit.status, status);
    QCOMPARE(visit.field("cache-control"), caching);
}

// R48.
void TestE2ePromise::expiryIsCheckedAtRequestTime()
{
    const QDateTime end = QDateTime::currentDateTimeUtc().addMSecs(1500);
    const ApiAnswer made = m_api->post("links", {{QStringLiteral("url"), QStringLiteral("https://example.com/")},
                                                 {QStringLiteral("slug"), QStringLiteral("short-lived")},
                                                 {QStringLiteral("expiresAt"), end.toString(Qt::ISODateWithMs)}});
    QCOMPARE(made.status(), 201);
    const int early = m_visitor->get("/short-lived").status;
    if (QDateTime::currentDateTimeUtc() < end)
        QCOMPARE(early, 302);
    QTRY_COMPARE(m_visitor->get("/short-lived").status, 410);
    QVERIFY(QDateTime::currentDateTimeUtc() >= end);
    const ApiAnswer now = m_api->get("links/" + QByteArray::number(made.id()));
    QCOMPARE(now.json[QLatin1String("status")].toString(), QStringLiteral("expired"));
    // "Never" again.
    QCOMPARE(
        m_api->patch("links/" + QByteArray::number(made.id()), {{QStringLiteral("expiresAt"), QJsonValue()}}).status(),
        200);
    QCOMPARE(m_visitor->get("/short-lived").status, 302);
}

void TestE2ePromise::healthMetricsAndDescription()
{
    HttpClient admin(m_daemon.adminPort());
    QCOMPARE(admin.get("/health/live").status, 200);
    QCOMPARE(admin.get("/health/ready").status, 200);
    const HttpAnswer metrics = admin.get("/metrics");
    QCOMPARE(metrics.status, 200);
    QVERIFY(metrics.field("content-type").startsWith("text/plain; version=0.0.4"));
    const QRegularExpression sample(
        QStringLiteral("^[a-zA-Z_:][a-zA-Z0-9_:]*(\\{[^}]*\\})? -?[0-9.]+(e[+-]?[0-9]+)?$"));
    int samples = 0;
    const QList<QByteArray> lines = metrics.body.split('\n');
    QVERIFY(metrics.body.endsWith('\n'));
    for (const QByteArray &line : lines) {
        if (line.isEmpty() || line.startsWith("# HELP ") || line.startsWith("# TYPE "))
            continue;
        QVERIFY2(sample.match(QString::fromUtf8(line)).hasMatch(), line.constData());
        ++samples;
    }
    QVERIFY(samples > 10);
    const HttpAnswer description = admin.get("/openapi.json");
    QCOMPARE(description.status, 200);
    const QJsonObject openapi = QJsonDocument::fromJson(description.body).object();
    QVERIFY(openapi[QLatin1String("openapi")].toString().startsWith(QStringLiteral("3.")));
    const ApiAnswer service = m_api->get("service");
    QCOMPARE(service.status(), 200);
    QCOMPARE(service.json[QLatin1String("publicUrl")].toString().toLatin1(), m_daemon.publicUrl());
    QVERIFY(service.json[QLatin1String("problems")].toArray().isEmpty());
}

void TestE2ePromise::curlFollowsALink()
{
    const QString curl = QStandardPaths::findExecutable(QStringLiteral("curl"));
    if (curl.isEmpty())
        QSKIP("curl is not installed");
    QCOMPARE(m_api->create("https://example.com/?from=curl&x=%2B", "with-curl").status(), 201);
    QProcess process;
    process.start(curl,
                  {QStringLiteral("-sS"), QStringLiteral("--noproxy"), QStringLiteral("*"), QStringLiteral("-o"),
                   QStringLiteral("/dev/null"), QStringLiteral("-w"), QStringLiteral("%{http_code} %{redirect_url}"),
                   QString::fromLatin1(m_daemon.publicUrl() + "/with-curl")});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.readAllStandardError(), QByteArray());
    QCOMPARE(process.readAllStandardOutput(), QByteArray("302 https://example.com/?from=curl&x=%2B"));
}

void TestE2ePromise::aQtClientFollowsALink()
{
    QCOMPARE(m_api->create("https://example.com/?from=qt", "with-qt").status(), 201);
    QNetworkAccessManager manager;
    QNetworkRequest request(QUrl(QString::fromLatin1(m_daemon.publicUrl() + "/with-qt")));
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    const std::unique_ptr<QNetworkReply> reply(manager.get(request));
    QTRY_VERIFY(reply->isFinished());
    QCOMPARE(reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 302);
    QCOMPARE(reply->rawHeader("Location"), QByteArray("https://example.com/?from=qt"));
}

QTEST_GUILESS_MAIN(TestE2ePromise)
#include "tst_e2epromise.moc"
