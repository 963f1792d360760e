#include "codes/bloomfilter.h"

#include "base/hash.h"
#include "codes/hashset.h"
#include "fakes.h"

#include <QTest>

#include <random>
#include <thread>
#include <unordered_set>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

std::uint64_t hashOf(std::uint64_t number)
{
    return hash64("code" + std::to_string(number), 42);
}

double wrongShare(const BloomFilter &filter, std::uint64_t from, int count)
{
    int wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += filter.mayContain(hashOf(from + static_cast<std::uint64_t>(i))) ? 1 : 0;
    return static_cast<double>(wrong) / count;
}

} // namespace

class TestBloomFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsAllThatWasAdded_data()
    {
        QTest::addColumn<int>("capacity");
        QTest::newRow("one") << 1;
        QTest::newRow("a thousand") << 1000;
        QTest::newRow("a hundred thousand") << 100'000;
    }

    void findsAllThatWasAdded()
    {
        QFETCH(int, capacity);
        BloomFilter filter(static_cast<std::size_t>(capacity));
        // Three times as many as it is made for: it may be wrong more often, but never about these.
        for (int i = 0; i < 3 * capacity; ++i)
            filter.add(hashOf(static_cast<std::uint64_t>(i)));
        for (int i = 0; i < 3 * capacity; ++i)
            QVERIFY(filter.mayContain(hashOf(static_cast<std::uint64_t>(i))));
    }

    void isRightAlmostAlwaysUpToItsCapacity()
    {
        constexpr int kCapacity = 100'000;
        BloomFilter filter(kCapacity);
        QCOMPARE(wrongShare(filter, 1'000'000'000, 10'000), 0.0);
        for (int i = 0; i < kCapacity / 10; ++i)
            filter.add(hashOf(static_cast<std::uint64_t>(i)));
        QVERIFY(wrongShare(filter, 1'000'000'000, 100'000) < 0.0001);
        for (int i = kCapacity / 10; i < kCapacity; ++i)
            filter.add(hashOf(static_cast<std::uint64_t>(i)));
        const double wrong = wrongShare(filter, 1'000'000'000, 200'000);
        QVERIFY2(wrong < 0.01, qPrintable(QString::number(wrong)));
        // The estimate from the bits is what is measured.
        QVERIFY2(std::abs(filter.estimatedRate() - wrong) < 0.001, qPrintable(QString::number(filter.estimatedRate())));
        QVERIFY(filter.fill() > 0.3 && filter.fill() < 0.6);
    }

    void canBeKept()
    {
        BloomFilter filter(5000);
        for (std::uint64_t i = 0; i < 5000; ++i)
            filter.add(hashOf(i));
        const std::string bytes = filter.toBytes();
        QCOMPARE(bytes.size(), filter.bytes());
        const auto back = BloomFilter::fromBytes(5000, bytes);
        QVERIFY(back);
        QCOMPARE(back->toBytes(), bytes);
        QVERIFY(back->mayContain(hashOf(4999)));
        QVERIFY(!BloomFilter::fromBytes(5000, std::string_view(bytes).substr(1)));
        QVERIFY(!BloomFilter::fromBytes(50'000, bytes));
        QVERIFY(!BloomFilter::fromBytes(std::size_t{1} << 60, bytes));
    }

    void takesAdditionsFromManyThreads()
    {
        BloomFilter filter(100'000);
        std::vector<std::thread> threads;
        for (std::uint64_t t = 0; t < 4; ++t) {
            threads.emplace_back([&filter, t] {
                for (std::uint64_t i = t; i < 40'000; i += 4)
                    filter.add(hashOf(i));
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        for (std::uint64_t i = 0; i < 40'000; ++i)
            QVERIFY(filter.mayContain(hashOf(i)));
    }

    void aHashSetHoldsWhatWasInserted()
    {
        const std::uint64_t seed = testSeed();
        std::mt19937_64 random(seed);
        HashSet set;
        std::unordered_set<std::uint64_t> model;
        QVERIFY(!set.contains(0));
        for (int i = 0; i < 20'000; ++i) {
            const std::uint64_t value = random() % 30'000; // many twice, some beside each other
            set.insert(value);
            model.insert(value == 0 ? 1 : value); // zero stands with one: both hashes are as good as each other
        }
        QCOMPARE(set.size(), model.size());
        for (std::uint64_t value = 1; value < 30'000; ++value)
            QCOMPARE(set.contains(value), model.count(value) == 1);
    }
};

QTEST_GUILESS_MAIN(TestBloomFilter)
#include "tst_bloomfilter.moc"
