// What the clicks say, the texts about time left, and the models of the renewal page and of the bans page.
#include "fakelife.h"
#include "models/bansmodel.h"
#include "models/lifetexts.h"
#include "models/renewalmodel.h"
#include "models/verdict.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace linkdesk::app;
using namespace linkdesk::test;

namespace {

using Days = QList<qint64>;

Days flat(qint64 each)
{
    return Days(30, each);
}

// `first` a day at the start, `last` at the end, in a straight line.
Days slope(double first, double last)
{
    Days days;
    for (int i = 0; i < 30; ++i)
        days << qRound64(first + (last - first) * i / 29);
    return days;
}

// Nothing but `each` in the days from..to.
Days burst(int from, int to, qint64 each)
{
    Days days(30, 0);
    for (int i = from; i < to; ++i)
        days[i] = each;
    return days;
}

RenewalLink rowOf(const Days &days, const QDateTime &ends, const QStringList &tags = {}, qint64 refused = 0)
{
    RenewalLink row;
    row.link = sampleLink(1);
    row.link.expiresAt = ends;
    row.link.tags = tags;
    row.days = days;
    row.clicks30 = std::accumulate(days.begin(), days.end(), qint64(0));
    row.refused7 = refused;
    return row;
}

const QDateTime kNow(QDate(2026, 5, 8), QTime(12, 0), Qt::UTC);

} // namespace

class TestRenewalModels final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void init()
    {
        m_service = std::make_unique<FakeService>();
        m_client = std::make_unique<AdminClient>();
        m_client->setEndpoint(m_service->endpoint());
    }
    void cleanup()
    {
        m_client.reset();
        m_service.reset();
    }

    void verdict_data()
    {
        QTest::addColumn<Days>("days");
        QTest::addColumn<QStringList>("tags");
        QTest::addColumn<int>("endedDaysAgo"); // below 0: has not
        QTest::addColumn<qint64>("refused");
        QTest::addColumn<int>("expected");
        const auto row = [](const char *name, const Days &days, Verdict expected, const QStringList &tags = {}) {
            QTest::newRow(name) << days << tags << -1 << qint64(0) << int(expected);
        };
        row("no click at all", flat(0), Verdict::NoClicks);
        row("no days from the service", {}, Verdict::NoClicks);
        row("one click", burst(3, 4, 1), Verdict::FewClicks);
        row("five clicks are few", burst(3, 8, 1), Verdict::FewClicks);
        row("six clicks to the end are steady", burst(24, 30, 1), Verdict::Steady);
        row("a few clicks of a printed code are few", burst(3, 8, 1), Verdict::FewClicks, {u"qr"_qs});
        row("a printed code that is used", flat(1), Verdict::PrintedKeep, {u"spring"_qs, u"QR"_qs});
        row("a printed code that fades", slope(100, 1), Verdict::PrintedKeep, {u"poster"_qs});
        row("a tag that only holds the word", flat(10), Verdict::Steady, {u"sprint"_qs});
        row("a hundred a day", flat(100), Verdict::Busy);
        row("ninety-nine a day", flat(99), Verdict::Steady);
        row("busy and rising", slope(10, 300), Verdict::Busy);
        row("busy once, fading now", slope(2000, 200), Verdict::Fading);
        row("a third more is steady", slope(30, 40), Verdict::Steady);
        row("twice as many", slope(20, 50), Verdict::Growing);
        row("half as many", slope(50, 20), Verdict::Fading);
        row("a campaign three weeks ago", burst(5, 12, 900), Verdict::Over);
        row("a campaign with a trickle after it", [] {
            Days days = burst(5, 12, 900);
            days[25] = days[28] = 2;
            return days;
        }(), Verdict::Over);
        row("a burst in the last days", burst(26, 30, 500), Verdict::Busy);
        row("too few clicks for a trend", burst(0, 10, 2), Verdict::Over);
        const auto ended = [](const char *name, const Days &days, qint64 refused, Verdict expected, int daysAgo = 3) {
            QTest::newRow(name) << days << QStringList{u"qr"_qs} << daysAgo << refused << int(expected);
        };
        ended("ended, and visitors still come", flat(50), 10, Verdict::StillWanted);
        ended("ended, and hardly anybody comes", flat(50), 9, Verdict::Forgotten);
        ended("ended, and nobody comes", flat(0), 0, Verdict::Forgotten);
        ended("ended just now, was used", flat(50), 0, Verdict::PrintedKeep, 0);
        ended("ended just now, was not used", flat(0), 0, Verdict::NoClicks, 1);
        ended("ended just now, and visitors come", flat(0), 10, Verdict::StillWanted, 0);
    }
    void verdict()
    {
        QFETCH(Days, days);
        QFETCH(QStringList, tags);
        QFETCH(int, endedDaysAgo);
        QFETCH(qint64, refused);
        QFETCH(int, expected);
        const Verdict found = verdictOf(rowOf(days, kNow.addDays(-endedDaysAgo), tags, refused), kNow);
        QCOMPARE(int(found), expected);
        QVERIFY(!verdictText(found).isEmpty());
        QVERIFY(!verdictReason(found).isEmpty());
    }

    void timeLeftInWords()
    {
        QCOMPARE(timeLeftText(kNow.addSecs(90), kNow), u"in 2 min"_qs);
        QCOMPARE(timeLeftText(kNow.addSecs(5 * 3600), kNow), u"in 5 h"_qs);
        QVERIFY(timeLeftText(kNow.addDays(12), kNow).startsWith(u"in 12 "));
        QCOMPARE(timeLeftText(kNow.addSecs(-7200), kNow), u"2 h ago"_qs);
        QVERIFY(timeLeftText(kNow.addDays(-41), kNow).startsWith(u"41 "));
        QCOMPARE(timeLeftText({}, kNow), u"Never"_qs);
    }

    void exactTimesAreOfTheNamedZone()
    {
        const QTimeZone berlin("Europe/Berlin");
        const QDateTime end(QDate(2026, 5, 10), QTime(21, 59), Qt::UTC);
        QCOMPARE(zonedTime(end, berlin, kNow), u"Sun 10 May, 23:59"_qs);
        // New Year is another year there already.
        QCOMPARE(zonedTime(QDateTime(QDate(2026, 12, 31), QTime(23, 30), Qt::UTC), berlin, kNow),
                 u"Fri 1 Jan 2027, 00:30"_qs);
    }

    void daysOfTheChartHaveNames()
    {
        const QDate today(2026, 5, 8);
        QCOMPARE(dayName(QDate(2026, 6, 30), today), u"Quarter end"_qs);
        QCOMPARE(dayName(QDate(2026, 12, 31), today), u"Year end"_qs);
        QCOMPARE(dayName(QDate(2026, 5, 31), today), u"Month end"_qs);
        QCOMPARE(dayName(QDate(2026, 6, 7), today), u"7 Jun"_qs);
    }

    void progressOfAJob()
    {
        JobInfo job;
        job.total = 12450;
        job.done = 8120;
        job.perSecond = 6400;
        QVERIFY(jobProgressText(job).startsWith(u"8,120 of 12,450, 6,400/s, 1 "));
        QVERIFY(jobProgressText(job).endsWith(u" left"));
        job.total.reset();
        QCOMPARE(jobProgressText(job), u"8,120, 6,400/s"_qs);
        QVERIFY(jobFraction(job) < 0);
    }

    void windowsAreLoadedPageByPage()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        for (int i = 1; i <= 250; ++i) {
            LinkInfo link = sampleLink(i, now);
            link.expiresAt = now.addSecs(3600 + i);
            m_service->links() << link;
        }
        RenewalModel model(*m_client); // without a tester: it would fetch the next page itself
        model.setWindow(RenewalWindow::Week);
        QTRY_COMPARE(model.rowCount(), 100);
        QVERIFY(model.canFetchMore({}));
        model.fetchMore({});
        QTRY_COMPARE(model.rowCount(), 200);
        QCOMPARE(model.rowAt(150).link.id, LinkId{151}); // by their end
        model.setChecked(3, true);
        model.setWindow(RenewalWindow::Quarter);
        QTRY_VERIFY(model.hasAnswer());
        QCOMPARE(model.checkedCount(), 0);
    }

    void checkAllLoadsTheRest()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        for (int i = 1; i <= 730; ++i) {
            LinkInfo link = sampleLink(i, now);
            link.expiresAt = now.addSecs(3600 + i);
            m_service->links() << link;
        }
        RenewalModel model(*m_client);
        model.setWindow(RenewalWindow::Week);
        QTRY_COMPARE(model.rowCount(), 100);
        QCOMPARE(model.allChecked(), Qt::Unchecked);
        model.checkAll(true);
        QCOMPARE(model.allChecked(), Qt::PartiallyChecked);
        QTRY_COMPARE(model.checkedCount(), 730);
        QCOMPARE(model.allChecked(), Qt::Checked);
        QCOMPARE(model.checkedIds().first(), LinkId{1});
        model.checkAll(false);
        QCOMPARE(model.checkedCount(), 0);
    }

    void reloadKeepsChecksOfLinksThatStay()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        for (int i = 1; i <= 5; ++i) {
            LinkInfo link = sampleLink(i, now);
            link.expiresAt = now.addSecs(3600 + i);
            m_service->links() << link;
        }
        RenewalModel model(*m_client);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setWindow(RenewalWindow::Week);
        QTRY_COMPARE(model.rowCount(), 5);
        model.setChecked(1, true);
        model.setChecked(4, true);
        m_service->find(2)->expiresAt = now.addDays(200);
        QSignalSpy checked(&model, &LinkRowsModel::checkedChanged);
        model.reload();
        QTRY_COMPARE(model.rowCount(), 4);
        QCOMPARE(model.checkedIds(), QList<LinkId>{LinkId{5}});
        QCOMPARE(checked.size(), 1);
        QCOMPARE(model.index(3, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    }

    void reloadFollowsANewOrder()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        for (int i = 1; i <= 6; ++i) {
            LinkInfo link = sampleLink(i, now);
            link.expiresAt = now.addSecs(3600 * i);
            m_service->links() << link;
        }
        RenewalModel model(*m_client);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setWindow(RenewalWindow::Week);
        QTRY_COMPARE(model.rowCount(), 6);
        const QPersistentModelIndex current = model.index(4, 1);
        m_service->find(1)->expiresAt = now.addDays(3);
        m_service->find(3)->expiresAt = now.addDays(300);
        m_service->find(5)->expiresAt = now.addSecs(60);
        QSignalSpy loaded(&model, &LinkRowsModel::loaded);
        model.reload();
        QTRY_COMPARE(loaded.size(), 1);
        QList<qint64> ids;
        for (int row = 0; row < model.rowCount(); ++row)
            ids << model.rowAt(row).link.id.value;
        QCOMPARE(ids, (QList<qint64>{5, 2, 4, 6, 1}));
        QCOMPARE(current.row(), 0);
    }

    void failureIsToldAndRowsStay()
    {
        m_service->fill(200);
        RenewalModel model(*m_client);
        model.setWindow(RenewalWindow::Quarter);
        QTRY_VERIFY(model.rowCount() > 0);
        const int rows = model.rowCount();
        QSignalSpy failed(&model, &LinkRowsModel::failed);
        m_service->setOverride([](const FakeRequest &) { return problem(503, u"unavailable"_qs, u"x"_qs); });
        model.reload();
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(model.rowCount(), rows);
    }

    void foreignTextsAreShownAsTexts()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        LinkInfo link = sampleLink(1, now);
        link.code = u"a\u202Eb"_qs;
        link.title = u"<b>x</b>\u202E"_qs;
        link.expiresAt = now.addDays(2);
        LinkInfo banned = sampleLink(2, now);
        banned.state = LinkState::Banned;
        banned.ban = BanInfo{u"<i>bad</i>\u202E"_qs, u"a\u202Eb"_qs, now};
        m_service->links() << link << banned;
        RenewalModel renewal(*m_client);
        renewal.setWindow(RenewalWindow::Week);
        BansModel bans(*m_client);
        QAbstractItemModelTester tester(&bans, QAbstractItemModelTester::FailureReportingMode::QtTest);
        bans.reload();
        QTRY_COMPARE(renewal.rowCount(), 1);
        QTRY_COMPARE(bans.rowCount(), 1);
        const auto check = [](const QAbstractItemModel &model) {
            for (int column = 0; column < model.columnCount(); ++column) {
                for (int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)}) {
                    const QString text = model.index(0, column).data(role).toString();
                    QVERIFY2(!text.contains(QChar(0x202E)), qPrintable(text));
                    QVERIFY2(role != Qt::ToolTipRole || (!text.contains(u"<b>") && !text.contains(u"<i>")),
                             qPrintable(text));
                }
            }
        };
        check(renewal);
        check(bans);
    }

    void hostsComeAndGo()
    {
        HostsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setHosts({{u"a.example"_qs, 3, u"spam"_qs, u"x"_qs, {}}, {u"b.example"_qs, 1, {}, {}, {}}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, 1).data().toString(), u"3"_qs);
        model.setHosts({{u"b.example"_qs, 1, {}, {}, {}}});
        QCOMPARE(model.index(0, 0).data().toString(), u"b.example"_qs);
        model.setHosts({});
        QCOMPARE(model.rowCount(), 0);
    }

private:
    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
};

QTEST_MAIN(TestRenewalModels)
#include "tst_renewalmodels.moc"
