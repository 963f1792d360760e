// LinksModel over a source of a million virtual rows: paging, sorting, events, checks; watched by
// QAbstractItemModelTester.
#include "fakeservice.h"
#include "models/linksmodel.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace linkdesk;
using namespace linkdesk::app;
using namespace linkdesk::test;

namespace {

// Row r of the list by creation has id total - r; sorted by clicks it is turned around.
class VirtualSource final : public LinkSource {
public:
    explicit VirtualSource(qint64 total) : m_total(total) {}

    RequestId listLinks(const LinkQuery &query, QObject *context, Reply<LinkPageInfo> done) override
    {
        ++m_asked;
        m_last = query;
        const RequestId id = ++m_lastId;
        QTimer::singleShot(m_delayMs, context, [this, id, query, done = std::move(done)] {
            if (m_cancelled.contains(id))
                return;
            if (m_fail) {
                done(ApiError{0, u"unreachable"_qs, {}, {}});
                return;
            }
            done(page(query));
        });
        return id;
    }
    void cancel(RequestId id) override { m_cancelled << id; }

    LinkPageInfo page(const LinkQuery &query) const
    {
        const qint64 total = query.search.isEmpty() ? m_total : 10;
        const qint64 first = query.skip + query.cursor.toLongLong();
        LinkPageInfo page;
        for (qint64 row = first; row < std::min(first + query.limit, total); ++row)
            page.links << sampleLink(query.sort == LinkSort::Clicks ? row + 1 : total - row, m_now);
        if (first + query.limit < total)
            page.nextCursor = QString::number(first + query.limit);
        if (m_counts)
            page.total = total;
        return page;
    }

    qint64 m_total;
    int m_delayMs = 0;
    int m_asked = 0;
    bool m_fail = false;
    bool m_counts = true;
    LinkQuery m_last;
    QSet<RequestId> m_cancelled;
    RequestId m_lastId = 0;
    QDateTime m_now = QDateTime::currentDateTimeUtc();
};

ClickTick tickOf(std::initializer_list<qint64> ids)
{
    ClickTick tick;
    tick.at = QDateTime::currentDateTimeUtc();
    for (qint64 id : ids)
        tick.links << LinkCount{LinkId{id}, {}, {}, {}, {}, {1, 0}};
    return tick;
}

struct Fixture {
    explicit Fixture(qint64 total) : source(total), model(source)
    {
        // The tester reads every row after every signal: for short lists only.
        if (total <= 2000)
            tester.emplace(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    bool open()
    {
        model.setQuery({});
        return QTest::qWaitFor([this] { return model.hasAnswer() && !model.isLoading(); });
    }
    bool settle()
    {
        QTest::qWait(50);
        return QTest::qWaitFor([this] { return !model.isLoading(); });
    }
    VirtualSource source;
    LinksModel model;
    std::optional<QAbstractItemModelTester> tester;
};

} // namespace

class TestLinksModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void emptyListIsAnAnswer()
    {
        Fixture f(0);
        QSignalSpy replaced(&f.model, &LinksModel::listReplaced);
        QVERIFY(f.open());
        QCOMPARE(f.model.rowCount(), 0);
        QCOMPARE(replaced.size(), 1);
    }

    void aMillionRowsLoadOnlyWhatIsSeen()
    {
        Fixture f(1000000);
        QVERIFY(f.open());
        QCOMPARE(f.model.rowCount(), 1000000);
        QCOMPARE(f.source.m_asked, 1);
        QCOMPARE(f.model.index(0, 0).data(LinksModel::IdRole).toLongLong(), 1000000);

        const int far = 654321;
        QVERIFY(!f.model.index(far, 1).data(LinksModel::LoadedRole).toBool());
        f.model.setVisibleRows(far, far + 20);
        QVERIFY(f.settle());
        QCOMPARE(f.model.index(far, 1).data(LinksModel::IdRole).toLongLong(), 1000000 - far);
        QCOMPARE(f.model.rowOf(LinkId{1000000 - far}), far);
        QVERIFY(f.source.m_asked <= 4);
    }

    void nextPageFollowsTheCursor()
    {
        Fixture f(1000);
        QVERIFY(f.open());
        f.model.setVisibleRows(90, 110);
        QVERIFY(f.settle());
        QCOMPARE(f.source.m_last.cursor, u"100"_qs);
        QCOMPARE(f.source.m_last.skip, 0);
        QCOMPARE(f.model.rowOf(LinkId{1000 - 150}), 150);
    }

    void memoryIsBounded()
    {
        Fixture f(1000000);
        QVERIFY(f.open());
        for (int row = 0; row < 1000000; row += 12000) {
            f.model.setVisibleRows(row, row + 30);
            QTest::qWait(35);
        }
        QVERIFY(f.settle());
        int loaded = 0;
        for (int row = 0; row < 1000000; ++row)
            loaded += f.model.linkAt(row) ? 1 : 0;
        QVERIFY2(loaded <= LinksModel::kMostLoaded, QByteArray::number(loaded));
    }

    void newestSearchWins()
    {
        Fixture f(1000);
        QVERIFY(f.open());
        f.source.m_delayMs = 20;
        LinkQuery query;
        query.search = u"a"_qs;
        f.model.setQuery(query);
        query.search.clear();
        query.sort = LinkSort::Clicks;
        f.model.setQuery(query);
        QVERIFY(QTest::qWaitFor([&] { return !f.model.isLoading(); }));
        QCOMPARE(f.model.rowCount(), 1000);
        QCOMPARE(f.model.index(0, 1).data(LinksModel::IdRole).toLongLong(), 1);
    }

    void oldRowsStayUntilTheAnswer()
    {
        Fixture f(1000);
        QVERIFY(f.open());
        f.source.m_delayMs = 20;
        f.model.sort(toInt(LinkColumn::Clicks), Qt::DescendingOrder);
        QCOMPARE(f.model.index(0, 1).data(LinksModel::IdRole).toLongLong(), 1000);
        QVERIFY(QTest::qWaitFor([&] { return !f.model.isLoading(); }));
        QCOMPARE(f.model.index(0, 1).data(LinksModel::IdRole).toLongLong(), 1);
    }

    void checksAndCurrentRowFollowTheirIds()
    {
        Fixture f(80);
        QVERIFY(f.open());
        f.model.setData(f.model.index(3, 0), Qt::Checked, Qt::CheckStateRole);
        f.model.setChecked(5, true);
        const QPersistentModelIndex current(f.model.index(3, 1));
        const LinkId id = f.model.linkAt(3)->id;
        QSignalSpy reset(&f.model, &QAbstractItemModel::modelReset);
        f.model.sort(toInt(LinkColumn::Clicks), Qt::DescendingOrder);
        QVERIFY(f.settle());
        QCOMPARE(reset.size(), 0);
        QCOMPARE(f.model.checkedCount(), 2);
        QVERIFY(current.isValid());
        QCOMPARE(current.data(LinksModel::IdRole).toLongLong(), id.value);
        QCOMPARE(f.model.index(current.row(), 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        QVERIFY(f.model.rowOf(id) != 3);
    }

    void createdLinkComesOnTop()
    {
        Fixture f(1000);
        QVERIFY(f.open());
        f.model.setVisibleRows(300, 320);
        QVERIFY(f.settle());
        const qint64 idAt300 = f.model.linkAt(300)->id.value;
        f.model.applyChange({ChangeKind::Created, sampleLink(5001)});
        f.model.applyChange({ChangeKind::Created, sampleLink(5001)}); // answer and event
        QCOMPARE(f.model.rowCount(), 1001);
        QCOMPARE(f.model.linkAt(0)->id.value, 5001);
        QCOMPARE(f.model.linkAt(301)->id.value, idAt300);
        QCOMPARE(f.model.rowOf(LinkId{idAt300}), 301);
    }

    void deletedLinkGoesAndStaysGone()
    {
        Fixture f(1000);
        QVERIFY(f.open());
        f.model.setChecked(10, true);
        const LinkInfo gone = *f.model.linkAt(10);
        const qint64 nextId = f.model.linkAt(11)->id.value;
        const int asked = f.source.m_asked;
        f.model.applyChange({ChangeKind::Deleted, gone});
        f.model.applyChange({ChangeKind::Deleted, gone});
        QCOMPARE(f.model.rowCount(), 999);
        QCOMPARE(f.model.linkAt(10)->id.value, nextId);
        QCOMPARE(f.model.checkedCount(), 0);
        QVERIFY(f.settle());
        QVERIFY(f.source.m_asked <= asked + 1); // at most the row that moved up from the next page
    }

    void importDoesNotInsertThousandsOfRows()
    {
        Fixture f(1000);
        QVERIFY(f.open());
        QSignalSpy inserted(&f.model, &QAbstractItemModel::rowsInserted);
        for (int i = 0; i < 5000; ++i)
            f.model.applyChange({ChangeKind::Created, sampleLink(10000 + i)});
        QVERIFY(inserted.size() <= 20);
        f.source.m_total = 6000;
        QTRY_COMPARE(f.model.rowCount(), 6000);
    }

    void editChangesInPlaceAndOldNewsLoses()
    {
        Fixture f(100);
        QVERIFY(f.open());
        LinkInfo edited = *f.model.linkAt(7);
        edited.title = u"New title"_qs;
        edited.version = 5;
        QSignalSpy changed(&f.model, &QAbstractItemModel::dataChanged);
        f.model.applyChange({ChangeKind::Edited, edited});
        QCOMPARE(changed.size(), 1);
        edited.version = 4;
        edited.title = u"Older"_qs;
        f.model.applyChange({ChangeKind::Edited, edited});
        QCOMPARE(f.model.linkAt(7)->title, u"New title"_qs);
    }

    void countsAreToldOnceASecond()
    {
        Fixture f(1000000);
        QVERIFY(f.open());
        QSignalSpy changed(&f.model, &QAbstractItemModel::dataChanged);
        const qint64 before = f.model.linkAt(2)->clicks.humans;
        for (int i = 0; i < 500; ++i)
            f.model.applyTick(tickOf({1000000 - 2, 1000000 - 9, 77}));
        QCOMPARE(f.model.linkAt(2)->clicks.humans, before + 500);
        QCOMPARE(changed.size(), 0);
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(changed.first().at(0).toModelIndex().row(), 2);
        QCOMPARE(changed.first().at(1).toModelIndex().row(), 9);
        QCOMPARE(changed.first().at(0).toModelIndex().column(), toInt(LinkColumn::Clicks));
    }

    void unknownTotalGrowsAsItIsSeen()
    {
        Fixture f(250);
        f.source.m_counts = false;
        QVERIFY(f.open());
        QVERIFY(!f.model.totalIsKnown());
        QCOMPARE(f.model.rowCount(), 200);
        f.model.setVisibleRows(150, 180);
        QVERIFY(f.settle());
        f.model.setVisibleRows(240, 249);
        QVERIFY(f.settle());
        QCOMPARE(f.model.rowCount(), 250);
        QCOMPARE(f.model.linkAt(249)->id.value, 1);
    }

    void failureIsToldAndCanBeRepeated()
    {
        Fixture f(100);
        f.source.m_fail = true;
        QSignalSpy failed(&f.model, &LinksModel::failed);
        f.model.setQuery({});
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(!f.model.hasAnswer());
        f.source.m_fail = false;
        f.model.refresh();
        QTRY_COMPARE(f.model.rowCount(), 100);
    }

    void randomRunKeepsTheModelWhole()
    {
        const quint32 seed = QRandomGenerator::global()->generate();
        qInfo("seed %u", seed);
        QRandomGenerator random(seed);
        Fixture f(2000);
        QVERIFY(f.open());
        for (int step = 0; step < 300; ++step) {
            switch (random.bounded(6)) {
            case 0: f.model.setVisibleRows(random.bounded(2000), random.bounded(2000)); break;
            case 1: f.model.applyChange({ChangeKind::Created, sampleLink(3000 + step)}); break;
            case 2: f.model.applyChange({ChangeKind::Deleted, sampleLink(random.bounded(1, 2000))}); break;
            case 3: f.model.setChecked(random.bounded(100), true); break;
            case 4:
                f.model.sort(random.bounded(kLinkColumns),
                             random.bounded(2) ? Qt::AscendingOrder : Qt::DescendingOrder);
                break;
            case 5: QTest::qWait(3); break;
            }
            for (int row = 0; row < f.model.rowCount(); row += 37) {
                if (const LinkInfo *link = f.model.linkAt(row))
                    QVERIFY(f.model.rowOf(link->id) >= 0);
            }
        }
        QVERIFY(f.settle());
    }
};

QTEST_GUILESS_MAIN(TestLinksModel)
#include "tst_linksmodel.moc"
