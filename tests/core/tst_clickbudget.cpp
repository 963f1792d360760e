#include "clicks/clickbudget.h"

#include "clicks/clickbatch.h"

#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

using namespace linkdesk::core;

namespace {

ClickBatch batchOf(LinkId link, std::int64_t humans, std::int64_t limited)
{
    ClickBatch batch;
    ClickSum &sum = batch.hours[1][link.value];
    sum.humans = humans;
    sum.limited = limited;
    return batch;
}

} // namespace

// Limits of clicks, counted where visitors are answered (R48).
class TestClickBudget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesExactlyAsManyToManyAtOnce()
    {
        ClickBudget budget;
        const LinkId link{7};
        budget.begin(link, 3);
        std::atomic<int> given{0};
        std::vector<std::thread> visitors;
        for (int i = 0; i < 50; ++i)
            visitors.emplace_back([&] {
                for (int visit = 0; visit < 200; ++visit)
                    given += budget.take(link, 1003) ? 1 : 0;
            });
        for (std::thread &visitor : visitors)
            visitor.join();
        QCOMPARE(given.load(), 1000);
        QVERIFY(budget.isUsedUp(link, 1003));
        QVERIFY(budget.take(link, 1004)); // the limit was raised
    }

    void aSecondReadingChangesNothing()
    {
        ClickBudget budget;
        budget.begin(LinkId{1}, 0);
        QVERIFY(budget.take(LinkId{1}, 1));
        budget.begin(LinkId{1}, 0); // the database does not know of the click yet
        QVERIFY(!budget.take(LinkId{1}, 1));
    }

    void nobodyTakesFromAnUnknownLink()
    {
        ClickBudget budget;
        QVERIFY(!budget.take(LinkId{1}, 5));
        QVERIFY(budget.isUsedUp(LinkId{1}, 5));
        budget.begin(LinkId{1}, 0);
        budget.forget(LinkId{1});
        QVERIFY(!budget.take(LinkId{1}, 5));
    }

    void visitorsWaitUntilAllEarlierClicksAreKnown()
    {
        ClickBudget budget;
        const LinkId link{3};
        budget.begin(link, 0);
        QVERIFY(!budget.waitFor(link, [] { QFAIL("nobody has to wait"); }));
        budget.beginUnsettled(link, 5); // known already: what was taken stays taken
        int told = 0;
        QVERIFY(budget.waitFor(link, [&told] { ++told; }));
        QVERIFY(budget.waitFor(link, [&told] { ++told; }));
        budget.stored(batchOf(link, 4, 0));
        QCOMPARE(told, 0);
        budget.settled(link);
        QCOMPARE(told, 2);
        QVERIFY(!budget.waitFor(link, [] {}));
        QVERIFY(budget.take(link, 5));
        QVERIFY(!budget.take(link, 5));
        budget.beginUnsettled(link, 0);
        QVERIFY(budget.waitFor(link, [&told] { ++told; }));
        budget.forget(link); // removed for good: nobody waits for ever
        QCOMPARE(told, 3);
        budget.settled(link);
    }

    // A limit was set while clicks were on their way to the database: they count, those taken here do not twice.
    void addsWhatWasClickedBeforeTheLimit()
    {
        ClickBudget budget;
        const LinkId link{4};
        budget.begin(link, 10);
        QVERIFY(budget.take(link, 20));
        budget.stored(batchOf(link, 6, 1)); // five from before, and the one
        for (int i = 0; i < 4; ++i)
            QVERIFY(budget.take(link, 20));
        QVERIFY(!budget.take(link, 20));
        budget.stored(batchOf(LinkId{5}, 6, 0)); // somebody else's
    }
};

QTEST_APPLESS_MAIN(TestClickBudget)
#include "tst_clickbudget.moc"
