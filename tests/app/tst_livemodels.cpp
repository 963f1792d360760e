// The live page's models: the ring of seconds, the window of a minute, the ranking, the feed, scales and texts.
#include "fakeservice.h"
#include "models/changefeedmodel.h"
#include "models/clickrateseries.h"
#include "models/linkfilter.h"
#include "models/nicescale.h"
#include "models/texts.h"
#include "models/toplinksmodel.h"
#include "widgets/barlistview.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>

#include <numeric>

using namespace linkdesk;
using namespace linkdesk::app;
using namespace linkdesk::test;
using namespace std::chrono_literals;

namespace {

constexpr qint64 kStart = 1'796'000'000;

QDateTime at(qint64 second)
{
    return QDateTime::fromSecsSinceEpoch(second, Qt::UTC);
}

ClickTick tick(qint64 second, const QList<std::pair<qint64, qint64>> &links)
{
    ClickTick result;
    result.at = at(second);
    for (const auto &[id, humans] : links) {
        result.links << LinkCount{LinkId{id}, u"c%1"_qs.arg(id), {}, {}, {}, {humans, 0}};
        result.total.humans += humans;
    }
    return result;
}

LiveSnapshot snapshot(qint64 now, const QList<std::pair<qint64, qint64>> &top)
{
    LiveSnapshot live;
    live.now = at(now);
    live.peakAt = at(now);
    for (const auto &[id, humans] : top)
        live.top << LinkCount{LinkId{id}, u"c%1"_qs.arg(id), {}, u"http://go.example.com/c"_qs, {}, {humans, 0}};
    return live;
}

} // namespace

class TestLiveModels final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void ringKeepsFiveMinutes()
    {
        ClickRateSeries series;
        QVERIFY(series.isEmpty());
        for (int i = 0; i < 400; ++i)
            series.add(tick(kStart + i, {{1, i}}));
        QCOMPARE(series.latest(ClickKind::Humans), 399);
        QCOMPARE(series.at(0, ClickKind::Humans), 100);
        QCOMPARE(series.peak(), 399);
        series.add(tick(kStart + 10, {{1, 999999}})); // too old
        QCOMPARE(series.largest(ClickKind::Humans), 399);
    }

    void missedSecondsCountZero()
    {
        ClickRateSeries series;
        series.add(tick(kStart, {{1, 7}}));
        series.add(tick(kStart + 3, {{1, 9}}));
        QCOMPARE(series.tail(4, ClickKind::Humans), (QVector<qreal>{7, 0, 0, 9}));
        series.add(tick(kStart + 5000, {{1, 1}}));
        QCOMPARE(series.largest(ClickKind::Both), 1);
    }

    void minuteWindowIsExact()
    {
        ClickWindow window;
        QHash<qint64, QList<qint64>> naive; // id -> clicks by second
        QRandomGenerator random(7);
        for (int second = 0; second < 200; ++second) {
            QList<std::pair<qint64, qint64>> links;
            for (qint64 id = 1; id <= 5; ++id) {
                const qint64 humans = random.bounded(4);
                links << std::pair(id, humans);
                naive[id] << humans;
            }
            window.add(tick(kStart + second, links));
            for (qint64 id = 1; id <= 5; ++id) {
                const QList<qint64> last = naive[id].mid(std::max<qsizetype>(0, naive[id].size() - 60));
                const qint64 expected = std::accumulate(last.begin(), last.end(), qint64(0));
                QCOMPARE(window.sums().value(LinkId{id}).clicks.humans, expected);
            }
        }
    }

    void snapshotLeavesWithinAMinute()
    {
        ClickWindow window;
        window.load(snapshot(kStart, {{1, 1000}}));
        QCOMPARE(window.sums().value(LinkId{1}).clicks.humans, 1000);
        for (int i = 0; i < 30; ++i)
            window.add(tick(kStart + i, {}));
        QCOMPARE(window.sums().value(LinkId{1}).clicks.humans, 500);
        for (int i = 30; i < 61; ++i)
            window.add(tick(kStart + i, {}));
        QVERIFY(window.sums().isEmpty());
    }

    void rankingMovesRows()
    {
        TopLinksModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QRandomGenerator random(3);
        model.load(snapshot(kStart, {{1, 30}, {2, 20}, {3, 10}}));
        for (int second = 0; second < 150; ++second) {
            QList<std::pair<qint64, qint64>> links;
            for (int i = 0; i < 6; ++i)
                links << std::pair<qint64, qint64>(random.bounded(1, 30), random.bounded(50));
            model.add(tick(kStart + second, links));
            QVERIFY(model.rowCount() <= 10);
            for (int row = 1; row < model.rowCount(); ++row)
                QVERIFY(model.index(row).data(BarFractionRole).toReal()
                        <= model.index(row - 1).data(BarFractionRole).toReal());
        }
        QCOMPARE(reset.size(), 0);
        QCOMPARE(model.index(0).data(BarFractionRole).toReal(), 1.0);
    }

    void frozenRowsStayWhereTheyAre()
    {
        TopLinksModel model;
        model.load(snapshot(kStart, {{1, 30}, {2, 20}}));
        model.setFrozen(true);
        model.add(tick(kStart, {{2, 500}}));
        QCOMPARE(model.index(0).data(TopLinksModel::IdRole).toLongLong(), 1);
        model.setFrozen(false);
        QCOMPARE(model.index(0).data(TopLinksModel::IdRole).toLongLong(), 2);
    }

    void feedTakesFourASecond()
    {
        ChangeFeedModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.seed({sampleLink(1)});
        for (int i = 2; i < 100; ++i)
            model.add({ChangeKind::Created, sampleLink(i)}, at(kStart));
        QVERIFY(model.rowCount() <= 2);
        QTRY_COMPARE(model.rowCount(), 6);
        QCOMPARE(model.index(0).data(ChangeFeedModel::IdRole).toLongLong(), 99);
        QCOMPARE(model.leftOut(), 93);
    }

    void scales_data()
    {
        QTest::addColumn<double>("largest");
        QTest::addColumn<double>("top");
        QTest::addColumn<double>("step");
        QTest::newRow("nothing") << 0.0 << 4.0 << 1.0;
        QTest::newRow("one click") << 1.0 << 4.0 << 1.0;
        QTest::newRow("five") << 5.0 << 5.0 << 1.0;
        QTest::newRow("six") << 6.0 << 6.0 << 2.0;
        QTest::newRow("eleven") << 11.0 << 15.0 << 5.0;
        QTest::newRow("24 does not take a step of 2.5") << 24.0 << 25.0 << 5.0;
        QTest::newRow("a hundred and ten") << 110.0 << 125.0 << 25.0;
        QTest::newRow("1,794") << 1794.0 << 2000.0 << 500.0;
        QTest::newRow("six million") << 5.7e6 << 6e6 << 2e6;
    }

    void scales()
    {
        QFETCH(double, largest);
        QFETCH(double, top);
        QFETCH(double, step);
        QCOMPARE(niceScale(largest), (NiceScale{top, step}));
    }

    void scaleShrinksLate()
    {
        ScaleKeeper keeper;
        QCOMPARE(keeper.update(100, 0ms).top, 100.0);
        QCOMPARE(keeper.update(1000, 1s).top, 1000.0);
        QCOMPARE(keeper.update(10, 2s).top, 1000.0);
        QCOMPARE(keeper.update(10, 11s).top, 1000.0);
        QCOMPARE(keeper.update(10, 12s).top, 10.0);
    }

    void filterIsReadWhileItIsTyped()
    {
        const FilterReading reading = readFilter(u"tag:spring -clicks>100 über status:deleted"_qs);
        QVERIFY(reading.isValid());
        QVERIFY(reading.findsDeleted);
        QCOMPARE(reading.terms.size(), 4);
        QCOMPARE(reading.terms.at(1).position, 11);
        QCOMPARE(reading.terms.at(1).keyLength, 8);
        QCOMPARE(reading.terms.at(2).length, 4); // signs, not bytes
        QCOMPARE(reading.terms.at(3).position, 28);
        const FilterReading wrong = readFilter(u"über clicks>many"_qs);
        QVERIFY(!wrong.isValid());
        QVERIFY(!wrong.mistake.isEmpty());
        QVERIFY(wrong.position >= 5);
        QVERIFY(wrong.position + wrong.length <= 16);
        QVERIFY(readFilter({}).isValid());
        QVERIFY(!readFilter({}).findsDeleted);
        QVERIFY(readFilter(u"https://shop.example.com/a"_qs).isValid()); // pasted
        for (const FilterExample &example : filterExamples())
            QVERIFY2(readFilter(example.text).isValid(), qPrintable(example.text));
    }

    void filterIsCompleted()
    {
        const FilterWords words{{u"spring"_qs, u"spring sale"_qs, u"print"_qs}, {u"s.example"_qs}};
        const auto texts = [&words](const QString &text) {
            QStringList list;
            for (const FilterSuggestion &suggestion : completeFilter(text, int(text.size()), words).suggestions)
                list << suggestion.text;
            return list;
        };
        QVERIFY(texts(u"cli"_qs).contains(u"clicks>"_qs));
        QCOMPARE(texts(u"tag:spr"_qs), (QStringList{u"spring"_qs, u"\"spring sale\""_qs}));
        QCOMPARE(texts(u"sale status:sch"_qs), QStringList{u"scheduled"_qs});
        QCOMPARE(texts(u"status:banned,exp"_qs), QStringList{u"expired"_qs});
        QCOMPARE(texts(u"-domain:s"_qs), QStringList{u"s.example"_qs});
        QVERIFY(texts(u"\"tag:"_qs).isEmpty()); // in quotes it is a text
        const FilterCompletion completion = completeFilter(u"sale status:sch"_qs, 15, words);
        QCOMPARE(completion.from, 12);
        QCOMPARE(completion.length, 3);
    }

    void textsOfTimes()
    {
        const QDateTime now = QDateTime(QDate(2026, 11, 30), QTime(20, 0), Qt::LocalTime);
        QCOMPARE(expiryText({}, now), u"Never"_qs);
        QVERIFY(expiryText(now.addDays(3), now).startsWith(u"in 3 day"_qs));
        QCOMPARE(expiryText(now.addSecs(5400), now), u"in 1 h"_qs);
        QCOMPARE(expiryText(QDateTime(QDate(2026, 12, 31), QTime(23, 59)), now), u"31 Dec"_qs);
        QCOMPARE(expiryText(QDateTime(QDate(2027, 6, 30), QTime(23, 59)), now), u"30 Jun 2027"_qs);
        QCOMPARE(agoText(now.addSecs(-5), now), u"just now"_qs);
        QCOMPARE(agoText(now.addSecs(-600), now), u"10 min ago"_qs);
        QCOMPARE(agoText(now.addDays(-1), now), u"yesterday"_qs);
        QCOMPARE(agoText(now.addDays(-30), now), u"31 Oct"_qs);
    }

    void textsOfNumbers()
    {
        QCOMPARE(countText(12480), u"12,480"_qs);
        QCOMPARE(axisText(2000), u"2,000"_qs);
        QCOMPARE(axisText(25000), u"25 k"_qs);
        QCOMPARE(axisText(2.5e6), u"2.5 M"_qs);
        QCOMPARE(shareText(0.971), u"97.1%"_qs);
        QCOMPARE(shareText(0.0181), u"1.81%"_qs);
        QCOMPARE(shareText(1), u"100%"_qs);
    }

    void hostileNamesAreShownAsText()
    {
        TopLinksModel model;
        LiveSnapshot live = snapshot(kStart, {{1, 30}});
        live.top[0].title = u"<img src=http://127.0.0.1:1/x>\u202Efdp"_qs;
        model.load(live);
        const QString second = model.index(0).data(BarSecondTextRole).toString();
        QVERIFY(!second.contains(QChar(0x202E)));
        QVERIFY(second.contains(u"202E"_qs));
        QVERIFY(!Qt::mightBeRichText(model.index(0).data(Qt::ToolTipRole).toString())
                || model.index(0).data(Qt::ToolTipRole).toString().contains(u"&lt;img"_qs));
    }
};

QTEST_GUILESS_MAIN(TestLiveModels)
#include "tst_livemodels.moc"
