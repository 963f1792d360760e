#include "codes/alphabet.h"

#include "fakes.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <limits>
#include <random>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(std::string)

namespace {

constexpr std::array kAlphabets{&kFullAlphabet, &kEasyAlphabet, &kFoldedAlphabet, &kEasyFoldedAlphabet};
constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

// Digit by digit, as taught at school.
std::string naive(std::uint64_t number, const Alphabet &alphabet, std::size_t minimumLength)
{
    std::string code;
    for (; number != 0; number /= alphabet.symbols.size())
        code.insert(code.begin(), alphabet.symbols[number % alphabet.symbols.size()]);
    while (code.size() < std::max<std::size_t>(minimumLength, 1))
        code.insert(code.begin(), alphabet.symbols[0]);
    return code;
}

} // namespace

class TestAlphabet : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheSymbolsInOrder()
    {
        QCOMPARE(kFullAlphabet.symbols.size(), std::size_t{62});
        QCOMPARE(kEasyAlphabet.symbols.size(), std::size_t{57});
        QCOMPARE(kFoldedAlphabet.symbols.size(), std::size_t{36});
        QCOMPARE(kEasyFoldedAlphabet.symbols.size(), std::size_t{31});
        std::string easy;
        std::string folded;
        std::string easyFolded;
        for (const char symbol : kFullAlphabet.symbols) {
            if (std::string_view("0O1lI").find(symbol) == std::string_view::npos)
                easy += symbol;
            if (symbol < 'A' || symbol > 'Z')
                folded += symbol;
        }
        for (const char symbol : folded) {
            if (std::string_view("0o1li").find(symbol) == std::string_view::npos)
                easyFolded += symbol;
        }
        QCOMPARE(std::string(kEasyAlphabet.symbols), easy);
        QCOMPARE(std::string(kFoldedAlphabet.symbols), folded);
        QCOMPARE(std::string(kEasyFoldedAlphabet.symbols), easyFolded);
    }

    void knowsEveryByte()
    {
        for (const Alphabet *alphabet : kAlphabets) {
            for (int byte = 0; byte < 256; ++byte) {
                const auto at = alphabet->symbols.find(static_cast<char>(byte));
                const int expected = at == std::string_view::npos ? kNoDigit : static_cast<int>(at);
                QCOMPARE(int{alphabet->digitOf(static_cast<char>(byte))}, expected);
            }
        }
    }

    void encodes_data()
    {
        QTest::addColumn<quint64>("number");
        QTest::addColumn<int>("minimumLength");
        QTest::addColumn<std::string>("code");
        QTest::newRow("zero is one symbol") << quint64{0} << 1 << std::string("0");
        QTest::newRow("a length of nothing is one symbol too") << quint64{0} << 0 << std::string("0");
        QTest::newRow("a negative length is none") << quint64{61} << -5 << std::string("Z");
        QTest::newRow("the largest number") << quint64{kMax} << 1 << std::string("lYGhA16ahyf");
        QTest::newRow("padded") << quint64{1234} << 7 << std::string("00000jU");
        QTest::newRow("never cut") << quint64{1234} << 1 << std::string("jU");
        QTest::newRow("an even count of digits") << quint64{62 * 62} << 3 << std::string("100");
        QTest::newRow("as long as a buffer") << quint64{1} << 64 << std::string(63, '0') + "1";
        QTest::newRow("longer than a buffer") << quint64{62} << 100 << std::string(98, '0') + "10";
    }

    void encodes()
    {
        QFETCH(quint64, number);
        QFETCH(int, minimumLength);
        QFETCH(std::string, code);
        QCOMPARE(encode(number, kFullAlphabet, minimumLength), code);
        const auto back = decode(code, kFullAlphabet);
        QVERIFY(back.ok());
        QCOMPARE(quint64{*back}, number);
    }

    void agreesWithTheNaiveWay()
    {
        std::mt19937_64 random(linkdesk::test::testSeed());
        const Alphabet binary("01");
        const Alphabet octal("01234567");
        for (const Alphabet *alphabet :
             {&kFullAlphabet, &kEasyAlphabet, &kFoldedAlphabet, &kEasyFoldedAlphabet, &binary, &octal}) {
            QCOMPARE(encode(kMax, *alphabet), naive(kMax, *alphabet, 1));
            std::uint64_t power = 1;
            for (; power < kMax / alphabet->symbols.size(); power *= alphabet->symbols.size()) {
                for (const std::uint64_t number : {power - 1, power, power + 1})
                    QCOMPARE(encode(number, *alphabet), naive(number, *alphabet, 1));
            }
            for (int i = 0; i < 20000; ++i) {
                const std::uint64_t number = random() >> random() % 64;
                const int length = static_cast<int>(random() % 14);
                const std::string code = encode(number, *alphabet, length);
                QCOMPARE(code, naive(number, *alphabet, static_cast<std::size_t>(length)));
                const auto back = decode(code, *alphabet);
                QVERIFY(back.ok());
                QCOMPARE(quint64{*back}, quint64{number});
            }
        }
    }

    void refuses()
    {
        for (const Alphabet *alphabet : kAlphabets) {
            const std::string largest = encode(kMax, *alphabet);
            std::string next = largest; // kMax + 1, by carrying
            auto at = next.size() - 1;
            for (; next[at] == alphabet->symbols.back(); --at)
                next[at] = alphabet->symbols.front();
            next[at] = alphabet->symbols[alphabet->digitOf(next[at]) + 1U];
            const std::string padding(3, alphabet->symbols.front());
            QVERIFY(decode(padding + largest, *alphabet).ok());
            for (const std::string &text :
                 {std::string(), std::string("-"), std::string("ab c"), std::string("a\0", 2), std::string("\xc3\xa4"),
                  next, padding + next, largest + alphabet->symbols.front(),
                  std::string(40, alphabet->symbols.back())}) {
                const auto decoded = decode(text, *alphabet);
                QVERIFY2(!decoded.ok(), text.c_str());
                QCOMPARE(decoded.error().code, ErrorCode::InvalidInput);
                QCOMPARE(decoded.error().field, std::string("code"));
            }
        }
        QVERIFY(!decode("I", kEasyAlphabet).ok());
        QVERIFY(!decode("A", kFoldedAlphabet).ok());
        QVERIFY(!decode("i", kEasyFoldedAlphabet).ok());
    }

    void encodesFast() // P7
    {
        std::uint64_t number = 1;
        QBENCHMARK
        {
            number = number * 6364136223846793005U + 1442695040888963407U;
            QVERIFY(!encode(number, kFullAlphabet, 7).empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestAlphabet)
#include "tst_alphabet.moc"
