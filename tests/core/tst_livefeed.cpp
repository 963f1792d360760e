#include <QTest>

#include "clicks/livefeed.h"

#include <numeric>

using namespace linkdesk::core;

namespace {

// 150 ms into a second is when the one before it is over.
TimePoint second(std::int64_t n, std::int64_t ms = 200)
{
    return fromMs(1'735'689'600'000 + n * 1000 + ms);
}

void add(LiveFeed &feed, std::int64_t link, std::int64_t n, std::int64_t humans, std::int64_t bots = 0)
{
    feed.add({link}, kDefaultDomain, "code" + std::to_string(link), second(n), humans, bots);
}

} // namespace

class TestLiveFeed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsQuiet()
    {
        LiveFeed feed;
        QVERIFY(feed.picture().seconds.empty());
        QVERIFY(feed.picture().top.empty());
        QCOMPARE(feed.perSecond(), std::int64_t{0});
    }

    void publishesEachSecondOnceItIsOver()
    {
        LiveFeed feed;
        std::vector<LiveSecond> seen;
        feed.subscribe([&](const LiveSecond &s) { seen.push_back(s); });
        add(feed, 1, 0, 3, 1);
        add(feed, 2, 0, 5);
        feed.advance(second(0, 999));
        QVERIFY(seen.empty());
        feed.advance(second(1, 100)); // clicks may still be on their way
        QVERIFY(seen.empty());
        feed.advance(second(1, 150));
        QCOMPARE(seen.size(), std::size_t{1});
        QCOMPARE(seen[0].at, second(0, 0));
        QCOMPARE(seen[0].humans, std::int64_t{8});
        QCOMPARE(seen[0].bots, std::int64_t{1});
        QCOMPARE(seen[0].links.size(), std::size_t{2});
        QCOMPARE(seen[0].links[0].code, std::string("code2")); // the busiest first
        QCOMPARE(feed.perSecond(), std::int64_t{8});
        feed.advance(second(1, 900));
        QCOMPARE(seen.size(), std::size_t{1});
    }

    void publishesQuietSecondsToo()
    {
        LiveFeed feed;
        int seen = 0;
        feed.subscribe([&](const LiveSecond &) { ++seen; });
        feed.advance(second(0));
        feed.advance(second(5));
        QCOMPARE(seen, 5);
        QCOMPARE(feed.picture().seconds.size(), std::size_t{5});
        QCOMPARE(feed.picture().seconds[4].at, second(4, 0));
        QCOMPARE(feed.perSecond(), std::int64_t{0});
    }

    void countsALateClickOnce()
    {
        LiveFeed feed;
        std::int64_t sum = 0;
        feed.subscribe([&](const LiveSecond &s) { sum += s.humans; });
        feed.advance(second(10));
        add(feed, 1, 8, 1); // from two seconds ago
        add(feed, 1, 10, 1);
        feed.advance(second(12));
        QCOMPARE(sum, std::int64_t{2});
    }

    void keepsFiveMinutesAndTheTopOfOne()
    {
        LiveFeed feed;
        feed.advance(second(0));
        for (std::int64_t n = 0; n < 400; ++n) {
            add(feed, 1, n, 1);
            if (n == 100)
                add(feed, 2, n, 1000);
            if (n >= 395)
                add(feed, 3, n, 2);
            feed.advance(second(n + 1));
        }
        const LivePicture picture = feed.picture();
        QCOMPARE(picture.seconds.size(), LiveFeed::kSeconds);
        QCOMPARE(picture.seconds.front().at, second(100, 0));
        QVERIFY(picture.seconds.front().links.empty());
        QCOMPARE(picture.top.size(), std::size_t{2}); // what was busy before the last minute is not
        QCOMPARE(picture.top[0].link.value, std::int64_t{1});
        QCOMPARE(picture.top[0].humans, std::int64_t{60});
        QCOMPARE(picture.top[1].humans, std::int64_t{10});
        QCOMPARE(picture.peak.humans, std::int64_t{1001});
        QCOMPARE(picture.peak.at, second(100, 0));
    }

    void boundsTheLinksOfASecondAndTheTop()
    {
        LiveFeed feed;
        std::vector<LiveLink> links;
        feed.subscribe([&](const LiveSecond &s) { links = s.links; });
        for (std::int64_t link = 1; link <= 500; ++link)
            add(feed, link, 0, link);
        feed.advance(second(1));
        QCOMPARE(links.size(), LiveFeed::kLinksPerSecond);
        QCOMPARE(links.front().humans, std::int64_t{500});
        QCOMPARE(links.back().humans, std::int64_t{301});
        QCOMPARE(feed.picture().top.size(), LiveFeed::kTop);
        QCOMPARE(feed.picture().seconds.front().humans, std::int64_t{125'250}); // the sum is of all
    }

    void givesTheBusiestOfEqualsInAFixedOrder()
    {
        LiveFeed feed;
        for (const std::int64_t link : {5, 3, 9})
            add(feed, link, 0, 1);
        feed.advance(second(1));
        const auto top = feed.picture().top;
        QCOMPARE(top[0].link.value, std::int64_t{3});
        QCOMPARE(top[2].link.value, std::int64_t{9});
    }

    void doesNotReplayHoursOfSilence() // after a sleep of the computer
    {
        LiveFeed feed;
        int seen = 0;
        std::int64_t sum = 0;
        feed.subscribe([&](const LiveSecond &s) {
            ++seen;
            sum += s.humans;
        });
        feed.advance(second(0));
        add(feed, 1, 0, 7);
        feed.advance(second(36'000));
        QCOMPARE(seen, 0);
        feed.advance(second(36'001));
        QCOMPARE(seen, 1);
        QCOMPARE(sum, std::int64_t{7}); // the click from before is not lost
    }

    void followsAClockThatIsSetBack()
    {
        LiveFeed feed;
        int seen = 0;
        feed.subscribe([&](const LiveSecond &) { ++seen; });
        feed.advance(second(1000));
        feed.advance(second(999)); // a little is waited out
        QCOMPARE(seen, 0);
        feed.advance(second(0));
        feed.advance(second(3));
        QCOMPARE(seen, 3);
    }
};

QTEST_GUILESS_MAIN(TestLiveFeed)
#include "tst_livefeed.moc"
