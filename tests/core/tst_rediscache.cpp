#include "resolve/rediscache.h"

#include "await.h"
#include "fakes.h"
#include "links/linkservice.h"
#include "redisserver.h"
#include "resolve/linkresolver.h"
#include "store/linkstore.h"
#include "tempstore.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <future>
#include <limits>
#include <random>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;

namespace {

// One service's read path.
class Node final {
public:
    Node(const RedisServer &redis, Store &store, const Clock &clock, RandomSource &random, const RedisCacheOptions &options = {})
        : client(*parseRedisAddress(redis.address().toStdString()), random)
        , cache(client, clock, random, options)
        , resolver(store.readers(), clock, [](CachedLink &link) { link.head = link.target; })
    {
        cache.setLocal({[this](DomainId domain, std::string_view key) { resolver.forget(domain, key); },
                        [this] { resolver.clear(); }});
        resolver.setSecondLevel(&cache);
        cache.start();
        client.start();
        client.waitForFirstAttempt(2s);
    }
    ~Node()
    {
        cache.stop();
        client.stop();
    }

    // What a visitor of the code gets; empty: no such link.
    std::string visit(const std::string &code)
    {
        if (const CachedLinkPtr link = resolver.cached(kDefaultDomain, code))
            return link->found && link->status == LinkStatus::Active ? link->target : std::string();
        std::promise<std::string> answer;
        resolver.resolve(kDefaultDomain, code, [&answer](LinkResolver::Outcome outcome, const CachedLinkPtr &link) {
            if (outcome != LinkResolver::Outcome::Known)
                answer.set_value("refused");
            else
                answer.set_value(link->found && link->status == LinkStatus::Active ? link->target : std::string());
        });
        return answer.get_future().get();
    }
    struct Found {
        std::shared_ptr<CachedLink> link;
        SecondLevel::LeasePtr lease;
    };
    Found look(const std::string &code)
    {
        std::promise<Found> found;
        cache.look(kDefaultDomain, code, [&found](std::shared_ptr<CachedLink> link, SecondLevel::LeasePtr lease) {
            found.set_value({std::move(link), std::move(lease)});
        });
        return found.get_future().get();
    }
    // Everything submitted so far has been answered.
    void settle()
    {
        std::promise<void> done;
        client.submit({"PING"}, [&done](const Result<RedisReply> &) { done.set_value(); });
        done.get_future().wait();
    }
    [[nodiscard]] bool isWell() const { return client.isConnected() && cache.stats().listening; }

    RedisClient client;
    RedisCache cache;
    LinkResolver resolver;
};

// The service that edits: what it does after each commit.
class Editor final : public LinkObserver {
public:
    explicit Editor(Node &node) : m_node(node) {}
    void linkChanged(LinkChange change, const Link &before, const Link &after) override
    {
        m_node.resolver.invalidate(after.domain, after.code, after.version);
        if (before.code != after.code)
            m_node.resolver.invalidate(before.domain, before.code, after.version);
        if (change != LinkChange::Deleted)
            m_node.resolver.warm(after.domain, after.code, redirectRowOf(after));
    }

private:
    Node &m_node;
};

struct Fixture {
    FakeClock clock;
    SecureRandom random;
    RedisServer redis;
    TempStore data{clock};
    std::unique_ptr<LinkService> links = std::make_unique<LinkService>(data.store(), clock, random);
    std::unique_ptr<Node> one;
    std::unique_ptr<Node> two;
    std::unique_ptr<Editor> editor;

    explicit Fixture(const QStringList &flags = {})
    {
        if (!redis.start(flags))
            qFatal("redis-server does not start");
        one = std::make_unique<Node>(redis, data.store(), clock, random);
        two = std::make_unique<Node>(redis, data.store(), clock, random);
        editor = std::make_unique<Editor>(*one);
        links->addObserver(editor.get());
        settle();
    }
    ~Fixture() { links.reset(); }

    // Both nodes are connected and listen; false where that takes longer than promised.
    bool settle()
    {
        for (const QDeadlineTimer end(9000); !end.hasExpired();) {
            if (one->isWell() && two->isWell() && one->cache.stats().pending == 0)
                return true;
            QTest::qWait(5);
        }
        return false;
    }
    Link create(const std::string &slug, const std::string &target = "https://a.example/")
    {
        NewLink request;
        request.target = target;
        request.slug = slug;
        return await<Result<Created>>([&](auto done) { links->create(request, "t", done); })->link;
    }
    // The same, once the second level has been warmed and emptied of it again.
    Link createCold(const std::string &slug, const std::string &target)
    {
        const auto before = one->cache.stats().fills;
        const Link link = create(slug, target);
        for (const QDeadlineTimer end(5000); one->cache.stats().fills == before && !end.hasExpired();)
            QTest::qWait(1);
        one->cache.invalidate(kDefaultDomain, slug, link.version);
        one->settle();
        one->resolver.clear();
        two->resolver.clear();
        return link;
    }
    void retarget(LinkId id, const std::string &target)
    {
        LinkPatch patch;
        patch.target = target;
        if (!await<Result<Link>>([&](auto done) { links->edit(id, patch, std::nullopt, "t", done); }))
            qFatal("an edit failed");
    }
    CachedLinkPtr read(const std::string &code)
    {
        auto link = std::make_shared<CachedLink>();
        data.read([&](SqlConnection &connection) {
            const auto row = *findForRedirect(connection, kDefaultDomain, code);
            link->domain = kDefaultDomain;
            link->found = row.has_value();
            link->code = code;
            if (row) {
                link->id = row->id;
                link->target = row->target;
                link->version = row->version;
            }
        });
        return link;
    }
};

} // namespace

class TestRedisCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!RedisServer::isInstalled())
            QSKIP("redis-server is not installed (apt install redis-server)");
    }

    void oneServiceFindsWhatAnotherHasRead()
    {
        Fixture f;
        (void)f.create("shared", "https://shared.example/");
        f.one->resolver.clear();
        QCOMPARE(f.one->visit("shared"), std::string("https://shared.example/"));
        f.one->settle();
        const auto reads = f.two->resolver.stats().storeReads;
        QCOMPARE(f.two->visit("shared"), std::string("https://shared.example/"));
        QCOMPARE(f.two->resolver.stats().storeReads, reads);
        QCOMPARE(f.two->resolver.stats().secondHits, std::uint64_t{1});
        // Absent ones are shared for ten seconds.
        QCOMPARE(f.one->visit("nobody"), std::string());
        f.one->settle();
        QCOMPARE(f.two->visit("nobody"), std::string());
        QCOMPARE(f.two->resolver.stats().storeReads, reads);
    }

    // R41
    void everyKeyHasThePrefixAndATimeToLive()
    {
        Fixture f;
        (void)f.create("kept");
        (void)f.one->visit("absent");
        (void)f.one->visit("kept");
        f.one->settle();
        const QList<QByteArray> keys = f.redis.cli({QStringLiteral("KEYS"), QStringLiteral("*")}).split('\n');
        QVERIFY(keys.size() >= 4);
        for (const QByteArray &key : keys) {
            QVERIFY2(key.startsWith("linkdesk:"), key.constData());
            const qlonglong ttl = f.redis.cli({QStringLiteral("PTTL"), QString::fromUtf8(key)}).toLongLong();
            QVERIFY2(ttl > 0, key.constData());
            if (key.endsWith("absent"))
                QVERIFY(ttl <= 11'000);
        }
    }

    void anEditReachesTheOtherService()
    {
        Fixture f;
        const Link link = f.create("news", "https://v0.example/");
        for (int i = 1; i <= 50; ++i) {
            (void)f.two->visit("news");
            const std::string target = "https://v" + std::to_string(i) + ".example/";
            f.retarget(link.id, target);
            QCOMPARE(f.one->visit("news"), target);                          // at once
            QTRY_COMPARE_WITH_TIMEOUT(f.two->visit("news"), target, 1000); // R4
        }
    }

    void aCreateEndsARememberedAbsenceElsewhere()
    {
        Fixture f;
        QCOMPARE(f.two->visit("later"), std::string());
        QCOMPARE(f.one->visit("later"), std::string());
        (void)f.create("later", "https://now.example/");
        QCOMPARE(f.one->visit("later"), std::string("https://now.example/"));
        QTRY_COMPARE_WITH_TIMEOUT(f.two->visit("later"), std::string("https://now.example/"), 1000);
    }

    // A fill is: look, get the lease, read the store, write. The edit comes between any two of these steps; whatever is
    // left afterwards is never the old state.
    void aLateFillNeverCoversAnEdit_data()
    {
        QTest::addColumn<int>("editBefore");
        QTest::newRow("before the look") << 0;
        QTest::newRow("between lease and read") << 1;
        QTest::newRow("between read and write") << 2;
        QTest::newRow("after the write") << 3;
    }

    void aLateFillNeverCoversAnEdit()
    {
        QFETCH(int, editBefore);
        Fixture f;
        const Link link = f.createCold("raced", "https://old.example/");
        const auto editIf = [&](int step) {
            if (step != editBefore)
                return;
            // Without the warming that follows an edit, which would hide the race.
            QVERIFY(f.data.exec("UPDATE link SET long_url = 'https://new.example/', version = 2 WHERE id = "
                                + std::to_string(link.id.value)).ok());
            f.one->cache.invalidate(kDefaultDomain, "raced", 2);
            f.one->settle();
        };
        editIf(0);
        auto found = f.two->look("raced");
        QVERIFY(found.lease);
        editIf(1);
        const CachedLinkPtr read = f.read("raced");
        editIf(2);
        found.lease->fill(read);
        f.two->settle();
        editIf(3);
        const auto after = f.two->look("raced");
        QVERIFY2(!after.link || after.link->target == "https://new.example/", after.link ? after.link->target.c_str() : "");
        // Where nothing came between lease and write, the value was kept.
        QCOMPARE(after.link != nullptr, editBefore == 0);
        QCOMPARE(f.two->cache.stats().lostLeases, std::uint64_t(editBefore == 1 || editBefore == 2 ? 1 : 0));
    }

    // Two services miss the same code at once: one reads the store, the other waits for its answer.
    void onlyOneServiceReadsTheStore()
    {
        Fixture f;
        (void)f.createCold("cold", "https://cold.example/");
        auto first = f.one->look("cold");
        QVERIFY(first.lease);
        std::promise<std::string> second;
        std::thread waiter([&] { second.set_value(f.two->visit("cold")); });
        const CachedLinkPtr read = f.read("cold");
        first.lease->fill(read);
        QCOMPARE(second.get_future().get(), std::string("https://cold.example/"));
        waiter.join();
        QCOMPARE(f.two->resolver.stats().storeReads, std::uint64_t{0});
    }

    // … and does not wait for one that died.
    void aDeadReaderIsNotWaitedForLong()
    {
        Fixture f;
        (void)f.createCold("cold", "https://cold.example/");
        const auto dead = f.one->look("cold");
        QVERIFY(dead.lease);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(f.two->visit("cold"), std::string("https://cold.example/"));
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(f.two->resolver.stats().storeReads, std::uint64_t{1});
    }

    void manyVisitorsOfAColdCodeCauseOneRead()
    {
        Fixture f;
        (void)f.createCold("stampede", "https://hot.example/");
        const auto before = f.one->resolver.stats().storeReads;
        std::atomic<int> answered{0};
        std::promise<void> all;
        for (int i = 0; i < 1000; ++i) {
            f.one->resolver.resolve(kDefaultDomain, "stampede", [&](LinkResolver::Outcome, const CachedLinkPtr &link) {
                if (link && link->target == "https://hot.example/" && ++answered == 1000)
                    all.set_value();
            });
        }
        all.get_future().wait();
        QCOMPARE(f.one->resolver.stats().storeReads - before, std::uint64_t{1});
    }

    // R40: each fault of Redis, with visitors going on meanwhile.
    void redirectsAreRightWhateverRedisDoes_data()
    {
        QTest::addColumn<QString>("fault");
        for (const char *fault : {"killed", "frozen", "emptied", "read-only", "out of memory", "password changed", "restarted"})
            QTest::newRow(fault) << QString::fromLatin1(fault);
    }

    void redirectsAreRightWhateverRedisDoes()
    {
        QFETCH(QString, fault);
        Fixture f;
        const Link link = f.create("steady", "https://v0.example/");
        (void)f.two->visit("steady");
        const auto cli = [&](const QStringList &command) { (void)f.redis.cli(command); };
        if (fault == u"killed")
            f.redis.kill();
        else if (fault == u"frozen")
            f.redis.freeze();
        else if (fault == u"emptied")
            cli({QStringLiteral("FLUSHALL")});
        else if (fault == u"read-only")
            cli({QStringLiteral("REPLICAOF"), QStringLiteral("127.0.0.1"), QStringLiteral("1")});
        else if (fault == u"out of memory")
            cli({QStringLiteral("CONFIG"), QStringLiteral("SET"), QStringLiteral("maxmemory"), QStringLiteral("1")});
        else if (fault == u"password changed")
            cli({QStringLiteral("CONFIG"), QStringLiteral("SET"), QStringLiteral("requirepass"), QStringLiteral("x")});
        else if (!f.redis.start())
            QFAIL("redis-server does not start");
        // The editing service is right from the next request on; no visitor waits longer than one command may take.
        qint64 longest = 0;
        std::string target;
        for (int i = 1; i <= 30; ++i) {
            target = "https://v" + std::to_string(i) + ".example/";
            f.retarget(link.id, target);
            f.one->resolver.forget(kDefaultDomain, "steady"); // past the local cache
            QElapsedTimer timer;
            timer.start();
            QCOMPARE(f.one->visit("steady"), target);
            longest = std::max(longest, timer.elapsed());
        }
        qInfo("%s: the slowest of 30 visits past the local cache took %lld ms", qPrintable(fault), static_cast<long long>(longest));
        QVERIFY2(longest < 400, qPrintable(QString::number(longest))); // 50 ms and what a busy machine adds
        if (fault == u"killed" && !f.redis.start())
            QFAIL("redis-server does not start");
        f.redis.thaw();
        cli({QStringLiteral("REPLICAOF"), QStringLiteral("NO"), QStringLiteral("ONE")});
        cli({QStringLiteral("CONFIG"), QStringLiteral("SET"), QStringLiteral("maxmemory"), QStringLiteral("0")});
        cli({QStringLiteral("-a"), QStringLiteral("x"), QStringLiteral("CONFIG"), QStringLiteral("SET"), QStringLiteral("requirepass"), QString()});
        QVERIFY2(f.settle(), f.one->client.stats().lastError.c_str());
        // The other service has what was edited meanwhile.
        QTRY_COMPARE_WITH_TIMEOUT(f.two->visit("steady"), target, 2000);
        f.retarget(link.id, "https://last.example/");
        QTRY_COMPARE_WITH_TIMEOUT(f.two->visit("steady"), std::string("https://last.example/"), 1000);
    }

    // A Redis that answers each command late is as good as none, after one late answer.
    void aSlowRedisIsLeftAlone()
    {
        Fixture f({QStringLiteral("--enable-debug-command"), QStringLiteral("yes")});
        (void)f.createCold("slow", "https://slow.example/");
        const std::jthread sleeper([&f] { (void)f.redis.cli({QStringLiteral("DEBUG"), QStringLiteral("SLEEP"), QStringLiteral("0.6")}); });
        QTRY_VERIFY_WITH_TIMEOUT(
            [&f] {
                QElapsedTimer timer;
                timer.start();
                f.one->resolver.forget(kDefaultDomain, "slow");
                const bool right = f.one->visit("slow") == "https://slow.example/";
                return right && timer.elapsed() < 400 && !f.one->client.isConnected();
            }(),
            5000);
        QVERIFY(f.settle());
    }

    // Values written together: their ends lie a tenth around the day.
    void whatIsKeptTogetherDoesNotEndTogether()
    {
        Fixture f;
        constexpr int kLinks = 400;
        auto link = std::make_shared<CachedLink>();
        link->found = true;
        link->domain = kDefaultDomain;
        link->target = "https://a.example/";
        qlonglong least = std::numeric_limits<qlonglong>::max();
        qlonglong most = 0;
        for (int i = 0; i < kLinks; ++i) {
            auto found = f.one->look("k" + std::to_string(i));
            QVERIFY(found.lease);
            found.lease->fill(link);
        }
        f.one->settle();
        for (const QByteArray &key : f.redis.cli({QStringLiteral("KEYS"), QStringLiteral("*:v:1:k*")}).split('\n')) {
            const qlonglong ttl = f.redis.cli({QStringLiteral("PTTL"), QString::fromUtf8(key)}).toLongLong();
            least = std::min(least, ttl);
            most = std::max(most, ttl);
        }
        constexpr qlonglong kDay = 24 * 3600 * 1000;
        qInfo("%d values end between %.2f and %.2f of a day", kLinks, double(least) / kDay, double(most) / kDay);
        QVERIFY(least >= kDay * 89 / 100 && most <= kDay * 111 / 100);
        QVERIFY(most - least > kDay * 15 / 100);
    }

    // A link that ends sooner is not kept beyond its end.
    void nothingIsKeptBeyondItsEnd()
    {
        Fixture f;
        auto link = std::make_shared<CachedLink>();
        link->found = true;
        link->domain = kDefaultDomain;
        link->target = "https://a.example/";
        link->expiresAtMs = toMs(f.clock.now() + 20s);
        f.one->look("ends").lease->fill(link);
        f.one->settle();
        const QByteArray key = f.redis.cli({QStringLiteral("KEYS"), QStringLiteral("*:v:1:ends")});
        const qlonglong ttl = f.redis.cli({QStringLiteral("PTTL"), QString::fromUtf8(key)}).toLongLong();
        QVERIFY(ttl > 0 && ttl <= 20'000);
    }

    // While services share links, the local cache keeps them two minutes at most: what nobody could tell of ends then.
    void aServiceThatIsCutOffForgetsInTwoMinutes()
    {
        Fixture f;
        const Link link = f.create("cut", "https://old.example/");
        QCOMPARE(f.two->visit("cut"), std::string("https://old.example/"));
        f.redis.kill();
        QTRY_VERIFY_WITH_TIMEOUT(!f.two->isWell(), 9000);
        f.retarget(link.id, "https://new.example/");
        QCOMPARE(f.one->visit("cut"), std::string("https://new.example/"));
        f.clock.advance(120s);
        QCOMPARE(f.two->visit("cut"), std::string("https://new.example/"));
    }

    // Too many edits to remember while Redis is away: everything that is kept there is out of reach afterwards.
    void editsBeyondMemoryMakeANewGeneration()
    {
        FakeClock clock;
        SecureRandom random;
        RedisServer redis;
        QVERIFY(redis.start());
        TempStore data(clock);
        RedisCacheOptions options;
        options.rememberedEdits = 3;
        Node node(redis, data.store(), clock, random, options);
        auto kept = std::make_shared<CachedLink>();
        kept->found = true;
        kept->domain = kDefaultDomain;
        kept->code = "old";
        kept->target = "https://old.example/";
        node.look("old").lease->fill(kept);
        node.settle();
        QVERIFY(node.look("old").link);
        redis.freeze();
        (void)node.look("other"); // notices
        QTRY_VERIFY(!node.client.isConnected());
        for (int i = 0; i < 5; ++i)
            node.cache.invalidate(kDefaultDomain, "e" + std::to_string(i), 1);
        QCOMPARE(node.cache.stats().pending, std::uint64_t{1});
        redis.thaw();
        QTRY_VERIFY_WITH_TIMEOUT(node.client.isConnected(), 8000);
        QVERIFY(!node.look("old").link);
        QCOMPARE(node.cache.stats().pending, std::uint64_t{0});
    }

    void clearingIsForEveryService()
    {
        Fixture f;
        (void)f.create("kept", "https://kept.example/");
        (void)f.one->visit("kept");
        (void)f.two->visit("kept");
        QVERIFY(f.data.exec("UPDATE link SET long_url = 'https://by-hand.example/'").ok());
        f.one->cache.clear();
        f.one->resolver.clear();
        f.one->settle();
        QCOMPARE(f.one->visit("kept"), std::string("https://by-hand.example/"));
        QTRY_COMPARE_WITH_TIMEOUT(f.two->visit("kept"), std::string("https://by-hand.example/"), 1000);
    }

    // Long and random: creates, edits, bans by hand, deletes, restores, faults. The editing service is never stale; the
    // other one at most a second while Redis is well, and not at all once it has been well again.
    void agreesWithAPlainModel()
    {
        const std::uint64_t seed = testSeed();
        std::mt19937_64 dice(seed);
        Fixture f;
        std::vector<Link> links;
        std::vector<std::string> targets; // empty: answers nothing
        int stale = 0;
        bool well = true;
        for (int step = 0; step < 600; ++step) {
            const auto any = [&] { return static_cast<std::size_t>(dice() % links.size()); };
            switch (links.empty() ? 0 : dice() % 12) {
            case 0: {
                const std::string code = "m" + std::to_string(links.size());
                links.push_back(f.create(code, "https://first.example/"));
                targets.emplace_back("https://first.example/");
                break;
            }
            case 1: case 2: case 3: {
                const std::size_t i = any();
                if (targets[i].empty())
                    break;
                targets[i] = "https://s" + std::to_string(step) + ".example/";
                f.retarget(links[i].id, targets[i]);
                break;
            }
            case 4: {
                const std::size_t i = any();
                (void)await<Result<Link>>([&](auto done) { f.links->remove(links[i].id, {}, "t", done); });
                targets[i].clear();
                break;
            }
            case 5: {
                const std::size_t i = any();
                const auto back = await<Result<Link>>([&](auto done) { f.links->restore(links[i].id, "t", done); });
                targets[i] = back->target;
                break;
            }
            case 6:
                if (dice() % 25 == 0 && well) {
                    well = false;
                    f.redis.freeze();
                } else if (!well && dice() % 3 == 0) {
                    f.redis.thaw();
                    QVERIFY(f.settle());
                    well = true;
                } else if (dice() % 20 == 0 && well) {
                    (void)f.redis.cli({QStringLiteral("FLUSHALL")});
                }
                break;
            default: {
                const std::size_t i = any();
                stale += f.one->visit(links[i].code) == targets[i] ? 0 : 1;
                if (well)
                    QTRY_COMPARE_WITH_TIMEOUT(f.two->visit(links[i].code), targets[i], 1000);
                else
                    (void)f.two->visit(links[i].code);
            }
            }
        }
        f.redis.thaw();
        QVERIFY(f.settle());
        QCOMPARE(stale, 0);
        for (std::size_t i = 0; i < links.size(); ++i) {
            QCOMPARE(f.one->visit(links[i].code), targets[i]);
            QTRY_COMPARE_WITH_TIMEOUT(f.two->visit(links[i].code), targets[i], 1000);
        }
    }
};

QTEST_GUILESS_MAIN(TestRedisCache)
#include "tst_rediscache.moc"
