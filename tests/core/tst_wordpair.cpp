#include "codes/wordpair.h"
#include "lists.h"

#include "fakes.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

using namespace linkdesk::core;
using linkdesk::test::RepeatingRandom;
using linkdesk::test::SeededRandom;
using linkdesk::test::testSeed;

namespace {

std::set<std::string> lines(std::string_view text)
{
    std::set<std::string> words;
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1))
        words.emplace(text.substr(0, end));
    return words;
}

// Counts that should all be the same: how far chi-square is from its mean, in standard deviations.
double deviation(const std::map<std::string, int> &counts, double kinds, double draws)
{
    const double expected = draws / kinds;
    double chi = (kinds - static_cast<double>(counts.size())) * expected; // of those that never came
    for (const auto &[text, count] : counts)
        chi += (count - expected) * (count - expected) / expected;
    return (chi - (kinds - 1)) / std::sqrt(2 * (kinds - 1));
}

} // namespace

class TestWordPair : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasAsManyDigitsAsAskedFor_data()
    {
        QTest::addColumn<int>("extra");
        QTest::addColumn<QString>("form");
        QTest::addColumn<double>("space");
        QTest::newRow("none") << 0 << QStringLiteral("^[a-z]{3,8}-[a-z]{3,8}$") << 65536.0;
        QTest::newRow("fewer than none") << -3 << QStringLiteral("^[a-z]{3,8}-[a-z]{3,8}$") << 65536.0;
        QTest::newRow("one") << 1 << QStringLiteral("^[a-z]{3,8}-[a-z]{3,8}-[0-9]{2}$") << 65536e2;
        QTest::newRow("two") << 2 << QStringLiteral("^[a-z]{3,8}-[a-z]{3,8}-[0-9]{4}$") << 65536e4;
        QTest::newRow("three") << 3 << QStringLiteral("^[a-z]{3,8}-[a-z]{3,8}-[0-9]{6}$") << 65536e6;
        QTest::newRow("no more than three") << 99 << QStringLiteral("^[a-z]{3,8}-[a-z]{3,8}-[0-9]{6}$") << 65536e6;
    }

    void hasAsManyDigitsAsAskedFor()
    {
        QFETCH(int, extra);
        QFETCH(QString, form);
        QFETCH(double, space);
        SeededRandom random(testSeed());
        const WordPairs pairs(random);
        QCOMPARE(pairs.space(extra), space);
        const QRegularExpression expected(form);
        for (int i = 0; i < 2000; ++i) {
            const QString code = QString::fromStdString(pairs.next(extra));
            QVERIFY2(expected.match(code).hasMatch(), qPrintable(code));
        }
    }

    void takesItsWordsFromTheLists()
    {
        const auto adjectives = lines(linkdesk::files::adjectives_txt());
        const auto names = lines(linkdesk::files::animals_txt());
        SeededRandom random(testSeed());
        const WordPairs pairs(random);
        for (int i = 0; i < 2000; ++i) {
            const std::string code = pairs.next(0);
            const std::size_t hyphen = code.find('-');
            QVERIFY2(adjectives.contains(code.substr(0, hyphen)), code.c_str());
            QVERIFY2(names.contains(code.substr(hyphen + 1)), code.c_str());
        }
    }

    void drawsEvenly()
    {
        SeededRandom random(testSeed());
        const WordPairs pairs(random);
        std::map<std::string, int> adjectives;
        std::map<std::string, int> names;
        std::map<std::string, int> numbers;
        constexpr int kDraws = 100000;
        for (int i = 0; i < kDraws; ++i) {
            const std::string code = pairs.next(1);
            const std::size_t first = code.find('-');
            const std::size_t second = code.find('-', first + 1);
            ++adjectives[code.substr(0, first)];
            ++names[code.substr(first + 1, second - first - 1)];
            ++numbers[code.substr(second + 1)];
        }
        QCOMPARE(adjectives.size(), std::size_t{256});
        QCOMPARE(names.size(), std::size_t{256});
        QCOMPARE(numbers.size(), std::size_t{100});
        QVERIFY(std::abs(deviation(adjectives, 256, kDraws)) < 6);
        QVERIFY(std::abs(deviation(names, 256, kDraws)) < 6);
        QVERIFY(std::abs(deviation(numbers, 100, kDraws)) < 6);
    }

    // Both words are drawn for themselves: all pairs come, each as often.
    void drawsEveryPair()
    {
        SeededRandom random(testSeed());
        const WordPairs pairs(random);
        std::map<std::string, int> counts;
        constexpr int kDraws = 65536 * 16;
        for (int i = 0; i < kDraws; ++i)
            ++counts[pairs.next(0)];
        QVERIFY(counts.size() > 65500); // e^-16 of 65,536 never come
        QVERIFY(std::abs(deviation(counts, 65536, kDraws)) < 6);
    }

    void drawsTheFirstAndTheLast()
    {
        const auto adjectives = lines(linkdesk::files::adjectives_txt());
        const auto names = lines(linkdesk::files::animals_txt());
        RepeatingRandom zeros(0);
        QCOMPARE(WordPairs(zeros).next(3), *adjectives.begin() + '-' + *names.begin() + "-000000");
        RepeatingRandom ones(0xff);
        QCOMPARE(WordPairs(ones).next(0), *adjectives.rbegin() + '-' + *names.rbegin());
    }

    void theSystemsGeneratorDoesNotRepeatItself()
    {
        SecureRandom random;
        const WordPairs pairs(random);
        std::set<std::string> seen;
        for (int i = 0; i < 10000; ++i)
            seen.insert(pairs.next(3));
        QVERIFY(seen.size() >= 9998); // 10,000 of 65,536,000,000 meet once in 1,300 runs
    }

    void isFastEnough()
    {
        SecureRandom random;
        const WordPairs pairs(random);
        QBENCHMARK
        {
            QVERIFY(!pairs.next(0).empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestWordPair)
#include "tst_wordpair.moc"
