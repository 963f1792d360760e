// Backups of a database that is being written to, and the office's backups in their folder.
#include "await.h"
#include "backupfiles.h"
#include "fakes.h"
#include "store/restoreswap.h"
#include "store/settingsbook.h"
#include "upkeep/backupfile.h"
#include "upkeep/backupkeeper.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

// Commits all the time until it is told to stop; the number it has reached is committed.
class BusyWriter final {
public:
    BusyWriter(TempStore &store, int first) : m_reached(first - 1)
    {
        m_thread = std::thread([this, &store, first] {
            for (int n = first; !m_stop; ++n) {
                if (store.exec(insertSql(n) + "; UPDATE link SET title = 'changed at " + std::to_string(n)
                               + "' WHERE id % 97 = " + std::to_string(n % 97)))
                    m_reached = n;
            }
        });
    }
    ~BusyWriter() { stop(); }
    void stop()
    {
        m_stop = true;
        if (m_thread.joinable())
            m_thread.join();
    }
    [[nodiscard]] int reached() const { return m_reached; }

private:
    std::atomic<bool> m_stop{false};
    std::atomic<int> m_reached;
    std::thread m_thread;
};

} // namespace

class TestBackup final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aBackupHoldsEverything();
    void writesGoOnAndAreIn();
    void theLogStaysSmall();
    void aTransactionThatIsUndoneDoesNoHarm();
    void cancelledAtAnyPoint();
    void targetsThatAreRefused();
    void anOlderBackupIsReplaced();
    void aFolderThatCannotBeWritten();
    void aDamagedDatabaseGivesNoBackup();

    void thePlanMakesOneANight();
    void aFailureIsKeptUntilTheNextSuccess();
    void oneAtATime();
    void listAndRemove();

private:
    [[nodiscard]] fs::path path(const char *name) const { return fs::path(m_folder->path().toStdString()) / name; }
    [[nodiscard]] fs::path data() const { return m_store->folder(); }

    FakeClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TempStore> m_store;
};

void TestBackup::init()
{
    m_clock.setNow(fromMs(1735689600000));
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<TempStore>(m_clock);
}

void TestBackup::cleanup()
{
    m_store.reset();
    m_folder.reset();
}

void TestBackup::aBackupHoldsEverything()
{
    fill(*m_store, 1, 3000);
    const auto made = makeBackup(m_store->store(), path("a.db"), {});
    QVERIFY2(made, made ? "" : made.error().detail.c_str());
    QCOMPARE(made->links, 3000);
    QCOMPARE(made->bytes, static_cast<std::int64_t>(fs::file_size(path("a.db"))));
    // One file that needs no other, for its owner alone.
    QCOMPARE(filesIn(path("")), QStringList{QStringLiteral("a.db")});
    QCOMPARE(QFile::permissions(QString::fromStdString(path("a.db").string())) & (QFile::ReadGroup | QFile::ReadOther),
             QFile::Permissions());
    QCOMPARE(numberIn(path("a.db"), "SELECT count(*) FROM link"), 3000);
    QCOMPARE(numberIn(path("a.db"), "SELECT max(version) FROM schema_version"),
             m_store->number("SELECT max(version) FROM schema_version"));
    QCOMPARE(filesIn(path("")), QStringList{QStringLiteral("a.db")});
    const auto facts = inspectBackup(path("a.db"));
    QVERIFY(facts);
}

void TestBackup::writesGoOnAndAreIn()
{
    fill(*m_store, 1, 20000);
    for (int round = 0; round < 3; ++round) {
        const auto first = static_cast<int>(m_store->number("SELECT count(*) FROM link")) + 1;
        BusyWriter writer(*m_store, first);
        QTRY_VERIFY(writer.reached() > first + 20);
        const int before = writer.reached();
        const auto made = makeBackup(m_store->store(), path("busy.db"), {});
        const int after = writer.reached();
        writer.stop();
        QVERIFY2(made, made ? "" : made.error().detail.c_str());
        QVERIFY2(after > before, "writes waited for the backup");
        // Whole, and with everything that was there when it began.
        auto copy = SqlConnection::open(path("busy.db"), SqlConnection::Access::ReadOnly);
        QVERIFY(copy);
        Statement check(**copy, "PRAGMA integrity_check");
        QCOMPARE(check.step(), Statement::Step::Row);
        QCOMPARE(check.text(0), std::string("ok"));
        QVERIFY(numberIn(path("busy.db"), "SELECT count(*) FROM link") >= before);
        QCOMPARE(numberIn(path("busy.db"), "SELECT count(*) FROM link"),
                 numberIn(path("busy.db"), "SELECT max(id) FROM link"));
    }
}

// R37: however much is written meanwhile, the backup holds no transaction.
void TestBackup::theLogStaysSmall()
{
    fill(*m_store, 1, 100000);
    m_store->settleSearch();
    std::int64_t largest = 0;
    int rounds = 0;
    TaskControl control;
    control.progress = [&](std::int64_t copied, std::int64_t total) {
        if (copied >= total || rounds >= 40)
            return;
        // Each changes some 2,000 pages: after three of them the log has to be cleared.
        for (int i = 0; i < 5; ++i) {
            QVERIFY(m_store->exec("UPDATE link SET note = '" + std::to_string(++rounds) + "' WHERE id % 10 = 3"));
            largest = std::max(largest, m_store->store().sizes().walBytes);
        }
    };
    const auto made = makeBackup(m_store->store(), path("log.db"), control);
    QVERIFY2(made, made ? "" : made.error().detail.c_str());
    QVERIFY2(rounds > 3, qPrintable(QString::number(rounds)));
    QVERIFY2(largest < (64LL << 20), qPrintable(QString::number(largest)));
    QCOMPARE(numberIn(path("log.db"), "SELECT count(*) FROM link"), 100000);
    QCOMPARE(numberIn(path("log.db"), "SELECT count(*) FROM link WHERE note = '" + std::to_string(rounds) + "'"),
             10000);
}

// SQLite begins the copy anew then; nothing that was undone may be in it.
void TestBackup::aTransactionThatIsUndoneDoesNoHarm()
{
    fill(*m_store, 1, 20000);
    int undone = 0;
    TaskControl control;
    control.progress = [&](std::int64_t done, std::int64_t total) {
        if (done < total / 2 || undone > 0)
            return;
        ++undone;
        const auto failed = m_store->write([](SqlConnection &connection) -> Result<void> {
            (void)connection.exec("UPDATE link SET title = 'undone'");
            return Error{ErrorCode::Internal, "on purpose", {}};
        });
        QVERIFY(!failed);
    };
    const auto made = makeBackup(m_store->store(), path("undone.db"), control);
    QVERIFY2(made, made ? "" : made.error().detail.c_str());
    QCOMPARE(undone, 1);
    QCOMPARE(numberIn(path("undone.db"), "SELECT count(*) FROM link WHERE title = 'undone'"), 0);
    QCOMPARE(numberIn(path("undone.db"), "SELECT count(*) FROM link"), 20000);
}

void TestBackup::cancelledAtAnyPoint()
{
    fill(*m_store, 1, 20000);
    QVERIFY(makeBackup(m_store->store(), path("whole.db"), {}));
    // Before the first page, among them, and when all are copied and the file is being checked.
    for (const int percent : {0, 1, 50, 100}) {
        std::atomic<bool> stopped{percent == 0};
        TaskControl control;
        control.goOn = [&stopped] { return !stopped; };
        control.progress = [&](std::int64_t done, std::int64_t total) { stopped = done * 100 >= total * percent; };
        const auto made = makeBackup(m_store->store(), path("part.db"), control);
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::Unavailable);
        QCOMPARE(filesIn(path("")), QStringList{QStringLiteral("whole.db")});
    }
    fill(*m_store, 20001, 1);
    QVERIFY(makeBackup(m_store->store(), path("part.db"), {}));
}

void TestBackup::targetsThatAreRefused()
{
    fill(*m_store, 1, 10);
    const auto refusal = [this](const fs::path &file) {
        const auto made = makeBackup(m_store->store(), file, {});
        return made ? std::string("made") : std::string(errorCodeName(made.error().code)) + " " + made.error().field;
    };
    QCOMPARE(refusal(path("missing") / "a.db"), std::string("invalid-input file"));
    QCOMPARE(refusal(m_store->store().databaseFile()), std::string("invalid-input file"));
    fs::create_symlink(m_store->store().databaseFile(), path("link.db"));
    QCOMPARE(refusal(path("link.db")), std::string("invalid-input file"));
    QCOMPARE(refusal(path("")), std::string("invalid-input file"));
    QVERIFY(overwrite(path("letter.txt"), 0, "Dear Sir or Madam"));
    QCOMPARE(refusal(path("letter.txt")), std::string("invalid-input file"));
    QCOMPARE(contentsOf(path("letter.txt")), QByteArray("Dear Sir or Madam"));
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 10);
}

void TestBackup::anOlderBackupIsReplaced()
{
    fill(*m_store, 1, 10);
    QVERIFY(makeBackup(m_store->store(), path("a.db"), {}));
    fill(*m_store, 11, 10);
    QVERIFY(makeBackup(m_store->store(), path("a.db"), {}));
    QCOMPARE(numberIn(path("a.db"), "SELECT count(*) FROM link"), 20);
    // One that does not come about leaves it alone.
    TaskControl control;
    control.goOn = [] { return false; };
    QVERIFY(!makeBackup(m_store->store(), path("a.db"), control));
    QCOMPARE(numberIn(path("a.db"), "SELECT count(*) FROM link"), 20);
}

void TestBackup::aFolderThatCannotBeWritten()
{
#ifdef Q_OS_LINUX
    const auto made = makeBackup(m_store->store(), "/proc/linkdesk.db", {});
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::NotWritable);
#else
    QSKIP("there is no such folder here");
#endif
}

void TestBackup::aDamagedDatabaseGivesNoBackup()
{
    fill(*m_store, 1, 20000);
    m_store->settleSearch();
    const auto page = m_store->number("SELECT rootpage FROM sqlite_schema WHERE name = 'link_target'");
    m_store->reopen(); // with nothing in its caches
    QVERIFY(overwrite(data() / kDatabaseName, (page - 1) * 4096, QByteArray(4096, '\x5a')));
    const auto made = makeBackup(m_store->store(), path("a.db"), {});
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::Corrupt);
    QVERIFY2(made.error().detail.find("un the check") != std::string::npos, made.error().detail.c_str());
    QCOMPARE(filesIn(path("")), QStringList());
}

void TestBackup::thePlanMakesOneANight()
{
    fill(*m_store, 1, 10);
    SettingsBook settings(m_store->store(), m_clock);
    QVERIFY(settings.load());
    (void)await<Result<Settings>>([&](auto done) {
        settings.change(
            [](Settings s) -> Result<Settings> {
                s.timeZone = "Europe/Berlin";
                return s;
            },
            "test", done);
    });
    m_clock.setNow(fromMs(1774526400000)); // 2026-03-26 12:00 UTC, three days before the clocks change
    BackupKeeper keeper(m_store->store(), settings, m_clock, data());
    keeper.load();
    QVERIFY(!keeper.state().lastAt);
    QVERIFY2(keeper.isDue(), "the first one does not wait for the night");
    QVERIFY(keeper.make(false, {}));
    QVERIFY(!keeper.isDue());
    QStringList names;
    for (int night = 0; night < 45; ++night) {
        m_clock.setNow(*keeper.state().nextAt - std::chrono::milliseconds(1));
        QVERIFY(!keeper.isDue());
        m_clock.setNow(*keeper.state().nextAt);
        QVERIFY(keeper.isDue());
        const auto made = keeper.make(false, {});
        QVERIFY2(made, made ? "" : made.error().detail.c_str());
        names << QString::fromStdString(made->file.filename().string());
        QVERIFY(!keeper.isDue());
        if (night == 20)
            QVERIFY(keeper.make(true, {}));
    }
    QCOMPARE(names.at(0), QStringLiteral("linkdesk-20260327-0200.db"));
    QCOMPARE(names.at(2), QStringLiteral("linkdesk-20260329-0300.db")); // the night without a two o'clock
    QCOMPARE(names.at(3), QStringLiteral("linkdesk-20260330-0200.db"));
    QCOMPARE(filesIn(keeper.folder()).size(), 7 + 4 + 1);
    const BackupState state = keeper.state();
    QCOMPARE(QString::fromStdString(state.lastFile), names.last());
    QVERIFY(state.lastBytes > 0);
    // A new start finds what there is, and nothing is due until the next night.
    BackupKeeper later(m_store->store(), settings, m_clock, data());
    later.load();
    QCOMPARE(later.state().lastFile, state.lastFile);
    QVERIFY(!later.isDue());
    // The computer was off for three days.
    m_clock.advance(std::chrono::hours(75));
    QVERIFY(later.isDue());
}

void TestBackup::aFailureIsKeptUntilTheNextSuccess()
{
    fill(*m_store, 1, 10);
    SettingsBook settings(m_store->store(), m_clock);
    QVERIFY(settings.load());
    // A file stands where the folder should be.
    QVERIFY(overwrite(data() / "backups", 0, "x"));
    BackupKeeper keeper(m_store->store(), settings, m_clock, data());
    keeper.load();
    QVERIFY(keeper.isDue());
    QVERIFY(!keeper.make(false, {}));
    QVERIFY(!keeper.state().lastError.empty());
    QVERIFY(!keeper.isDue());
    m_clock.advance(BackupKeeper::kRetry);
    QVERIFY(keeper.isDue());
    fs::remove(data() / "backups");
    QVERIFY(keeper.make(false, {}));
    QVERIFY(keeper.state().lastError.empty());
    // Nobody failed where somebody cancelled.
    TaskControl control;
    control.goOn = [] { return false; };
    QVERIFY(!keeper.make(true, control));
    QVERIFY(keeper.state().lastError.empty());
    QCOMPARE(filesIn(keeper.folder()).size(), 1);
}

void TestBackup::oneAtATime()
{
    fill(*m_store, 1, 10);
    SettingsBook settings(m_store->store(), m_clock);
    QVERIFY(settings.load());
    BackupKeeper keeper(m_store->store(), settings, m_clock, data());
    bool asked = false;
    TaskControl control;
    control.progress = [&](std::int64_t, std::int64_t) {
        if (asked)
            return;
        asked = true;
        QVERIFY(keeper.state().running);
        const auto second = keeper.make(true, {});
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Busy);
        QCOMPARE(keeper.makeAt(path("c.db"), {}).error().code, ErrorCode::Busy);
        QVERIFY(!keeper.isDue());
    };
    QVERIFY(keeper.make(true, control));
    QVERIFY(asked);
    QVERIFY(!keeper.state().running);
    QVERIFY(keeper.make(true, {})); // in the same minute
    QCOMPARE(filesIn(keeper.folder()).size(), 2);
}

void TestBackup::listAndRemove()
{
    fill(*m_store, 1, 10);
    SettingsBook settings(m_store->store(), m_clock);
    QVERIFY(settings.load());
    BackupKeeper keeper(m_store->store(), settings, m_clock, data());
    QVERIFY(keeper.list().empty());
    QVERIFY(keeper.make(false, {}));
    m_clock.advance(std::chrono::hours(1));
    QVERIFY(keeper.make(true, {}));
    QVERIFY(overwrite(keeper.folder() / "linkdesk-20240101-0200.db", 0, "no database"));
    QVERIFY(overwrite(keeper.folder() / "notes.txt", 0, "somebody's"));
    QVERIFY(overwrite(keeper.folder() / "linkdesk-20240101-0200.db.unfinished", 0, "a killed one"));
    keeper.load();
    const auto list = keeper.list();
    QCOMPARE(list.size(), 3u);
    QCOMPARE(backupKindName(list[0].kind), std::string_view("manual"));
    QVERIFY(list[0].fault.empty());
    QCOMPARE(list[0].schema, m_store->number("SELECT max(version) FROM schema_version"));
    QCOMPARE(backupKindName(list[1].kind), std::string_view("daily"));
    QVERIFY(!list[2].fault.empty());
    for (const char *name : {"", "..", "notes.txt", "../linkdesk.db", "linkdesk-20990101-0200.db"}) {
        QCOMPARE(keeper.remove(name).error().code, ErrorCode::NotFound);
        QCOMPARE(keeper.find(name).error().code, ErrorCode::NotFound);
    }
    QVERIFY(keeper.remove(list[0].backup.name));
    QCOMPARE(keeper.state().lastFile, list[1].backup.name);
    QCOMPARE(keeper.list().size(), 2u);
    QCOMPARE(filesIn(keeper.folder()).size(), 3);
}

QTEST_GUILESS_MAIN(TestBackup)
#include "tst_backup.moc"
