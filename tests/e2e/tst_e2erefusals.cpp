// What the admin API refuses, how it says so, and that it is none the worse for it (R11, R13, R16, R21, R22, R26-R28).
#include "daemon.h"
#include "daemonclient.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace linkdesk::test;

class TestE2eRefusals final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void brokenJsonIs400WithItsPosition_data();
    void brokenJsonIs400WithItsPosition();
    void wrongFieldsAre422AndNamed_data();
    void wrongFieldsAre422AndNamed();
    void wrongFieldsOfAnEditAreNamedToo_data();
    void wrongFieldsOfAnEditAreNamedToo();
    void targetsThatAreRefused_data();
    void targetsThatAreRefused();
    void aTargetOfTheOwnDomainIsRefused();
    void aLongTargetNamesTheLimit();
    void withoutAKeyThereIsNothing_data();
    void withoutAKeyThereIsNothing();
    void aKeyMayDoWhatItsScopeSays_data();
    void aKeyMayDoWhatItsScopeSays();
    void aRemovedKeyIsRefusedAtOnce();
    void foreignHostsAreMisdirected_data();
    void foreignHostsAreMisdirected();
    void otherSitesAreRefused_data();
    void otherSitesAreRefused();
    void simpleContentTypesAreRefused_data();
    void simpleContentTypesAreRefused();
    void aBodyOverTheLimitIs413();
    void aBodyAtTheLimitIsRead();
    void methodsThatAreNotServed_data();
    void methodsThatAreNotServed();
    void thingsThatAreNotThere_data();
    void thingsThatAreNotThere();
    void nothingOfAllThisLeftATrace();

private:
    Daemon m_daemon;
    std::unique_ptr<ApiClient> m_api;
    QByteArray m_writeKey;
    QByteArray m_readKey;
    qint64 m_link = 0;
};

void TestE2eRefusals::initTestCase()
{
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
    m_writeKey = m_daemon.makeKey(QStringLiteral("write"));
    m_readKey = m_daemon.makeKey(QStringLiteral("read"));
    const ApiAnswer made = m_api->create("https://example.com/", "the-only-link");
    QCOMPARE(made.status(), 201);
    m_link = made.id();
}

void TestE2eRefusals::brokenJsonIs400WithItsPosition_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("position"); // -1: any
    const auto row = [](const char *name, const QByteArray &body, int position = -1) {
        QTest::newRow(name) << body << position;
    };
    row("a brace", "{", 1);
    row("a word", "hello");
    row("a missing value", "{\"url\":}");
    row("a comma too many", "{\"url\":\"https://example.com/\",}");
    row("single quotes", "{'url':'https://example.com/'}", 1);
    row("a comment", "{/**/\"url\":\"https://example.com/\"}");
    row("something behind", "{\"url\":\"https://example.com/\"} x", 31);
    row("two values", "{}{}", 2);
    row("an open string", "{\"url\":\"https://example.com/");
    row("invalid UTF-8", "{\"url\":\"https://example.com/\xff\"}");
    row("truncated UTF-8", "{\"url\":\"https://example.com/\xc3\"}");
    row("an encoded surrogate", "{\"url\":\"https://example.com/\xed\xa0\x80\"}");
    row("half a surrogate pair", "{\"url\":\"https://example.com/\\ud800\"}");
    row("a raw control", "{\"url\":\"https://example.com/\n\"}");
    row("a bad escape", "{\"url\":\"\\x41\"}");
    row("NUL", QByteArray("{\0}", 3), 1);
    row("byte order mark", "\xef\xbb\xbf{}");
    row("UTF-16", QByteArray("{\0}\0", 4));
    row("NaN", "{\"length\":NaN}");
    row("33 deep", QByteArray(33, '[') + QByteArray(33, ']'));
    row("100,000 deep", QByteArray(100'000, '['));
    row("100,000 objects deep", QByteArray("{\"a\":").repeated(100'000));
    row("only spaces", "   ");
}

void TestE2eRefusals::brokenJsonIs400WithItsPosition()
{
    QFETCH(QByteArray, body);
    QFETCH(int, position);
    const ApiAnswer answer = m_api->send("POST", "links", body);
    QCOMPARE(answer.status(), 400);
    QCOMPARE(answer.code(), QStringLiteral("invalid-json"));
    QCOMPARE(answer.http.field("content-type"), QByteArray("application/problem+json"));
    const qint64 at = answer.json[QLatin1String("position")].toInteger(-1);
    QVERIFY(at >= 0 && at <= body.size());
    if (position >= 0)
        QCOMPARE(at, position);
}

void TestE2eRefusals::wrongFieldsAre422AndNamed_data()
{
    QTest::addColumn<QByteArray>("more"); // besides a good url
    QTest::addColumn<QString>("field");
    const auto row = [](const char *name, const QByteArray &more, const char *field) {
        QTest::newRow(name) << more << QString::fromLatin1(field);
    };
    row("unknown field", R"("colour":"red")", "colour");
    row("a field of another spelling", R"("expires_at":"2100-01-01T00:00:00Z")", "expires_at");
    row("read-only field", R"("id":7)", "id");
    row("slug is a number", R"("slug":5)", "slug");
    row("title is a number", R"("title":5)", "title");
    row("title is null", R"("title":null)", "title");
    row("title with a line break", R"("title":"a\nb")", "title");
    row("title with NUL", R"("title":"a\u0000b")", "title");
    row("slug with NUL", R"("slug":"a\u0000b")", "slug");
    row("slug with CR LF", R"("slug":"a\r\nX: y")", "slug");
    row("slug with a slash", R"("slug":"a/b")", "slug");
    row("slug of 191", "\"slug\":\"" + QByteArray(191, 'a') + "\"", "slug");
    row("tags is a string", R"("tags":"a,b")", "tags");
    row("tags with a number", R"("tags":["a",1])", "tags");
    row("an empty tag", R"("tags":[""])", "tags");
    row("track is a string", R"("track":"yes")", "track");
    row("forwardQuery is a number", R"("forwardQuery":1)", "forwardQuery");
    row("reuse is null", R"("reuse":null)", "reuse");
    row("redirectStatus is no redirect", R"("redirectStatus":200)", "redirectStatus");
    row("redirectStatus is 304", R"("redirectStatus":304)", "redirectStatus");
    row("redirectStatus is huge", R"("redirectStatus":9223372036854775807)", "redirectStatus");
    row("redirectStatus is beyond 64 bits", R"("redirectStatus":99999999999999999999999)", "redirectStatus");
    row("redirectStatus is a fraction", R"("redirectStatus":302.5)", "redirectStatus");
    row("redirectStatus is a string", R"("redirectStatus":"302")", "redirectStatus");
    row("length too short", R"("length":5)", "length");
    row("length too long", R"("length":100000)", "length");
    row("length negative", R"("length":-7)", "length");
    row("date without an offset", R"("expiresAt":"2100-01-01T00:00:00")", "expiresAt");
    row("date only", R"("expiresAt":"2100-01-01")", "expiresAt");
    row("date in words", R"("expiresAt":"tomorrow")", "expiresAt");
    row("date as a number", R"("expiresAt":4102444800)", "expiresAt");
    row("month 13", R"("expiresAt":"2100-13-01T00:00:00Z")", "expiresAt");
    row("30 February", R"("validFrom":"2100-02-30T00:00:00Z")", "validFrom");
    row("hour 25", R"("validFrom":"2100-02-03T25:00:00Z")", "validFrom");
    row("offset of 99 hours", R"("validFrom":"2100-02-03T05:00:00+99:00")", "validFrom");
    row("unknown domain", R"("domain":"nowhere.example")", "domain");
    row("domain is a number", R"("domain":1)", "domain");
}

void TestE2eRefusals::wrongFieldsAre422AndNamed()
{
    QFETCH(QByteArray, more);
    QFETCH(QString, field);
    const ApiAnswer answer = m_api->send("POST", "links", "{\"url\":\"https://example.com/\"," + more + "}");
    QCOMPARE(answer.status(), 422);
    QCOMPARE(answer.json[QLatin1String("field")].toString(), field);
    QVERIFY(!answer.json[QLatin1String("detail")].toString().isEmpty());
}

void TestE2eRefusals::wrongFieldsOfAnEditAreNamedToo_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("field");
    const auto row = [](const char *name, const char *body, const char *field) {
        QTest::newRow(name) << QByteArray(body) << QString::fromLatin1(field);
    };
    row("unknown field", R"({"colour":"red"})", "colour");
    row("url is null", R"({"url":null})", "url");
    row("url is a script", R"j({"url":"javascript:alert(1)"})j", "url");
    row("slug is null", R"({"slug":null})", "slug");
    row("slug is empty", R"({"slug":""})", "slug");
    row("slug is reserved", R"({"slug":"Robots.TXT"})", "slug");
    row("status is not set by hand", R"({"status":"banned"})", "status");
    row("version is not set by hand", R"({"version":9})", "version");
    row("redirectStatus 200", R"({"redirectStatus":200})", "redirectStatus");
    row("no object", R"([])", "");
}

void TestE2eRefusals::wrongFieldsOfAnEditAreNamedToo()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, field);
    const ApiAnswer answer = m_api->send("PATCH", "links/" + QByteArray::number(m_link), body);
    QCOMPARE(answer.status(), 422);
    QCOMPARE(answer.json[QLatin1String("field")].toString(), field);
}

void TestE2eRefusals::targetsThatAreRefused_data()
{
    QTest::addColumn<QByteArray>("url");
    for (const char *url : {"javascript:alert(1)",
                            "JaVaScRiPt:alert(1)",
                            "data:text/html,x",
                            "file:///etc/passwd",
                            "vbscript:x",
                            "mailto:a@b.example",
                            "viber://pa?x=1",
                            "ftp://example.com/",
                            "example.com",
                            "//example.com/",
                            "/path",
                            "",
                            "   ",
                            "http://",
                            "http://?x",
                            "http://exa mple.com/",
                            "http://example.com:65536/",
                            "http://example.com:port/",
                            "http://[::1/",
                            "http://[1.2.3.4]/",
                            "http://%00/"})
        QTest::newRow(*url ? url : "empty") << QByteArray(url);
}

// R13.
void TestE2eRefusals::targetsThatAreRefused()
{
    QFETCH(QByteArray, url);
    const ApiAnswer answer = m_api->create(url);
    QCOMPARE(answer.status(), 422);
    QCOMPARE(answer.json[QLatin1String("field")].toString(), QStringLiteral("url"));
}

// R14.
void TestE2eRefusals::aTargetOfTheOwnDomainIsRefused()
{
    const ApiAnswer answer = m_api->create(m_daemon.publicUrl() + "/the-only-link");
    QCOMPARE(answer.status(), 422);
    QCOMPARE(answer.json[QLatin1String("field")].toString(), QStringLiteral("url"));
}

// R11.
void TestE2eRefusals::aLongTargetNamesTheLimit()
{
    const QByteArray start = "https://example.com/";
    const ApiAnswer answer = m_api->create(start + QByteArray(8193 - start.size(), 'a'));
    QCOMPARE(answer.status(), 422);
    QCOMPARE(answer.json[QLatin1String("field")].toString(), QStringLiteral("url"));
    const QString detail = answer.json[QLatin1String("detail")].toString();
    QVERIFY2(detail.contains(QStringLiteral("8192")) || detail.contains(QStringLiteral("8,192")), qPrintable(detail));
}

void TestE2eRefusals::withoutAKeyThereIsNothing_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::newRow("none") << QByteArray();
    QTest::newRow("empty") << QByteArray("Authorization: Bearer \r\n");
    QTest::newRow("wrong") << QByteArray("Authorization: Bearer ld_00000000000000000000000000000000\r\n");
    QTest::newRow("another scheme") << "Authorization: Basic " + m_daemon.key() + "\r\n";
    QTest::newRow("two spaces") << "Authorization: Bearer  " + m_daemon.key() + "\r\n";
    QTest::newRow("cut") << "Authorization: Bearer " + m_daemon.key().chopped(1) + "\r\n";
    QTest::newRow("longer") << "Authorization: Bearer " + m_daemon.key() + "x\r\n";
    QTest::newRow("another case") << "Authorization: Bearer " + m_daemon.key().toLower() + "\r\n";
    QTest::newRow("long") << "Authorization: Bearer " + QByteArray(8000, 'k') + "\r\n";
    QTest::newRow("quotes") << QByteArray("Authorization: Bearer ' OR 1=1 --\r\n");
    QTest::newRow("a cookie") << "Cookie: key=" + m_daemon.key() + "\r\n";
}

void TestE2eRefusals::withoutAKeyThereIsNothing()
{
    QFETCH(QByteArray, fields);
    HttpClient client(m_daemon.adminPort());
    for (const QByteArray path : {"links", "links/1", "keys", "nothing-here", "service", "events"}) {
        const HttpAnswer answer = client.get("/api/v1/" + path, fields);
        QCOMPARE(answer.status, 401);
        QCOMPARE(answer.field("www-authenticate"), QByteArray("Bearer"));
        QVERIFY(answer.body.contains("\"unauthorized\""));
    }
    // R26: never in a URL.
    QCOMPARE(client.get("/api/v1/links?key=" + m_daemon.key()).status, 401);
}

void TestE2eRefusals::aKeyMayDoWhatItsScopeSays_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("read");
    QTest::addColumn<int>("write");
    QTest::addColumn<int>("admin");
    const QByteArray link = "links/" + QByteArray::number(m_link);
    const QByteArray make = R"({"url":"https://example.com/"})";
    const auto row = [](const char *method, const QByteArray &path, const QByteArray &body, int read, int write,
                        int admin) {
        QTest::addRow("%s %s", method, path.constData())
            << QByteArray(method) << path << body << read << write << admin;
    };
    row("GET", "links", {}, 200, 200, 200);
    row("GET", "stats", {}, 200, 200, 200);
    row("GET", "service", {}, 200, 200, 200);
    row("GET", "slugs/check?slug=x", {}, 200, 200, 200);
    row("POST", "links/bulk", "[]", 403, 200, 200);
    row("PATCH", link, "{}", 403, 200, 200);
    row("POST", "links/999999/restore", {}, 403, 404, 404);
    row("DELETE", "links/999999", {}, 403, 404, 404);
    row("GET", "keys", {}, 403, 403, 200);
    row("POST", "keys", "{}", 403, 403, 422);
    row("DELETE", "keys/999999", {}, 403, 403, 404);
    row("POST", "domains", "{}", 403, 403, 422);
}

void TestE2eRefusals::aKeyMayDoWhatItsScopeSays()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, body);
    QFETCH(int, read);
    QFETCH(int, write);
    QFETCH(int, admin);
    const auto statusWith = [&](const QByteArray &key) {
        return ApiClient(m_daemon.adminPort(), key).send(method, path, body).status();
    };
    QCOMPARE(statusWith(m_readKey), read);
    QCOMPARE(statusWith(m_writeKey), write);
    QCOMPARE(statusWith(m_daemon.key()), admin);
}

void TestE2eRefusals::aRemovedKeyIsRefusedAtOnce()
{
    const ApiAnswer made = m_api->post("keys", {{QStringLiteral("name"), QStringLiteral("short-lived")},
                                                {QStringLiteral("scope"), QStringLiteral("read")}});
    QCOMPARE(made.status(), 201);
    ApiClient other(m_daemon.adminPort(), made.json[QLatin1String("key")].toString().toLatin1());
    QCOMPARE(other.get("links").status(), 200);
    QCOMPARE(m_api->remove("keys/" + QByteArray::number(made.id())).status(), 204);
    QCOMPARE(other.get("links").status(), 401);
    QCOMPARE(m_api->remove("keys/" + QByteArray::number(made.id())).status(), 404);
}

void TestE2eRefusals::foreignHostsAreMisdirected_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<int>("status");
    const QByteArray port = ":" + QByteArray::number(m_daemon.adminPort());
    const auto row = [](const QByteArray &host, int status) { QTest::newRow(host.constData()) << host << status; };
    row("evil.example", 421);
    row("evil.example" + port, 421);
    row("127.0.0.1.evil.example", 421);
    row("localhost.evil.example", 421);
    row("10.0.0.1", 421);
    row("169.254.169.254", 421);
    row("[2001:db8::1]", 421);
    row("localhost", 200);
    row("LOCALHOST" + port, 200);
    row("127.0.0.1" + port, 200);
    row("127.1.2.3", 200);
    row("[::1]" + port, 200);
}

// R22: DNS rebinding.
void TestE2eRefusals::foreignHostsAreMisdirected()
{
    QFETCH(QByteArray, host);
    QFETCH(int, status);
    for (const QByteArray path : {"/api/v1/links", "/health/live", "/metrics", "/openapi.json"}) {
        HttpClient client(m_daemon.adminPort());
        const HttpAnswer answer = client.send("GET " + path + " HTTP/1.1\r\nHost: " + host
                                              + "\r\nAuthorization: Bearer " + m_daemon.key() + "\r\n\r\n");
        QCOMPARE(answer.status, status);
        if (status == 421)
            QVERIFY(answer.body.contains("admin-hosts") && answer.body.contains("\"misdirected\""));
    }
}

void TestE2eRefusals::otherSitesAreRefused_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<int>("status");
    QTest::newRow("cross-site") << QByteArray("Sec-Fetch-Site: cross-site\r\n") << 403;
    QTest::newRow("another origin") << QByteArray("Origin: https://evil.example\r\n") << 403;
    QTest::newRow("null origin") << QByteArray("Origin: null\r\n") << 403;
    QTest::newRow("an origin that only begins alike") << QByteArray("Origin: http://localhost.evil.example\r\n") << 403;
    QTest::newRow("another port") << QByteArray("Origin: http://localhost:1\r\n") << 403;
    QTest::newRow("the same origin") << QByteArray("Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n")
                                     << 200;
    QTest::newRow("no browser") << QByteArray() << 200;
}

// R27.
void TestE2eRefusals::otherSitesAreRefused()
{
    QFETCH(QByteArray, fields);
    QFETCH(int, status);
    const ApiAnswer answer = m_api->send("GET", "links?limit=1", {}, fields);
    QCOMPARE(answer.status(), status);
    QVERIFY(answer.http.field("access-control-allow-origin").isNull());
    if (status == 403)
        QCOMPARE(answer.code(), QStringLiteral("cross-site"));
}

void TestE2eRefusals::simpleContentTypesAreRefused_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<int>("status");
    const auto row = [](const char *type, int status) { QTest::newRow(type) << QByteArray(type) << status; };
    row("text/plain", 415);
    row("application/x-www-form-urlencoded", 415);
    row("multipart/form-data; boundary=x", 415);
    row("text/plain; charset=application/json", 415);
    row("application/jsonp", 415);
    row("", 415);
    row("application/json", 200);
    row("Application/JSON; charset=utf-8", 200);
}

void TestE2eRefusals::simpleContentTypesAreRefused()
{
    QFETCH(QByteArray, type);
    QFETCH(int, status);
    const ApiAnswer answer = m_api->send("POST", "links/bulk", "[]", "Content-Type: " + type + "\r\n");
    QCOMPARE(answer.status(), status);
    if (status == 415)
        QCOMPARE(answer.code(), QStringLiteral("unsupported-media-type"));
}

// R16: the length alone is reason enough, nothing of the body is waited for.
void TestE2eRefusals::aBodyOverTheLimitIs413()
{
    const QByteArray fields =
        "Content-Type: application/json\r\nAuthorization: Bearer " + m_daemon.key() + "\r\nContent-Length: 1048577\r\n";
    HttpClient client(m_daemon.adminPort());
    const HttpAnswer answer = client.send(HttpClient::request("POST", "/api/v1/links", fields));
    QCOMPARE(answer.status, 413);
    QCOMPARE(QJsonDocument::fromJson(answer.body)[QLatin1String("code")].toString(), QStringLiteral("too-large"));
    QCOMPARE(answer.field("connection"), QByteArray("close"));
    HttpClient chunked(m_daemon.adminPort());
    QVERIFY(chunked.write("POST /api/v1/links HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                          "Transfer-Encoding: chunked\r\n\r\nfffffff0\r\n{"));
    QCOMPARE(chunked.read().status, 413);
}

void TestE2eRefusals::aBodyAtTheLimitIsRead()
{
    const QByteArray start = "{\"url\":\"https://example.com/\",\"colour\":\"";
    const QByteArray body = start + QByteArray(1024 * 1024 - start.size() - 2, 'r') + "\"}";
    QCOMPARE(body.size(), 1024 * 1024);
    QCOMPARE(m_api->send("POST", "links", body).status(), 422);
}

void TestE2eRefusals::methodsThatAreNotServed_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("allow");
    const auto row = [](const char *method, const char *path, const char *allow) {
        QTest::addRow("%s %s", method, path) << QByteArray(method) << QByteArray(path) << QByteArray(allow);
    };
    row("PUT", "/api/v1/links", "POST, GET, HEAD");
    row("DELETE", "/api/v1/links", "POST, GET, HEAD");
    row("POST", "/api/v1/links/1", "GET, HEAD, PATCH, DELETE");
    row("OPTIONS", "/api/v1/links/1", "GET, HEAD, PATCH, DELETE");
    row("GET", "/api/v1/links/1/restore", "POST");
    row("TRACE", "/api/v1/service", "GET, HEAD");
    row("POST", "/health/live", "GET, HEAD");
    row("DELETE", "/metrics", "GET, HEAD");
}

void TestE2eRefusals::methodsThatAreNotServed()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, allow);
    HttpClient client(m_daemon.adminPort());
    const HttpAnswer answer =
        client.send(HttpClient::request(method, path, "Authorization: Bearer " + m_daemon.key() + "\r\n"));
    QCOMPARE(answer.status, 405);
    QCOMPARE(answer.field("allow"), allow);
    QVERIFY(!answer.body.contains(m_daemon.key()));
}

void TestE2eRefusals::thingsThatAreNotThere_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const char *path : {"/", "/api", "/api/v1", "/api/v1/", "/api/v2/links", "/api/v1/nothing", "/api/v1/links/",
                             "/api/v1/links/0", "/api/v1/links/-1", "/api/v1/links/abc", "/api/v1/links/1e3",
                             "/api/v1/links/99999999999999999999", "/api/v1/links/1%00", "/api/v1/links/%31%2frestore",
                             "/api/v1/links/../keys", "/api/v1//links", "/API/V1/links", "/api/v1/links/999999"})
        QTest::newRow(path) << QByteArray(path);
}

void TestE2eRefusals::thingsThatAreNotThere()
{
    QFETCH(QByteArray, path);
    HttpClient client(m_daemon.adminPort());
    const HttpAnswer answer = client.get(path, "Authorization: Bearer " + m_daemon.key() + "\r\n");
    QCOMPARE(answer.status, 404);
    QCOMPARE(QJsonDocument::fromJson(answer.body)[QLatin1String("code")].toString(), QStringLiteral("not-found"));
}

void TestE2eRefusals::nothingOfAllThisLeftATrace()
{
    QCOMPARE(m_api->list().size(), 1);
    QCOMPARE(m_api->get("service").json[QLatin1String("links")].toInteger(), 1);
    QCOMPARE(HttpClient(m_daemon.publicPort()).get("/the-only-link").status, 302);
    QCOMPARE(m_daemon.errors(), QByteArray());
}

QTEST_GUILESS_MAIN(TestE2eRefusals)
#include "tst_e2erefusals.moc"
