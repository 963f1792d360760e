#include <QTest>

#include "admin/cachehistory.h"

using namespace linkdesk::server;

class TestCacheHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sharesAddUp()
    {
        const LevelCounts counts{70, 10, 5, 15};
        QCOMPARE(*shareOf(counts, CacheLevel::Memory), 0.7);
        QCOMPARE(*shareOf(counts, CacheLevel::Database), 0.15);
        QVERIFY(!shareOf(LevelCounts{}, CacheLevel::Memory));
    }

    void windowsSlide()
    {
        CacheHistory history;
        // A hundred from memory in each step; after an hour and a half the database answers instead.
        LevelCounts counts{};
        for (int step = 0; step < 1080; ++step) {
            counts[0] += 100;
            history.add(counts);
        }
        for (int step = 0; step < 12; ++step) {
            counts[3] += 100;
            history.add(counts);
        }
        const LookupWindows windows = history.windows(counts);
        QCOMPARE(*shareOf(windows.minute, CacheLevel::Memory), 0.0 / 11);
        QCOMPARE(windows.hour[0] + windows.hour[3], std::uint64_t{71900});
        QCOMPARE(windows.start[0], std::uint64_t{108000});
        QCOMPARE(windows.start[3], std::uint64_t{1200});
    }

    void aYoungServiceCountsFromItsStart()
    {
        CacheHistory history;
        history.add({5, 0, 0, 5});
        const LookupWindows windows = history.windows({9, 0, 0, 6});
        QCOMPARE(windows.minute[0], std::uint64_t{9});
        QCOMPARE(windows.hour[3], std::uint64_t{6});
    }
};

QTEST_GUILESS_MAIN(TestCacheHistory)
#include "tst_cachehistory.moc"
