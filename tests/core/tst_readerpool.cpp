#include "store/readerpool.h"

#include "await.h"
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

class TestReaderPool : public QObject {
    Q_OBJECT

    FakeClock m_clock;

private Q_SLOTS:
    void readersCannotWrite()
    {
        TempStore data(m_clock);
        bool refused = false;
        data.read([&](SqlConnection &connection) {
            refused = !connection.exec("INSERT INTO setting VALUES('a', 'b')").ok();
        });
        QVERIFY(refused);
    }

    void aJobSeesWhatWasCommittedBeforeIt() // R4
    {
        TempStore data(m_clock);
        for (int i = 0; i < 300; ++i) {
            QVERIFY(data.exec("INSERT INTO setting VALUES(" + std::to_string(i) + ", '')").ok());
            std::atomic<int> behind{0};
            std::atomic<int> open{20};
            for (int k = 0; k < 20; ++k) { // enough to be taken together
                QVERIFY(data.store().readers().submit([&, i](SqlConnection &connection) {
                    Statement count(connection, "SELECT count(*) FROM setting");
                    if (count.step() != Statement::Step::Row || count.integer(0) < i + 1)
                        ++behind;
                    --open;
                }));
            }
            while (open > 0)
                std::this_thread::yield();
            QCOMPARE(behind.load(), 0);
        }
    }

    void slowJobsLeaveAThreadForLookUps()
    {
        TempStore data(m_clock);
        std::mutex mutex;
        std::condition_variable changed;
        bool release = false;
        std::atomic<int> slow{0};
        const auto waitForRelease = [&](SqlConnection &) {
            ++slow;
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return release; });
        };
        for (int i = 0; i < 4; ++i)
            QVERIFY(data.store().readers().submitSlow(waitForRelease));
        data.read([](SqlConnection &) {}); // answers although more slow jobs wait than there are threads
        QVERIFY(slow.load() <= 1);
        {
            const std::lock_guard lock(mutex);
            release = true;
        }
        changed.notify_all();
        data.close();
        QCOMPARE(slow.load(), 4);
    }

    void aFullQueueRefuses()
    {
        StoreOptions options;
        QTemporaryDir dir;
        options.dataDir = dir.path().toStdString();
        options.readers = 1;
        options.readerQueue = 2;
        auto store = Store::open(options, m_clock);
        QVERIFY(store.ok());
        std::mutex gate;
        gate.lock();
        std::atomic<bool> reached{false};
        QVERIFY((*store)->readers().submit([&](SqlConnection &) {
            reached = true;
            const std::lock_guard lock(gate);
        }));
        while (!reached)
            std::this_thread::yield();
        QVERIFY((*store)->readers().submit([](SqlConnection &) {}));
        QVERIFY((*store)->readers().submitSlow([](SqlConnection &) {}));
        QVERIFY(!(*store)->readers().submit([](SqlConnection &) {}));
        QCOMPARE((*store)->readers().stats().refused, std::uint64_t{1});
        gate.unlock();
    }
};

QTEST_GUILESS_MAIN(TestReaderPool)
#include "tst_readerpool.moc"
