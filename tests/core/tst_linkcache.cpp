#include <QTest>

#include "resolve/linkcache.h"

#include "fakes.h"

#include <atomic>
#include <map>
#include <random>
#include <string>
#include <thread>

using namespace linkdesk::core;

namespace {

using Time = LinkCache::Time;

Time at(int seconds)
{
    return Time(std::chrono::seconds(seconds));
}

CachedLinkPtr link(const std::string &key, std::size_t targetBytes = 20, std::int64_t version = 1)
{
    auto made = std::make_shared<CachedLink>();
    made->key = key;
    made->code = key;
    made->version = version;
    made->found = true;
    made->target = std::string(targetBytes, 't');
    return made;
}

void insert(LinkCache &cache, const CachedLinkPtr &made, Time expires)
{
    cache.insert(made, LinkCache::hashOf(made->key), expires);
}

CachedLinkPtr find(LinkCache &cache, const std::string &key, Time now)
{
    return cache.find(key, LinkCache::hashOf(key), now);
}

std::string keyOf(std::uint64_t n)
{
    return "code" + std::to_string(n);
}

} // namespace

class TestLinkCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasNothingAtFirst()
    {
        LinkCache cache({100, 1 << 20, 4});
        QVERIFY(!find(cache, "", at(1)));
        QVERIFY(!find(cache, "a", at(1)));
        cache.erase("a", LinkCache::hashOf("a"));
        cache.clear();
        QCOMPARE(cache.stats().entries, std::size_t{0});
        QCOMPARE(cache.stats().bytes, std::size_t{0});
        QCOMPARE(cache.stats().misses, std::uint64_t{2});
    }

    void keepsUntilTheTimeIsOver()
    {
        LinkCache cache({100, 1 << 20, 4});
        insert(cache, link("a"), at(10));
        QVERIFY(find(cache, "a", at(9)));
        QVERIFY(!find(cache, "a", at(10)));
        QCOMPARE(cache.stats().expired, std::uint64_t{1});
        QCOMPARE(cache.stats().entries, std::size_t{0});
        QCOMPARE(cache.stats().bytes, std::size_t{0});
        QVERIFY(!find(cache, "a", at(9))); // it is gone, not hidden
    }

    void replacesWhatHasTheSameKey()
    {
        LinkCache cache({100, 1 << 20, 4});
        insert(cache, link("a", 20, 1), at(10));
        insert(cache, link("a", 500, 2), at(20));
        QCOMPARE(find(cache, "a", at(15))->version, std::int64_t{2});
        QCOMPARE(cache.stats().entries, std::size_t{1});
        QCOMPARE(cache.stats().bytes, find(cache, "a", at(15))->bytes());
    }

    void keepsNothingOldBehindWhatIsTooLargeToKeep() // R4
    {
        LinkCache cache({100, 4 * 2048, 4});
        insert(cache, link("a", 20, 1), at(10));
        insert(cache, link("a", 5000, 2), at(10));
        QVERIFY(!find(cache, "a", at(1)));
        QCOMPARE(cache.stats().bytes, std::size_t{0});
    }

    void looksAgainWithoutAMark()
    {
        LinkCache cache({100, 1 << 20, 4});
        insert(cache, link("a"), at(10));
        QVERIFY(cache.peek("a", LinkCache::hashOf("a"), at(1)));
        QVERIFY(!cache.peek("a", LinkCache::hashOf("a"), at(10)));
        QVERIFY(!cache.peek("b", LinkCache::hashOf("b"), at(1)));
        QCOMPARE(cache.stats().hits, std::uint64_t{0});
        QCOMPARE(cache.stats().misses, std::uint64_t{0});
        QVERIFY(find(cache, "a", at(1)));
    }

    void tellsKeysApartThatShareAHash()
    {
        LinkCache cache({100, 1 << 20, 1});
        cache.insert(link("a"), 42, at(10));
        cache.insert(link("b"), 42, at(10));
        QCOMPARE(cache.find("a", 42, at(1))->key, std::string("a"));
        QCOMPARE(cache.find("b", 42, at(1))->key, std::string("b"));
        QVERIFY(!cache.find("c", 42, at(1)));
        cache.erase("a", 42);
        QVERIFY(!cache.find("a", 42, at(1)));
        QCOMPARE(cache.find("b", 42, at(1))->key, std::string("b"));
    }

    void hashesDiffer()
    {
        // Also where keys differ in length, in the last byte of a word, or by a zero byte.
        QVERIFY(LinkCache::hashOf("") != LinkCache::hashOf(std::string_view("\0", 1)));
        QVERIFY(LinkCache::hashOf("abcdefgh") != LinkCache::hashOf("abcdefgi"));
        QVERIFY(LinkCache::hashOf("abcdefgh") != LinkCache::hashOf(std::string_view("abcdefgh\0", 9)));
        std::map<std::uint64_t, std::string> seen;
        for (std::uint64_t n = 0; n < 100'000; ++n)
            QVERIFY(seen.emplace(LinkCache::hashOf(keyOf(n)), keyOf(n)).second);
    }

    void agreesWithANaiveModel_data()
    {
        QTest::addColumn<int>("entries");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("keys");
        QTest::newRow("everything fits") << 100'000 << (64 << 20) << 300;
        QTest::newRow("entries are short") << 64 << (64 << 20) << 300;
        QTest::newRow("bytes are short") << 100'000 << 4 * 8000 << 300;
        QTest::newRow("many keys for few places") << 64 << 4 * 30'000 << 5000;
    }

    // The model never forgets. The cache may, but never gives what was replaced, erased or is over its time.
    void agreesWithANaiveModel()
    {
        QFETCH(int, entries);
        QFETCH(int, bytes);
        QFETCH(int, keys);
        struct Entry {
            CachedLinkPtr link;
            int expires;
        };
        std::map<std::string, Entry> model;
        LinkCache cache({static_cast<std::size_t>(entries), static_cast<std::size_t>(bytes), 4});
        const bool fits = entries > keys && bytes > (1 << 20);
        std::mt19937_64 engine(linkdesk::test::testSeed());
        int now = 1;
        for (int step = 0; step < 200'000; ++step) {
            // Squared: some keys are asked for much more often than others.
            const auto r = static_cast<double>(engine() % 1'000'000) / 1e6;
            const std::string key = keyOf(static_cast<std::uint64_t>(r * r * keys));
            switch (engine() % 16) {
            case 0: now += static_cast<int>(engine() % 3); break;
            case 1:
                cache.erase(key, LinkCache::hashOf(key));
                model.erase(key);
                break;
            case 2:
            case 3:
            case 4: {
                const CachedLinkPtr made = link(key, engine() % 400, step);
                const int expires = now + static_cast<int>(engine() % 2000);
                insert(cache, made, at(expires));
                model[key] = {made, expires};
                break;
            }
            case 5:
                if (engine() % 2000 == 0) {
                    cache.clear();
                    model.clear();
                }
                break;
            default: {
                const CachedLinkPtr found = find(cache, key, at(now));
                const auto known = model.find(key);
                const bool alive = known != model.end() && now < known->second.expires;
                if (found)
                    QVERIFY(alive && found == known->second.link);
                else if (fits)
                    QVERIFY(!alive);
            }
            }
            if (step % 64 == 0) {
                const CacheStats stats = cache.stats();
                QVERIFY(stats.entries <= static_cast<std::size_t>(entries));
                QVERIFY(stats.bytes <= static_cast<std::size_t>(bytes));
            }
        }
        cache.clear();
        QCOMPARE(cache.stats().bytes, std::size_t{0});
        QCOMPARE(cache.stats().entries, std::size_t{0});
        if (fits)
            QCOMPARE(cache.stats().evictions, std::uint64_t{0});
    }

    void countsBytesExactly()
    {
        LinkCache cache({1000, 16 << 20, 8});
        std::mt19937_64 engine(7);
        std::size_t bytes = 0;
        for (std::uint64_t n = 0; n < 500; ++n) {
            const CachedLinkPtr made = link(keyOf(n), engine() % 3000);
            bytes += made->bytes();
            insert(cache, made, at(10));
        }
        QCOMPARE(cache.stats().bytes, bytes);
    }

    void keepsWhatIsInUseThroughAScan()
    {
        constexpr std::size_t kCapacity = 2000;
        LinkCache cache({kCapacity, 64 << 20, 4});
        for (int round = 0; round < 4; ++round) {
            for (std::uint64_t hot = 0; hot < 500; ++hot) {
                if (!find(cache, keyOf(hot), at(1)))
                    insert(cache, link(keyOf(hot)), at(1000));
            }
        }
        for (std::uint64_t n = 0; n < 10 * kCapacity; ++n)
            insert(cache, link("scan" + std::to_string(n)), at(1000));
        int kept = 0;
        for (std::uint64_t hot = 0; hot < 500; ++hot)
            kept += find(cache, keyOf(hot), at(1)) ? 1 : 0;
        QVERIFY2(kept >= 490, qPrintable(QString::number(kept)));
    }

    void takesBackWhatComesAgainSoon() // the ghost list: a second ask within the queue's length leads to the main queue
    {
        LinkCache cache({800, 64 << 20, 1});
        for (std::uint64_t n = 0; n < 800; ++n)
            insert(cache, link("old" + std::to_string(n)), at(1000));
        insert(cache, link("again"), at(1000));
        for (std::uint64_t n = 0; n < 820 && cache.peek("again", LinkCache::hashOf("again"), at(1)); ++n)
            insert(cache, link("more" + std::to_string(n)), at(1000));
        QVERIFY(!find(cache, "again", at(1)));
        insert(cache, link("again"), at(1000));
        for (std::uint64_t n = 0; n < 4000; ++n)
            insert(cache, link("scan" + std::to_string(n)), at(1000));
        QVERIFY(find(cache, "again", at(1)));
    }

    void freesErasedPlaces() // an edit storm must not grow the queues for ever
    {
        LinkCache cache({1000, 64 << 20, 1});
        for (std::uint64_t n = 0; n < 300'000; ++n) {
            insert(cache, link(keyOf(n % 50), 20, static_cast<std::int64_t>(n)), at(1000));
            cache.erase(keyOf(n % 50), LinkCache::hashOf(keyOf(n % 50)));
        }
        QCOMPARE(cache.stats().entries, std::size_t{0});
        QCOMPARE(cache.stats().evictions, std::uint64_t{0});
        for (std::uint64_t n = 0; n < 1000; ++n)
            insert(cache, link(keyOf(n)), at(1000));
        QCOMPARE(cache.stats().entries, std::size_t{1000});
        QCOMPARE(cache.stats().evictions, std::uint64_t{0});
    }

    void isUsedByTwoThreads()
    {
        LinkCache cache({500, 1 << 20, 4});
        std::atomic<int> wrong{0};
        const auto hammer = [&](std::uint64_t seed) {
            std::mt19937_64 engine(seed);
            for (int step = 0; step < 60'000; ++step) {
                const std::string key = keyOf(engine() % 2000);
                const std::uint64_t hash = LinkCache::hashOf(key);
                switch (engine() % 8) {
                case 0: cache.insert(link(key, engine() % 300), hash, at(static_cast<int>(engine() % 100))); break;
                case 1: cache.erase(key, hash); break;
                case 2: wrong += cache.stats().entries <= 500 ? 0 : 1; break;
                default:
                    if (const CachedLinkPtr found = cache.find(key, hash, at(static_cast<int>(engine() % 50))))
                        wrong += found->key == key ? 0 : 1;
                }
            }
        };
        const std::uint64_t seed = linkdesk::test::testSeed();
        std::thread other(hammer, seed + 1);
        hammer(seed);
        other.join();
        QCOMPARE(wrong.load(), 0);
        QVERIFY(cache.stats().bytes <= std::size_t{1 << 20});
    }
};

QTEST_GUILESS_MAIN(TestLinkCache)
#include "tst_linkcache.moc"
