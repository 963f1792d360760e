// A polite stop: everything that was answered is kept, and it takes no more than five seconds (R35, R56).
#include "daemon.h"
#include "daemonclient.h"
#include "visitors.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <memory>

using namespace linkdesk::test;

class TestE2eStop final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStopUnderLoadLosesNothing_data();
    void aStopUnderLoadLosesNothing();
    void aStopDoesNotWaitForIdleAndSlowClients();
    void aSecondSignalChangesNothing();
    void aStopEndsTheEventStreams();
    void theLogIsFoldedIntoTheDatabase();
};

void TestE2eStop::aStopUnderLoadLosesNothing_data()
{
    QTest::addColumn<bool>("terminate");
    QTest::addColumn<qint64>("clicksBefore");
    QTest::newRow("SIGTERM soon") << true << qint64{1};
    QTest::newRow("SIGINT soon") << false << qint64{1};
    QTest::newRow("SIGTERM in full run") << true << qint64{5000};
    QTest::newRow("SIGINT in full run") << false << qint64{5000};
}

void TestE2eStop::aStopUnderLoadLosesNothing()
{
    QFETCH(bool, terminate);
    QFETCH(qint64, clicksBefore);
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    const ApiAnswer made = ApiClient(daemon.adminPort(), key).create("https://example.com/", "busy");
    QCOMPARE(made.status(), 201);
    Visitors visitors(daemon.publicPort(), "/busy", 6);
    Creators creators(daemon.adminPort(), key, 2, 1);
    QTRY_VERIFY_WITH_TIMEOUT(visitors.redirects() >= clicksBefore && !creators.made().empty(), 60'000);
    QElapsedTimer clock;
    clock.start();
    terminate ? daemon.terminate() : daemon.interrupt();
    QCOMPARE(daemon.waitForExit(5000), 0);
    QVERIFY(clock.elapsed() < 5000);
    visitors.finish();
    creators.finish();
    QCOMPARE(visitors.others(), 0);
    QCOMPARE(creators.refusals().size(), 0u);
    QVERIFY2(daemon.errors().isEmpty(), daemon.errors().constData());

    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), key);
    // Whoever was cut off may have been counted as well, but nobody twice.
    const qint64 counted = api.clicks(made.id());
    QVERIFY2(counted >= visitors.redirects(),
             qPrintable(QStringLiteral("%1 of %2").arg(counted).arg(visitors.redirects())));
    QVERIFY(counted <= visitors.asked());
    HttpClient visitor(daemon.publicPort());
    const auto links = creators.made();
    for (const Creators::Acknowledged &link : links)
        QCOMPARE(visitor.get("/" + link.code).field("location"),
                 "https://example.com/" + QByteArray::number(link.number));
}

void TestE2eStop::aStopDoesNotWaitForIdleAndSlowClients()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    std::vector<std::unique_ptr<HttpClient>> idle;
    for (int i = 0; i < 30; ++i) {
        idle.push_back(std::make_unique<HttpClient>(daemon.publicPort()));
        QVERIFY(i % 3 == 0 ? idle.back()->open()
                           : idle.back()->write(
                               i % 3 == 1 ? QByteArray("GET /half HTTP/1.1\r\nHost: loc")
                                          : "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf"));
    }
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(daemon.stop(), 0);
    QVERIFY(clock.elapsed() < 5000);
}

void TestE2eStop::aSecondSignalChangesNothing()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    HttpClient half(daemon.publicPort()); // keeps the stop busy for a moment
    QVERIFY(half.write("GET /half HTTP/1.1\r\n"));
    daemon.terminate();
    daemon.interrupt();
    daemon.terminate();
    QCOMPARE(daemon.waitForExit(5000), 0);
}

void TestE2eStop::aStopEndsTheEventStreams()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    HttpClient events(daemon.adminPort());
    QVERIFY(
        events.write(HttpClient::request("GET", "/api/v1/events", "Authorization: Bearer " + daemon.key() + "\r\n")));
    QVERIFY(events.readUntil("retry:").contains("200 OK"));
    daemon.terminate();
    QVERIFY(events.readToEnd());
    QCOMPARE(daemon.waitForExit(5000), 0);
}

// R37.
void TestE2eStop::theLogIsFoldedIntoTheDatabase()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), daemon.key()).create("https://example.com/", "kept").status(), 201);
    QCOMPARE(daemon.stop(), 0);
    QVERIFY(QFile(daemon.databaseFile() + QStringLiteral("-wal")).size() == 0);
    QVERIFY(QFile(daemon.databaseFile()).size() > 0);
}

QTEST_GUILESS_MAIN(TestE2eStop)
#include "tst_e2estop.moc"
