#include <QTest>

#include "clicks/clickqueue.h"

#include <atomic>
#include <map>
#include <string>
#include <thread>

using namespace linkdesk::core;

namespace {

constexpr std::int64_t kHourMs = 3'600'000;

Click click(std::int64_t link, std::int64_t atMs, std::string_view code = "code", std::string_view agent = {})
{
    Click made;
    made.link = {link};
    made.domain = kDefaultDomain;
    made.code = code;
    made.at = fromMs(atMs);
    made.userAgent = agent;
    return made;
}

struct Sums {
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> byLinkAndHour;
    std::uint64_t whole = 0;
    std::uint64_t counted = 0;

    void drain(ClickQueue &queue)
    {
        queue.drain(
            [this](const Click &c) {
                ++whole;
                ++byLinkAndHour[{c.link.value, toMs(c.at) / kHourMs}];
            },
            [this](const ClickQueue::Counted &c) {
                counted += c.clicks;
                byLinkAndHour[{c.link.value, toMs(c.at) / kHourMs}] += c.clicks;
            });
    }
};

// Fills one thread's buffer, so that the next click finds no room.
std::uint64_t fill(ClickQueue &queue, unsigned thread)
{
    const std::string agent(kMaxUserAgent, 'u');
    const std::string referrer(kMaxReferrer, 'r');
    std::uint64_t pushed = 0;
    for (std::size_t bytes = 0; bytes < ClickQueue::kMaxBufferBytes; bytes += agent.size() + referrer.size()) {
        Click made = click(1, 0, "filler", agent);
        made.referrer = referrer;
        queue.push(thread, made);
        ++pushed;
    }
    return pushed;
}

} // namespace

class TestClickQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasNothingAtFirst()
    {
        ClickQueue queue(2);
        Sums sums;
        sums.drain(queue);
        QCOMPARE(sums.whole + sums.counted, std::uint64_t{0});
    }

    void handsOverEveryDetail()
    {
        ClickQueue queue(2);
        Click made = click(7, 1735689600123, "\xf0\x9f\x9a\x80", "agent");
        made.domain = {3};
        made.address = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 1, 2, 3, 0};
        made.referrer = "https://r.example/";
        made.language = "uk,en;q=0.5";
        queue.push(1, made);
        queue.push(0, click(8, 5, ""));
        std::vector<std::string> seen;
        queue.drain(
            [&](const Click &c) {
                seen.push_back(std::to_string(c.link.value) + "|" + std::to_string(c.domain.value) + "|"
                               + std::string(c.code) + "|" + std::to_string(toMs(c.at)) + "|"
                               + std::to_string(c.address[12]) + "|" + std::string(c.userAgent) + "|"
                               + std::string(c.referrer) + "|" + std::string(c.language));
            },
            [](const ClickQueue::Counted &) { QFAIL("nothing was shed"); });
        QCOMPARE(seen,
                 (std::vector<std::string>{
                     "8|1||5|0|||", "7|3|\xf0\x9f\x9a\x80|1735689600123|1|agent|https://r.example/|uk,en;q=0.5"}));
        Sums sums;
        sums.drain(queue);
        QCOMPARE(sums.whole, std::uint64_t{0}); // each is given once
    }

    void cutsWhatIsTooLong()
    {
        ClickQueue queue(1);
        const std::string longText(100'000, 'x');
        Click made = click(1, 1, "c", longText);
        made.referrer = longText;
        made.language = longText;
        queue.push(0, made);
        queue.push(0, click(2, 2));
        std::vector<std::size_t> sizes;
        queue.drain(
            [&](const Click &c) {
                sizes.push_back(c.userAgent.size());
                sizes.push_back(c.referrer.size());
                sizes.push_back(c.language.size());
            },
            [](const ClickQueue::Counted &) {});
        QCOMPARE(sizes, (std::vector<std::size_t>{kMaxUserAgent, kMaxReferrer, kMaxLanguage, 0, 0, 0}));
    }

    void countsWhatDoesNotFit() // P10
    {
        ClickQueue queue(2);
        const std::uint64_t filled = fill(queue, 0);
        for (int i = 0; i < 1000; ++i) {
            queue.push(0, click(10 + i % 3, kHourMs - 1, "late"));
            queue.push(0, click(10 + i % 3, kHourMs, "late")); // the next hour, filed apart
        }
        queue.push(1, click(99, 1)); // the other thread's buffer is its own
        Sums sums;
        sums.drain(queue);
        QCOMPARE(sums.whole + sums.counted, filled + 2001);
        QVERIFY(sums.counted >= 1990);
        QCOMPARE((sums.byLinkAndHour[{10, 0}]), std::uint64_t{334});
        QCOMPARE((sums.byLinkAndHour[{10, 1}]), std::uint64_t{334});
        QCOMPARE((sums.byLinkAndHour[{12, 1}]), std::uint64_t{333});
        QCOMPARE((sums.byLinkAndHour[{99, 0}]), std::uint64_t{1});
        // There is room again.
        queue.push(0, click(5, 1));
        Sums again;
        again.drain(queue);
        QCOMPARE(again.whole, std::uint64_t{1});
        QCOMPARE(again.counted, std::uint64_t{0});
    }

    void keepsCodesOfShedClicks()
    {
        ClickQueue queue(1);
        (void)fill(queue, 0);
        for (int i = 0; i < 50; ++i)
            queue.push(0, click(1'000'000'000'000 + i, 1735689600000, "code" + std::to_string(i)));
        std::map<std::int64_t, std::string> codes;
        queue.drain([](const Click &) {}, [&](const ClickQueue::Counted &c) { codes[c.link.value] = c.code; });
        for (int i = 0; i < 50; ++i) {
            if (codes.contains(1'000'000'000'000 + i))
                QCOMPARE(codes[1'000'000'000'000 + i], "code" + std::to_string(i));
        }
        QVERIFY(codes.size() >= 40);
    }

    void losesNothingBetweenThreads() // P10
    {
        constexpr unsigned kThreads = 3;
        constexpr int kEach = 100'000;
        ClickQueue queue(kThreads);
        std::atomic<unsigned> running{kThreads};
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < kThreads; ++t) {
            threads.emplace_back([&, t] {
                for (int i = 0; i < kEach; ++i)
                    queue.push(t, click(i % 17, std::int64_t{i} * 100, "c", "agent"));
                --running;
            });
        }
        Sums sums;
        while (running > 0)
            sums.drain(queue);
        for (std::thread &thread : threads)
            thread.join();
        sums.drain(queue);
        QCOMPARE(sums.whole + sums.counted, std::uint64_t{kThreads} * kEach);
        std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> expected;
        for (int i = 0; i < kEach; ++i)
            expected[{i % 17, std::int64_t{i} * 100 / kHourMs}] += kThreads;
        QVERIFY(sums.byLinkAndHour == expected);
    }
};

QTEST_GUILESS_MAIN(TestClickQueue)
#include "tst_clickqueue.moc"
