#include "store/writequeue.h"

#include "fakes.h"
#include "store/statement.h"
#include "tempstore.h"

#include <QTest>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

// Holds the writer until released, so that what is submitted meanwhile becomes one burst.
class Gate {
public:
    void hold(WriteQueue &queue)
    {
        WriteJob job;
        job.run = [this](SqlConnection &) {
            std::unique_lock lock(m_mutex);
            m_reached = true;
            m_changed.notify_all();
            m_changed.wait(lock, [this] { return m_open; });
            return true;
        };
        QVERIFY(queue.submit(std::move(job)));
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_reached; });
    }
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_open = true;
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_reached = false; // both guarded by m_mutex
    bool m_open = false;
};

WriteJob insertJob(const std::string &key, bool keep, Atomicity atomicity, std::vector<Result<void>> *answers)
{
    WriteJob job;
    job.atomicity = atomicity;
    job.run = [key, keep](SqlConnection &connection) {
        Statement insert(connection, "INSERT INTO setting(key, value) VALUES(?, '')");
        return insert.bind(key).run("inserting").ok() && keep;
    };
    job.done = [answers](const Result<void> &committed) {
        if (answers)
            answers->push_back(committed);
    };
    return job;
}

} // namespace

class TestWriteQueue : public QObject {
    Q_OBJECT

    FakeClock m_clock;

private Q_SLOTS:
    void aBurstIsOneCommit() // R35
    {
        TempStore data(m_clock);
        WriteQueue &queue = data.store().writer();
        queue.flush();
        Gate gate;
        gate.hold(queue);
        const auto before = queue.stats().commits;
        std::vector<Result<void>> answers;
        for (int i = 0; i < 100; ++i)
            QVERIFY(queue.submit(insertJob(std::to_string(i), true, Atomicity::SingleStatement, &answers)));
        QCOMPARE(queue.stats().queued, std::size_t{101});
        gate.open();
        queue.flush();
        QCOMPARE(answers.size(), std::size_t{100});
        for (const auto &answer : answers)
            QVERIFY(answer.ok());
        QVERIFY(queue.stats().commits - before <= 3); // the gate's, the burst's, perhaps one of the idle work
        QCOMPARE(queue.stats().queued, std::size_t{0});
        QCOMPARE(data.number("SELECT count(*) FROM setting"), std::int64_t{100});
    }

    void aRefusedJobUndoesItselfAlone()
    {
        TempStore data(m_clock);
        WriteQueue &queue = data.store().writer();
        Gate gate;
        gate.hold(queue);
        std::vector<Result<void>> answers;
        QVERIFY(queue.submit(insertJob("kept", true, Atomicity::Savepoint, &answers)));
        QVERIFY(queue.submit(insertJob("undone", false, Atomicity::Savepoint, &answers)));
        QVERIFY(queue.submit(insertJob("kept", true, Atomicity::SingleStatement, &answers))); // a constraint refuses it
        QVERIFY(queue.submit(insertJob("last", true, Atomicity::Savepoint, &answers)));
        gate.open();
        queue.flush();
        QCOMPARE(answers.size(), std::size_t{4});
        for (const auto &answer : answers)
            QVERIFY(answer.ok());
        QCOMPARE(data.number("SELECT count(*) FROM setting WHERE key IN ('kept', 'last')"), std::int64_t{2});
        QCOMPARE(data.number("SELECT count(*) FROM setting"), std::int64_t{2});
    }

    void afterAFullDiskTheNextBurstTriesAnew() // R38
    {
        TempStore data(m_clock);
        WriteQueue &queue = data.store().writer();
        std::int64_t pages = data.number("PRAGMA page_count");
        QVERIFY(data.exec("PRAGMA max_page_count = " + std::to_string(pages + 2)).ok());
        Gate gate;
        gate.hold(queue);
        std::vector<Result<void>> answers;
        QVERIFY(queue.submit(insertJob("small", true, Atomicity::SingleStatement, &answers)));
        QVERIFY(queue.submit(insertJob(std::string(100000, 'x'), true, Atomicity::SingleStatement, &answers)));
        QVERIFY(queue.submit(insertJob("after", true, Atomicity::Savepoint, &answers)));
        gate.open();
        queue.flush();
        QCOMPARE(answers.size(), std::size_t{3});
        for (const auto &answer : answers) {
            QVERIFY(!answer.ok());
            QCOMPARE(answer.error().code, ErrorCode::DiskFull);
        }
        QCOMPARE(queue.stats().failedCommits, std::uint64_t{1});
        QCOMPARE(data.number("SELECT count(*) FROM setting"), std::int64_t{0});
        answers.clear();
        QVERIFY(queue.submit(insertJob("small", true, Atomicity::SingleStatement, &answers)));
        queue.flush();
        QVERIFY(answers.at(0).ok());
        QVERIFY(data.exec("PRAGMA max_page_count = 1000000").ok());
        QVERIFY(queue.submit(insertJob(std::string(100000, 'x'), true, Atomicity::SingleStatement, &answers)));
        queue.flush();
        QVERIFY(answers.at(1).ok());
        QCOMPARE(data.number("SELECT count(*) FROM setting"), std::int64_t{2});
    }

    void wrongSqlFailsItsOwnJobOnly()
    {
        TempStore data(m_clock);
        const auto failed = data.exec("INSERT INTO setting VALUES('a', 'b'); INSERT INTO nowhere VALUES(1)");
        QVERIFY(!failed.ok());
        QCOMPARE(failed.error().code, ErrorCode::Internal);
        QCOMPARE(data.number("SELECT count(*) FROM setting"), std::int64_t{0});
        QVERIFY(data.exec("INSERT INTO setting VALUES('a', 'b')").ok());
    }

    void onlySyncedBurstsAreSynced() // R35
    {
        TempStore data(m_clock);
        const auto mode = [&](Durability durability) {
            std::atomic<std::int64_t> value{-1};
            WriteJob job;
            job.durability = durability;
            job.run = [&value](SqlConnection &connection) {
                Statement pragma(connection, "PRAGMA synchronous");
                if (pragma.step() == Statement::Step::Row)
                    value = pragma.integer(0);
                return true;
            };
            if (!data.store().writer().submit(std::move(job)))
                return std::int64_t{-2};
            data.store().writer().flush();
            return value.load();
        };
        QCOMPARE(mode(Durability::Relaxed), std::int64_t{1});
        QCOMPARE(mode(Durability::Synced), std::int64_t{2});
        QCOMPARE(mode(Durability::Relaxed), std::int64_t{1});
    }

    void aFullQueueRefuses()
    {
        StoreOptions options;
        QTemporaryDir dir;
        options.dataDir = dir.path().toStdString();
        options.writerQueue = 3;
        auto store = Store::open(options, m_clock);
        QVERIFY(store.ok());
        WriteQueue &queue = (*store)->writer();
        Gate gate;
        gate.hold(queue);
        QVERIFY(queue.submit(insertJob("a", true, Atomicity::Savepoint, nullptr)));
        QVERIFY(queue.submit(insertJob("b", true, Atomicity::Savepoint, nullptr)));
        QVERIFY(!queue.submit(insertJob("c", true, Atomicity::Savepoint, nullptr)));
        gate.open();
        queue.flush();
        QVERIFY(queue.submit(insertJob("c", true, Atomicity::Savepoint, nullptr)));
    }

    void closingFinishesWhatWasAccepted()
    {
        TempStore data(m_clock);
        std::vector<Result<void>> answers;
        for (int i = 0; i < 2000; ++i)
            QVERIFY(
                data.store().writer().submit(insertJob(std::to_string(i), true, Atomicity::SingleStatement, &answers)));
        data.close();
        QCOMPARE(answers.size(), std::size_t{2000});
        data.reopen();
        QCOMPARE(data.number("SELECT count(*) FROM setting"), std::int64_t{2000});
    }

    void manyThreadsMaySubmitAndFlush()
    {
        TempStore data(m_clock);
        std::vector<std::thread> threads;
        std::atomic<int> committed{0};
        for (int t = 0; t < 6; ++t) {
            threads.emplace_back([&, t] {
                for (int i = 0; i < 300; ++i) {
                    WriteJob job = insertJob(std::to_string(t * 1000 + i), true, Atomicity::SingleStatement, nullptr);
                    job.done = [&committed](const Result<void> &result) { committed += result.ok() ? 1 : 0; };
                    if (!data.store().writer().submit(std::move(job)))
                        return;
                    if (i % 50 == 0)
                        data.store().writer().flush();
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        data.store().writer().flush();
        QCOMPARE(committed.load(), 1800);
    }
};

QTEST_GUILESS_MAIN(TestWriteQueue)
#include "tst_writequeue.moc"
