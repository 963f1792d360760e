#include "codes/countedcode.h"

#include "codes/base62.h"
#include "fakes.h"

#include <QTest>

#include <map>
#include <set>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

constexpr ShuffleKey kKey{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
// Too small for real codes, so that a whole length can be used up.
constexpr Alphabet kTinyAlphabet("abcd");

std::string next(CodeGenerator &generator, const CodeShape &shape)
{
    auto made = generator.next(shape, 0);
    return made ? made->body : std::string();
}

} // namespace

class TestCountedCode : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBlockGivesEachNumberOnce()
    {
        NumberBlock block;
        QVERIFY(!block.take());
        block.put({5, 7});
        QCOMPARE(block.waiting(), std::uint64_t{2});
        QCOMPARE(*block.take(), std::uint64_t{5});
        QCOMPARE(*block.take(), std::uint64_t{6});
        QVERIFY(!block.take());
        block.put({10, 20});
        QCOMPARE(*block.take(), std::uint64_t{10});
        const NumberBlock::Range rest = block.drop();
        QCOMPARE(rest.first, std::uint64_t{11});
        QCOMPARE(rest.end, std::uint64_t{20});
        QCOMPARE(block.waiting(), std::uint64_t{0});
    }

    void sequenceCountsInBase62WithoutLeadingZeros()
    {
        SequenceCode sequence;
        QVERIFY(!sequence.next({&kFullAlphabet, 6}, 0).ok()); // no numbers yet
        sequence.numbers()->put({0, 63});
        QCOMPARE(next(sequence, {&kFullAlphabet, 6}), std::string("100000"));
        QCOMPARE(next(sequence, {&kFullAlphabet, 6}), std::string("100001"));
        for (int i = 2; i < 62; ++i)
            (void)next(sequence, {&kFullAlphabet, 6});
        QCOMPARE(next(sequence, {&kFullAlphabet, 6}), std::string("100010"));
    }

    void sequenceGrowsByItself()
    {
        SequenceCode sequence;
        std::set<std::string> codes;
        sequence.numbers()->put({0, 3000});
        std::size_t shortest = 99;
        std::size_t longest = 0;
        for (int i = 0; i < 3000; ++i) {
            const std::string code = next(sequence, {&kTinyAlphabet, 3});
            codes.insert(code);
            shortest = std::min(shortest, code.size());
            longest = std::max(longest, code.size());
        }
        QCOMPARE(codes.size(), std::size_t{3000});
        QCOMPARE(shortest, std::size_t{3});
        QCOMPARE(longest, std::size_t{6});
    }

    // 62^11 is more than 64 bits.
    void sequenceTakesTheLongestLength()
    {
        SequenceCode sequence;
        sequence.numbers()->put({7, 9});
        QCOMPARE(next(sequence, {&kFullAlphabet, 12}), std::string("000000000007"));
    }

    void shuffledUsesEveryCodeOfALengthAndThenTheNext()
    {
        ShuffledCode shuffled(kKey);
        shuffled.numbers()->put({0, 64 + 256 + 10});
        std::map<std::size_t, std::set<std::string>> byLength;
        for (int i = 0; i < 64 + 256 + 10; ++i) {
            const std::string code = next(shuffled, {&kTinyAlphabet, 3});
            QCOMPARE(code.size(), std::size_t(i < 64 ? 3 : i < 64 + 256 ? 4 : 5));
            byLength[code.size()].insert(code);
        }
        QCOMPARE(byLength[3].size(), std::size_t{64});
        QCOMPARE(byLength[4].size(), std::size_t{256});
        QCOMPARE(byLength[5].size(), std::size_t{10});
    }

    // Neighbours share no more characters at the same place than chance gives.
    void shuffledHidesTheOrder()
    {
        ShuffledCode shuffled(kKey);
        int same = 0;
        std::string before = shuffled.codeOf(0, kFullAlphabet, 7);
        for (std::uint64_t n = 1; n <= 10'000; ++n) {
            const std::string code = shuffled.codeOf(n, kFullAlphabet, 7);
            QCOMPARE(code.size(), std::size_t{7});
            for (std::size_t i = 0; i < code.size(); ++i)
                same += code[i] == before[i] ? 1 : 0;
            before = code;
        }
        // 70,000 places, each the same with 1 in 62: 1129 expected, six standard deviations are 200.
        QVERIFY2(same > 929 && same < 1329, qPrintable(QString::number(same)));
    }

    void shuffledDependsOnTheKey()
    {
        ShuffledCode one(kKey);
        ShuffleKey otherKey = kKey;
        otherKey[0] ^= 1;
        ShuffledCode other(otherKey);
        int same = 0;
        for (std::uint64_t n = 0; n < 100; ++n)
            same += one.codeOf(n, kFullAlphabet, 7) == other.codeOf(n, kFullAlphabet, 7) ? 1 : 0;
        QCOMPARE(same, 0);
    }
};

QTEST_GUILESS_MAIN(TestCountedCode)
#include "tst_countedcode.moc"
