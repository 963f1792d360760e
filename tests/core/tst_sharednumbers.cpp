#include "links/linkservice.h"

#include "await.h"
#include "fakes.h"
#include "tempstore.h"

#include <QTest>

#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

// A counter that answers from a thread of its own, when it is told to.
class FakeSource final : public NumberSource {
public:
    ~FakeSource() override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stopping = true;
        }
        m_wake.notify_all();
        m_thread.join();
    }
    void reserve(std::uint64_t count, std::uint64_t floor, Answer answer) override
    {
        const std::lock_guard lock(m_mutex);
        m_asked.push_back({count, floor, std::move(answer)});
        m_wake.notify_all();
    }
    void setDown(bool down)
    {
        const std::lock_guard lock(m_mutex);
        m_down = down;
    }
    std::atomic<int> blocks{0};
    std::atomic<std::uint64_t> next{0};

private:
    struct Asked {
        std::uint64_t count;
        std::uint64_t floor;
        Answer answer;
    };
    void run()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            m_wake.wait(lock, [this] { return m_stopping || !m_asked.empty(); });
            if (m_asked.empty())
                return;
            const Asked asked = std::move(m_asked.front());
            m_asked.erase(m_asked.begin());
            const bool down = m_down;
            lock.unlock();
            if (down) {
                asked.answer(Error{ErrorCode::Unavailable, "the counter is away", {}});
            } else {
                ++blocks;
                next = std::max(next.load(), asked.floor);
                const std::uint64_t first = next.fetch_add(asked.count);
                asked.answer(NumberBlock::Range{first, first + asked.count});
            }
            lock.lock();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::vector<Asked> m_asked; // guarded by m_mutex
    bool m_down = false;        // guarded by m_mutex
    bool m_stopping = false;    // guarded by m_mutex
    std::thread m_thread{[this] { run(); }};
};

struct Fixture {
    FakeClock clock;
    SeededRandom random;
    TempStore data{clock};
    FakeSource source;
    std::unique_ptr<LinkService> links = makeService();

    std::unique_ptr<LinkService> makeService()
    {
        LinkServiceOptions options;
        options.codes.block = 50;
        options.codes.sharedSequence = true;
        options.sequence = &source;
        return std::make_unique<LinkService>(data.store(), clock, random, options);
    }
    static NewLink request()
    {
        NewLink link;
        link.target = "https://a.example/";
        link.generator = GeneratorKind::Sequence;
        return link;
    }
    Result<Created> create()
    {
        return await<Result<Created>>([&](auto done) { links->create(request(), "t", done); });
    }
};

} // namespace

// A sequence whose numbers come from elsewhere, and later.
class TestSharedNumbers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eightThreadsShareTheBlocks()
    {
        Fixture f;
        std::array<std::vector<std::string>, 8> made;
        std::vector<std::thread> threads;
        for (auto &codes : made) {
            threads.emplace_back([&f, &codes] {
                for (int i = 0; i < 100; ++i)
                    codes.push_back(f.create()->link.code);
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        std::set<std::string> all;
        for (const auto &codes : made)
            all.insert(codes.begin(), codes.end());
        QCOMPARE(all.size(), std::size_t{800});
        const NumberStats numbers = f.links->codeStats().sequence;
        QCOMPARE(numbers.used, std::int64_t{800});
        QCOMPARE(numbers.wasted(), std::int64_t{0});
        QCOMPARE(numbers.taken, numbers.used + numbers.waiting);
        QVERIFY(numbers.waiting <= 57); // a block and what others waited for
        QVERIFY(f.links->codeStats().sharedSequence);
    }

    void aBulkCreateFetchesWhatItNeedsAtOnce()
    {
        Fixture f;
        const auto made = await<std::vector<Result<Created>>>(
            [&](auto done) { f.links->createMany(std::vector<NewLink>(700, Fixture::request()), "t", done); });
        for (const auto &created : made)
            QVERIFY(created.ok());
        QCOMPARE(f.source.blocks.load(), 1);
        QCOMPARE(f.links->codeStats().sequence.waiting, std::int64_t{0});
    }

    void anAbsentCounterIsAnHonestRefusal()
    {
        Fixture f;
        QVERIFY(f.create().ok());
        f.source.setDown(true);
        int made = 0;
        Result<Created> last = f.create();
        for (; last.ok(); last = f.create())
            ++made;
        QCOMPARE(made, 49); // what was in hand
        QCOMPARE(last.error().code, ErrorCode::Unavailable);
        // Other generators need no counter.
        NewLink other = Fixture::request();
        other.generator = GeneratorKind::Random;
        QVERIFY(await<Result<Created>>([&](auto done) { f.links->create(other, "t", done); }).ok());
        f.source.setDown(false);
        QVERIFY(f.create().ok());
    }

    // The counter lost its memory while the service was away: what the store knows is enough.
    void aForgetfulCounterGivesNothingTwice()
    {
        Fixture f;
        std::set<std::string> codes;
        for (int i = 0; i < 60; ++i)
            QVERIFY(codes.insert(f.create()->link.code).second);
        f.links.reset();
        f.source.next = 0;
        f.links = f.makeService();
        for (int i = 0; i < 60; ++i)
            QVERIFY(codes.insert(f.create()->link.code).second);
        QCOMPARE(f.links->codeStats().clashes[static_cast<std::size_t>(GeneratorKind::Sequence)], std::uint64_t{0});
        QCOMPARE(f.links->codeStats().sequence.wasted(), std::int64_t{40}); // what was in hand before
    }
};

QTEST_GUILESS_MAIN(TestSharedNumbers)
#include "tst_sharednumbers.moc"
