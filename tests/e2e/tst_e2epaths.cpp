// Every kind of path a visitor may send: it finds its link, or 404, or 400, and never another link (R6, R7, R10).
#include "daemon.h"
#include "daemonclient.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace linkdesk::test;

class TestE2ePaths final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void spellingsOfOneLink_data();
    void spellingsOfOneLink();
    void pathsThatAreNoLink_data();
    void pathsThatAreNoLink();
    void malformedRequestsAreRefusedAndClosed_data();
    void malformedRequestsAreRefusedAndClosed();
    void ownPathsAreNoClicks();
    void aHundredPipelinedRequestsAreAnsweredInOrder();
    void aRequestCutAtEveryByteIsTheSame();
    void tooManyConnectionsAreToldSo();
    void theHostNeverReachesAnAnswer();
    void theQueryIsForwarded();

private:
    Daemon m_daemon;
    std::unique_ptr<ApiClient> m_api;
    qint64 m_link = 0;
};

void TestE2ePaths::initTestCase()
{
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
    const ApiAnswer made = m_api->create("https://example.com/target", "caf\xc3\xa9");
    QCOMPARE(made.status(), 201);
    m_link = made.id();
    QCOMPARE(m_api->create("https://example.com/plain", "plain").status(), 201);
}

void TestE2ePaths::spellingsOfOneLink_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("location");
    const QByteArray plain = "https://example.com/plain";
    const QByteArray cafe = "https://example.com/target";
    QTest::newRow("as it is") << QByteArray("/plain") << plain;
    QTest::newRow("trailing slash") << QByteArray("/plain/") << plain;
    QTest::newRow("escaped letters") << QByteArray("/%70l%61in") << plain;
    QTest::newRow("a query") << QByteArray("/plain?x=1") << plain + "?x=1";
    QTest::newRow("an empty query") << QByteArray("/plain?") << plain;
    QTest::newRow("trailing slash and query") << QByteArray("/plain/?x=1") << plain + "?x=1";
    QTest::newRow("absolute form") << QByteArray("http://localhost/plain") << plain;
    QTest::newRow("NFC, lower-case escapes") << QByteArray("/caf%c3%a9") << cafe;
    QTest::newRow("NFC, upper-case escapes") << QByteArray("/caf%C3%A9") << cafe;
    QTest::newRow("a fragment") << QByteArray("/plain#x") << plain;
    QTest::newRow("raw UTF-8") << QByteArray("/caf\xc3\xa9") << cafe;
    QTest::newRow("NFD") << QByteArray("/cafe%CC%81") << cafe;
}

void TestE2ePaths::spellingsOfOneLink()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, location);
    HttpClient visitor(m_daemon.publicPort());
    const HttpAnswer answer = visitor.get(path);
    QCOMPARE(answer.status, 302);
    QCOMPARE(answer.field("location"), location);
}

void TestE2ePaths::pathsThatAreNoLink_data()
{
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char *name, const QByteArray &path) { QTest::newRow(name) << path; };
    row("another case", "/Plain");
    row("an ampersand belongs to the slug", "/plain&x=1");
    row("a semicolon belongs to the slug", "/plain;x");
    row("two slashes in front", "//plain");
    row("two slashes behind", "/plain//");
    row("only slashes", "//");
    row("encoded slash", "/pl%2Fain");
    row("encoded slash behind", "/plain%2F");
    row("encoded slash, lower case", "/plain%2f");
    row("NUL", "/plain%00");
    row("only NUL", "/%00");
    row("CR LF", "/plain%0d%0aX-Evil:%20yes");
    row("invalid UTF-8", "/plain%FF");
    row("truncated UTF-8", "/caf%C3");
    row("overlong slash", "/%C0%AF");
    row("overlong letter", "/%C1%B0lain");
    row("surrogate", "/%ED%A0%80");
    row("beyond Unicode", "/%F4%90%80%80");
    row("broken escape", "/plain%");
    row("broken escape, one digit", "/plain%7");
    row("no hexadecimal", "/%zzplain");
    row("double encoding", "/%2570lain");
    row("dot segment", "/./plain");
    row("dots", "/../plain");
    row("encoded dots", "/%2e%2e/plain");
    row("dot", "/.");
    row("another segment", "/plain/more");
    row("a space", "/plain%20");
    row("a tab", "/plain%09");
    row("soft hyphen", "/pl%C2%ADain");
    row("zero width joiner", "/plain%E2%80%8D");
    row("right-to-left override", "/%E2%80%AEplain");
    row("byte order mark", "/%EF%BB%BFplain");
    row("fullwidth letters", "/%EF%BD%90lain");
    row("8,000 bytes", "/" + QByteArray(8000, 'p'));
    row("a reserved word", "/api");
    row("API path", "/api/v1/links");
    row("well-known", "/.well-known/security.txt");
    row("metrics are not for visitors", "/metrics");
    row("health is not for visitors", "/health/live");
}

void TestE2ePaths::pathsThatAreNoLink()
{
    QFETCH(QByteArray, path);
    HttpClient visitor(m_daemon.publicPort());
    const HttpAnswer answer = visitor.get(path);
    QVERIFY2(answer.status == 404 || answer.status == 400, QByteArray::number(answer.status).constData());
    QVERIFY(answer.field("location").isNull() && answer.field("x-evil").isNull());
    // The service is as well as before.
    QCOMPARE(HttpClient(m_daemon.publicPort()).get("/plain").status, 302);
}

// R15, R16.
void TestE2ePaths::malformedRequestsAreRefusedAndClosed_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const QByteArray &request, int status = 400) {
        QTest::newRow(name) << request << status;
    };
    const QByteArray host = "Host: localhost\r\n";
    row("no Host", "GET /plain HTTP/1.1\r\n\r\n");
    row("two Hosts", "GET /plain HTTP/1.1\r\n" + host + host + "\r\n");
    row("empty Host", "GET /plain HTTP/1.1\r\nHost: a b\r\n\r\n");
    row("raw space in the path", "GET /pla in HTTP/1.1\r\n" + host + "\r\n");
    row("NUL in the path", QByteArray("GET /pla\0in HTTP/1.1\r\n", 23) + host + "\r\n");
    row("relative target", "GET plain HTTP/1.1\r\n" + host + "\r\n");
    row("asterisk", "GET * HTTP/1.1\r\n" + host + "\r\n");
    row("bare LF", "GET /plain HTTP/1.1\nHost: localhost\n\n");
    row("space before the colon", "GET /plain HTTP/1.1\r\n" + host + "X-A : 1\r\n\r\n");
    row("folded field", "GET /plain HTTP/1.1\r\n" + host + "X-A: 1\r\n 2\r\n\r\n");
    row("length and coding",
        "GET /plain HTTP/1.1\r\n" + host + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    row("two lengths", "GET /plain HTTP/1.1\r\n" + host + "Content-Length: 0\r\nContent-Length: 0\r\n\r\n");
    row("signed length", "GET /plain HTTP/1.1\r\n" + host + "Content-Length: +0\r\n\r\n");
    row("unknown coding", "GET /plain HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip\r\n\r\n");
    row("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505);
    row("TLS hello", QByteArray::fromHex("16030100a5010000a10303") + QByteArray(200, '\x01'));
    row("long request line", "GET /" + QByteArray(9000, 'a') + " HTTP/1.1\r\n" + host + "\r\n", 414);
    row("large head", "GET /plain HTTP/1.1\r\n" + host + "X-A: " + QByteArray(20'000, 'a') + "\r\n\r\n", 431);
    row("many fields", "GET /plain HTTP/1.1\r\n" + host + QByteArray("X-A: 1\r\n").repeated(101) + "\r\n", 431);
}

void TestE2ePaths::malformedRequestsAreRefusedAndClosed()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    HttpClient visitor(m_daemon.publicPort());
    // A pipelined request behind the bad one must not be answered: who knows where it begins.
    (void)visitor.write(request + HttpClient::request("GET", "/plain"));
    const auto all = visitor.readToEnd();
    QVERIFY2(all, "the connection stays open");
    QVERIFY2(all->startsWith("HTTP/1.1 " + QByteArray::number(status) + " "), all->left(200).constData());
    QCOMPARE(all->count("\r\nContent-Length: "), 1);
    QVERIFY(all->contains("\r\nConnection: close\r\n"));
}

// R10.
void TestE2ePaths::ownPathsAreNoClicks()
{
    const auto orphans = [this] { return m_api->get("service").json[QLatin1String("orphans")].toInteger(-1); };
    const qint64 before = orphans();
    HttpClient visitor(m_daemon.publicPort());
    QCOMPARE(visitor.get("/").status, 200);
    const HttpAnswer robots = visitor.get("/robots.txt");
    QCOMPARE(robots.status, 200);
    QVERIFY(robots.field("content-type").startsWith("text/plain"));
    QCOMPARE(visitor.get("/favicon.ico").status, 200);
    QCOMPARE(visitor.get("/.well-known/security.txt").status, 404);
    QCOMPARE(orphans(), before);
    QCOMPARE(visitor.get("/an-orphan").status, 404);
    QCOMPARE(visitor.get("/an-orphan").status, 404); // this time out of the cache
    QTRY_COMPARE(orphans(), before + 2);
}

// R19.
void TestE2ePaths::aHundredPipelinedRequestsAreAnsweredInOrder()
{
    QByteArray all;
    for (int i = 0; i < 100; ++i)
        all += HttpClient::request("GET", i % 3 == 0 ? QByteArray("/plain?n=" + QByteArray::number(i))
                                                     : "/unknown-" + QByteArray::number(i));
    HttpClient visitor(m_daemon.publicPort());
    QVERIFY(visitor.write(all));
    for (int i = 0; i < 100; ++i) {
        const HttpAnswer answer = visitor.read();
        QCOMPARE(answer.status, i % 3 == 0 ? 302 : 404);
        if (i % 3 == 0)
            QCOMPARE(answer.field("location"), "https://example.com/plain?n=" + QByteArray::number(i));
    }
}

// R19.
void TestE2ePaths::aRequestCutAtEveryByteIsTheSame()
{
    const QByteArray request = HttpClient::request("GET", "/plain?a=b", "User-Agent: cut\r\n");
    HttpClient visitor(m_daemon.publicPort());
    for (qsizetype cut = 1; cut < request.size(); ++cut) {
        QVERIFY(visitor.write(request.left(cut)));
        QVERIFY(visitor.write(request.mid(cut)));
        const HttpAnswer answer = visitor.read();
        QCOMPARE(answer.status, 302);
        QCOMPARE(answer.field("location"), QByteArray("https://example.com/plain?a=b"));
    }
}

// R18.
void TestE2ePaths::tooManyConnectionsAreToldSo()
{
    std::vector<std::unique_ptr<HttpClient>> crowd;
    for (int i = 0; i < 64; ++i) {
        crowd.push_back(std::make_unique<HttpClient>(m_daemon.publicPort()));
        QCOMPARE(crowd.back()->get("/plain").status, 302);
    }
    HttpClient late(m_daemon.publicPort());
    QVERIFY(late.open());
    const HttpAnswer answer = late.read();
    QCOMPARE(answer.status, 503);
    QCOMPARE(answer.fieldCount("retry-after"), 1);
    QCOMPARE(crowd.front()->get("/plain").status, 302);
    crowd.clear();
    QTRY_COMPARE(HttpClient(m_daemon.publicPort()).get("/plain").status, 302);
}

// R22.
void TestE2ePaths::theHostNeverReachesAnAnswer()
{
    HttpClient visitor(m_daemon.publicPort());
    const HttpAnswer found =
        visitor.send("GET /plain HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n");
    QCOMPARE(found.status, 302);
    QVERIFY(!found.head.contains("evil.example"));
    const HttpAnswer unknown =
        visitor.send("GET /unknown HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n");
    QCOMPARE(unknown.status, 404);
    QVERIFY(!unknown.head.contains("evil.example") && !unknown.body.contains("evil.example"));
}

// R2.
void TestE2ePaths::theQueryIsForwarded()
{
    QCOMPARE(m_api->create("https://example.com/q?a=1#part", "query").status(), 201);
    HttpClient visitor(m_daemon.publicPort());
    QCOMPARE(visitor.get("/query?b=2+3&c=%2B").field("location"),
             QByteArray("https://example.com/q?a=1&b=2+3&c=%2B#part"));
    const ApiAnswer fixed = m_api->post("links", {{QStringLiteral("url"), QStringLiteral("https://example.com/q?a=1")},
                                                  {QStringLiteral("slug"), QStringLiteral("fixed")},
                                                  {QStringLiteral("forwardQuery"), false}});
    QCOMPARE(fixed.status(), 201);
    QCOMPARE(visitor.get("/fixed?b=2").field("location"), QByteArray("https://example.com/q?a=1"));
    // Nothing in a query can add a line to the answer (R21).
    const HttpAnswer split = visitor.get("/query?b=%0d%0aX-Evil:%20yes");
    QCOMPARE(split.status, 302);
    QVERIFY(split.field("x-evil").isNull());
}

QTEST_GUILESS_MAIN(TestE2ePaths)
#include "tst_e2epaths.moc"
