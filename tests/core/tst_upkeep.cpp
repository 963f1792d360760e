#include "upkeep/upkeep.h"

#include <QDateTime>
#include <QTest>
#include <QTimeZone>

#include <atomic>
#include <future>

using namespace linkdesk::core;
using namespace std::chrono_literals;

class TestUpkeep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsTasksWhenTheyAreDue()
    {
        Upkeep upkeep;
        int often = 0;
        int seldom = 0;
        upkeep.add(0ms, 10s, [&often] { ++often; });
        upkeep.add(1min, 1h, [&seldom] { ++seldom; });
        const auto start = std::chrono::steady_clock::now();
        QCOMPARE(upkeep.runDue(start), std::chrono::milliseconds(10s));
        QCOMPARE(upkeep.runDue(start + 4s), std::chrono::milliseconds(6s));
        QCOMPARE(often, 1);
        (void)upkeep.runDue(start + 10s);
        QCOMPARE(often, 2);
        // Late by hours: once, not for every time it was missed.
        (void)upkeep.runDue(start + 5h);
        QCOMPARE(often, 3);
        QCOMPARE(seldom, 1);
        QCOMPARE(upkeep.runDue(start + 5h), std::chrono::milliseconds(10s));
    }

    void itsThreadRunsAndStops()
    {
        Upkeep upkeep;
        std::promise<void> ran;
        std::atomic<int> runs{0};
        upkeep.add(0ms, 24h, [&] {
            if (++runs == 1)
                ran.set_value();
        });
        upkeep.start();
        ran.get_future().wait();
        upkeep.stop();
        QCOMPARE(runs.load(), 1);
        upkeep.stop(); // twice is no harm
    }

    void nightIsThreeOClockHere()
    {
        for (const int hour : {0, 2, 3, 4, 12, 23}) {
            const QDateTime local(QDate(2025, 6, 10), QTime(hour, 30));
            const auto left = untilNight(std::chrono::sys_time<std::chrono::milliseconds>(
                std::chrono::milliseconds(local.toMSecsSinceEpoch())));
            const QDateTime night = local.addMSecs(left.count());
            QCOMPARE(night.time(), QTime(3, 0));
            QVERIFY(left > 0ms && left <= 24h);
        }
    }
};

QTEST_GUILESS_MAIN(TestUpkeep)
#include "tst_upkeep.moc"
