// Restores of all kinds of files, and what a crash leaves of one.
#include "backupfiles.h"
#include "fakes.h"
#include "store/restoreswap.h"
#include "upkeep/backup.h"
#include "upkeep/restore.h"

#include <QTemporaryDir>

#include <atomic>
#include <memory>

using namespace linkdesk::core;
using namespace linkdesk::test;

class TestRestore final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aRestoreRoundTrip();
    void filesThatCannotBeRestored_data();
    void filesThatCannotBeRestored();
    void anOlderSchemaIsBroughtUp();
    void aCopiedDatabaseWithItsLog();
    void aCrashAtEachStepOfTheSwap();
    void aRestoreThatWasNotDecidedIsForgotten();
    void aDatabaseThatIsDamagedIsKeptWithItsLog();
    void returnToTheFormerDatabase();
    void cancelledRestores();

private:
    [[nodiscard]] fs::path path(const char *name) const { return fs::path(m_folder->path().toStdString()) / name; }
    [[nodiscard]] fs::path data() const { return m_store->folder(); }

    FakeClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TempStore> m_store;
};

void TestRestore::init()
{
    m_clock.setNow(fromMs(1735689600000));
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<TempStore>(m_clock);
}

void TestRestore::cleanup()
{
    m_store.reset();
    m_folder.reset();
}

void TestRestore::aRestoreRoundTrip()
{
    fill(*m_store, 1, 2000);
    QVERIFY(m_store->exec("INSERT INTO setting(key, value) VALUES('code-filter-token', 'old')"));
    QVERIFY(makeBackup(m_store->store(), path("a.db"), {}));
    const QByteArray backup = contentsOf(path("a.db"));
    fill(*m_store, 2001, 500);
    QVERIFY(overwrite(data() / "codes.bloom", 0, "filter"));
    const auto staged = stageRestore(data(), path("a.db"), m_clock.now(), {});
    QVERIFY2(staged, staged ? "" : staged.error().detail.c_str());
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 2500);
    QVERIFY(decideOnStaged(data(), path("a.db"), m_clock.now()));
    QVERIFY(!m_store->store().restored());
    m_store->reopen();
    QVERIFY(m_store->store().restored());
    QCOMPARE(m_store->store().restored()->from, path("a.db").string());
    const std::string former = m_store->store().restored()->former;
    QCOMPARE(former, std::string("linkdesk-before-restore-20250101-000000.db"));
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 2000);
    QCOMPARE(m_store->number("SELECT count(*) FROM setting WHERE key = 'code-filter-token'"), 0);
    QCOMPARE(numberIn(data() / former, "SELECT count(*) FROM link"), 2500);
    QVERIFY(!fs::exists(data() / "codes.bloom"));
    QVERIFY(!isRestoreDecided(data()));
    QCOMPARE(contentsOf(path("a.db")), backup);
    // And back again; the names do not clash.
    m_store->close();
    QVERIFY(stageRestore(data(), data() / former, m_clock.now(), {}));
    QVERIFY(decideOnStaged(data(), data() / former, m_clock.now()));
    m_store->reopen();
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 2500);
    QCOMPARE(m_store->store().restored()->former, std::string("linkdesk-before-restore-20250101-000000-2.db"));
    m_store->reopen();
    QVERIFY(!m_store->store().restored());
}

void TestRestore::filesThatCannotBeRestored_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("missing") << QByteArray("missing") << QByteArray("not-found") << QByteArray("no file");
    QTest::newRow("a folder") << QByteArray("folder") << QByteArray("corrupt") << QByteArray("no file");
    QTest::newRow("empty") << QByteArray("empty") << QByteArray("corrupt") << QByteArray("empty");
    QTest::newRow("no database") << QByteArray("text") << QByteArray("corrupt") << QByteArray("no database");
    QTest::newRow("cut short") << QByteArray("cut") << QByteArray("corrupt") << QByteArray("cut short");
    QTest::newRow("cut in its header") << QByteArray("stub") << QByteArray("corrupt") << QByteArray("no database");
    QTest::newRow("somebody else's") << QByteArray("foreign") << QByteArray("corrupt")
                                     << QByteArray("not one of Linkdesk");
    QTest::newRow("newer") << QByteArray("newer") << QByteArray("newer-schema") << QByteArray("newer Linkdesk");
    QTest::newRow("a damaged page") << QByteArray("page") << QByteArray("corrupt") << QByteArray("damaged");
    QTest::newRow("a damaged index") << QByteArray("index") << QByteArray("corrupt") << QByteArray("damaged");
    QTest::newRow("without a default domain")
        << QByteArray("domain") << QByteArray("corrupt") << QByteArray("default domain");
    QTest::newRow("the database itself") << QByteArray("itself") << QByteArray("invalid-input") << QByteArray("itself");
}

void TestRestore::filesThatCannotBeRestored()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, words);
    fill(*m_store, 1, 3000);
    fs::path file = path("bad.db");
    QVERIFY(makeBackup(m_store->store(), file, {}));
    const auto sql = [&file](const char *text) {
        auto connection = SqlConnection::open(file, SqlConnection::Access::ReadWrite);
        return connection && (*connection)->exec(text) && (*connection)->exec("PRAGMA journal_mode = DELETE");
    };
    if (kind == "missing" || kind == "folder")
        fs::remove(file);
    if (kind == "folder")
        fs::create_directory(file);
    else if (kind == "empty")
        fs::resize_file(file, 0);
    else if (kind == "text")
        QVERIFY(overwrite(file, 0, "not SQLite at all"));
    else if (kind == "cut")
        fs::resize_file(file, fs::file_size(file) / 2);
    else if (kind == "stub")
        fs::resize_file(file, 50);
    else if (kind == "foreign")
        QVERIFY(sql("PRAGMA application_id = 7"));
    else if (kind == "newer")
        QVERIFY(sql("INSERT INTO schema_version VALUES(99, 0)"));
    else if (kind == "page")
        QVERIFY(overwrite(file, (numberIn(file, "SELECT rootpage FROM sqlite_schema WHERE name = 'link'") - 1) * 4096,
                          QByteArray(4096, '\x77')));
    else if (kind == "index")
        QVERIFY(sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX link_target ON "
                    "link(version)' WHERE name = 'link_target'"));
    else if (kind == "domain")
        QVERIFY(sql("DELETE FROM domain"));
    else if (kind == "itself")
        file = data() / kDatabaseName;
    const QStringList before = filesIn(data());
    const auto staged = stageRestore(data(), file, m_clock.now(), {});
    QVERIFY(!staged);
    QCOMPARE(QByteArray::fromStdString(std::string(errorCodeName(staged.error().code))), code);
    QVERIFY2(staged.error().detail.find(words.toStdString()) != std::string::npos, staged.error().detail.c_str());
    QCOMPARE(filesIn(data()), before);
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 3000);
    m_store->reopen();
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 3000);
}

void TestRestore::anOlderSchemaIsBroughtUp()
{
    const QString old = QFINDTESTDATA("../data/schema1.db");
    QVERIFY(!old.isEmpty());
    const QByteArray before = contentsOf(old.toStdString());
    const QStringList beside = filesIn(fs::path(old.toStdString()).parent_path());
    QVERIFY(stageRestore(data(), old.toStdString(), m_clock.now(), {}));
    QVERIFY(decideOnStaged(data(), old.toStdString(), m_clock.now()));
    m_store->reopen();
    QVERIFY(m_store->number("SELECT count(*) FROM link") > 0);
    QVERIFY(m_store->number("SELECT max(version) FROM schema_version") > 1);
    QCOMPARE(contentsOf(old.toStdString()), before);
    // Although the file says that it has a log.
    QCOMPARE(filesIn(fs::path(old.toStdString()).parent_path()), beside);
}

// As somebody copies it out of a data folder, with a name that needs care.
void TestRestore::aCopiedDatabaseWithItsLog()
{
    fill(*m_store, 1, 100);
    const fs::path copy = path("a copy, 100% #1?.db");
    fs::copy_file(data() / kDatabaseName, copy);
    fs::copy_file(data() / "linkdesk.db-wal", path("a copy, 100% #1?.db-wal"));
    QVERIFY(fs::file_size(path("a copy, 100% #1?.db-wal")) > 0);
    fill(*m_store, 101, 100);
    const auto staged = stageRestore(data(), copy, m_clock.now(), {});
    QVERIFY2(staged, staged ? "" : staged.error().detail.c_str());
    QVERIFY(decideOnStaged(data(), copy, m_clock.now()));
    m_store->reopen();
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 100);
}

// As a killed process leaves the folder, file by file: the next start ends what was decided.
void TestRestore::aCrashAtEachStepOfTheSwap()
{
    fill(*m_store, 1, 100);
    QVERIFY(makeBackup(m_store->store(), path("a.db"), {}));
    fill(*m_store, 101, 100);
    QVERIFY(stageRestore(data(), path("a.db"), m_clock.now(), {}));
    QVERIFY(decideOnStaged(data(), path("a.db"), m_clock.now()));
    m_store->close();
    const fs::path former = data() / "linkdesk-before-restore-20250101-000000.db";
    const fs::path saved = path("saved");
    fs::copy(data(), saved, fs::copy_options::recursive);
    for (int step = 0; step < 4; ++step) {
        fs::remove_all(data());
        fs::copy(saved, data(), fs::copy_options::recursive);
        if (step >= 1)
            fs::rename(data() / kDatabaseName, former);
        if (step >= 2)
            fs::rename(incomingFile(data()), data() / kDatabaseName);
        if (step == 3)
            QVERIFY(overwrite(data() / "linkdesk.restore.new", 0, "half a note"));
        m_store->reopen();
        QVERIFY(m_store->store().restored());
        QCOMPARE(m_store->number("SELECT count(*) FROM link"), 100);
        QCOMPARE(numberIn(former, "SELECT count(*) FROM link"), 200);
        m_store->close();
    }
    // The log of a killed process belongs to the former one.
    fs::remove_all(data());
    fs::copy(saved, data(), fs::copy_options::recursive);
    {
        auto connection = SqlConnection::open(data() / kDatabaseName, SqlConnection::Access::ReadWrite);
        QVERIFY(connection && (*connection)->exec(insertSql(1000)));
        fs::remove_all(path("killed"));
        fs::copy(data(), path("killed"), fs::copy_options::recursive);
    }
    QVERIFY(fs::file_size(path("killed") / "linkdesk.db-wal") > 0);
    fs::remove_all(data());
    fs::copy(path("killed"), data(), fs::copy_options::recursive);
    m_store->reopen();
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 100);
    QCOMPARE(numberIn(former, "SELECT count(*) FROM link"), 201);
}

void TestRestore::aRestoreThatWasNotDecidedIsForgotten()
{
    fill(*m_store, 1, 100);
    QVERIFY(makeBackup(m_store->store(), path("a.db"), {}));
    fill(*m_store, 101, 1);
    QVERIFY(stageRestore(data(), path("a.db"), m_clock.now(), {}));
    QVERIFY(fs::exists(incomingFile(data())));
    m_store->reopen();
    QVERIFY(!m_store->store().restored());
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 101);
    QVERIFY(!fs::exists(incomingFile(data())));
    QVERIFY(stageRestore(data(), path("a.db"), m_clock.now(), {}));
    QVERIFY(decideOnStaged(data(), path("a.db"), m_clock.now()));
    cancelRestore(data());
    m_store->reopen();
    QVERIFY(!m_store->store().restored());
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 101);
}

void TestRestore::aDatabaseThatIsDamagedIsKeptWithItsLog()
{
    fill(*m_store, 1, 100);
    QVERIFY(makeBackup(m_store->store(), path("a.db"), {}));
    m_store->close();
    QVERIFY(overwrite(data() / kDatabaseName, 0, QByteArray(4096, '\xa5')));
    QVERIFY(overwrite(data() / "linkdesk.db-wal", 0, "what is left of a log"));
    QVERIFY(stageRestore(data(), path("a.db"), m_clock.now(), {}));
    QVERIFY(decideOnStaged(data(), path("a.db"), m_clock.now()));
    m_store->reopen();
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 100);
    const std::string former = m_store->store().restored()->former;
    QCOMPARE(contentsOf(data() / former).left(16), QByteArray(16, '\xa5'));
    QCOMPARE(contentsOf(data() / (former + "-wal")), QByteArray("what is left of a log"));
}

void TestRestore::returnToTheFormerDatabase()
{
    fill(*m_store, 1, 100);
    QVERIFY(makeBackup(m_store->store(), path("a.db"), {}));
    fill(*m_store, 101, 1);
    QVERIFY(stageRestore(data(), path("a.db"), m_clock.now(), {}));
    QVERIFY(decideOnStaged(data(), path("a.db"), m_clock.now()));
    m_store->reopen();
    const Restored restored = *m_store->store().restored();
    m_store->close();
    QVERIFY(decideReturn(data(), restored, m_clock.now()));
    m_store->reopen();
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 101);
    QVERIFY(!fs::exists(data() / restored.former));
    QCOMPARE(numberIn(data() / m_store->store().restored()->former, "SELECT count(*) FROM link"), 100);
    QCOMPARE(decideReturn(data(), restored, m_clock.now()).error().code, ErrorCode::NotFound);
}

void TestRestore::cancelledRestores()
{
    fill(*m_store, 1, 20000);
    QVERIFY(makeBackup(m_store->store(), path("a.db"), {}));
    const QStringList before = filesIn(data());
    for (const int percent : {0, 50, 100}) {
        std::atomic<bool> stopped{percent == 0};
        TaskControl control;
        control.goOn = [&stopped] { return !stopped; };
        control.progress = [&](std::int64_t done, std::int64_t total) { stopped = done * 100 >= total * percent; };
        const auto staged = stageRestore(data(), path("a.db"), m_clock.now(), control);
        QVERIFY(!staged);
        QCOMPARE(staged.error().code, ErrorCode::Unavailable);
        QCOMPARE(filesIn(data()), before);
    }
}

QTEST_GUILESS_MAIN(TestRestore)
#include "tst_restore.moc"
