// kill -9 in the midst of backups and restores: a file of a backup's name is a whole backup, and after a killed restore
// the data is the old or the new one, whole. LINKDESK_E2E_KILLS sets the number of rounds.
#include "backupclient.h"
#include "daemon.h"
#include "visitors.h"

#include <QDeadlineTimer>
#include <QRandomGenerator>

using namespace linkdesk::test;

namespace {

int rounds()
{
    const int wanted = qEnvironmentVariableIntValue("LINKDESK_E2E_KILLS");
    return wanted > 0 ? wanted : 12;
}

QRandomGenerator seeded()
{
    const quint32 seed = QRandomGenerator::global()->generate();
    qInfo("seed %u", seed);
    return QRandomGenerator(seed);
}

} // namespace

class TestE2eKillBackup final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKilledBackup();
    void aKilledRestore();
    void aKilledVerb();
};

void TestE2eKillBackup::aKilledBackup()
{
    QRandomGenerator random = seeded();
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    {
        ApiClient api(daemon.adminPort(), key);
        QVERIFY(makeLinks(api, 40'000));
    }
    const QString folder = daemon.dataFolder() + QStringLiteral("/backups");
    std::size_t acknowledged = 40'000;
    qint64 number = 1;
    int whole = 0;
    for (int round = 0; round < rounds(); ++round) {
        ApiClient api(daemon.adminPort(), key);
        Creators creators(daemon.adminPort(), key, 2, number);
        QTRY_VERIFY(creators.made().size() > 10);
        const std::size_t before = acknowledged + creators.made().size();
        const QStringList names = namesIn(folder);
        QCOMPARE(api.post("backups", {}).status(), 202);
        const QDeadlineTimer end(static_cast<qint64>(random.bounded(round % 2 == 0 ? 400 : 2000)));
        QTRY_VERIFY2(end.hasExpired(), "never");
        daemon.kill();
        creators.finish();
        acknowledged += creators.made().size();
        number = creators.nextNumber();
        for (const QString &name : namesIn(folder)) {
            if (names.contains(name) || name.contains(QStringLiteral("unfinished")))
                continue;
            ++whole;
            QVERIFY2(isWhole(folder + QLatin1Char('/') + name), qPrintable(name));
            QVERIFY(valueIn(folder + QLatin1Char('/') + name, QStringLiteral("SELECT count(*) FROM link")).toULongLong()
                    >= before);
        }
        QVERIFY(isWhole(daemon.databaseFile()));
        QVERIFY(valueIn(daemon.databaseFile(), QStringLiteral("SELECT count(*) FROM link")).toULongLong()
                >= acknowledged);
        QVERIFY2(daemon.start(), daemon.errors().constData());
        QCOMPARE(namesIn(folder).filter(QStringLiteral("unfinished")), QStringList());
    }
    ApiClient api(daemon.adminPort(), key);
    QCOMPARE(waitForJob(api, api.post("backups", {}))[QLatin1String("state")].toString(), QStringLiteral("done"));
    qInfo("%d kills, %d of the backups were done by then", rounds(), whole);
}

void TestE2eKillBackup::aKilledRestore()
{
    QRandomGenerator random = seeded();
    const QTemporaryDir folder;
    const QString backup = folder.filePath(QStringLiteral("a.db"));
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    {
        ApiClient api(daemon.adminPort(), key);
        QVERIFY(makeLinks(api, 20'000));
        QCOMPARE(
            waitForJob(api, api.post("backups", {{QStringLiteral("file"), backup}}))[QLatin1String("state")].toString(),
            QStringLiteral("done"));
    }
    int replaced = 0;
    int kept = 0;
    // Some moments are hit on purpose: the copy is being made, it is decided, the service is on its way down or up.
    const QStringList marks{QStringLiteral("linkdesk.db.incoming"), QStringLiteral("linkdesk.restore"),
                            QStringLiteral("linkdesk-before-restore")};
    for (int round = 0; round < rounds(); ++round) {
        QStringList formers = namesIn(daemon.dataFolder()).filter(QStringLiteral("before-restore"));
        ApiClient api(daemon.adminPort(), key);
        const QByteArray slug = "after-" + QByteArray::number(round);
        QCOMPARE(api.create("https://example.com/after", slug).status(), 201);
        const auto before = valueIn(daemon.databaseFile(), QStringLiteral("SELECT count(*) FROM link")).toInt();
        QCOMPARE(api.post("service/restore", {{QStringLiteral("file"), backup}}).status(), 202);
        if (round % 4 < 3) {
            const QString mark = marks.at(round % 4);
            const auto seen = [&] {
                QStringList names = namesIn(daemon.dataFolder());
                names.removeIf([&](const QString &name) { return formers.contains(name); });
                return !names.filter(mark).isEmpty() || !names.filter(marks.last()).isEmpty();
            };
            // It may be there for less than a look; then the kill comes when all is done.
            const QDeadlineTimer end(30'000);
            while (!seen() && !end.hasExpired()) {}
        } else {
            const QDeadlineTimer end(static_cast<qint64>(random.bounded(700)));
            QTRY_VERIFY2(end.hasExpired(), "never");
        }
        daemon.kill();
        QVERIFY2(daemon.start(), daemon.errors().constData());
        const bool isNew = HttpClient(daemon.publicPort()).get("/" + slug).status == 404;
        QTRY_VERIFY(ApiClient(daemon.adminPort(), key).get("service").json[QLatin1String("links")].toInt() >= 20'000);
        QVERIFY(isWhole(daemon.databaseFile()));
        QCOMPARE(valueIn(daemon.databaseFile(), QStringLiteral("SELECT count(*) FROM link")).toInt(),
                 isNew ? 20'000 : before);
        QStringList added = namesIn(daemon.dataFolder()).filter(QStringLiteral("before-restore"));
        added.removeIf(
            [&](const QString &name) { return formers.contains(name) || !name.endsWith(QStringLiteral(".db")); });
        QCOMPARE(added.size(), isNew ? 1 : 0);
        if (isNew) {
            const QString former = daemon.dataFolder() + QLatin1Char('/') + added.first();
            QVERIFY(isWhole(former));
            QCOMPARE(valueIn(former, QStringLiteral("SELECT count(*) FROM link")).toInt(), before);
        }
        QVERIFY(!QFile::exists(daemon.dataFolder() + QStringLiteral("/linkdesk.db.incoming")));
        QVERIFY(!QFile::exists(daemon.dataFolder() + QStringLiteral("/linkdesk.restore")));
        (isNew ? replaced : kept) += 1;
    }
    QVERIFY(isWhole(backup));
    qInfo("%d kills: %d times the new data, %d times the old", rounds(), replaced, kept);
    QVERIFY(replaced > 0);
}

// Without a service: the verb itself is killed, and the next start says what the data is.
void TestE2eKillBackup::aKilledVerb()
{
    QRandomGenerator random = seeded();
    const QTemporaryDir folder;
    const QString backup = folder.filePath(QStringLiteral("a.db"));
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    {
        ApiClient api(daemon.adminPort(), key);
        QVERIFY(makeLinks(api, 20'000));
        QCOMPARE(
            waitForJob(api, api.post("backups", {{QStringLiteral("file"), backup}}))[QLatin1String("state")].toString(),
            QStringLiteral("done"));
        QCOMPARE(api.create("https://example.com/after", "after").status(), 201);
    }
    QCOMPARE(daemon.stop(), 0);
    for (int round = 0; round < rounds(); ++round) {
        const int before = valueIn(daemon.databaseFile(), QStringLiteral("SELECT count(*) FROM link")).toInt();
        QProcess restore;
        restore.start(daemonProgram(),
                      {QStringLiteral("restore"), backup, QStringLiteral("--data-dir"), daemon.dataFolder()});
        QVERIFY(restore.waitForStarted());
        const QDeadlineTimer end(static_cast<qint64>(random.bounded(500)));
        QTRY_VERIFY2(end.hasExpired(), "never");
        restore.kill();
        restore.waitForFinished();
        QVERIFY2(daemon.start(), daemon.errors().constData());
        const bool isNew = HttpClient(daemon.publicPort()).get("/after").status == 404;
        QVERIFY(isWhole(daemon.databaseFile()));
        QCOMPARE(valueIn(daemon.databaseFile(), QStringLiteral("SELECT count(*) FROM link")).toInt(),
                 isNew ? 20'000 : before);
        if (isNew)
            QCOMPARE(ApiClient(daemon.adminPort(), key).create("https://example.com/after", "after").status(), 201);
        QCOMPARE(daemon.stop(), 0);
    }
}

QTEST_GUILESS_MAIN(TestE2eKillBackup)
#include "tst_e2ekillbackup.moc"
