// Clicks are exact: what was answered with a redirect is what is counted (P10, R5, R10, R44).
#include "daemon.h"
#include "daemonclient.h"

#include <QJsonArray>
#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

using namespace linkdesk::test;

class TestE2eClicks final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyAnsweredClickIsCounted_data();
    void everyAnsweredClickIsCounted();
    void whatIsNoClickIsNotCounted();
    void countsSurviveARestart();
    void clicksOfDeletedLinksComeBack();

private:
    [[nodiscard]] qint64 visit(const QByteArray &path, int clients, int requests, bool newConnections);

    Daemon m_daemon;
    std::unique_ptr<ApiClient> m_api;
};

void TestE2eClicks::initTestCase()
{
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
}

// Redirects answered to so many clients at once.
qint64 TestE2eClicks::visit(const QByteArray &path, int clients, int requests, bool newConnections)
{
    std::atomic<qint64> answered{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < clients; ++i) {
        threads.emplace_back([this, &answered, path, requests, newConnections] {
            HttpClient visitor(m_daemon.publicPort());
            for (int n = 0; n < requests; ++n) {
                answered +=
                    visitor.get(path, "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n"
                                "Referer: https://news.example/\r\n").status == 302
                        ? 1
                        : 0;
                if (newConnections)
                    visitor.close();
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    return answered;
}

void TestE2eClicks::everyAnsweredClickIsCounted_data()
{
    QTest::addColumn<int>("clients");
    QTest::addColumn<int>("requests");
    QTest::addColumn<bool>("newConnections");
    QTest::newRow("one client") << 1 << 500 << false;
    // More than one connection may carry (R17), so each client comes back on a second and a third.
    QTest::newRow("sixteen clients that stay") << 16 << 2500 << false;
    QTest::newRow("eight clients that come anew") << 8 << 200 << true;
}

void TestE2eClicks::everyAnsweredClickIsCounted()
{
    QFETCH(int, clients);
    QFETCH(int, requests);
    QFETCH(bool, newConnections);
    const QByteArray slug = "exact-" + QByteArray::number(clients);
    const ApiAnswer made = m_api->create("https://example.com/", slug);
    QCOMPARE(made.status(), 201);
    const qint64 answered = visit("/" + slug, clients, requests, newConnections);
    QCOMPARE(answered, static_cast<qint64>(clients) * requests);
    QTRY_COMPARE_WITH_TIMEOUT(m_api->clicks(made.id()), answered, 20'000);
    const ApiAnswer stats = m_api->get("stats?link=" + QByteArray::number(made.id()));
    QCOMPARE(stats.json[QLatin1String("total")][QLatin1String("humans")].toInteger(), answered);
}

void TestE2eClicks::whatIsNoClickIsNotCounted()
{
    const ApiAnswer made = m_api->create("https://example.com/", "quiet");
    const ApiAnswer untracked = m_api->post("links", {{QStringLiteral("url"), QStringLiteral("https://example.com/")},
                                                      {QStringLiteral("slug"), QStringLiteral("untracked")},
                                                      {QStringLiteral("track"), false}});
    QCOMPARE(untracked.status(), 201);
    HttpClient visitor(m_daemon.publicPort());
    for (int i = 0; i < 50; ++i) {
        QCOMPARE(visitor.head("/quiet").status, 302);
        QCOMPARE(visitor.get("/quiet-unknown").status, 404);
        QCOMPARE(visitor.send(HttpClient::request("POST", "/quiet")).status, 405);
        QCOMPARE(visitor.get("/untracked").status, 302);
        QCOMPARE(visitor.get("/quiet?nostat").status, 302);
    }
    // This one is counted, so whatever came before it would have been as well.
    QCOMPARE(visitor.get("/quiet").status, 302);
    QTRY_COMPARE(m_api->clicks(made.id()), 1);
    QCOMPARE(m_api->clicks(untracked.id()), 0);
}

void TestE2eClicks::countsSurviveARestart()
{
    const auto totals = [this] {
        qint64 sum = 0;
        const QList<QJsonObject> links = m_api->list();
        for (const QJsonObject &link : links)
            sum += link[QLatin1String("clicks")][QLatin1String("humans")].toInteger();
        return sum;
    };
    const qint64 before = totals();
    QVERIFY(before > 0);
    const qint64 answered = visit("/quiet", 4, 100, false);
    QCOMPARE(m_daemon.stop(), 0);
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
    QCOMPARE(totals(), before + answered);
}

void TestE2eClicks::clicksOfDeletedLinksComeBack()
{
    const ApiAnswer made = m_api->create("https://example.com/", "buried");
    QCOMPARE(visit("/buried", 2, 10, false), 20);
    QTRY_COMPARE(m_api->clicks(made.id()), 20);
    const QByteArray path = "links/" + QByteArray::number(made.id());
    QCOMPARE(m_api->remove(path).status(), 200);
    QCOMPARE(visit("/buried", 2, 10, false), 0);
    QCOMPARE(m_api->send("POST", path + "/restore").status(), 200);
    QCOMPARE(m_api->clicks(made.id()), 20);
}

QTEST_GUILESS_MAIN(TestE2eClicks)
#include "tst_e2eclicks.moc"
