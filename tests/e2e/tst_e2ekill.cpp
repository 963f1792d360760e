// kill -9 under load, again and again: what was acknowledged is there, the database is sound, and at most the clicks of
// the last second are gone (R35, R43). LINKDESK_E2E_KILLS sets the number of rounds; 200 are a thorough run.
#include "daemon.h"
#include "daemonclient.h"
#include "visitors.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace linkdesk::test;

class TestE2eKill final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingAcknowledgedIsLost();

private:
    void checkCopy(const QString &folder, qint64 link, qint64 &clicks);
};

// Looks at a copy, so that the service itself is the one that recovers the original.
void TestE2eKill::checkCopy(const QString &folder, qint64 link, qint64 &clicks)
{
    const QTemporaryDir copy;
    for (const char *name : {"linkdesk.db", "linkdesk.db-wal"})
        (void)QFile::copy(folder + QLatin1Char('/') + QLatin1String(name), copy.filePath(QLatin1String(name)));
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("check"));
        database.setDatabaseName(copy.filePath(QStringLiteral("linkdesk.db")));
        QVERIFY(database.open());
        QSqlQuery query(database);
        const auto first = [&query](const QString &sql) {
            return query.exec(sql) && query.next() ? query.value(0) : QVariant(query.lastError().text());
        };
        QCOMPARE(first(QStringLiteral("PRAGMA integrity_check")).toString(), QStringLiteral("ok"));
        QCOMPARE(first(QStringLiteral("SELECT count(*) FROM pragma_foreign_key_check")).toInt(), 0);
        // R43: one truth, whichever table tells it.
        clicks = first(QStringLiteral("SELECT coalesce(sum(humans), 0) FROM link_total WHERE link_id = %1").arg(link))
                     .toLongLong();
        const QString hours =
            QStringLiteral("SELECT coalesce(sum(humans), 0) FROM click_hour WHERE link_id = %1 AND dimension = ''");
        QCOMPARE(first(hours.arg(link)).toLongLong(), clicks);
        query.clear();
        database.close();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("check"));
}

void TestE2eKill::nothingAcknowledgedIsLost()
{
    const int rounds = qEnvironmentVariableIntValue("LINKDESK_E2E_KILLS") > 0
                           ? qEnvironmentVariableIntValue("LINKDESK_E2E_KILLS")
                           : 12;
    const quint32 seed = QRandomGenerator::global()->generate();
    qInfo("seed %u", seed);
    QRandomGenerator random(seed);
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    const ApiAnswer hot = ApiClient(daemon.adminPort(), key).create("https://example.com/hot", "hot");
    QCOMPARE(hot.status(), 201);
    std::vector<Creators::Acknowledged> all;
    qint64 number = 1;
    qint64 clicksBefore = 0;
    for (int round = 0; round < rounds; ++round) {
        qint64 aSecondAgo = 0;
        qint64 asked = 0;
        {
            Visitors visitors(daemon.publicPort(), "/hot", 3);
            Creators creators(daemon.adminPort(), key, 3, number);
            // The moment is chance; what was answered a second before it is to be there afterwards.
            const QDeadlineTimer end(1000 + static_cast<qint64>(random.bounded(800)));
            QTRY_VERIFY2(QDeadlineTimer::current() >= end - 1000, "never");
            aSecondAgo = visitors.redirects();
            QTRY_VERIFY2(QDeadlineTimer::current() >= end, "never");
            daemon.kill();
            visitors.finish();
            creators.finish();
            QCOMPARE(visitors.others(), 0);
            QCOMPARE(creators.refusals().size(), 0u);
            const auto made = creators.made();
            all.insert(all.end(), made.begin(), made.end());
            number = creators.nextNumber();
            asked = visitors.asked();
        }
        qint64 clicks = 0;
        checkCopy(daemon.dataFolder(), hot.id(), clicks);
        if (QTest::currentTestFailed())
            return;
        QVERIFY2(
            clicks - clicksBefore >= aSecondAgo,
            qPrintable(QStringLiteral("round %1: %2 of %3").arg(round).arg(clicks - clicksBefore).arg(aSecondAgo)));
        QVERIFY(clicks - clicksBefore <= asked);
        clicksBefore = clicks;
        QVERIFY2(daemon.start(), daemon.errors().constData());
        QCOMPARE(ApiClient(daemon.adminPort(), key).clicks(hot.id()), clicks);
    }
    HttpClient visitor(daemon.publicPort());
    for (const Creators::Acknowledged &link : all)
        QCOMPARE(visitor.get("/" + link.code).field("location"),
                 "https://example.com/" + QByteArray::number(link.number));
    QVERIFY(!all.empty());
    qInfo("%d kills, %zu links acknowledged and found, %lld clicks kept", rounds, all.size(),
          static_cast<long long>(clicksBefore));
}

QTEST_GUILESS_MAIN(TestE2eKill)
#include "tst_e2ekill.moc"
