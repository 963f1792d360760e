#include "codes/randomcode.h"

#include "codes/base62.h"
#include "fakes.h"

#include <QTest>

#include <map>
#include <set>

using namespace linkdesk::core;
using namespace linkdesk::test;

class TestRandomCode : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bringsTheLengthIntoItsLimits_data()
    {
        QTest::addColumn<int>("asked");
        QTest::addColumn<int>("given");
        QTest::newRow("a negative length gives the shortest") << -1 << 6;
        QTest::newRow("five gives the shortest") << 5 << 6;
        QTest::newRow("six is allowed") << 6 << 6;
        QTest::newRow("twelve is allowed") << 12 << 12;
        QTest::newRow("thirteen gives the longest") << 13 << 12;
    }

    void bringsTheLengthIntoItsLimits()
    {
        QFETCH(int, asked);
        QFETCH(int, given);
        SeededRandom random;
        RandomCode codes(random);
        QCOMPARE(static_cast<int>(codes.next(asked).size()), given);
    }

    void hasSevenSignsByDefault()
    {
        SeededRandom random;
        RandomCode codes(random);
        QCOMPARE(codes.next().size(), std::size_t{7});
    }

    // R12: with 62 signs and 620,000 draws, 10,000 are expected of each; six standard deviations are about 600.
    void drawsEverySignEvenly()
    {
        SeededRandom random(testSeed());
        RandomCode codes(random);
        std::map<char, int> counts;
        for (int drawn = 0; drawn < 620000;) {
            for (const char sign : codes.next(10)) {
                ++counts[sign];
                ++drawn;
            }
        }
        QCOMPARE(counts.size(), kBase62Alphabet.size());
        for (const auto &[sign, count] : counts)
            QVERIFY2(count > 9400 && count < 10600, qPrintable(QString::number(count)));
    }

    // R12
    void theSystemsGeneratorDoesNotRepeatItself()
    {
        SecureRandom random;
        RandomCode codes(random);
        std::set<std::string> seen;
        for (int i = 0; i < 10000; ++i)
            seen.insert(codes.next(12));
        QCOMPARE(seen.size(), std::size_t{10000});
    }
};

QTEST_GUILESS_MAIN(TestRandomCode)
#include "tst_randomcode.moc"
