#include "codes/alphabet.h"
#include "codes/shuffle.h"
#include "codes/siphash.h"

#include "fakes.h"

#include <QTest>

#include <openssl/evp.h>
#include <openssl/params.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <random>
#include <vector>

using namespace linkdesk::core;
using linkdesk::test::testSeed;

namespace {

SipKey countingKey()
{
    SipKey key{};
    for (std::size_t i = 0; i < key.size(); ++i)
        key[i] = static_cast<std::uint8_t>(i);
    return key;
}

ShuffleKey randomKey(std::mt19937_64 &random)
{
    ShuffleKey key{};
    for (std::uint8_t &byte : key)
        byte = static_cast<std::uint8_t>(random());
    return key;
}

constexpr std::uint64_t power(std::uint64_t base, int exponent)
{
    std::uint64_t result = 1;
    for (int i = 0; i < exponent; ++i)
        result *= base;
    return result;
}

constexpr std::uint64_t kSevenOf62 = power(62, 7);

// OpenSSL's own SipHash; nothing where this OpenSSL has none.
std::optional<std::uint64_t> otherSipHash(const SipKey &key, const std::vector<std::uint8_t> &message,
                                          unsigned compressions, unsigned finals)
{
    const std::unique_ptr<EVP_MAC, decltype(&EVP_MAC_free)> mac(EVP_MAC_fetch(nullptr, "SIPHASH", nullptr),
                                                                &EVP_MAC_free);
    if (!mac)
        return std::nullopt;
    const std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)> context(EVP_MAC_CTX_new(mac.get()),
                                                                            &EVP_MAC_CTX_free);
    std::size_t size = 8;
    const std::array params{OSSL_PARAM_construct_size_t("size", &size),
                            OSSL_PARAM_construct_uint("c-rounds", &compressions),
                            OSSL_PARAM_construct_uint("d-rounds", &finals), OSSL_PARAM_construct_end()};
    std::array<std::uint8_t, 8> out{};
    std::size_t written = 0;
    if (EVP_MAC_init(context.get(), key.data(), key.size(), params.data()) != 1
        || EVP_MAC_update(context.get(), message.data(), message.size()) != 1
        || EVP_MAC_final(context.get(), out.data(), &written, out.size()) != 1 || written != out.size())
        return std::nullopt;
    return SipState24::littleEndian(out, 0);
}

// Of counts that should all be `expected`; about (number of counts - 1) where they are random.
double chiSquare(const std::vector<int> &counts, double expected)
{
    double sum = 0;
    for (const int count : counts)
        sum += (count - expected) * (count - expected) / expected;
    return sum;
}

// Six standard deviations above and below: random counts are outside about once in a million.
bool isPlausible(double chi, std::size_t counts)
{
    const auto freedom = static_cast<double>(counts - 1);
    return std::abs(chi - freedom) < 6 * std::sqrt(2 * freedom) + 6;
}

} // namespace

class TestShuffle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The example of the paper's appendix A, and the first of its authors' list.
    void hashesAsPublished()
    {
        const std::array<std::uint8_t, 15> message{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
        QCOMPARE(quint64{sipHash24(countingKey(), message)}, quint64{0xa129ca6149be45e5U});
        QCOMPARE(quint64{sipHash24(countingKey(), {})}, quint64{0x726fdb47dd0e0e31U});
    }

    void hashesAsAnotherImplementation()
    {
        std::mt19937_64 random(testSeed());
        if (!otherSipHash(countingKey(), {}, 2, 4))
            QSKIP("this OpenSSL has no SipHash to compare with");
        for (std::size_t length = 0; length < 300; ++length) {
            const SipKey key = length < 64 ? countingKey() : randomKey(random);
            std::vector<std::uint8_t> message(length);
            for (std::size_t i = 0; i < length; ++i)
                message[i] = static_cast<std::uint8_t>(length < 64 ? i : random());
            QCOMPARE(quint64{sipHash24(key, message)}, quint64{otherSipHash(key, message, 2, 4).value_or(0)});
            QCOMPARE(quint64{sipHash13(key, message)}, quint64{otherSipHash(key, message, 1, 3).value_or(0)});
        }
    }

    void stateGoesOnAsTheWholeMessage()
    {
        const std::vector<std::uint8_t> message{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0};
        SipState13 state(countingKey());
        state.absorb(1);
        state.absorb(2);
        QCOMPARE(quint64{state.finish(3, message.size())}, quint64{sipHash13(countingKey(), message)});
    }

    // Codes that were handed out must come back, so these never change.
    void staysAsItIs()
    {
        const Shuffle shuffle(countingKey(), kSevenOf62);
        QCOMPARE(encode(shuffle.permute(0), kFullAlphabet, 7), std::string("hrFTEjx"));
        QCOMPARE(encode(shuffle.permute(1), kFullAlphabet, 7), std::string("Jbwt0ZJ"));
        QCOMPARE(encode(shuffle.permute(kSevenOf62 - 1), kFullAlphabet, 7), std::string("7xsBWKJ"));
    }

    void reachesEveryNumberOnce()
    {
        std::mt19937_64 random(testSeed());
        std::vector<std::uint64_t> sizes{power(62, 3), power(2, 16), power(2, 16) + 1, 499 * 499};
        for (std::uint64_t size = 2; size <= 300; ++size)
            sizes.push_back(size);
        for (const std::uint64_t size : sizes) {
            const Shuffle shuffle(randomKey(random), size);
            std::vector<bool> seen(size, false);
            for (std::uint64_t number = 0; number < size; ++number) {
                const std::uint64_t place = shuffle.permute(number);
                QVERIFY(place < size);
                QVERIFY(!seen[place]);
                seen[place] = true;
                QCOMPARE(quint64{shuffle.invert(place)}, quint64{number});
            }
        }
    }

    void comesBack_data()
    {
        QTest::addColumn<quint64>("size");
        QTest::newRow("62^7") << quint64{kSevenOf62};
        QTest::newRow("57^7") << quint64{power(57, 7)};
        QTest::newRow("36^9") << quint64{power(36, 9)};
        QTest::newRow("31^12") << quint64{power(31, 12)};
        QTest::newRow("62^10") << quint64{power(62, 10)};
        QTest::newRow("62^11, as far as 63 bits go") << quint64{Shuffle::kMaxSize};
        QTest::newRow("one less than the largest") << quint64{Shuffle::kMaxSize - 1};
        QTest::newRow("one more than a square") << quint64{3000000000U * 3000000000U + 1};
    }

    void comesBack()
    {
        QFETCH(quint64, size);
        std::mt19937_64 random(testSeed());
        const Shuffle shuffle(randomKey(random), size);
        QCOMPARE(quint64{shuffle.size()}, size);
        for (int i = 0; i < 100000; ++i) {
            const std::uint64_t number = i < 1000   ? static_cast<std::uint64_t>(i)
                                         : i < 2000 ? size - static_cast<std::uint64_t>(i - 999)
                                                    : random() % size;
            const std::uint64_t place = shuffle.permute(number);
            QVERIFY(place < size);
            QCOMPARE(quint64{shuffle.invert(place)}, quint64{number});
            QCOMPARE(quint64{shuffle.permute(shuffle.invert(number))}, quint64{number});
        }
    }

    void leavesWhatLiesBeyond()
    {
        const Shuffle shuffle(countingKey(), 1000);
        for (const std::uint64_t number : {std::uint64_t{1000}, std::uint64_t{1023}, ~std::uint64_t{0}}) {
            QCOMPARE(quint64{shuffle.permute(number)}, quint64{number});
            QCOMPARE(quint64{shuffle.invert(number)}, quint64{number});
        }
    }

    // Among 10,000 of 62^7 even one common place would be rare.
    void dependsOnEveryBitOfTheKeyAndOnTheSize()
    {
        std::mt19937_64 random(testSeed());
        const ShuffleKey key = randomKey(random);
        const Shuffle shuffle(key, kSevenOf62);
        std::vector<Shuffle> others{Shuffle(key, kSevenOf62 - 1), Shuffle(key, kSevenOf62 + 1)};
        for (std::size_t bit = 0; bit < 128; ++bit) {
            ShuffleKey other = key;
            other[bit / 8] = static_cast<std::uint8_t>(other[bit / 8] ^ 1U << bit % 8);
            others.emplace_back(other, kSevenOf62);
        }
        for (const Shuffle &other : others) {
            int common = 0;
            for (std::uint64_t number = 0; number < 10000; ++number)
                common += shuffle.permute(number) == other.permute(number) ? 1 : 0;
            QVERIFY(common <= 1);
        }
    }

    // The 24 orders of four numbers come up evenly over the keys.
    void smallOrdersAreAllReached()
    {
        std::mt19937_64 random(testSeed());
        std::vector<int> counts(256, 0);
        constexpr int kKeys = 48000;
        for (int i = 0; i < kKeys; ++i) {
            const Shuffle shuffle(randomKey(random), 4);
            std::size_t order = 0;
            for (std::uint64_t number = 0; number < 4; ++number)
                order = order * 4 + shuffle.permute(number);
            ++counts[order];
        }
        std::erase(counts, 0);
        QCOMPARE(counts.size(), std::size_t{24});
        const double chi = chiSquare(counts, kKeys / 24.0);
        QVERIFY2(isPlausible(chi, counts.size()), qPrintable(QString::number(chi)));
    }

    // Codes of consecutive numbers: each position evenly, each pair of neighbouring positions evenly, no position tied
    // to the same one of the code before, and as many equal positions as chance brings.
    void consecutiveNumbersShareNoPattern()
    {
        std::mt19937_64 random(testSeed());
        const Shuffle shuffle(randomKey(random), kSevenOf62);
        constexpr std::size_t kSymbols = 62;
        constexpr std::size_t kPairs = kSymbols * kSymbols;
        constexpr std::size_t kCodes = 200000;
        std::vector<std::vector<int>> single(7, std::vector<int>(kSymbols, 0));
        std::vector<std::vector<int>> neighbours(6, std::vector<int>(kPairs, 0));
        std::vector<std::vector<int>> following(7, std::vector<int>(kPairs, 0));
        const std::uint64_t start = random() % (kSevenOf62 / 2);
        std::string before = encode(shuffle.permute(start), kFullAlphabet, 7);
        for (std::size_t i = 1; i <= kCodes; ++i) {
            const std::string code = encode(shuffle.permute(start + i), kFullAlphabet, 7);
            QCOMPARE(code.size(), std::size_t{7});
            for (std::size_t at = 0; at < 7; ++at) {
                const std::size_t digit = kFullAlphabet.digitOf(code[at]);
                ++single[at][digit];
                ++following[at][kFullAlphabet.digitOf(before[at]) * kSymbols + digit];
                if (at > 0)
                    ++neighbours[at - 1][kFullAlphabet.digitOf(code[at - 1]) * kSymbols + digit];
            }
            before = code;
        }
        for (const auto &counts : single)
            QVERIFY(isPlausible(chiSquare(counts, static_cast<double>(kCodes) / kSymbols), kSymbols));
        for (const auto &counts : neighbours)
            QVERIFY(isPlausible(chiSquare(counts, static_cast<double>(kCodes) / kPairs), kPairs));
        for (const auto &counts : following)
            QVERIFY(isPlausible(chiSquare(counts, static_cast<double>(kCodes) / kPairs), kPairs));
    }

    // Steps from one number's place to the next one's: spread over the whole range, none twice.
    void stepsAreSpreadEvenly()
    {
        std::mt19937_64 random(testSeed());
        const Shuffle shuffle(randomKey(random), kSevenOf62);
        constexpr std::size_t kSteps = 100000;
        constexpr std::size_t kClasses = 100;
        std::vector<int> counts(kClasses, 0);
        std::vector<std::uint64_t> steps;
        std::size_t rising = 0;
        std::uint64_t before = shuffle.permute(0);
        for (std::uint64_t number = 1; number <= kSteps; ++number) {
            const std::uint64_t place = shuffle.permute(number);
            const std::uint64_t step = place > before ? place - before : place + kSevenOf62 - before;
            rising += place > before ? 1 : 0;
            ++counts[step / (kSevenOf62 / kClasses + 1)];
            steps.push_back(step);
            before = place;
        }
        QVERIFY(isPlausible(chiSquare(counts, static_cast<double>(kSteps) / kClasses), kClasses));
        QVERIFY(rising > 49000 && rising < 51000);
        std::sort(steps.begin(), steps.end());
        const auto unique = static_cast<std::size_t>(std::unique(steps.begin(), steps.end()) - steps.begin());
        QVERIFY(unique + 10 > kSteps); // two in 1,000 runs of random steps meet once
    }

    void isFast() // P7
    {
        const Shuffle shuffle(countingKey(), kSevenOf62);
        std::uint64_t number = 0;
        std::uint64_t sum = 0;
        QBENCHMARK
        {
            sum += shuffle.permute(number++);
        }
        QVERIFY(sum > 0);
    }
};

QTEST_GUILESS_MAIN(TestShuffle)
#include "tst_shuffle.moc"
