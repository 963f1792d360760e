#include "store/store.h"

#include "await.h"
#include "fakes.h"
#include "store/migrations.h"
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "tempstore.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <sqlite3.h>

#include <algorithm>
#include <cstdio>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

constexpr const char *kDatabase = "linkdesk.db";

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

} // namespace

class TestStore : public QObject {
    Q_OBJECT

    FakeClock m_clock;

    Result<std::unique_ptr<Store>> open(const QString &folder)
    {
        StoreOptions options;
        options.dataDir = folder.toStdString();
        return Store::open(options, m_clock);
    }

    // A folder with a database of some hundred links, closed.
    void fill(const QString &folder)
    {
        auto store = open(folder);
        QVERIFY(store.ok());
        WriteJob job;
        job.run = [](SqlConnection &connection) {
            return connection
                .exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
                      "INSERT INTO link(domain_id, code, status, generator, long_url, target_hash, "
                      "redirect_status, forward_query, track, version, created_at, updated_at) SELECT 1, "
                      "'code' || i, 'active', 'custom', 'https://a.example/' || i, i, 302, 1, 1, 1, 0, 0 FROM n")
                .ok();
        };
        QVERIFY((*store)->writer().submit(std::move(job)));
        (*store)->writer().flush();
    }

    // Opening must fail and leave the database as it was (R39).
    void refuses(const QString &folder, ErrorCode code)
    {
        const QString file = folder + u'/' + QLatin1String(kDatabase);
        const QByteArray before = fileBytes(file);
        const auto store = open(folder);
        QVERIFY(!store.ok());
        QCOMPARE(store.error().code, code);
        QVERIFY2(store.error().detail.find(folder.toStdString()) != std::string::npos, store.error().detail.c_str());
        QCOMPARE(fileBytes(file), before);
    }

private Q_SLOTS:
    void makesAMissingFolder()
    {
        QTemporaryDir dir;
        const QString folder = dir.filePath(QStringLiteral("a/b/ü"));
        {
            const auto store = open(folder);
            QVERIFY(store.ok());
            QVERIFY((*store)->sizes().databaseBytes > 0 || (*store)->sizes().walBytes > 0);
        }
        const auto permissions = QFile::permissions(folder);
        QVERIFY(!(permissions & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther)));
        QVERIFY(
            !(QFile::permissions(folder + u'/' + QLatin1String(kDatabase)) & (QFile::ReadGroup | QFile::ReadOther)));
        QVERIFY(open(folder).ok());
    }

    void refusesAFolderThatCannotBe_data() // R39
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("below a file") << QStringLiteral("%1/file/below");
        QTest::newRow("a file") << QStringLiteral("%1/file");
#ifdef Q_OS_LINUX
        QTest::newRow("in a file system that takes no files") << QStringLiteral("/proc/linkdesk");
#endif
    }

    void refusesAFolderThatCannotBe()
    {
        QFETCH(QString, folder);
        QTemporaryDir dir;
        writeFile(dir.filePath(QStringLiteral("file")), "x");
        if (folder.contains(u'%'))
            folder = folder.arg(dir.path());
        refuses(folder, ErrorCode::NotWritable);
    }

    void refusesADatabaseThatCannotBeWritten() // R39
    {
        QTemporaryDir dir;
        QVERIFY(QDir(dir.path()).mkdir(QLatin1String(kDatabase)));
        refuses(dir.path(), ErrorCode::NotWritable);
    }

    void refusesASecondInstance() // R39
    {
        QTemporaryDir dir;
        auto first = open(dir.path());
        QVERIFY(first.ok());
        refuses(dir.path(), ErrorCode::InUse);
        const auto second = open(dir.path());
        const std::string pid = std::to_string(QCoreApplication::applicationPid());
        QVERIFY2(second.error().detail.find(pid) != std::string::npos, second.error().detail.c_str());
        first->reset();
        QVERIFY(open(dir.path()).ok());
    }

    void aKilledInstanceHoldsNothing() // R35, R39
    {
        QTemporaryDir dir;
        QProcess other;
        other.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        other.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--hold"), dir.path()});
        QVERIFY(other.waitForStarted());
        while (!other.canReadLine())
            QVERIFY(other.waitForReadyRead());
        refuses(dir.path(), ErrorCode::InUse);
        other.kill();
        QVERIFY(other.waitForFinished());
        const auto store = open(dir.path());
        QVERIFY2(store.ok(), store.ok() ? "" : store.error().detail.c_str());
        std::int64_t kept = 0;
        (void)await<bool>([&](auto done) {
            QVERIFY((*store)->readers().submit([&kept, done](SqlConnection &connection) {
                Statement count(connection, "SELECT count(*) FROM setting");
                kept = count.step() == Statement::Step::Row ? count.integer(0) : -1;
                done(true);
            }));
        });
        QCOMPARE(kept, std::int64_t{1}); // acknowledged, so it is there
    }

    void refusesANewerSchema() // R39
    {
        QTemporaryDir dir;
        fill(dir.path());
        {
            sqlite3 *raw = nullptr;
            QCOMPARE(sqlite3_open((dir.path() + u'/' + QLatin1String(kDatabase)).toUtf8().constData(), &raw),
                     SQLITE_OK);
            const std::string sql = "INSERT INTO schema_version VALUES(" + std::to_string(kSchemaVersion + 1) + ", 0)";
            QCOMPARE(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
            sqlite3_close(raw);
        }
        refuses(dir.path(), ErrorCode::NewerSchema);
    }

    void refusesDamage_data() // R39
    {
        QTest::addColumn<int>("offset");
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("another beginning") << 0 << QByteArray("not a database at all, not a bit");
        QTest::newRow("an impossible page size") << 16 << QByteArray("\x03\x07", 2);
        QTest::newRow("a broken first page") << 100 << QByteArray(400, '\xff');
        QTest::newRow("a broken list of tables") << 3800 << QByteArray(296, '\xee');
        QTest::newRow("a broken page in the middle") << 4096 * 8 << QByteArray(4096, '\xaa');
    }

    void refusesDamage()
    {
        QFETCH(int, offset);
        QFETCH(QByteArray, bytes);
        QTemporaryDir dir;
        fill(dir.path());
        const QString file = dir.path() + u'/' + QLatin1String(kDatabase);
        QByteArray content = fileBytes(file);
        QVERIFY(content.size() > offset + bytes.size());
        content.replace(offset, bytes.size(), bytes);
        writeFile(file, content);
        refuses(dir.path(), ErrorCode::Corrupt);
    }

    void refusesACutFile() // R39
    {
        for (const int left : {1, 50, 4096, 4096 * 10 + 100}) {
            QTemporaryDir dir;
            fill(dir.path());
            const QString file = dir.path() + u'/' + QLatin1String(kDatabase);
            writeFile(file, fileBytes(file).left(left));
            refuses(dir.path(), ErrorCode::Corrupt);
        }
    }

    void refusesAForeignDatabase() // R39
    {
        QTemporaryDir dir;
        sqlite3 *raw = nullptr;
        QCOMPARE(sqlite3_open((dir.path() + u'/' + QLatin1String(kDatabase)).toUtf8().constData(), &raw), SQLITE_OK);
        QCOMPARE(sqlite3_exec(raw, "CREATE TABLE notes(text)", nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(raw);
        refuses(dir.path(), ErrorCode::Corrupt);
    }

    void anEmptyFileIsAFreshStart()
    {
        QTemporaryDir dir;
        writeFile(dir.path() + u'/' + QLatin1String(kDatabase), {});
        QVERIFY(open(dir.path()).ok());
    }

    void closingLeavesNoLog() // R37
    {
        QTemporaryDir dir;
        fill(dir.path());
        QVERIFY(fileBytes(dir.path() + QStringLiteral("/linkdesk.db-wal")).isEmpty());
        const auto store = open(dir.path());
        QVERIFY(store.ok());
    }

    void aFailedMigrationLeavesTheOldState() // R38
    {
        QTemporaryDir dir;
        const std::filesystem::path file = dir.filePath(QStringLiteral("x.db")).toStdString();
        auto connection = SqlConnection::open(file, SqlConnection::Access::ReadWrite);
        QVERIFY(connection.ok());
        QVERIFY((*connection)->exec("PRAGMA max_page_count = 12").ok()); // too small for the schema
        const auto migrated = migrate(**connection, m_clock.now());
        QVERIFY(!migrated.ok());
        QCOMPARE(migrated.error().code, ErrorCode::DiskFull);
        QCOMPARE(*schemaVersion(**connection), std::int64_t{0});
        QVERIFY((*connection)->exec("PRAGMA max_page_count = 100000").ok());
        QVERIFY(migrate(**connection, m_clock.now()).ok());
        QCOMPARE(*schemaVersion(**connection), kSchemaVersion);
        QVERIFY(migrate(**connection, m_clock.now()).ok()); // nothing to do
    }

    void theLogStaysBounded() // R37
    {
        TempStore data(m_clock);
        QVERIFY(data.exec("CREATE TABLE ballast(id INTEGER PRIMARY KEY, bytes BLOB)").ok());
        std::int64_t largest = 0;
        for (int i = 0; i < 120; ++i) {
            QVERIFY(data.exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 256) "
                              "INSERT INTO ballast(bytes) SELECT randomblob(4000) FROM n").ok());
            largest = std::max(largest, data.store().sizes().walBytes);
        }
        QVERIFY2(largest < (std::int64_t{64} << 20), qPrintable(QString::number(largest)));
    }
};

namespace {

// The other process of aKilledInstanceHoldsNothing(): writes a row, says so after the commit, and waits to be killed.
int holdAndWait(const QString &folder)
{
    SystemClock clock;
    StoreOptions options;
    options.dataDir = folder.toStdString();
    auto store = Store::open(options, clock);
    if (!store)
        return 1;
    WriteJob job;
    job.run = [](SqlConnection &connection) { return connection.exec("INSERT INTO setting VALUES('a', 'b')").ok(); };
    if (!(*store)->writer().submit(std::move(job)))
        return 1;
    (*store)->writer().flush();
    printf("ready\n");
    fflush(stdout);
    QThread::sleep(600);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (app.arguments().size() == 3 && app.arguments().at(1) == u"--hold")
        return holdAndWait(app.arguments().at(2));
    TestStore test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_store.moc"
