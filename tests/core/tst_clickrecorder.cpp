#include <QTest>

#include "clicks/clickrecorder.h"

#include "fakequeues.h"
#include "fakes.h"
#include "tempstore.h"

#include <QElapsedTimer>
#include <QLoggingCategory>
#include <QRegularExpression>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

constexpr std::int64_t kStart = 1735689600000; // a full hour

Click click(std::int64_t link, std::int64_t atMs)
{
    Click made;
    made.link = {link};
    made.domain = kDefaultDomain;
    made.code = "code";
    made.at = fromMs(atMs);
    made.userAgent = "agent";
    return made;
}

RecorderOptions quick()
{
    RecorderOptions options;
    options.interval = std::chrono::milliseconds(2);
    return options;
}

} // namespace

Q_DECLARE_METATYPE(linkdesk::test::FailingWriter::Failure)

class TestClickRecorder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_store = std::make_unique<TempStore>(m_clock);
        m_feed = std::make_unique<LiveFeed>();
    }
    void cleanup() { m_store.reset(); }

    void storesEveryClickOnceEverywhere()
    {
        ClickRecorder recorder(m_store->store().writer(), m_clock, *m_feed, 2, quick());
        recorder.start();
        for (int i = 0; i < 3000; ++i)
            recorder.record(static_cast<unsigned>(i % 2), click(1 + i % 3, kStart + i));
        recorder.stop();
        QCOMPARE(total("SELECT sum(humans) FROM click_hour WHERE link_id > 0"), 3000);
        QCOMPARE(total("SELECT sum(humans) FROM click_hour WHERE link_id = 0"), 3000);
        QCOMPARE(total("SELECT sum(humans) FROM click_day WHERE link_id > 0"), 3000);
        QCOMPARE(total("SELECT sum(humans) FROM click_day WHERE link_id = 0"), 3000);
        QCOMPARE(total("SELECT sum(humans) FROM link_total"), 3000);
        QCOMPARE(total("SELECT humans FROM link_total WHERE link_id = 2"), 1000);
        QCOMPARE(total("SELECT last_click_at FROM link_total WHERE link_id = 3"), kStart + 2999);
        QCOMPARE(total("SELECT count(*) FROM click"), 3000);
        QCOMPARE(total("SELECT count(*) FROM click WHERE user_agent = 'agent' AND referrer IS NULL"), 3000);
        QCOMPARE(recorder.stats().recorded, std::uint64_t{3000});
        QCOMPARE(recorder.stats().pending, std::uint64_t{0});
        QCOMPARE(recorder.stats().shedRows, std::uint64_t{0});
        QVERIFY(!recorder.stats().failing);
    }

    void filesClicksByTheirHourAndDay() // UTC
    {
        ClickRecorder recorder(m_store->store().writer(), m_clock, *m_feed, 1, quick());
        recorder.start();
        recorder.record(0, click(1, kStart - 1));
        recorder.record(0, click(1, kStart));
        recorder.record(0, click(1, kStart + 3'599'999));
        recorder.record(0, click(1, kStart + 3'600'000));
        recorder.stop();
        const std::string where = " WHERE link_id = 1 AND bucket = ";
        const std::int64_t hour = kStart / 3'600'000;
        QCOMPARE(total("SELECT humans FROM click_hour" + where + std::to_string(hour - 1)), 1);
        QCOMPARE(total("SELECT humans FROM click_hour" + where + std::to_string(hour)), 2);
        QCOMPARE(total("SELECT humans FROM click_hour" + where + std::to_string(hour + 1)), 1);
        QCOMPARE(total("SELECT humans FROM click_day" + where + std::to_string(hour / 24 - 1)), 1);
        QCOMPARE(total("SELECT humans FROM click_day" + where + std::to_string(hour / 24)), 3);
    }

    void keepsTotalsThroughFailures_data() // P10, R35
    {
        QTest::addColumn<FailingWriter::Failure>("failure");
        QTest::addColumn<int>("times");
        for (const int times : {0, 1, 2, 5}) {
            QTest::addRow("the queue is full %d times", times) << FailingWriter::Failure::Refused << times;
            QTest::addRow("the statements fail %d times", times) << FailingWriter::Failure::Run << times;
            QTest::addRow("the commit fails %d times", times) << FailingWriter::Failure::Commit << times;
        }
    }

    void keepsTotalsThroughFailures()
    {
        QFETCH(FailingWriter::Failure, failure);
        QFETCH(int, times);
        FailingWriter writer(m_store->store().writer(), failure, times);
        ClickRecorder recorder(writer, m_clock, *m_feed, 1, quick());
        QLoggingCategory::setFilterRules(QStringLiteral("linkdesk.clicks.warning=false"));
        recorder.start();
        for (int i = 0; i < 2000; ++i) {
            recorder.record(0, click(1 + i % 5, kStart + i * 10'000));
            if (i % 500 == 0) // in several batches, some of them while the writer fails
                QTRY_VERIFY(writer.jobs() > i / 500);
        }
        recorder.stop();
        QLoggingCategory::setFilterRules(QString());
        QCOMPARE(total("SELECT sum(humans) FROM click_hour WHERE link_id > 0"), 2000);
        QCOMPARE(total("SELECT sum(humans) FROM click_hour WHERE link_id = 0"), 2000);
        QCOMPARE(total("SELECT sum(humans) FROM link_total"), 2000);
        QCOMPARE(total("SELECT count(*) FROM click"), 2000);
        QCOMPARE(recorder.stats().recorded, std::uint64_t{2000});
        QCOMPARE(recorder.stats().pending, std::uint64_t{0});
        QVERIFY(!recorder.stats().failing);
    }

    void storesAtTheEndThroughAFailure_data() { keepsTotalsThroughFailures_data(); }

    // All of it waits until stop(), whose first tries fail.
    void storesAtTheEndThroughAFailure()
    {
        QFETCH(FailingWriter::Failure, failure);
        QFETCH(int, times);
        FailingWriter writer(m_store->store().writer(), failure, times);
        RecorderOptions options;
        options.interval = std::chrono::minutes(10);
        options.rowsPerBatch = 10;
        ClickRecorder recorder(writer, m_clock, *m_feed, 1, options);
        QLoggingCategory::setFilterRules(QStringLiteral("linkdesk.clicks.warning=false"));
        for (int i = 0; i < 500; ++i)
            recorder.record(0, click(1, kStart + i));
        recorder.start();
        recorder.stop();
        QLoggingCategory::setFilterRules(QString());
        QCOMPARE(total("SELECT humans FROM link_total WHERE link_id = 1"), 500);
        QCOMPARE(total("SELECT count(*) FROM click"), 500);
        QCOMPARE(recorder.stats().recorded, std::uint64_t{500});
        QCOMPARE(recorder.stats().pending, std::uint64_t{0});
    }

    void endsAndSaysSoWhenNothingCanBeStored()
    {
        FailingWriter writer(m_store->store().writer(), FailingWriter::Failure::Commit, 1'000'000);
        ClickRecorder recorder(writer, m_clock, *m_feed, 1, quick());
        recorder.start();
        recorder.record(0, click(1, kStart));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("clicks wait in memory.*disk is full")));
        QTRY_VERIFY(recorder.stats().failing);
        QCOMPARE(recorder.stats().pending, std::uint64_t{1});
        QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(QStringLiteral("^1 +clicks could not be stored")));
        QElapsedTimer timer;
        timer.start();
        recorder.stop();
        QVERIFY(timer.elapsed() < 10'000);
        QCOMPARE(recorder.stats().recorded, std::uint64_t{0});
        QCOMPARE(recorder.stats().pending, std::uint64_t{1});
    }

    void shedsRowsButNoClicks() // P10
    {
        RecorderOptions options = quick();
        options.rowsPerBatch = 7;
        options.rowsWaiting = 100;
        ClickRecorder recorder(m_store->store().writer(), m_clock, *m_feed, 1, options);
        for (int i = 0; i < 5000; ++i)
            recorder.record(0, click(1, kStart + i));
        recorder.start();
        recorder.stop();
        QCOMPARE(total("SELECT humans FROM link_total WHERE link_id = 1"), 5000);
        const auto rows = total("SELECT count(*) FROM click");
        QVERIFY(rows >= 100);
        QVERIFY(rows < 5000);
        QCOMPARE(recorder.stats().shedRows, static_cast<std::uint64_t>(5000 - rows));
        QCOMPARE(recorder.stats().recorded, std::uint64_t{5000});
    }

    void countsShedDetailsOfTheQueue() // P10: more than the buffer holds between two drains
    {
        ClickRecorder recorder(m_store->store().writer(), m_clock, *m_feed, 1, quick());
        const std::string agent(kMaxUserAgent, 'u');
        const std::string referrer(kMaxReferrer, 'r');
        constexpr int kClicks = 14'000;
        for (int i = 0; i < kClicks; ++i) {
            Click made = click(1, kStart + i);
            made.userAgent = agent;
            made.referrer = referrer;
            recorder.record(0, made);
        }
        recorder.start();
        recorder.stop();
        QCOMPARE(total("SELECT humans FROM link_total WHERE link_id = 1"), kClicks);
        QVERIFY(recorder.stats().shedRows > 0);
        QCOMPARE(total("SELECT count(*) FROM click") + static_cast<std::int64_t>(recorder.stats().shedRows), kClicks);
    }

    void neverSaysMoreThanThereWas()
    {
        ClickRecorder recorder(m_store->store().writer(), m_clock, *m_feed, 1, quick());
        recorder.start();
        std::uint64_t pushed = 0;
        for (int round = 0; round < 200; ++round) {
            for (int i = 0; i < 20; ++i, ++pushed)
                recorder.record(0, click(1, kStart));
            const RecorderStats stats = recorder.stats();
            QVERIFY(stats.recorded + stats.pending <= pushed);
        }
        QTRY_COMPARE(recorder.stats().recorded, pushed);
        QCOMPARE(recorder.stats().pending, std::uint64_t{0});
        recorder.stop();
    }

    void countsUnknownCodes() // R10
    {
        FailingWriter writer(m_store->store().writer(), FailingWriter::Failure::Run, 2);
        ClickRecorder recorder(writer, m_clock, *m_feed, 1, quick());
        QLoggingCategory::setFilterRules(QStringLiteral("linkdesk.clicks.warning=false"));
        recorder.start();
        for (int i = 0; i < 30; ++i)
            recorder.recordOrphan();
        QTRY_VERIFY(writer.jobs() > 2);
        m_clock.advance(std::chrono::hours(1));
        for (int i = 0; i < 12; ++i)
            recorder.recordOrphan();
        recorder.stop();
        QLoggingCategory::setFilterRules(QString());
        QCOMPARE(total("SELECT sum(count) FROM orphan_hour"), 42);
        QCOMPARE(total("SELECT count(*) FROM orphan_hour"), 2);
        QCOMPARE(recorder.stats().orphans, std::uint64_t{42});
        QCOMPARE(total("SELECT count(*) FROM click"), 0);
    }

    void feedsTheLivePicture()
    {
        std::int64_t seen = 0;
        m_feed->subscribe([&](const LiveSecond &second) { seen += second.humans; });
        ClickRecorder recorder(m_store->store().writer(), m_clock, *m_feed, 1, quick());
        recorder.start();
        for (int i = 0; i < 25; ++i)
            recorder.record(0, click(4, toMs(m_clock.now())));
        QTRY_COMPARE(recorder.stats().recorded, std::uint64_t{25});
        m_clock.advance(std::chrono::seconds(2));
        QTRY_COMPARE(m_feed->picture().top.size(), std::size_t{1});
        QCOMPARE(m_feed->picture().top.front().humans, std::int64_t{25});
        recorder.stop();
        QCOMPARE(seen, std::int64_t{25});
    }

    void mayStopWithoutAStart()
    {
        ClickRecorder recorder(m_store->store().writer(), m_clock, *m_feed, 1, quick());
        recorder.stop();
        recorder.stop();
    }

private:
    std::int64_t total(const std::string &sql) { return m_store->number(sql); }

    FakeClock m_clock;
    std::unique_ptr<TempStore> m_store;
    std::unique_ptr<LiveFeed> m_feed;
};

QTEST_GUILESS_MAIN(TestClickRecorder)
#include "tst_clickrecorder.moc"
