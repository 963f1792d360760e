// Bad luck: ports taken, folders that cannot be written, damaged and foreign databases, a full disk. A clear message, a
// code that is not 0, and not one byte changed where the service refused to start (R38, R39, R18).
#include "daemon.h"
#include "daemonclient.h"
#include "smalldisk.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QJsonArray>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTcpServer>
#include <QTest>

#include <memory>
#include <vector>

using namespace linkdesk::test;

namespace {

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The database and its log. SQLite's shared memory is no data, and neither is a log without a page in it.
QByteArray digestOf(const QString &folder)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const QString file = folder + QStringLiteral("/linkdesk.db");
    hash.addData(contentsOf(file));
    hash.addData(contentsOf(file + QStringLiteral("-wal")));
    return hash.result();
}

bool overwrite(const QString &path, qint64 offset, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::ReadWrite) && file.seek(offset) && file.write(bytes) == bytes.size();
}

bool runSql(const QString &path, const QStringList &statements)
{
    bool done = true;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("prepare"));
        database.setDatabaseName(path);
        done = database.open();
        for (const QString &statement : statements)
            done = done && QSqlQuery(database).exec(statement);
        database.close();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("prepare"));
    return done;
}

} // namespace

class TestE2eBadLuck final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTakenPortIsNamed_data();
    void aTakenPortIsNamed();
    void aPortOfAnotherLinkdeskIsNamed();
    void foldersThatCannotBe_data();
    void foldersThatCannotBe();
    void aReadOnlyFileSystem();
    void damagedDatabases_data();
    void damagedDatabases();
    void aDamagedPageInTheMiddle();
    void aNewerSchema();
    void aDatabaseOfSomebodyElse();
    void aSecondInstanceOnTheFolder();
    void verbsRefuseADamagedDatabaseToo();
    void aFullDiskStopsChangesButNoRedirects();
    void aFullDiskAtTheStart();
    void fewFileDescriptors();
    void aLowLimitOfAShellIsRaised();
};

void TestE2eBadLuck::aTakenPortIsNamed_data()
{
    QTest::addColumn<bool>("isPublic");
    QTest::newRow("public") << true;
    QTest::newRow("admin") << false;
}

void TestE2eBadLuck::aTakenPortIsNamed()
{
    QFETCH(bool, isPublic);
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    const QString address = QStringLiteral("127.0.0.1:%1").arg(other.serverPort());
    DaemonOptions options;
    (isPublic ? options.listen : options.adminListen) = address;
    Daemon daemon;
    QVERIFY(!daemon.start(options));
    QCOMPARE(daemon.waitForExit(), 1);
    QCOMPARE(daemon.lines(), QByteArray());
    QVERIFY2(daemon.errors().contains("another program already uses " + address.toLatin1()),
             daemon.errors().constData());
    // Nothing is left in the way of the next try.
    QVERIFY2(daemon.start(), daemon.errors().constData());
}

void TestE2eBadLuck::aPortOfAnotherLinkdeskIsNamed()
{
    Daemon first;
    QVERIFY2(first.start(), first.errors().constData());
    DaemonOptions options;
    options.listen = QStringLiteral("127.0.0.1:%1").arg(first.publicPort());
    Daemon second;
    QVERIFY(!second.start(options));
    QCOMPARE(second.waitForExit(), 1);
    QVERIFY2(second.errors().contains("already uses"), second.errors().constData());
    QCOMPARE(HttpClient(first.publicPort()).get("/").status, 200);
}

void TestE2eBadLuck::foldersThatCannotBe_data()
{
    QTest::addColumn<QString>("folder");
    QTest::newRow("below a file") << QStringLiteral("%1/file/data");
    QTest::newRow("a file itself") << QStringLiteral("%1/file");
#ifdef Q_OS_LINUX
    QTest::newRow("below /proc") << QStringLiteral("/proc/linkdesk");
    QTest::newRow("a name too long") << QStringLiteral("%1/") + QString(300, u'n');
#endif
}

void TestE2eBadLuck::foldersThatCannotBe()
{
    QFETCH(QString, folder);
    const QTemporaryDir temporary;
    QFile file(temporary.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("data") == 4);
    file.close();
    if (folder.contains(QStringLiteral("%1")))
        folder = folder.arg(temporary.path());
    Daemon daemon(folder);
    QVERIFY(!daemon.start());
    QCOMPARE(daemon.waitForExit(), 1);
    QVERIFY2(daemon.errors().startsWith("linkdeskd: The data folder " + folder.toUtf8()), daemon.errors().constData());
    QCOMPARE(contentsOf(file.fileName()), QByteArray("data"));
    for (const QStringList &verb :
         {QStringList{QStringLiteral("keys"), QStringLiteral("create"), QStringLiteral("--name=x")},
          QStringList{QStringLiteral("shorten"), QStringLiteral("https://example.com/")}}) {
        const Finished finished = runLinkdeskd(verb + QStringList{QStringLiteral("--data-dir"), folder});
        QCOMPARE(finished.exitCode, 1);
        QVERIFY(finished.err.contains("data folder"));
    }
}

void TestE2eBadLuck::aReadOnlyFileSystem()
{
    const SmallDisk disk(QStringLiteral("16m"));
    if (!disk.isMounted())
        QSKIP("this user may not mount a file system");
    Daemon daemon(disk.path(QStringLiteral("data")));
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(daemon.stop(), 0);
    const QByteArray before = digestOf(daemon.dataFolder());
    if (!disk.remountReadOnly())
        QSKIP("the file system cannot be made read-only");
    QVERIFY(!daemon.start());
    QCOMPARE(daemon.waitForExit(), 1);
    QVERIFY2(daemon.errors().contains("cannot be written"), daemon.errors().constData());
    QCOMPARE(digestOf(daemon.dataFolder()), before);
}

void TestE2eBadLuck::damagedDatabases_data()
{
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<QByteArray>("bytes"); // "cut": cut there instead
    QTest::newRow("the whole first page") << qint64{0} << QByteArray(4096, '\xa5');
    QTest::newRow("the first bytes") << qint64{0} << QByteArray("NOT SQLITE");
    QTest::newRow("the page size") << qint64{16} << QByteArray(2, '\x7f');
    QTest::newRow("the schema") << qint64{100} << QByteArray(3996, '\0');
    QTest::newRow("cut in the middle of the header") << qint64{50} << QByteArray("cut");
    QTest::newRow("cut after two pages") << qint64{8192} << QByteArray("cut");
}

void TestE2eBadLuck::damagedDatabases()
{
    QFETCH(qint64, offset);
    QFETCH(QByteArray, bytes);
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), daemon.key()).create("https://example.com/", "one").status(), 201);
    QCOMPARE(daemon.stop(), 0);
    QVERIFY(bytes == "cut" ? QFile::resize(daemon.databaseFile(), offset)
                           : overwrite(daemon.databaseFile(), offset, bytes));
    const QByteArray before = digestOf(daemon.dataFolder());
    QVERIFY(!daemon.start());
    QCOMPARE(daemon.waitForExit(), 1);
    QVERIFY2(
        daemon.errors().startsWith("linkdeskd: The database " + daemon.databaseFile().toUtf8() + " cannot be used"),
        daemon.errors().constData());
    QVERIFY(daemon.errors().contains("backup"));
    QCOMPARE(digestOf(daemon.dataFolder()), before);
}

void TestE2eBadLuck::aDamagedPageInTheMiddle()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    for (int i = 0; i < 500; ++i)
        QCOMPARE(api.create("https://example.com/" + QByteArray::number(i) + QByteArray(200, 'x')).status(), 201);
    QCOMPARE(daemon.stop(), 0);
    const qint64 pages = QFile(daemon.databaseFile()).size() / 4096;
    QVERIFY(pages > 40);
    QVERIFY(overwrite(daemon.databaseFile(), pages / 2 * 4096, QByteArray(4096, '\xa5')));
    const QByteArray before = digestOf(daemon.dataFolder());
    QVERIFY(!daemon.start());
    QCOMPARE(daemon.waitForExit(), 1);
    QVERIFY2(daemon.errors().contains("cannot be used"), daemon.errors().constData());
    QCOMPARE(digestOf(daemon.dataFolder()), before);
}

void TestE2eBadLuck::aNewerSchema()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(daemon.stop(), 0);
    QVERIFY(runSql(daemon.databaseFile(),
                   {QStringLiteral("INSERT INTO schema_version(version, applied_at) VALUES(9999, 0)"),
                    QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)")}));
    const QByteArray before = digestOf(daemon.dataFolder());
    QVERIFY(!daemon.start());
    QCOMPARE(daemon.waitForExit(), 1);
    QVERIFY2(daemon.errors().contains("newer Linkdesk"), daemon.errors().constData());
    QCOMPARE(digestOf(daemon.dataFolder()), before);
    QVERIFY(daemon.makeKey(QStringLiteral("read")).isEmpty());
    QCOMPARE(digestOf(daemon.dataFolder()), before);
}

void TestE2eBadLuck::aDatabaseOfSomebodyElse()
{
    Daemon daemon;
    QVERIFY(QDir().mkpath(daemon.dataFolder()));
    QVERIFY(runSql(daemon.databaseFile(), {QStringLiteral("CREATE TABLE recipes(id INTEGER PRIMARY KEY, name TEXT)"),
                                           QStringLiteral("INSERT INTO recipes(name) VALUES('soup')")}));
    const QByteArray before = digestOf(daemon.dataFolder());
    QVERIFY(!daemon.start());
    QCOMPARE(daemon.waitForExit(), 1);
    QVERIFY2(daemon.errors().contains("not one of Linkdesk"), daemon.errors().constData());
    QCOMPARE(digestOf(daemon.dataFolder()), before);
}

void TestE2eBadLuck::aSecondInstanceOnTheFolder()
{
    Daemon first;
    QVERIFY2(first.start(), first.errors().constData());
    Daemon second(first.dataFolder());
    QVERIFY(!second.start());
    QCOMPARE(second.waitForExit(), 1);
    QVERIFY2(
        second.errors().contains("in use by another Linkdesk (process " + QByteArray::number(first.processId()) + ")"),
        second.errors().constData());
    // The first one never noticed.
    QCOMPARE(ApiClient(first.adminPort(), first.key()).create("https://example.com/", "still-here").status(), 201);
    QCOMPARE(HttpClient(first.publicPort()).get("/still-here").status, 302);
}

void TestE2eBadLuck::verbsRefuseADamagedDatabaseToo()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(daemon.stop(), 0);
    QVERIFY(overwrite(daemon.databaseFile(), 0, QByteArray(4096, '\xa5')));
    const QByteArray before = digestOf(daemon.dataFolder());
    const Finished finished = runLinkdeskd({QStringLiteral("shorten"), QStringLiteral("--data-dir"),
                                            daemon.dataFolder(), QStringLiteral("https://example.com/")});
    QCOMPARE(finished.exitCode, 1);
    QCOMPARE(finished.out, QByteArray());
    QVERIFY2(finished.err.contains("cannot be used"), finished.err.constData());
    QCOMPARE(digestOf(daemon.dataFolder()), before);
}

// R38.
void TestE2eBadLuck::aFullDiskStopsChangesButNoRedirects()
{
    const SmallDisk disk(QStringLiteral("24m"));
    if (!disk.isMounted())
        QSKIP("this user may not mount a file system");
    Daemon daemon(disk.path(QStringLiteral("data")));
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    const ApiAnswer made = api.create("https://example.com/before", "before");
    QCOMPARE(made.status(), 201);
    QCOMPARE(api.create("https://example.com/cold", "cold").status(), 201);
    HttpClient visitor(daemon.publicPort());
    QCOMPARE(visitor.get("/before").status, 302);
    QTRY_COMPARE(api.clicks(made.id()), 1);

    disk.fill();
    const auto createLarge = [&api] {
        return api.post("links",
                        {{QStringLiteral("url"), QStringLiteral("https://example.com/%1").arg(QString(8000, u'f'))}});
    };
    ApiAnswer refused;
    for (int i = 0; i < 200 && refused.status() != 507; ++i)
        refused = createLarge();
    QCOMPARE(refused.status(), 507);
    QCOMPARE(refused.code(), QStringLiteral("disk-full"));
    for (int i = 0; i < 100; ++i) {
        QCOMPARE(visitor.get("/before").field("location"), QByteArray("https://example.com/before"));
        QCOMPARE(visitor.get("/cold").status, 302);
    }
    QCOMPARE(api.get("links").status(), 200);
    QVERIFY(daemon.isRunning());

    disk.relieve();
    QTRY_COMPARE_WITH_TIMEOUT(createLarge().status(), 201, 20'000);
    // What was clicked meanwhile waited in memory.
    QTRY_COMPARE_WITH_TIMEOUT(api.clicks(made.id()), 101, 20'000);
    QTRY_VERIFY(api.get("service").json[QLatin1String("problems")].toArray().isEmpty());
    QCOMPARE(daemon.stop(), 0);
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), daemon.key()).clicks(made.id()), 101);
}

void TestE2eBadLuck::aFullDiskAtTheStart()
{
    const SmallDisk disk(QStringLiteral("8m"));
    if (!disk.isMounted())
        QSKIP("this user may not mount a file system");
    disk.fill();
    Daemon daemon(disk.path(QStringLiteral("data")));
    QVERIFY(!daemon.start());
    QCOMPARE(daemon.waitForExit(), 1);
    QVERIFY2(daemon.errors().startsWith("linkdeskd: ")
                 && (daemon.errors().contains("full") || daemon.errors().contains("No space left")),
             daemon.errors().constData());
    disk.relieve();
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), daemon.key()).create("https://example.com/").status(), 201);
}

// R18: out of descriptors, the service waits for some to come free instead of giving up.
void TestE2eBadLuck::fewFileDescriptors()
{
#ifndef Q_OS_UNIX
    QSKIP("there is no such limit here");
#endif
#ifdef __SANITIZE_ADDRESS__
    QSKIP("the sanitizer opens a pipe to look at an object, and reports a fault where it cannot");
#endif
    Daemon daemon;
    DaemonOptions options;
    options.descriptors = 64;
    options.flags = QStringList{QStringLiteral("--connections-per-address"), QStringLiteral("1000")};
    QVERIFY2(daemon.start(options), daemon.errors().constData());
    const QByteArray key = daemon.key();
    QCOMPARE(ApiClient(daemon.adminPort(), key).create("https://example.com/", "scarce").status(), 201);
    for (int round = 0; round < 3; ++round) {
        std::vector<std::unique_ptr<HttpClient>> crowd;
        for (int i = 0; i < 120; ++i) {
            crowd.push_back(std::make_unique<HttpClient>(daemon.publicPort()));
            QVERIFY(crowd.back()->write("GET /scarce HTTP/1.1\r\n"));
        }
        crowd.clear();
        QCOMPARE(HttpClient(daemon.publicPort()).get("/scarce").status, 302);
        QCOMPARE(ApiClient(daemon.adminPort(), key).get("links").status(), 200);
    }
    QCOMPARE(daemon.stop(), 0);
}

void TestE2eBadLuck::aLowLimitOfAShellIsRaised()
{
#ifndef Q_OS_UNIX
    QSKIP("there is no such limit here");
#endif
    Daemon daemon;
    DaemonOptions options;
    options.descriptors = 64;
    options.hardLimit = false;
    options.flags = QStringList{QStringLiteral("--connections-per-address"), QStringLiteral("1000")};
    QVERIFY2(daemon.start(options), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), daemon.key()).create("https://example.com/", "many").status(), 201);
    std::vector<std::unique_ptr<HttpClient>> crowd;
    for (int i = 0; i < 120; ++i) {
        crowd.push_back(std::make_unique<HttpClient>(daemon.publicPort()));
        QCOMPARE(crowd.back()->get("/many").status, 302);
    }
    QCOMPARE(daemon.errors(), QByteArray());
}

QTEST_GUILESS_MAIN(TestE2eBadLuck)
#include "tst_e2ebadluck.moc"
