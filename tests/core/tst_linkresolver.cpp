#include <QTest>

#include "resolve/linkresolver.h"

#include "fakequeues.h"
#include "fakes.h"
#include "store/domainstore.h"
#include "store/linkstore.h"
#include "tempstore.h"

#include <QRegularExpression>

#include <atomic>
#include <future>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;
using Outcome = LinkResolver::Outcome;

namespace {

Link newLink(const std::string &code, const std::string &target, DomainId domain = kDefaultDomain)
{
    Link link;
    link.domain = domain;
    link.code = code;
    link.generator = "custom";
    link.target = target;
    return link;
}

// What a resolver's answers were.
struct Answers {
    int known = 0;
    int busy = 0;
    int failed = 0;
    CachedLinkPtr last;

    LinkResolver::Answer take()
    {
        return [this](Outcome outcome, const CachedLinkPtr &link) {
            known += outcome == Outcome::Known ? 1 : 0;
            busy += outcome == Outcome::Busy ? 1 : 0;
            failed += outcome == Outcome::Failed ? 1 : 0;
            last = link;
        };
    }
};

} // namespace

class TestLinkResolver : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_store = std::make_unique<TempStore>(m_clock);
        insert(newLink("abc", "https://e.example/1"));
        auto connection = SqlConnection::open(m_store->folder() / "linkdesk.db", SqlConnection::Access::ReadOnly);
        QVERIFY(connection.ok());
        m_connection = std::move(*connection);
        m_readers = HeldReaders();
        m_duringRead = nullptr;
    }

    void cleanup()
    {
        m_connection.reset();
        m_store.reset();
    }

    void readsOnceForAThousandRequests()
    {
        LinkResolver resolver = makeResolver();
        Answers answers;
        for (int i = 0; i < 1000; ++i)
            resolver.resolve(kDefaultDomain, "abc", answers.take());
        QCOMPARE(m_readers.waiting(), std::size_t{1});
        QCOMPARE(answers.known, 0);
        m_readers.runAll(*m_connection);
        QCOMPARE(answers.known, 1000);
        QVERIFY(answers.last->found);
        QCOMPARE(answers.last->target, std::string("https://e.example/1"));
        QCOMPARE(answers.last->head, std::string("rendered https://e.example/1"));
        QCOMPARE(resolver.stats().storeReads, std::uint64_t{1});
        QCOMPARE(resolver.stats().sharedFlights, std::uint64_t{999});
        QCOMPARE(resolver.cached(kDefaultDomain, "abc"), answers.last);
    }

    void doesNotReadAgainWhatLandedSinceTheCallerLooked()
    {
        LinkResolver resolver = makeResolver();
        Answers answers;
        QVERIFY(!resolver.cached(kDefaultDomain, "abc"));
        QVERIFY(!resolver.cached(kDefaultDomain, "none"));
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        resolver.resolve(kDefaultDomain, "none", answers.take());
        m_readers.runAll(*m_connection);
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        QVERIFY(answers.last->found);
        resolver.resolve(kDefaultDomain, "none", answers.take());
        QVERIFY(!answers.last->found);
        QCOMPARE(answers.known, 4);
        QCOMPARE(m_readers.waiting(), std::size_t{0});
        QCOMPARE(resolver.stats().storeReads, std::uint64_t{2});
    }

    void keepsDomainsApart()
    {
        const DomainId other = addDomain("go.example");
        insert(newLink("abc", "https://e.example/other", other));
        LinkResolver resolver = makeResolver();
        Answers first;
        Answers second;
        resolver.resolve(kDefaultDomain, "abc", first.take());
        resolver.resolve(other, "abc", second.take());
        QCOMPARE(m_readers.waiting(), std::size_t{2});
        m_readers.runAll(*m_connection);
        QCOMPARE(first.last->target, std::string("https://e.example/1"));
        QCOMPARE(second.last->target, std::string("https://e.example/other"));
        // A code of several segments that reads like another domain's key.
        Answers third;
        resolver.resolve(kDefaultDomain, std::to_string(other.value) + "/abc", third.take());
        m_readers.runAll(*m_connection);
        QVERIFY(!third.last->found);
    }

    void seesAnEditWheneverItComes_data() // R4
    {
        QTest::addColumn<int>("step");
        QTest::newRow("before the request") << 0;
        QTest::newRow("while the read is queued") << 1;
        QTest::newRow("after the row was read, before it is kept") << 2;
        QTest::newRow("after it was kept") << 3;
        QTest::newRow("while queued, and again after the row was read") << 4;
        QTest::newRow("three times after the row was read") << 5;
    }

    void seesAnEditWheneverItComes()
    {
        QFETCH(int, step);
        LinkResolver resolver = makeResolver();
        Answers answers;
        int edits = 0;
        const auto edit = [&] {
            ++edits;
            QVERIFY(m_store
                        ->exec("UPDATE link SET version = version + 1, long_url = 'https://e.example/edit"
                               + std::to_string(edits) + "' WHERE code = 'abc'")
                        .ok());
            resolver.invalidate(kDefaultDomain, "abc", 1);
        };
        if (step == 0)
            edit();
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        if (step == 1 || step == 4)
            edit();
        int left = step == 2 || step == 4 ? 1 : step == 5 ? 3 : 0;
        m_duringRead = [&] {
            if (left-- > 0)
                edit();
        };
        m_readers.runAll(*m_connection);
        m_duringRead = nullptr;
        if (step == 3)
            edit();
        QCOMPARE(answers.known, 1);
        // Whoever asks now, after the last commit, gets the last state.
        Answers later;
        CachedLinkPtr now = resolver.cached(kDefaultDomain, "abc");
        if (!now) {
            resolver.resolve(kDefaultDomain, "abc", later.take());
            m_readers.runAll(*m_connection);
            now = later.last;
        }
        QCOMPARE(now->target, "https://e.example/edit" + std::to_string(edits));
        QCOMPARE(now->version, std::int64_t{1 + edits});
        if (step != 3)
            QCOMPARE(answers.last->target, now->target);
    }

    void seesThatEverythingIsForgotten()
    {
        LinkResolver resolver = makeResolver();
        Answers answers;
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        m_duringRead = [&] {
            m_duringRead = nullptr;
            QVERIFY(m_store->exec("UPDATE link SET long_url = 'https://e.example/2'").ok());
            resolver.clear();
        };
        m_readers.runAll(*m_connection);
        QCOMPARE(answers.last->target, std::string("https://e.example/2"));
        QVERIFY(resolver.cached(kDefaultDomain, "abc"));
        resolver.clear();
        QVERIFY(!resolver.cached(kDefaultDomain, "abc"));
        QCOMPARE(resolver.stats().links.entries, std::size_t{0});
    }

    void remembersForAShortTimeThatThereIsNone() // R42
    {
        LinkResolver resolver = makeResolver();
        Answers answers;
        resolver.resolve(kDefaultDomain, "none", answers.take());
        m_readers.runAll(*m_connection);
        QVERIFY(!answers.last->found);
        QVERIFY(answers.last->head.empty());
        QVERIFY(resolver.cached(kDefaultDomain, "none"));
        m_clock.advance(std::chrono::milliseconds(9'999));
        QVERIFY(resolver.cached(kDefaultDomain, "none"));
        m_clock.advance(std::chrono::milliseconds(1));
        QVERIFY(!resolver.cached(kDefaultDomain, "none"));
        // Links are kept for an hour less up to a fifth, by their code.
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        m_readers.runAll(*m_connection);
        m_clock.advance(std::chrono::minutes(48) - std::chrono::milliseconds(1));
        QVERIFY(resolver.cached(kDefaultDomain, "abc"));
        m_clock.advance(std::chrono::minutes(12) + std::chrono::milliseconds(1));
        QVERIFY(!resolver.cached(kDefaultDomain, "abc"));
    }

    // 100,000 links that were read together: in each of twenty parts of the last fifth of the hour a twentieth ends.
    void whatWasReadTogetherDoesNotEndTogether()
    {
        LinkResolver resolver = makeResolver();
        constexpr int kLinks = 100'000;
        RedirectRow row;
        row.id = LinkId{1};
        row.target = "https://a.example/";
        for (int i = 0; i < kLinks; ++i)
            resolver.warm(kDefaultDomain, "w" + std::to_string(i), row);
        QCOMPARE(resolver.stats().warmed, std::uint64_t{kLinks});
        m_clock.advance(std::chrono::minutes(48) - std::chrono::milliseconds(1));
        int before = kLinks;
        int most = 0;
        for (int part = 0; part < 20; ++part) {
            m_clock.advance(std::chrono::seconds(36));
            int left = 0;
            for (int i = 0; i < kLinks; ++i)
                left += resolver.cached(kDefaultDomain, "w" + std::to_string(i)) ? 1 : 0;
            most = std::max(most, before - left);
            before = left;
        }
        qInfo("at most %d of %d end in the same 36 s of an hour", most, kLinks);
        QVERIFY(most < kLinks / 20 * 11 / 10);
        m_clock.advance(std::chrono::milliseconds(2));
        QVERIFY(!resolver.cached(kDefaultDomain, "w7"));
    }

    void forgetsANoneWhenTheCodeIsMade() // R4, R42
    {
        LinkResolver resolver = makeResolver();
        Answers answers;
        resolver.resolve(kDefaultDomain, "soon", answers.take());
        m_readers.runAll(*m_connection);
        QVERIFY(!answers.last->found);
        insert(newLink("soon", "https://e.example/soon"));
        resolver.invalidate(kDefaultDomain, "soon", 1);
        QVERIFY(!resolver.cached(kDefaultDomain, "soon"));
        resolver.resolve(kDefaultDomain, "soon", answers.take());
        m_readers.runAll(*m_connection);
        QVERIFY(answers.last->found);
        // And made while the miss is being read.
        resolver.resolve(kDefaultDomain, "later", answers.take());
        insert(newLink("later", "https://e.example/later"));
        resolver.invalidate(kDefaultDomain, "later", 1);
        m_readers.runAll(*m_connection);
        QVERIFY(answers.last->found);
    }

    void staysSmallInAFloodOfUnknownCodes() // R42
    {
        LinkResolver resolver = makeResolver();
        Answers answers;
        for (int i = 0; i < 100'000; ++i) {
            resolver.resolve(kDefaultDomain, "x" + std::to_string(i), answers.take());
            m_readers.runAll(*m_connection);
        }
        QCOMPARE(answers.known, 100'000);
        QVERIFY(resolver.stats().absent.entries <= 20'000);
        QVERIFY(resolver.stats().absent.bytes <= std::size_t{8} * 1024 * 1024);
        QCOMPARE(resolver.stats().links.entries, std::size_t{0});
    }

    void saysBusyWhenTheReadersAreFull()
    {
        LinkResolver resolver = makeResolver();
        Answers answers;
        m_readers.limit = 0;
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        QCOMPARE(answers.busy, 1);
        QVERIFY(!answers.last);
        QCOMPARE(resolver.stats().refused, std::uint64_t{1});
        // The refusal leaves nothing behind.
        m_readers.limit = SIZE_MAX;
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        m_readers.runAll(*m_connection);
        QCOMPARE(answers.known, 1);
    }

    void tellsEverybodyThatTheReadersAreFullWhenAStaleReadCannotBeRepeated()
    {
        LinkResolver resolver = makeResolver();
        Answers answers;
        for (int i = 0; i < 3; ++i)
            resolver.resolve(kDefaultDomain, "abc", answers.take());
        resolver.invalidate(kDefaultDomain, "abc", 1);
        m_readers.limit = 0;
        m_readers.runAll(*m_connection);
        QCOMPARE(answers.busy, 3);
        QVERIFY(!resolver.cached(kDefaultDomain, "abc"));
    }

    void saysBusyWhenTooManyWaitForOneCode()
    {
        ResolverOptions options;
        options.waitersPerFlight = 3;
        LinkResolver resolver = makeResolver(options);
        Answers answers;
        for (int i = 0; i < 5; ++i)
            resolver.resolve(kDefaultDomain, "abc", answers.take());
        QCOMPARE(answers.busy, 2);
        m_readers.runAll(*m_connection);
        QCOMPARE(answers.known, 3);
    }

    void keepsNothingOfAFailedRead()
    {
        auto empty = SqlConnection::open(m_store->folder() / "other.db", SqlConnection::Access::ReadWrite);
        QVERIFY(empty.ok());
        LinkResolver resolver = makeResolver();
        Answers answers;
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("cannot read a link")));
        m_readers.runAll(**empty);
        QCOMPARE(answers.failed, 2);
        QVERIFY(!resolver.cached(kDefaultDomain, "abc"));
        resolver.resolve(kDefaultDomain, "abc", answers.take());
        m_readers.runAll(*m_connection);
        QCOMPARE(answers.known, 1);
    }

    void readsEachTimeWithoutACache() // P3
    {
        ResolverOptions options;
        options.cacheEnabled = false;
        LinkResolver resolver = makeResolver(options);
        Answers answers;
        for (int i = 0; i < 3; ++i) {
            resolver.resolve(kDefaultDomain, "abc", answers.take());
            m_readers.runAll(*m_connection);
            QVERIFY(!resolver.cached(kDefaultDomain, "abc"));
        }
        QCOMPARE(answers.known, 3);
        QCOMPARE(resolver.stats().storeReads, std::uint64_t{3});
    }

    // Edits on one thread, visits on two, a real store between them: nobody sees an older state than the last one that
    // was committed before they asked.
    void neverGivesAnOldStateToManyThreads() // R4
    {
        LinkResolver resolver(m_store->store().readers(), m_clock, [](CachedLink &) {}, {});
        std::atomic<std::int64_t> committed{1};
        std::atomic<bool> stop{false};
        std::atomic<int> stale{0};
        std::atomic<int> asked{0};
        const auto visit = [&] {
            while (!stop) {
                const std::int64_t least = committed;
                CachedLinkPtr link = resolver.cached(kDefaultDomain, "abc");
                if (!link) {
                    std::promise<CachedLinkPtr> answer;
                    auto future = answer.get_future();
                    resolver.resolve(kDefaultDomain, "abc",
                                     [&](Outcome, const CachedLinkPtr &found) { answer.set_value(found); });
                    link = future.get();
                }
                ++asked;
                stale += link->version >= least ? 0 : 1;
            }
        };
        std::thread first(visit);
        std::thread second(visit);
        for (int i = 0; i < 300; ++i) {
            QVERIFY(m_store->exec("UPDATE link SET version = version + 1 WHERE code = 'abc'").ok());
            resolver.invalidate(kDefaultDomain, "abc", 1);
            ++committed;
        }
        stop = true;
        first.join();
        second.join();
        QCOMPARE(stale.load(), 0);
        QVERIFY(asked > 100);
    }

private:
    LinkResolver makeResolver(ResolverOptions options = {})
    {
        return LinkResolver(
            m_readers, m_clock,
            [this](CachedLink &link) {
                link.head = "rendered " + link.target;
                if (m_duringRead)
                    m_duringRead();
            },
            options);
    }

    void insert(const Link &link)
    {
        QVERIFY(m_store
                    ->write([&](SqlConnection &connection) -> Result<void> {
                        const auto done = insertLink(connection, link, link.code);
                        if (!done)
                            return done.error();
                        return {};
                    })
                    .ok());
    }

    DomainId addDomain(const std::string &host)
    {
        DomainId id;
        (void)m_store->write([&](SqlConnection &connection) -> Result<void> {
            const auto added = insertDomain(connection, Domain{{}, host, true, 0, {}}, m_clock.now());
            id = added.ok() ? added->value_or(DomainId{}) : DomainId{};
            return {};
        });
        return id;
    }

    FakeClock m_clock;
    std::unique_ptr<TempStore> m_store;
    std::unique_ptr<SqlConnection> m_connection; // the test thread's, for the held jobs
    HeldReaders m_readers;
    std::function<void()> m_duringRead; // between the read of the row and what becomes of it
};

QTEST_GUILESS_MAIN(TestLinkResolver)
#include "tst_linkresolver.moc"
