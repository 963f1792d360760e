#include "codes/randomcode.h"

#include "fakes.h"

#include <QTest>

#include <map>
#include <set>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

std::string next(RandomCode &codes, const CodeShape &shape)
{
    return codes.next(shape, 0)->body;
}

} // namespace

class TestRandomCode : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheLengthThatIsAskedFor()
    {
        SeededRandom random;
        RandomCode codes(random);
        QCOMPARE(next(codes, {}).size(), std::size_t{7});
        QCOMPARE(next(codes, {&kFullAlphabet, 12}).size(), std::size_t{12});
        QCOMPARE(codes.next({&kFullAlphabet, 6}, 2)->body.size(), std::size_t{8});
    }

    void drawsEverySymbolEvenly_data()
    {
        QTest::addColumn<const Alphabet *>("alphabet");
        QTest::newRow("62") << &kFullAlphabet;
        QTest::newRow("57") << &kEasyAlphabet;
        QTest::newRow("36") << &kFoldedAlphabet;
        QTest::newRow("31") << &kEasyFoldedAlphabet;
    }

    // R12: 10,000 are expected of each symbol; six standard deviations are about 600.
    void drawsEverySymbolEvenly()
    {
        QFETCH(const Alphabet *, alphabet);
        SeededRandom random(testSeed());
        RandomCode codes(random);
        std::map<char, int> counts;
        for (std::size_t drawn = 0; drawn < 10'000 * alphabet->symbols.size(); drawn += 10) {
            for (const char symbol : next(codes, {alphabet, 10}))
                ++counts[symbol];
        }
        QCOMPARE(counts.size(), alphabet->symbols.size());
        for (const auto &[symbol, count] : counts)
            QVERIFY2(alphabet->digitOf(symbol) != kNoDigit && count > 9400 && count < 10600, qPrintable(QString::number(count)));
    }

    // R12
    void theSystemsGeneratorDoesNotRepeatItself()
    {
        SecureRandom random;
        RandomCode codes(random);
        std::set<std::string> seen;
        for (int i = 0; i < 10000; ++i)
            seen.insert(next(codes, {&kFullAlphabet, 12}));
        QCOMPARE(seen.size(), std::size_t{10000});
    }
};

QTEST_GUILESS_MAIN(TestRandomCode)
#include "tst_randomcode.moc"
