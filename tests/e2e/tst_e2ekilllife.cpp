// kill -9 while many links are changed, swept and archived: the database is sound, every link is what it was or what it was
// to be, and the next start can go on or turn it back (R35, R38). And a disk that is full just then.
#include "daemon.h"
#include "daemonclient.h"
#include "smalldisk.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace linkdesk::test;

namespace {

constexpr int kLinks = 12'000;
constexpr qint64 kDayMs = 86'400'000;

// One connection to a database that no service has open, or to a copy.
class Database final {
public:
    explicit Database(const QString &file)
    {
        m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("look"));
        m_database.setDatabaseName(file);
        if (!m_database.open())
            qFatal("%s", qPrintable(m_database.lastError().text()));
        (void)run(QStringLiteral("PRAGMA busy_timeout = 20000"));
    }
    ~Database()
    {
        m_database.close();
        m_database = {};
        QSqlDatabase::removeDatabase(QStringLiteral("look"));
    }
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;

    bool run(const QString &sql) { return QSqlQuery(m_database).exec(sql); }
    QVariant first(const QString &sql)
    {
        QSqlQuery query(m_database);
        return query.exec(sql) && query.next() ? query.value(0) : QVariant(query.lastError().text());
    }

private:
    QSqlDatabase m_database;
};

QJsonObject batch(const QString &filter, const QString &action, const QJsonObject &arguments = {})
{
    return {{QStringLiteral("filter"), filter}, {QStringLiteral("action"), action}, {QStringLiteral("arguments"), arguments}};
}

QJsonObject finished(ApiClient &api, const ApiAnswer &started)
{
    const QByteArray path = "jobs/" + started.json[QLatin1String("id")].toString().toLatin1();
    for (;;) {
        const QJsonObject job = api.get(path).json;
        const QString state = job[QLatin1String("state")].toString();
        if (state != QLatin1String("running") && state != QLatin1String("waiting"))
            return job;
        QTest::qWait(5);
    }
}

bool makeLinks(ApiClient &api, int count)
{
    for (int from = 0; from < count; from += 4000) {
        QJsonArray links;
        for (int i = from; i < std::min(count, from + 4000); ++i)
            links.append(QJsonObject{{QStringLiteral("url"), QStringLiteral("https://example.com/%1").arg(i)},
                                     {QStringLiteral("expiresAt"), QStringLiteral("2099-01-01T00:00:00Z")}});
        if (api.send("POST", "links/bulk", QJsonDocument(links).toJson()).status() != 200)
            return false;
    }
    return true;
}

// Sound, and nothing lost: every link is in one table or the other.
void checkWhole(Database &database, int links)
{
    QCOMPARE(database.first(QStringLiteral("PRAGMA integrity_check")).toString(), QStringLiteral("ok"));
    QCOMPARE(database.first(QStringLiteral("SELECT count(*) FROM pragma_foreign_key_check")).toInt(), 0);
    QCOMPARE(database.first(QStringLiteral("SELECT (SELECT count(*) FROM link) + (SELECT count(*) FROM link_archive)")).toInt(), links);
    QCOMPARE(database.first(QStringLiteral("SELECT count(*) FROM link JOIN link_archive USING(id)")).toInt(), 0);
}

} // namespace

class TestE2eKillLife final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKilledBatchCanBeTurnedBack();
    void aKilledSweepGoesOn();
    void aKilledArchiveGoesOn();
    void aFullDiskEndsABatchInOnePiece();

private:
    // Starts the job, kills at a moment of chance within what it takes, and looks at what is there.
    void killAt(Daemon &daemon, const QByteArray &path, const QJsonObject &body, int milliseconds)
    {
        const QByteArray key = daemon.key();
        ApiClient api(daemon.adminPort(), key);
        QCOMPARE(api.post(path, body).status(), 202);
        QElapsedTimer clock;
        clock.start();
        const int wait = static_cast<int>(m_random.bounded(milliseconds));
        while (clock.elapsed() < wait)
            QTest::qWait(1);
        daemon.kill();
    }
    QRandomGenerator m_random = QRandomGenerator::securelySeeded();
    const int m_rounds = qEnvironmentVariableIntValue("LINKDESK_E2E_KILLS") > 0
                             ? qEnvironmentVariableIntValue("LINKDESK_E2E_KILLS")
                             : 5;
};

void TestE2eKillLife::aKilledBatchCanBeTurnedBack()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    {
        ApiClient api(daemon.adminPort(), key);
        QVERIFY(makeLinks(api, kLinks));
    }
    int partly = 0;
    for (int round = 0; round < m_rounds; ++round) {
        killAt(daemon, "links/batch", batch(QStringLiteral("has:expiry"), QStringLiteral("renew"),
                                            {{QStringLiteral("expiresAt"), QStringLiteral("2100-01-01T00:00:00Z")}}), 700);
        int renewed = 0;
        qint64 audit = 0;
        {
            Database database(daemon.databaseFile());
            checkWhole(database, kLinks);
            renewed = database.first(QStringLiteral("SELECT count(*) FROM link WHERE expires_at > 4102444000000")).toInt();
            audit = database.first(QStringLiteral("SELECT coalesce(max(id), 0) FROM audit WHERE action = 'batch'")).toLongLong();
            // The row that stands for all says how many there are, and each has its own.
            const QString rows = QStringLiteral("SELECT count(*) FROM audit WHERE batch = %1").arg(audit);
            const QString counted = QStringLiteral("SELECT coalesce(sum(links), 0) FROM audit WHERE id = %1").arg(audit);
            if (renewed > 0) {
                QCOMPARE(database.first(rows).toInt(), renewed);
                QCOMPARE(database.first(counted).toInt(), renewed);
            }
        }
        partly += renewed > 0 && renewed < kLinks ? 1 : 0;
        QVERIFY2(daemon.start(), daemon.errors().constData());
        ApiClient api(daemon.adminPort(), key);
        if (renewed > 0) {
            const QJsonObject undo = finished(api, api.send("POST", "audit/" + QByteArray::number(audit) + "/undo"));
            QCOMPARE(undo[QLatin1String("changed")].toInt(), renewed);
        }
        Database database(daemon.databaseFile());
        QCOMPARE(database.first(QStringLiteral("SELECT count(*) FROM link WHERE expires_at > 4102444000000")).toInt(), 0);
    }
    qInfo("%d of %d kills came in the middle", partly, m_rounds);
}

void TestE2eKillLife::aKilledSweepGoesOn()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    {
        ApiClient api(daemon.adminPort(), daemon.key());
        QVERIFY(makeLinks(api, kLinks));
        // Nothing is swept by itself meanwhile.
        QCOMPARE(api.patch("settings", {{QStringLiteral("keepExpiredDays"), QJsonValue()}}).status(), 200);
    }
    const QByteArray key = daemon.key();
    QCOMPARE(daemon.stop(), 0);
    {
        Database database(daemon.databaseFile());
        QVERIFY(database.run(QStringLiteral("UPDATE link SET expires_at = created_at - %1, updated_at = created_at - %1").arg(200 * kDayMs)));
        QVERIFY(database.run(QStringLiteral("UPDATE setting SET value = '0' WHERE key = 'keep-expired-days'")));
    }
    int partly = 0;
    for (int round = 0; round < m_rounds; ++round) {
        QVERIFY2(daemon.start(), daemon.errors().constData());
        killAt(daemon, "service/upkeep", {{QStringLiteral("task"), QStringLiteral("sweep")}}, 150);
        Database database(daemon.databaseFile());
        checkWhole(database, kLinks);
        const int swept = database.first(QStringLiteral("SELECT count(*) FROM link WHERE status = 'deleted'")).toInt();
        QCOMPARE(database.first(QStringLiteral("SELECT count(*) FROM link WHERE (status = 'deleted') <> (deleted_at IS NOT NULL)")).toInt(), 0);
        partly += swept > 0 && swept < kLinks ? 1 : 0;
        if (round + 1 < m_rounds)
            QVERIFY(database.run(QStringLiteral("UPDATE link SET status = 'active', deleted_at = NULL, updated_at = expires_at")));
    }
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), key);
    QCOMPARE(finished(api, api.post("service/upkeep", {{QStringLiteral("task"), QStringLiteral("sweep")}}))[QLatin1String("state")].toString(),
             QStringLiteral("done"));
    Database database(daemon.databaseFile());
    QCOMPARE(database.first(QStringLiteral("SELECT count(*) FROM link WHERE status = 'deleted'")).toInt(), kLinks);
    qInfo("%d of %d kills came in the middle", partly, m_rounds);
}

void TestE2eKillLife::aKilledArchiveGoesOn()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    {
        ApiClient api(daemon.adminPort(), key);
        QVERIFY(makeLinks(api, kLinks));
        QCOMPARE(api.patch("settings", {{QStringLiteral("archiveAfterDays"), 100}}).status(), 200);
    }
    QCOMPARE(daemon.stop(), 0);
    {
        Database database(daemon.databaseFile());
        QVERIFY(database.run(QStringLiteral("UPDATE link SET expires_at = NULL, created_at = created_at - %1, "
                                            "updated_at = created_at - %1").arg(200 * kDayMs)));
    }
    int partly = 0;
    for (int round = 0; round < m_rounds; ++round) {
        QVERIFY2(daemon.start(), daemon.errors().constData());
        killAt(daemon, "service/upkeep", {{QStringLiteral("task"), QStringLiteral("archive")}}, 150);
        Database database(daemon.databaseFile());
        checkWhole(database, kLinks);
        const int archived = database.first(QStringLiteral("SELECT count(*) FROM link_archive")).toInt();
        partly += archived > 0 && archived < kLinks ? 1 : 0;
    }
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), key);
    QCOMPARE(finished(api, api.post("service/upkeep", {{QStringLiteral("task"), QStringLiteral("archive")}}))[QLatin1String("state")].toString(),
             QStringLiteral("done"));
    QString code;
    {
        Database database(daemon.databaseFile());
        QCOMPARE(database.first(QStringLiteral("SELECT count(*) FROM link_archive")).toInt(), kLinks);
        code = database.first(QStringLiteral("SELECT code FROM link_archive LIMIT 1 OFFSET 77")).toString();
    }
    QCOMPARE(HttpClient(daemon.publicPort()).get("/" + code.toLatin1()).status, 302);
    qInfo("%d of %d kills came in the middle", partly, m_rounds);
}

void TestE2eKillLife::aFullDiskEndsABatchInOnePiece()
{
    const SmallDisk disk(QStringLiteral("40m"));
    if (!disk.isMounted())
        QSKIP("this user may not mount a file system");
    Daemon daemon(disk.path(QStringLiteral("data")));
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    QVERIFY(makeLinks(api, kLinks));
    const QString code = api.get("links?limit=1").json[QLatin1String("links")].toArray()[0].toObject()[QLatin1String("code")].toString();
    const auto stars = [&daemon] {
        Database database(daemon.databaseFile());
        return database.first(QStringLiteral("SELECT count(*) FROM link WHERE note IS NOT NULL")).toInt();
    };
    disk.fill();
    const QJsonObject note = batch(QStringLiteral("has:expiry"), QStringLiteral("edit"),
                                   {{QStringLiteral("note"), QString(2000, u'n')}});
    QJsonObject job = finished(api, api.post("links/batch", note));
    QCOMPARE(job[QLatin1String("state")].toString(), QStringLiteral("failed"));
    QVERIFY2(job[QLatin1String("detail")].toString().contains(QLatin1String("full")), qPrintable(job[QLatin1String("detail")].toString()));
    QCOMPARE(job[QLatin1String("changed")].toInt(), stars());
    QCOMPARE(HttpClient(daemon.publicPort()).get("/" + code.toLatin1()).status, 302);
    job = finished(api, api.post("service/upkeep", {{QStringLiteral("task"), QStringLiteral("sweep")}}));
    QVERIFY(job[QLatin1String("state")].toString() != QLatin1String("running"));
    disk.relieve();
    // Room again: what was done can be turned back.
    if (job[QLatin1String("auditId")].isDouble()) {
        const QJsonObject undo =
            finished(api, api.send("POST", "audit/" + QByteArray::number(job[QLatin1String("auditId")].toInt()) + "/undo"));
        QCOMPARE(undo[QLatin1String("state")].toString(), QStringLiteral("done"));
        QCOMPARE(stars(), 0);
    }
    QCOMPARE(daemon.stop(), 0);
    Database database(daemon.databaseFile());
    checkWhole(database, kLinks);
}

QTEST_GUILESS_MAIN(TestE2eKillLife)
#include "tst_e2ekilllife.moc"
