#include "codes/checkcharacter.h"

#include "fakes.h"

#include <QTest>

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(const Alphabet *)

namespace {

std::string randomBody(std::mt19937_64 &random, const Alphabet &alphabet, std::size_t length)
{
    std::string body(length, ' ');
    for (char &symbol : body)
        symbol = alphabet.symbols[random() % alphabet.symbols.size()];
    return body;
}

// The first wrong code that would be taken for right, or an empty text.
std::string unnoticedSingleError(const std::string &code, const Alphabet &alphabet)
{
    for (std::size_t at = 0; at < code.size(); ++at) {
        std::string wrong = code;
        for (const char symbol : alphabet.symbols) {
            wrong[at] = symbol;
            if (symbol != code[at] && hasValidCheck(wrong, alphabet))
                return wrong;
        }
    }
    return {};
}

std::string unnoticedSwap(const std::string &code, const Alphabet &alphabet, std::size_t distance)
{
    for (std::size_t at = 0; at + distance < code.size(); ++at) {
        std::string wrong = code;
        std::swap(wrong[at], wrong[at + distance]);
        if (wrong != code && hasValidCheck(wrong, alphabet))
            return wrong;
    }
    return {};
}

} // namespace

class TestCheckCharacter : public QObject {
    Q_OBJECT

    static void alphabets()
    {
        QTest::addColumn<const Alphabet *>("alphabet");
        QTest::newRow("62 symbols") << &kFullAlphabet;
        QTest::newRow("57 symbols") << &kEasyAlphabet;
        QTest::newRow("36 symbols") << &kFoldedAlphabet;
        QTest::newRow("31 symbols") << &kEasyFoldedAlphabet;
    }

private Q_SLOTS:
    // Codes that were handed out must stay valid, so these never change.
    void staysAsItIs()
    {
        QCOMPARE(checkCharacter("aB3xY9k", kFullAlphabet), 'T');
        QCOMPARE(checkCharacter("jU", kFullAlphabet), 'H');
        QCOMPARE(checkCharacter("", kFullAlphabet), '0');
        QCOMPARE(checkCharacter("aB3xY9k", kEasyAlphabet), '4');
        QCOMPARE(checkCharacter("ab3xy9k", kFoldedAlphabet), 'a');
        QCOMPARE(checkCharacter("ab3xy9k", kEasyFoldedAlphabet), 'f');
    }

    void everyBodyHasExactlyOne_data() { alphabets(); }
    void everyBodyHasExactlyOne()
    {
        QFETCH(const Alphabet *, alphabet);
        std::mt19937_64 random(linkdesk::test::testSeed());
        std::vector<std::string> bodies;
        for (const char a : alphabet->symbols) {
            bodies.push_back({a});
            for (const char b : alphabet->symbols)
                bodies.push_back({a, b});
        }
        for (std::size_t i = 0; i < 5000; ++i)
            bodies.push_back(randomBody(random, *alphabet, 1 + i % 70));
        for (const std::string &body : bodies) {
            const char check = checkCharacter(body, *alphabet);
            for (const char symbol : alphabet->symbols)
                QCOMPARE(hasValidCheck(body + symbol, *alphabet), symbol == check);
        }
    }

    // All codes of three characters, so every pair of symbols at every pair of neighbouring places.
    void findsAllErrorsInShortCodes_data() { alphabets(); }
    void findsAllErrorsInShortCodes()
    {
        QFETCH(const Alphabet *, alphabet);
        for (const char a : alphabet->symbols) {
            for (const char b : alphabet->symbols) {
                std::string code{a, b};
                code += checkCharacter(code, *alphabet);
                QCOMPARE(unnoticedSingleError(code, *alphabet), std::string());
                QCOMPARE(unnoticedSwap(code, *alphabet, 1), std::string());
            }
        }
    }

    // Every pair of symbols at every place of a long code: the places' weights and powers come round within it.
    void findsEverySwapAtEveryPlace_data() { alphabets(); }
    void findsEverySwapAtEveryPlace()
    {
        QFETCH(const Alphabet *, alphabet);
        std::mt19937_64 random(linkdesk::test::testSeed());
        const std::size_t length = 2 * alphabet->symbols.size() + 2;
        for (std::size_t at = 0; at + 1 < length; ++at) {
            std::string body = randomBody(random, *alphabet, length);
            for (const char a : alphabet->symbols) {
                for (const char b : alphabet->symbols) {
                    body[at] = a;
                    body[at + 1] = b;
                    const char check = checkCharacter(body, *alphabet);
                    std::swap(body[at], body[at + 1]);
                    QCOMPARE(checkCharacter(body, *alphabet) == check, a == b);
                }
            }
        }
    }

    void findsAllErrorsInRandomCodes_data() { alphabets(); }
    void findsAllErrorsInRandomCodes()
    {
        QFETCH(const Alphabet *, alphabet);
        std::mt19937_64 random(linkdesk::test::testSeed());
        for (std::size_t i = 0; i < 4000; ++i) {
            std::string code = randomBody(random, *alphabet, 1 + i % 12);
            code += checkCharacter(code, *alphabet);
            QVERIFY(hasValidCheck(code, *alphabet));
            QCOMPARE(unnoticedSingleError(code, *alphabet), std::string());
            QCOMPARE(unnoticedSwap(code, *alphabet, 1), std::string());
        }
    }

    void findsSwapsAcrossOneWithFewerSymbols()
    {
        std::mt19937_64 random(linkdesk::test::testSeed());
        for (const Alphabet *alphabet : {&kFoldedAlphabet, &kEasyFoldedAlphabet}) {
            for (std::size_t i = 0; i < 4000; ++i) {
                std::string code = randomBody(random, *alphabet, 2 + i % 11);
                code += checkCharacter(code, *alphabet);
                QCOMPARE(unnoticedSwap(code, *alphabet, 2), std::string());
            }
        }
    }

    // Other errors pass once in N times: 200,000 random codes, within six standard deviations.
    void findsOtherErrorsMostly_data() { alphabets(); }
    void findsOtherErrorsMostly()
    {
        QFETCH(const Alphabet *, alphabet);
        std::mt19937_64 random(linkdesk::test::testSeed());
        constexpr int kCodes = 200000;
        int valid = 0;
        for (int i = 0; i < kCodes; ++i)
            valid += hasValidCheck(randomBody(random, *alphabet, 8), *alphabet) ? 1 : 0;
        const double expected = static_cast<double>(kCodes) / static_cast<double>(alphabet->symbols.size());
        QVERIFY2(std::abs(valid - expected) < 6 * std::sqrt(expected), qPrintable(QString::number(valid)));
    }

    void refusesWhatIsNoCode_data() { alphabets(); }
    void refusesWhatIsNoCode()
    {
        QFETCH(const Alphabet *, alphabet);
        QVERIFY(!hasValidCheck("", *alphabet));
        for (const char symbol : alphabet->symbols)
            QVERIFY(!hasValidCheck(std::string(1, symbol), *alphabet));
        for (const std::string &body : {std::string("ab-c"), std::string("\xc3\xa4"), std::string("a\0b", 3)}) {
            QCOMPARE(checkCharacter(body, *alphabet), '\0');
            for (int byte = 0; byte < 256; ++byte)
                QVERIFY(!hasValidCheck(body + static_cast<char>(byte), *alphabet));
        }
        for (int byte = 0; byte < 256; ++byte) {
            if (alphabet->digitOf(static_cast<char>(byte)) == kNoDigit)
                QVERIFY(!hasValidCheck(std::string("ab") + static_cast<char>(byte), *alphabet));
        }
    }

    void isFast_data() { alphabets(); }
    void isFast()
    {
        QFETCH(const Alphabet *, alphabet);
        std::mt19937_64 random(1);
        std::vector<std::string> codes;
        for (int i = 0; i < 1024; ++i)
            codes.push_back(randomBody(random, *alphabet, 7));
        std::size_t next = 0;
        int found = 0;
        QBENCHMARK
        {
            found += hasValidCheck(codes[next++ % codes.size()], *alphabet) ? 1 : 0;
        }
        QVERIFY(found >= 0);
    }
};

QTEST_GUILESS_MAIN(TestCheckCharacter)
#include "tst_checkcharacter.moc"
