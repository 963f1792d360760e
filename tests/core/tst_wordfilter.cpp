#include "codes/alphabet.h"
#include "codes/wordfilter.h"
#include "lists.h"

#include "fakes.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace linkdesk::core;
using linkdesk::test::testSeed;

Q_DECLARE_METATYPE(std::string)

namespace {

std::vector<std::string> lines(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        words.emplace_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(words.back().size() + 1, text.size()));
    }
    return words;
}

WordFilter filterOf(std::string_view list)
{
    auto filter = WordFilter::make(list);
    if (!filter)
        qFatal("%s", filter.error().detail.c_str());
    return std::move(*filter);
}

std::string folded(std::string text)
{
    for (char &c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

std::string meant(std::string text)
{
    constexpr std::string_view digits = "013457";
    for (char &c : text) {
        if (const auto at = digits.find(c); at != std::string_view::npos)
            c = "oieast"[at];
    }
    return text;
}

bool hasDigit(const std::string &word)
{
    return std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Word by word, as the header promises it.
bool naiveMatch(const std::vector<std::string> &words, const std::string &code)
{
    const std::string spelled = folded(code);
    const std::string alike = meant(spelled);
    return std::any_of(words.begin(), words.end(), [&](const std::string &raw) {
        const std::string word = folded(raw);
        if (spelled.find(word) != std::string::npos)
            return true;
        return word.size() > 3 && !hasDigit(word) && alike.find(word) != std::string::npos;
    });
}

std::string randomText(std::mt19937_64 &random, std::string_view symbols, std::size_t length)
{
    std::string text(length, ' ');
    for (char &c : text)
        c = symbols[random() % symbols.size()];
    return text;
}

} // namespace

class TestWordFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_data()
    {
        QTest::addColumn<std::string>("code");
        QTest::addColumn<bool>("found");
        QTest::newRow("nothing") << std::string() << false;
        QTest::newRow("the word") << std::string("crab") << true;
        QTest::newRow("in capitals") << std::string("CrAB") << true;
        QTest::newRow("at the start") << std::string("crab9xy") << true;
        QTest::newRow("in the middle") << std::string("9crabxy") << true;
        QTest::newRow("at the end") << std::string("9xycrab") << true;
        QTest::newRow("all but the last letter") << std::string("cracra") << false;
        QTest::newRow("parted by a hyphen") << std::string("cr-ab") << false;
        QTest::newRow("parted by a letter that is not ASCII") << std::string("cr\xc3\xa4"
                                                                             "ab")
                                                              << false;
        QTest::newRow("parted by a NUL") << std::string("cr\0ab", 5) << false;
        QTest::newRow("parted by a digit that stands for nothing") << std::string("cr2ab") << false;
        QTest::newRow("after a false start") << std::string("crcrab") << true;
        QTest::newRow("after the start of a longer word") << std::string("acrobcrab") << true;
        QTest::newRow("with a digit for a letter") << std::string("cr4b") << true;
        QTest::newRow("with six digits for letters") << std::string("x0134570x") << true;
        QTest::newRow("three letters") << std::string("xxANTxx") << true;
        QTest::newRow("three letters with a digit") << std::string("xx4ntxx") << false;
        QTest::newRow("digits in the word") << std::string("B2B4") << true;
        QTest::newRow("letters for the word's digits") << std::string("b2ba") << false;
        QTest::newRow("a short word inside a longer one") << std::string("acrogap") << true;
        QTest::newRow("the longer one never comes to its end") << std::string("acrogbat") << false;
    }

    void finds()
    {
        QFETCH(std::string, code);
        QFETCH(bool, found);
        const WordFilter filter = filterOf("crab\nAnt\nacrobat\n\nb2b4\noieasto\nrog\nacrogbats\nroga");
        QCOMPARE(filterOf("crab\nAnt\nacrobat\n\nb2b4\noieasto\nroga\nacrogbats").matches(code), found);
        QVERIFY(filter.matches(code) || !found);
    }

    void anEmptyListFindsNothing()
    {
        const WordFilter filter = filterOf("\n\n");
        QVERIFY(!filter.matches(""));
        QVERIFY(!filter.matches("anything 0123"));
    }

    void refusesOtherLists()
    {
        for (const std::string &list : {std::string("a b"),
                                        std::string("good\nb\xc3\xa4"
                                                    "d"),
                                        std::string("a-b")}) {
            const auto filter = WordFilter::make(list);
            QVERIFY(!filter.ok());
            QCOMPARE(filter.error().code, ErrorCode::InvalidInput);
        }
        std::mt19937_64 random(testSeed());
        std::string tooLong;
        for (int i = 0; i < 20000; ++i)
            tooLong += randomText(random, kFoldedAlphabet.symbols.substr(10), 12) + '\n';
        QVERIFY(!WordFilter::make(tooLong).ok());
    }

    // Few different letters, so that words overlap, contain and end each other.
    void agreesWithTheNaiveWay()
    {
        std::mt19937_64 random(testSeed());
        int found = 0;
        for (int round = 0; round < 300; ++round) {
            std::string list;
            const std::size_t count = 1 + random() % 8;
            for (std::size_t i = 0; i < count; ++i)
                list += randomText(random, "aAbBe4", 3 + random() % 5) + '\n';
            const WordFilter filter = filterOf(list);
            const auto words = lines(list);
            for (int i = 0; i < 300; ++i) {
                const std::string code = randomText(random, "aAbe34-", random() % 16);
                const bool expected = naiveMatch(words, code);
                found += expected ? 1 : 0;
                QVERIFY2(filter.matches(code) == expected, (code + " in\n" + list).c_str());
            }
        }
        QVERIFY2(found > 2000 && found < 85000, qPrintable(QString::number(found)));
    }

    void findsEveryListedWord() // R9
    {
        const WordFilter filter = makeProfanityFilter();
        for (const std::string &word : lines(linkdesk::files::profanity_txt())) {
            std::string capitals = word;
            for (char &c : capitals)
                c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
            QVERIFY2(filter.matches(word), word.c_str());
            QVERIFY2(filter.matches("x9" + capitals + "z2"), word.c_str());
            std::string digits = word;
            std::replace(digits.begin(), digits.end(), 'i', '1');
            std::replace(digits.begin(), digits.end(), 'e', '3');
            QVERIFY2(filter.matches(digits) || word.size() <= 3 || hasDigit(word), word.c_str());
        }
        QVERIFY(filter.matches("sh1t"));
        QVERIFY(!filter.matches("quiet-otter"));
        QVERIFY(!filter.matches("linkdesk"));
        qInfo("%zu bytes", filter.bytes());
        QVERIFY(filter.bytes() < 400 * 1024);
    }

    // It must not cost many tries: fewer than one random code in forty is refused.
    void letsRandomCodesPass()
    {
        const WordFilter filter = makeProfanityFilter();
        const auto words = lines(linkdesk::files::profanity_txt());
        std::mt19937_64 random(testSeed());
        for (const Alphabet *alphabet : {&kFullAlphabet, &kEasyFoldedAlphabet}) {
            int refused = 0;
            for (int i = 0; i < 20000; ++i) {
                const std::string code = randomText(random, alphabet->symbols, 7);
                const bool matches = filter.matches(code);
                if (i < 2000)
                    QCOMPARE(matches, naiveMatch(words, code));
                refused += matches ? 1 : 0;
            }
            qInfo("%zu symbols: %d of 20000 refused", alphabet->symbols.size(), refused);
            QVERIFY(refused < 500);
        }
    }

    void isFast()
    {
        const WordFilter filter = makeProfanityFilter();
        std::mt19937_64 random(1);
        std::vector<std::string> codes;
        for (int i = 0; i < 1024; ++i)
            codes.push_back(randomText(random, kFullAlphabet.symbols, 7));
        std::size_t next = 0;
        int found = 0;
        QBENCHMARK
        {
            found += filter.matches(codes[next++ % codes.size()]) ? 1 : 0;
        }
        QVERIFY(found >= 0);
    }

    void knowsNames() // R9
    {
        const NameSet names("about\nSign-In\n\n404");
        QCOMPARE(names.size(), std::size_t{3});
        QVERIFY(names.contains("about"));
        QVERIFY(names.contains("ABout"));
        QVERIFY(names.contains("sign-in"));
        QVERIFY(names.contains("404"));
        QVERIFY(!names.contains(""));
        QVERIFY(!names.contains("abou"));
        QVERIFY(!names.contains("abouts"));
        QVERIFY(!NameSet("").contains(""));
    }

    void knowsEveryReservedName() // R9
    {
        const NameSet names = makeReservedNames();
        const auto listed = lines(linkdesk::files::reserved_names_txt());
        QCOMPARE(names.size(), listed.size());
        for (const std::string &name : listed)
            QVERIFY2(names.contains(name), name.c_str());
        QVERIFY(names.contains("Login"));
        QVERIFY(names.contains("404"));
        QVERIFY(!names.contains("quiet-otter"));
    }
};

QTEST_GUILESS_MAIN(TestWordFilter)
#include "tst_wordfilter.moc"
