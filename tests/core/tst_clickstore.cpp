#include <QTest>

#include "clicks/clickstore.h"

#include "fakes.h"
#include "tempstore.h"

#include <QDateTime>
#include <QTimeZone>

#include <numeric>
#include <random>

using namespace linkdesk::core;
using namespace linkdesk::test;

Q_DECLARE_METATYPE(linkdesk::core::StatsBucket)

namespace {

constexpr std::int64_t kHourMs = 3'600'000;

QTimeZone zoneNamed(const char *name)
{
    return QTimeZone(QByteArray(name));
}

TimePoint utc(const char *text)
{
    return fromMs(QDateTime::fromString(QLatin1String(text), Qt::ISODateWithMs).toMSecsSinceEpoch());
}

// The first instant of a local date.
TimePoint localDay(const QTimeZone &zone, int year, int month, int day)
{
    return fromMs(QDate(year, month, day).startOfDay(zone).toMSecsSinceEpoch());
}

std::vector<QString> labels(const std::vector<TimePoint> &edges, const QTimeZone &zone)
{
    std::vector<QString> out;
    for (const TimePoint edge : edges)
        out.push_back(QDateTime::fromMSecsSinceEpoch(toMs(edge), zone).toString(QStringLiteral("yyyy-MM-dd HH:mm")));
    return out;
}

ClickBatch batchOf(std::int64_t link, std::int64_t hour, std::int64_t humans, std::int64_t bots = 0)
{
    ClickBatch batch;
    batch.hours[hour][link] = {"code", humans, bots, hour * kHourMs};
    batch.clicks = static_cast<std::uint64_t>(humans + bots);
    return batch;
}

std::int64_t sumOf(const std::vector<StatsPoint> &points)
{
    return std::accumulate(points.begin(), points.end(), std::int64_t{0},
                           [](std::int64_t sum, const StatsPoint &point) { return sum + point.humans; });
}

} // namespace

class TestClickStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_store = std::make_unique<TempStore>(m_clock); }
    void cleanup() { m_store.reset(); }

    void countsTheHoursOfADay_data() // R46
    {
        QTest::addColumn<QByteArray>("zone");
        QTest::addColumn<QDate>("date");
        QTest::addColumn<int>("hours");
        QTest::newRow("Madrid, spring") << QByteArray("Europe/Madrid") << QDate(2026, 3, 29) << 23;
        QTest::newRow("Madrid, autumn") << QByteArray("Europe/Madrid") << QDate(2026, 10, 25) << 25;
        QTest::newRow("Madrid, any day") << QByteArray("Europe/Madrid") << QDate(2026, 6, 1) << 24;
        QTest::newRow("UTC") << QByteArray("UTC") << QDate(2026, 3, 29) << 24;
        QTest::newRow("New York, spring") << QByteArray("America/New_York") << QDate(2026, 3, 8) << 23;
        QTest::newRow("Sao Paulo, spring 2018, when midnight did not exist")
            << QByteArray("America/Sao_Paulo") << QDate(2018, 11, 4) << 23;
        QTest::newRow("Sao Paulo, autumn 2019, when an hour came twice")
            << QByteArray("America/Sao_Paulo") << QDate(2019, 2, 16) << 25;
        QTest::newRow("Sao Paulo, since then") << QByteArray("America/Sao_Paulo") << QDate(2026, 11, 1) << 24;
    }

    void countsTheHoursOfADay()
    {
        QFETCH(QByteArray, zone);
        QFETCH(QDate, date);
        QFETCH(int, hours);
        const QTimeZone local(zone);
        const QDate next = date.addDays(1);
        const TimePoint from = localDay(local, date.year(), date.month(), date.day());
        const TimePoint to = localDay(local, next.year(), next.month(), next.day());
        const auto edges = bucketEdges(from, to, StatsBucket::Hour, local);
        QCOMPARE(static_cast<int>(edges.size()) - 1, hours);
        QCOMPARE(edges.front(), from);
        QCOMPARE(edges.back(), to);
        QCOMPARE(bucketEdges(from, to, StatsBucket::Day, local), (std::vector<TimePoint>{from, to}));
    }

    void cutsDaysAtLocalMidnight_data() // R46
    {
        QTest::addColumn<QByteArray>("zone");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QStringList>("starts"); // UTC
        const auto row = [](const char *name, const char *zone, const char *from, QStringList starts) {
            QTest::newRow(name) << QByteArray(zone) << QString::fromLatin1(from) << std::move(starts);
        };
        row("India, half an hour off", "Asia/Kolkata", "2026-01-01T00:00:00Z",
            {QStringLiteral("2025-12-31T18:30:00.000Z"), QStringLiteral("2026-01-01T18:30:00.000Z"),
             QStringLiteral("2026-01-02T18:30:00.000Z")});
        row("Nepal, three quarters off", "Asia/Kathmandu", "2026-01-01T00:00:00Z",
            {QStringLiteral("2025-12-31T18:15:00.000Z"), QStringLiteral("2026-01-01T18:15:00.000Z"),
             QStringLiteral("2026-01-02T18:15:00.000Z")});
        row("Lord Howe, which shifts by half an hour", "Australia/Lord_Howe", "2026-04-03T20:00:00Z",
            {QStringLiteral("2026-04-03T13:00:00.000Z"), QStringLiteral("2026-04-04T13:00:00.000Z"),
             QStringLiteral("2026-04-05T13:30:00.000Z")});
        row("Sao Paulo over a midnight that did not exist", "America/Sao_Paulo", "2018-11-03T12:00:00Z",
            {QStringLiteral("2018-11-03T03:00:00.000Z"), QStringLiteral("2018-11-04T03:00:00.000Z"),
             QStringLiteral("2018-11-05T02:00:00.000Z")});
        row("Madrid in spring", "Europe/Madrid", "2026-03-28T12:00:00Z",
            {QStringLiteral("2026-03-27T23:00:00.000Z"), QStringLiteral("2026-03-28T23:00:00.000Z"),
             QStringLiteral("2026-03-29T22:00:00.000Z")});
    }

    void cutsDaysAtLocalMidnight()
    {
        QFETCH(QByteArray, zone);
        QFETCH(QString, from);
        QFETCH(QStringList, starts);
        const TimePoint start = utc(from.toLatin1().constData());
        const auto edges = bucketEdges(start, start + std::chrono::hours(40), StatsBucket::Day, QTimeZone(zone));
        QVERIFY(edges.size() >= 3);
        for (qsizetype i = 0; i < starts.size(); ++i)
            QCOMPARE(edges[static_cast<std::size_t>(i)], utc(starts[i].toLatin1().constData()));
    }

    void givesSevenLabelsForSevenDays_data() // R46
    {
        QTest::addColumn<QByteArray>("zone");
        for (const char *zone :
             {"UTC", "Europe/Madrid", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Chatham"})
            QTest::newRow(zone) << QByteArray(zone);
    }

    void givesSevenLabelsForSevenDays()
    {
        QFETCH(QByteArray, zone);
        const QTimeZone local(zone);
        // Every day of a year is once the last of the seven: across each change of the clocks.
        for (QDate today(2026, 1, 1); today < QDate(2027, 1, 1); today = today.addDays(1)) {
            const TimePoint from = fromMs(today.addDays(-6).startOfDay(local).toMSecsSinceEpoch());
            const TimePoint to = fromMs(today.addDays(1).startOfDay(local).toMSecsSinceEpoch());
            const auto edges = bucketEdges(from, to, StatsBucket::Day, local);
            QCOMPARE(edges.size(), std::size_t{8});
            QCOMPARE(edges.front(), from);
            QCOMPARE(edges.back(), to);
            QVERIFY(std::is_sorted(edges.begin(), edges.end()));
        }
    }

    void cutsWeeksAtMondayAndMonthsAtTheFirst()
    {
        const QTimeZone berlin = zoneNamed("Europe/Berlin");
        const auto weeks =
            bucketEdges(utc("2026-03-25T12:00:00Z"), utc("2026-04-06T12:00:00Z"), StatsBucket::Week, berlin);
        QCOMPARE(labels(weeks, berlin),
                 (std::vector<QString>{QStringLiteral("2026-03-23 00:00"), QStringLiteral("2026-03-30 00:00"),
                                       QStringLiteral("2026-04-06 00:00"), QStringLiteral("2026-04-13 00:00")}));
        const auto months =
            bucketEdges(utc("2026-01-31T23:30:00Z"), utc("2026-03-31T22:00:00Z"), StatsBucket::Month, berlin);
        QCOMPARE(labels(months, berlin),
                 (std::vector<QString>{QStringLiteral("2026-02-01 00:00"), QStringLiteral("2026-03-01 00:00"),
                                       QStringLiteral("2026-04-01 00:00")}));
        const auto sunday =
            bucketEdges(utc("2026-03-29T21:59:59Z"), utc("2026-03-29T22:00:00Z"), StatsBucket::Week, berlin);
        QCOMPARE(labels(sunday, berlin),
                 (std::vector<QString>{QStringLiteral("2026-03-23 00:00"), QStringLiteral("2026-03-30 00:00")}));
    }

    void hasNoBucketInAnEmptyRange()
    {
        const TimePoint now = utc("2026-01-01T12:34:56Z");
        for (const auto bucket : {StatsBucket::Hour, StatsBucket::Day, StatsBucket::Week, StatsBucket::Month}) {
            QVERIFY(bucketEdges(now, fromMs(0), bucket, QTimeZone::utc()).size() == 1);
            m_store->read([&](SqlConnection &connection) {
                const auto points = clickSeries(connection, {0, now, fromMs(0), bucket}, QTimeZone::utc());
                QVERIFY(points.ok() && points->empty());
            });
        }
    }

    void addsUpTheSameInEveryBucketAndZone_data() // R46: day totals = hour totals = list total
    {
        givesSevenLabelsForSevenDays_data();
    }

    void addsUpTheSameInEveryBucketAndZone()
    {
        QFETCH(QByteArray, zone);
        const QTimeZone local(zone);
        std::mt19937_64 engine(testSeed());
        // A year around both changes of the clocks, clicks in about a tenth of its hours.
        const std::int64_t first = toMs(utc("2026-01-01T00:00:00Z")) / kHourMs;
        std::map<std::int64_t, std::int64_t> hours;
        ClickBatch batch;
        for (int i = 0; i < 800; ++i) {
            const std::int64_t hour = first + static_cast<std::int64_t>(engine() % (365 * 24));
            const auto count = static_cast<std::int64_t>(1 + engine() % 50);
            hours[hour] += count;
            ClickSum &sum = batch.hours[hour][7];
            sum.code = "code";
            sum.humans += count;
        }
        store(batch);
        std::int64_t all = 0;
        for (const auto &[hour, count] : hours)
            all += count;
        QCOMPARE(m_store->number("SELECT humans FROM link_total WHERE link_id = 7"), all);
        QCOMPARE(m_store->number("SELECT sum(humans) FROM click_day WHERE link_id = 7"), all);

        const TimePoint from = localDay(local, 2025, 12, 1);
        const TimePoint to = localDay(local, 2027, 2, 1);
        for (const std::int64_t link : {std::int64_t{0}, std::int64_t{7}}) {
            for (const auto bucket : {StatsBucket::Hour, StatsBucket::Day, StatsBucket::Week, StatsBucket::Month})
                QCOMPARE(sumOf(series({link, from, to, bucket}, local)), all);
        }
        // Each hour belongs to one day: single days add up, whatever the bucket, and are what the long series says.
        const auto days =
            series({7, localDay(local, 2026, 3, 1), localDay(local, 2026, 5, 1), StatsBucket::Day}, local);
        for (std::size_t i = 0; i + 1 < days.size(); ++i) {
            const TimePoint start = days[i].start;
            const TimePoint end = days[i + 1].start;
            QCOMPARE(sumOf(series({7, start, end, StatsBucket::Day}, local)), days[i].humans);
            QCOMPARE(sumOf(series({7, start, end, StatsBucket::Hour}, local)), days[i].humans);
        }
    }

    void takesInTheHourThatHasBegun() // "the last 24 hours" at any minute
    {
        const std::int64_t hour = toMs(utc("2026-05-01T10:00:00Z")) / kHourMs;
        store(batchOf(7, hour, 3));
        store(batchOf(7, hour + 24, 5));
        const TimePoint now = utc("2026-05-02T10:37:00Z");
        for (const auto bucket : {StatsBucket::Hour, StatsBucket::Day})
            QCOMPARE(sumOf(series({7, now - std::chrono::hours(24), now, bucket}, QTimeZone::utc())), std::int64_t{8});
        QCOMPARE(sumOf(series({7, utc("2026-05-01T11:00:00Z"), now, StatsBucket::Hour}, QTimeZone::utc())),
                 std::int64_t{5});
        QCOMPARE(sumOf(series({7, utc("2026-05-01T10:00:00Z"), utc("2026-05-02T10:00:00Z"), StatsBucket::Hour},
                              QTimeZone::utc())),
                 std::int64_t{3});
    }

    void givesEmptyBucketsToo()
    {
        const std::int64_t hour = toMs(utc("2026-05-03T10:00:00Z")) / kHourMs;
        store(batchOf(7, hour, 3, 2));
        const auto points =
            series({7, utc("2026-05-01T00:00:00Z"), utc("2026-05-08T00:00:00Z"), StatsBucket::Day}, QTimeZone::utc());
        QCOMPARE(points.size(), std::size_t{7});
        for (std::size_t i = 0; i < points.size(); ++i) {
            QCOMPARE(points[i].humans, std::int64_t{i == 2 ? 3 : 0});
            QCOMPARE(points[i].bots, std::int64_t{i == 2 ? 2 : 0});
        }
    }

    void countsSinceAMoment()
    {
        const std::int64_t hour = toMs(utc("2026-05-03T10:00:00Z")) / kHourMs;
        store(batchOf(7, hour, 3, 1));
        store(batchOf(8, hour + 1, 4));
        m_store->read([&](SqlConnection &connection) {
            QCOMPARE(clicksSince(connection, 0, utc("2026-05-03T10:00:00Z"))->humans, std::int64_t{7});
            QCOMPARE(clicksSince(connection, 7, utc("2026-05-03T10:00:00Z"))->bots, std::int64_t{1});
            QCOMPARE(clicksSince(connection, 0, utc("2026-05-03T11:00:00Z"))->humans, std::int64_t{4});
            QCOMPARE(clicksSince(connection, 99, fromMs(0))->humans, std::int64_t{0});
        });
    }

    void addsToWhatIsThere()
    {
        const std::int64_t hour = toMs(utc("2026-05-03T10:00:00Z")) / kHourMs;
        store(batchOf(7, hour, 3, 1));
        store(batchOf(7, hour, 2, 2));
        QCOMPARE(m_store->number("SELECT humans FROM click_hour WHERE link_id = 7"), 5);
        QCOMPARE(m_store->number("SELECT bots FROM click_day WHERE link_id = 7"), 3);
        QCOMPARE(m_store->number("SELECT humans FROM link_total WHERE link_id = 7"), 5);
        QCOMPARE(m_store->number("SELECT count(*) FROM click_hour"), 2);
        ClickBatch older = batchOf(7, hour - 5, 1);
        store(older); // a late batch does not move the last click back
        QCOMPARE(m_store->number("SELECT last_click_at FROM link_total WHERE link_id = 7"), hour * kHourMs);
    }

    void mergesBatches()
    {
        ClickBatch newer = batchOf(7, 10, 1);
        newer.hours[10][7].lastAt = 36'000'005;
        newer.rows.push_back({7, 2, {}, "new", {}, {}});
        newer.orphans[10] = 2;
        ClickBatch older = batchOf(7, 10, 2, 1);
        older.hours[9][8] = {"other", 4, 0, 5};
        older.rows.push_back({7, 1, {}, "old", {}, {}});
        older.orphans[10] = 1;
        older.orphans[9] = 5;
        newer.merge(std::move(older));
        QCOMPARE(newer.hours[10][7].humans, std::int64_t{3});
        QCOMPARE(newer.hours[10][7].bots, std::int64_t{1});
        QCOMPARE(newer.hours[10][7].lastAt, std::int64_t{36'000'005});
        QCOMPARE(newer.hours[10][7].code, std::string("code"));
        QCOMPARE(newer.hours[9][8].humans, std::int64_t{4});
        QCOMPARE(newer.orphans[10], std::int64_t{3});
        QCOMPARE(newer.orphans[9], std::int64_t{5});
        QCOMPARE(newer.rows.front().userAgent, std::string("old"));
        QCOMPARE(newer.clicks, std::uint64_t{4});
        QVERIFY(ClickBatch().empty());
        QVERIFY(!newer.empty());
    }

    void writesAddresses_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const char *hex, const char *text) {
            QTest::newRow(name) << QByteArray::fromHex(hex) << QString::fromLatin1(text);
        };
        row("none", "00000000000000000000000000000000", "::");
        row("IPv4", "00000000000000000000ffff01020300", "1.2.3.0");
        row("the highest IPv4", "00000000000000000000ffffffffff00", "255.255.255.0");
        row("a truncated IPv6", "20010db8abcd00000000000000000000", "2001:db8:abcd::");
        row("a truncated IPv6 with a zero inside", "20010000abcd00000000000000000000", "2001:0:abcd::");
        row("a whole IPv6", "20010db8000100020003000400050006", "2001:db8:1:2:3:4:5:6");
    }

    void writesAddresses()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        std::array<std::uint8_t, 16> address{};
        std::copy(bytes.begin(), bytes.end(), address.begin());
        QCOMPARE(QString::fromStdString(addressText(address)), text);
    }

private:
    void store(const ClickBatch &batch)
    {
        QVERIFY(m_store->write([&](SqlConnection &connection) { return storeClicks(connection, batch); }).ok());
    }

    std::vector<StatsPoint> series(const StatsQuery &query, const QTimeZone &zone)
    {
        std::vector<StatsPoint> out;
        m_store->read([&](SqlConnection &connection) {
            const auto points = clickSeries(connection, query, zone);
            QVERIFY(points.ok());
            out = *points;
        });
        return out;
    }

    FakeClock m_clock;
    std::unique_ptr<TempStore> m_store;
};

QTEST_GUILESS_MAIN(TestClickStore)
#include "tst_clickstore.moc"
