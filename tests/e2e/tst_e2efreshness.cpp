// A change is what the very next visitor meets (R4, R42).
#include "daemon.h"
#include "daemonclient.h"

#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

using namespace linkdesk::test;

namespace {

// Without going on under its old name.
QJsonObject renamedTo(const QString &slug)
{
    return {{QStringLiteral("slug"), slug}, {QStringLiteral("aliasFor"), QJsonValue()}};
}

} // namespace

class TestE2eFreshness final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aThousandEditsAreNeverStale();
    void editsAreNeverStaleUnderLoad();
    void aCachedAbsenceEndsWithTheCreate();
    void deleteAndRestoreShowAtOnce();
    void aFreedSlugLeadsToItsNewLink();
    void forwardingAndStatusShowAtOnce();
    void newAndBusyLinksAreInTheCacheBeforeAnybodyAsks();

private:
    Daemon m_daemon;
    std::unique_ptr<ApiClient> m_api;
};

void TestE2eFreshness::initTestCase()
{
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
}

void TestE2eFreshness::aThousandEditsAreNeverStale()
{
    const ApiAnswer made = m_api->create("https://example.com/0", "edited");
    QCOMPARE(made.status(), 201);
    const QByteArray path = "links/" + QByteArray::number(made.id());
    HttpClient visitor(m_daemon.publicPort());
    int stale = 0;
    for (int i = 1; i <= 1000; ++i) {
        const QString target = QStringLiteral("https://example.com/%1").arg(i);
        QCOMPARE(m_api->patch(path, {{QStringLiteral("url"), target}}).status(), 200);
        stale += visitor.get("/edited").field("location") == target.toLatin1() ? 0 : 1;
    }
    QCOMPARE(stale, 0);
}

// Readers of the same link keep refilling the cache while it is edited: what they read before the edit must not stay.
void TestE2eFreshness::editsAreNeverStaleUnderLoad()
{
    const ApiAnswer made = m_api->create("https://example.com/0", "hot");
    QCOMPARE(made.status(), 201);
    std::atomic<bool> stop{false};
    std::vector<std::thread> visitors;
    for (int i = 0; i < 3; ++i) {
        visitors.emplace_back([this, &stop] {
            HttpClient visitor(m_daemon.publicPort());
            while (!stop)
                (void)visitor.get("/hot");
        });
    }
    const QByteArray path = "links/" + QByteArray::number(made.id());
    HttpClient visitor(m_daemon.publicPort());
    int stale = 0;
    for (int i = 1; i <= 300; ++i) {
        const QString target = QStringLiteral("https://example.com/%1").arg(i);
        stale += m_api->patch(path, {{QStringLiteral("url"), target}}).status() == 200 ? 0 : 1000;
        stale += visitor.get("/hot").field("location") == target.toLatin1() ? 0 : 1;
    }
    stop = true;
    for (std::thread &thread : visitors)
        thread.join();
    QCOMPARE(stale, 0);
}

void TestE2eFreshness::aCachedAbsenceEndsWithTheCreate()
{
    HttpClient visitor(m_daemon.publicPort());
    for (int i = 0; i < 200; ++i) {
        const QByteArray slug = "absent-" + QByteArray::number(i);
        QCOMPARE(visitor.get("/" + slug).status, 404);
        QCOMPARE(m_api->create("https://example.com/", slug).status(), 201);
        QCOMPARE(visitor.get("/" + slug).status, 302);
    }
}

void TestE2eFreshness::deleteAndRestoreShowAtOnce()
{
    const ApiAnswer made = m_api->create("https://example.com/", "on-and-off");
    const QByteArray path = "links/" + QByteArray::number(made.id());
    HttpClient visitor(m_daemon.publicPort());
    for (int i = 0; i < 100; ++i) {
        QCOMPARE(m_api->remove(path).status(), 200);
        QCOMPARE(visitor.get("/on-and-off").status, 404);
        QCOMPARE(m_api->send("POST", path + "/restore").status(), 200);
        QCOMPARE(visitor.get("/on-and-off").status, 302);
    }
}

void TestE2eFreshness::aFreedSlugLeadsToItsNewLink()
{
    const ApiAnswer first = m_api->create("https://example.com/first", "wanted");
    HttpClient visitor(m_daemon.publicPort());
    for (int i = 0; i < 50; ++i) {
        const QByteArray path = "links/" + QByteArray::number(first.id());
        QCOMPARE(m_api->patch(path, renamedTo(QStringLiteral("set-aside"))).status(), 200);
        const ApiAnswer second = m_api->create("https://example.com/second", "wanted");
        QCOMPARE(second.status(), 201);
        QCOMPARE(visitor.get("/wanted").field("location"), QByteArray("https://example.com/second"));
        QCOMPARE(visitor.get("/set-aside").field("location"), QByteArray("https://example.com/first"));
        const QByteArray moved = "links/" + QByteArray::number(second.id());
        QCOMPARE(m_api->patch(moved, renamedTo(QStringLiteral("moved-%1").arg(i))).status(), 200);
        QCOMPARE(m_api->patch(path, {{QStringLiteral("slug"), QStringLiteral("wanted")}}).status(), 200);
        QCOMPARE(visitor.get("/wanted").field("location"), QByteArray("https://example.com/first"));
    }
}

// A create and an edit warm the cache; after a restart the links of the last day do, without a visitor waiting for it.
void TestE2eFreshness::newAndBusyLinksAreInTheCacheBeforeAnybodyAsks()
{
    Daemon daemon;
    QVERIFY(daemon.start());
    ApiClient api(daemon.adminPort(), daemon.key());
    const auto cache = [&api](const char *name) { return api.get("service").json[QLatin1String("cache")][QLatin1String(name)].toInt(); };
    const ApiAnswer made = api.create("https://example.com/1", "warm");
    QCOMPARE(HttpClient(daemon.publicPort()).get("/warm").status, 302);
    QCOMPARE(api.patch("links/" + QByteArray::number(made.id()), {{QStringLiteral("url"), QStringLiteral("https://example.com/2")}}).status(), 200);
    QCOMPARE(HttpClient(daemon.publicPort()).get("/warm").field("location"), QByteArray("https://example.com/2"));
    QCOMPARE(cache("storeReads"), 0);
    QCOMPARE(api.create("https://example.com/3", "cold").status(), 201);
    QTRY_COMPARE_WITH_TIMEOUT(api.clicks(made.id()), 2, 10'000);
    QCOMPARE(daemon.stop(), 0);
    QVERIFY(daemon.start());
    ApiClient again(daemon.adminPort(), daemon.key());
    const auto number = [&again](const char *name) { return again.get("service").json[QLatin1String("cache")][QLatin1String(name)].toInt(); };
    QTRY_COMPARE_WITH_TIMEOUT(number("warmed"), 1, 10'000); // only the one that was asked for
    QCOMPARE(HttpClient(daemon.publicPort()).get("/warm").field("location"), QByteArray("https://example.com/2"));
    QCOMPARE(number("storeReads"), 0);
    QCOMPARE(HttpClient(daemon.publicPort()).get("/cold").status, 302);
    QCOMPARE(number("storeReads"), 1);
}

void TestE2eFreshness::forwardingAndStatusShowAtOnce()
{
    const ApiAnswer made = m_api->create("https://example.com/?a=1", "settings");
    const QByteArray path = "links/" + QByteArray::number(made.id());
    HttpClient visitor(m_daemon.publicPort());
    QCOMPARE(visitor.get("/settings?b=2").field("location"), QByteArray("https://example.com/?a=1&b=2"));
    QCOMPARE(m_api->patch(path, {{QStringLiteral("forwardQuery"), false}}).status(), 200);
    QCOMPARE(visitor.get("/settings?b=2").field("location"), QByteArray("https://example.com/?a=1"));
    QCOMPARE(m_api->patch(path, {{QStringLiteral("redirectStatus"), 307}}).status(), 200);
    QCOMPARE(visitor.get("/settings").status, 307);
    QCOMPARE(m_api->patch(path, {{QStringLiteral("validFrom"), QStringLiteral("2100-01-01T00:00:00Z")}}).status(), 200);
    QCOMPARE(visitor.get("/settings").status, 404);
    QCOMPARE(m_api->patch(path, {{QStringLiteral("validFrom"), QJsonValue()}}).status(), 200);
    QCOMPARE(visitor.get("/settings").status, 307);
}

QTEST_GUILESS_MAIN(TestE2eFreshness)
#include "tst_e2efreshness.moc"
