#include "upkeep/jobs.h"

#include "fakes.h"

#include <QTest>

#include <condition_variable>
#include <future>
#include <mutex>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

// The state of a job once it is over, told by the book's listener.
class Ends final {
public:
    explicit Ends(JobBook &book)
    {
        book.setListener([this](const JobInfo &job) {
            const std::lock_guard lock(m_mutex);
            if (job.isOver())
                m_over.push_back(job);
            m_changed.notify_all();
        });
    }
    JobInfo of(std::int64_t id)
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            for (const JobInfo &job : m_over) {
                if (job.id == id)
                    return job;
            }
            m_changed.wait(lock);
        }
    }

private:
    std::mutex m_mutex; // guards m_over
    std::condition_variable m_changed;
    std::vector<JobInfo> m_over;
};

Error fault(const char *detail)
{
    return {ErrorCode::Internal, detail, {}};
}

} // namespace

// Long work that somebody watches.
class TestJobs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatBecameOfEachItem()
    {
        FakeClock clock;
        JobBook book(clock);
        Ends ends(book);
        const auto job = book.start("batch", "renew", "Ann", [](Job &running) -> Result<void> {
            running.setTotal(3);
            running.add({1, std::nullopt, true});
            running.add({2, fault("gone"), false});
            running.add({3, std::nullopt, false});
            running.setAudit(9);
            return {};
        });
        QVERIFY(job.ok());
        const JobInfo over = ends.of((*job)->info().id);
        QCOMPARE(over.state, JobState::Done);
        QCOMPARE(over.done, std::int64_t{3});
        QCOMPARE(over.changed, std::int64_t{1});
        QCOMPARE(over.failed, std::int64_t{1});
        QCOMPARE(over.failures.size(), std::size_t{1});
        QCOMPARE(over.failures[0].error->detail, std::string("gone"));
        QCOMPARE(over.auditId, std::int64_t{9});
        QVERIFY(over.endedAt.has_value());
        QCOMPARE((*job)->items().size(), std::size_t{3});
        QCOMPARE(book.list().front().id, over.id);
    }

    void aFailureSaysWhy()
    {
        FakeClock clock;
        JobBook book(clock);
        Ends ends(book);
        const auto job = book.start("backup", {}, "Ann", [](Job &) -> Result<void> { return fault("the disk is full"); });
        const JobInfo over = ends.of((*job)->info().id);
        QCOMPARE(over.state, JobState::Failed);
        QCOMPARE(over.detail, std::string("the disk is full"));
    }

    void canBeCancelledAtWorkAndBefore()
    {
        FakeClock clock;
        JobBook book(clock, 1);
        Ends ends(book);
        std::promise<void> atWork;
        const auto first = book.start("batch", {}, "Ann", [&](Job &running) -> Result<void> {
            atWork.set_value();
            while (!running.isCancelled())
                std::this_thread::yield();
            return {};
        });
        bool ran = false;
        const auto second = book.start("batch", {}, "Ann", [&ran](Job &) -> Result<void> {
            ran = true;
            return {};
        });
        atWork.get_future().wait();
        QCOMPARE((*second)->info().state, JobState::Waiting);
        (*second)->cancel();
        (*first)->cancel();
        QCOMPARE(ends.of((*first)->info().id).state, JobState::Cancelled);
        QCOMPARE(ends.of((*second)->info().id).state, JobState::Cancelled);
        QVERIFY(!ran);
    }

    void remembersTheLastHundredAndTakesNotTooMany()
    {
        FakeClock clock;
        JobBook book(clock, 1);
        std::promise<void> go;
        auto gate = go.get_future().share();
        std::promise<void> atWork;
        QVERIFY(book.start("a", {}, "Ann", [&](Job &) -> Result<void> {
                        atWork.set_value();
                        gate.wait();
                        return {};
                    })
                    .ok());
        atWork.get_future().wait();
        int accepted = 0;
        while (accepted < 1000 && book.start("b", {}, "Ann", [](Job &) -> Result<void> { return {}; }))
            ++accepted;
        QCOMPARE(accepted, static_cast<int>(JobBook::kWaiting));
        const auto refused = book.start("c", {}, "Ann", [](Job &) -> Result<void> { return {}; });
        QCOMPARE(refused.error().code, ErrorCode::Busy);
        go.set_value();
        for (int i = 0; i < 300; ++i) {
            while (!book.start("d", {}, "Ann", [](Job &) -> Result<void> { return {}; }))
                std::this_thread::yield();
        }
        QVERIFY(book.list().size() <= JobBook::kRemembered + JobBook::kWaiting);
        QVERIFY(!book.find(1)); // long over
    }

    void stoppingCancelsAndRefuses()
    {
        FakeClock clock;
        JobBook book(clock);
        std::promise<void> atWork;
        const auto job = book.start("batch", {}, "Ann", [&](Job &running) -> Result<void> {
            atWork.set_value();
            while (!running.isCancelled())
                std::this_thread::yield();
            return {};
        });
        atWork.get_future().wait();
        book.stop();
        QCOMPARE((*job)->info().state, JobState::Cancelled);
        QCOMPARE(book.start("batch", {}, "Ann", [](Job &) -> Result<void> { return {}; }).error().code,
                 ErrorCode::Unavailable);
    }
};

QTEST_APPLESS_MAIN(TestJobs)
#include "tst_jobs.moc"
