#include "links/codemaker.h"

#include "codes/checkcharacter.h"
#include "fakes.h"
#include "links/slug.h"
#include "store/sequencestore.h"
#include "tempstore.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;

namespace {

class Known final : public KnownCodes {
public:
    bool seemsTaken(DomainId, std::string_view key) const override { return taken.count(std::string(key)) == 1; }
    std::set<std::string> taken;
};

struct Fixture {
    FakeClock clock;
    SeededRandom random{5};
    TempStore data{clock};
    Known known;
    CodeMaker maker{clock, random, {100, 7, &known}};
    Domain domain;

    Fixture()
    {
        domain.id = kDefaultDomain;
        load(maker);
    }
    void load(CodeMaker &target)
    {
        QVERIFY(data.write([&](SqlConnection &connection) { return target.load(connection); }).ok());
    }
    // Codes in one write job, confirmed as used.
    std::vector<std::string> makeMany(CodeMaker &from, GeneratorKind kind, int count, std::optional<int> length)
    {
        std::vector<std::string> codes;
        const auto done = data.write([&](SqlConnection &connection) -> Result<void> {
            CodeUse use;
            for (int i = 0; i < count; ++i) {
                int tries = 0;
                auto made = from.make(connection, domain, {kind, length}, tries, use);
                if (!made)
                    return made.error();
                ++use.made[static_cast<std::size_t>(kind)];
                use.snowflakeMark = made->mark;
                codes.push_back(made->code);
            }
            return from.confirm(connection, use);
        });
        if (!done)
            codes = {"error: " + done.error().detail};
        return codes;
    }
    std::string make(CodeMaker &from, GeneratorKind kind, std::optional<int> length = std::nullopt)
    {
        return makeMany(from, kind, 1, length).front();
    }
    std::string make(GeneratorKind kind, std::optional<int> length = std::nullopt) { return make(maker, kind, length); }
};

bool isOf(std::string_view text, const Alphabet &alphabet)
{
    return std::all_of(text.begin(), text.end(), [&](char c) { return alphabet.digitOf(c) != kNoDigit; });
}

} // namespace

Q_DECLARE_METATYPE(linkdesk::core::GeneratorKind)

class TestCodeMaker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsTheDomainsRules_data()
    {
        QTest::addColumn<GeneratorKind>("kind");
        for (const GeneratorKind kind : kGeneratorKinds)
            QTest::newRow(std::string(generatorName(kind)).c_str()) << kind;
    }

    void followsTheDomainsRules()
    {
        QFETCH(GeneratorKind, kind);
        Fixture f;
        for (const bool sensitive : {true, false}) {
            for (const bool easy : {false, true}) {
                for (const bool check : {false, true}) {
                    f.domain.caseSensitive = sensitive;
                    f.domain.codes.easyAlphabet = easy;
                    f.domain.codes.checkCharacter = check;
                    f.domain.codes.prefix = "go-";
                    f.domain.codes.length = 8;
                    const Alphabet &alphabet = alphabetOf(f.domain);
                    std::set<std::string> keys;
                    for (const std::string &code : f.makeMany(f.maker, kind, 50, std::nullopt)) {
                        QVERIFY2(code.starts_with("go-"), code.c_str());
                        const std::string body = code.substr(3);
                        if (kind == GeneratorKind::Words) {
                            QVERIFY(body.find('-') != std::string::npos);
                        } else {
                            QVERIFY2(isOf(body, alphabet), code.c_str());
                            QCOMPARE(hasValidCheck(body, alphabet) || !check, true);
                            const int expected = kind == GeneratorKind::Snowflake
                                ? snowflakeLength(alphabet) + (check ? 1 : 0) : 8;
                            QCOMPARE(static_cast<int>(body.size()), expected);
                        }
                        keys.insert(codeKey(code, sensitive));
                    }
                    QVERIFY(keys.size() >= 49U); // word pairs may come twice
                }
            }
        }
    }

    void takesALengthForOneCode()
    {
        Fixture f;
        QCOMPARE(f.make(GeneratorKind::Random, 12).size(), std::size_t{12});
        QCOMPARE(f.make(GeneratorKind::Sequence, 6), std::string("100000"));
        QCOMPARE(f.make(GeneratorKind::Shuffled, 10).size(), std::size_t{10});
        f.domain.codes.checkCharacter = true;
        QCOMPARE(f.make(GeneratorKind::Random, 6).size(), std::size_t{6});
    }

    // R12: ten draws of one length, then one longer; never an error.
    void growsAfterTenClashes()
    {
        FakeClock clock;
        RepeatingRandom random(0);
        TempStore data(clock);
        Known known;
        CodeMaker maker(clock, random, {100, 0, &known});
        QVERIFY(data.write([&](SqlConnection &connection) { return maker.load(connection); }).ok());
        const Domain domain{kDefaultDomain, {}, true, 0, {}};
        known.taken = {std::string(7, '0'), std::string(8, '0')};
        int tries = 0;
        const auto made = maker.make(domain, {GeneratorKind::Random, std::nullopt}, tries);
        QVERIFY(made.ok());
        QCOMPARE(made->code, std::string(9, '0'));
        QCOMPARE(tries, 20);
        QCOMPARE(maker.stats().clashes[0], std::uint64_t{20});
        // Nothing free up to the longest: an honest refusal instead of an endless loop.
        for (std::size_t length = 7; length <= 12; ++length)
            known.taken.insert(std::string(length, '0'));
        tries = 0;
        QVERIFY(!maker.make(domain, {GeneratorKind::Random, std::nullopt}, tries).ok());
    }

    // R9
    void givesNoReservedNameAndNoRudeWord()
    {
        Fixture f;
        f.domain.codes.length = 6;
        f.domain.caseSensitive = false;
        const WordFilter rude = makeProfanityFilter();
        const NameSet common = makeReservedNames();
        for (const GeneratorKind kind : {GeneratorKind::Random, GeneratorKind::Shuffled}) {
            for (const std::string &code : f.makeMany(f.maker, kind, 20'000, std::nullopt)) {
                QVERIFY2(!rude.matches(code), code.c_str());
                QVERIFY2(!common.contains(code), code.c_str());
                QVERIFY2(!isReservedSlug(code), code.c_str());
            }
        }
    }

    // "fuck" lies in the way of the sequence: its numbers are skipped and counted as wasted.
    void skipsRudeNumbersAndCountsThem()
    {
        Fixture f;
        f.domain.caseSensitive = false;
        const std::uint64_t first = decode("100000", kFoldedAlphabet).value();
        const std::uint64_t before = decode("10fucj", kFoldedAlphabet).value() - first; // one before "10fuck"
        QVERIFY(f.data.write([&](SqlConnection &connection) -> Result<void> {
            if (auto noted = noteTaken(connection, "sequence", {0, before}); !noted)
                return noted;
            return addUsed(connection, "sequence", static_cast<std::int64_t>(before));
        }).ok());
        f.load(f.maker);
        QCOMPARE(f.make(GeneratorKind::Sequence, 6), std::string("10fucj"));
        QCOMPARE(f.make(GeneratorKind::Sequence, 6), std::string("10fucl"));
        QCOMPARE(f.maker.stats().sequence.wasted(), std::int64_t{1});
    }

    // --- Counters ---

    void countsWhatIsUsedAndWasted()
    {
        Fixture f;
        (void)f.makeMany(f.maker, GeneratorKind::Sequence, 150, std::nullopt);
        NumberStats numbers = f.maker.stats().sequence;
        QCOMPARE(numbers.watermark, std::int64_t{200});
        QCOMPARE(numbers.used, std::int64_t{150});
        QCOMPARE(numbers.waiting, std::int64_t{50});
        QCOMPARE(numbers.wasted(), std::int64_t{0});
        // A crash: another maker begins, the block in hand is lost.
        CodeMaker second(f.clock, f.random, {100, 7, &f.known});
        f.load(second);
        numbers = second.stats().sequence;
        QCOMPARE(numbers.wasted(), std::int64_t{50});
        QCOMPARE(numbers.wasteRate(), 0.25);
        QCOMPARE(f.make(second, GeneratorKind::Sequence), encode(decode("1000000", kFullAlphabet).value() + 200, kFullAlphabet));
    }

    void aCleanStopWastesNothing()
    {
        Fixture f;
        for (int i = 0; i < 10; ++i)
            (void)f.make(GeneratorKind::Shuffled);
        QVERIFY(f.data.write([&](SqlConnection &connection) { return f.maker.giveBack(connection); }).ok());
        CodeMaker second(f.clock, f.random, {100, 7, &f.known});
        f.load(second);
        QCOMPARE(second.stats().shuffled.watermark, std::int64_t{10});
        QCOMPARE(second.stats().shuffled.wasted(), std::int64_t{0});
    }

    // A block somebody else has taken numbers behind of stays as it is.
    void nothingIsGivenBackThatOthersHavePassed()
    {
        Fixture f;
        (void)f.make(GeneratorKind::Sequence);
        CodeMaker other(f.clock, f.random, {100, 8, &f.known});
        f.load(other);
        (void)f.make(other, GeneratorKind::Sequence);
        QVERIFY(f.data.write([&](SqlConnection &connection) { return f.maker.giveBack(connection); }).ok());
        QCOMPARE(f.data.number("SELECT next FROM sequence WHERE name = 'sequence'"), std::int64_t{200});
    }

    void blocksOfTwoNodesNeverOverlap()
    {
        Fixture f;
        CodeMaker other(f.clock, f.random, {30, 8, &f.known});
        f.load(other);
        const std::uint64_t seed = testSeed();
        std::mt19937_64 random(seed);
        std::set<std::string> codes;
        for (int i = 0; i < 300; ++i)
            codes.insert(f.make(random() % 2 == 0 ? f.maker : other, GeneratorKind::Sequence));
        QCOMPARE(codes.size(), std::size_t{300});
    }

    // The store undid the job: its numbers come again instead of being given out a second time later.
    void numbersOfAFailedWriteAreNotGivenOutTwice()
    {
        Fixture f;
        std::set<std::string> kept;
        for (int round = 0; round < 20; ++round) {
            std::string lost;
            const auto failed = f.data.write([&](SqlConnection &connection) -> Result<void> {
                CodeUse use;
                for (int i = 0; i < 70; ++i) {
                    int tries = 0;
                    lost = f.maker.make(connection, f.domain, {GeneratorKind::Sequence, std::nullopt}, tries, use)->code;
                }
                f.maker.forget();
                return Error{ErrorCode::DiskFull, "no", {}};
            });
            QVERIFY(!failed.ok());
            for (int i = 0; i < 7; ++i)
                QVERIFY(kept.insert(f.make(GeneratorKind::Sequence)).second);
        }
        QCOMPARE(kept.size(), std::size_t{140});
        QCOMPARE(f.maker.stats().sequence.used, std::int64_t{140});
    }

    // --- Snowflake ---

    void theLastSnowflakeTimeSurvivesARestart()
    {
        Fixture f;
        const std::string code = f.make(GeneratorKind::Snowflake);
        QCOMPARE(snowflakeParts(decode(code, kFullAlphabet).value()).node, std::uint8_t{7});
        CodeMaker second(f.clock, f.random, {100, 7, &f.known});
        f.clock.setNow(f.clock.now() - 1h);
        f.load(second);
        QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"clock went back"_qs));
        QVERIFY(f.make(second, GeneratorKind::Snowflake).starts_with("error: The clock"));
        QCOMPARE(second.stats().snowflake.state, SnowflakeState::Refusing);
    }

    // At some times the digits that hold the time spell a rude word, which no further draw changes: a code comes all the
    // same.
    void aSnowflakeComesAtAnyTime()
    {
        Fixture f;
        std::mt19937_64 random(testSeed());
        const WordFilter rude = makeProfanityFilter();
        int unavoidable = 0;
        for (int i = 0; i < 2000; ++i) {
            CodeMaker maker(f.clock, f.random, {100, 7, nullptr});
            f.clock.setNow(kSnowflakeEpoch + milliseconds(random() >> 25));
            int tries = 0;
            const auto made = maker.make(f.domain, {GeneratorKind::Snowflake, std::nullopt}, tries);
            QVERIFY2(made.ok(), made ? "" : made.error().detail.c_str());
            unavoidable += rude.matches(made->code) ? 1 : 0;
        }
        QVERIFY(unavoidable < 60);
        qInfo("%d of 2,000 times spell a rude word", unavoidable);
    }

    // --- Shuffled ---

    void theShuffleKeyStaysWithTheData()
    {
        Fixture f;
        const std::string first = f.make(GeneratorKind::Shuffled);
        SeededRandom otherRandom(99);
        CodeMaker second(f.clock, otherRandom, {100, 7, &f.known});
        f.load(second);
        // The same permutation: number 100 of it is not the code of number 0.
        QVERIFY(f.make(second, GeneratorKind::Shuffled) != first);
        QCOMPARE(f.data.number("SELECT count(*) FROM setting WHERE key = 'shuffle-key' AND length(value) = 32"), std::int64_t{1});
        QVERIFY(f.data.exec("UPDATE setting SET value = 'damaged' WHERE key = 'shuffle-key'").ok());
        CodeMaker third(f.clock, otherRandom, {100, 7, &f.known});
        const auto loaded = f.data.write([&](SqlConnection &connection) { return third.load(connection); });
        QCOMPARE(loaded.error().code, ErrorCode::Corrupt);
    }

    // --- How likely a clash is ---

    void tellsHowLikelyAClashIs()
    {
        Domain domain;
        domain.linkCount = 1'000'000;
        QVERIFY(std::abs(clashProbability(domain) - 1e6 / 3521614606208.0) < 1e-15);
        domain.codes.checkCharacter = true;
        QVERIFY(std::abs(clashProbability(domain) - 1e6 / 56800235584.0) < 1e-12);
        domain.codes.length = 6;
        domain.caseSensitive = false;
        domain.codes.easyAlphabet = true;
        QVERIFY(std::abs(clashProbability(domain) - 1e6 / 28629151.0) < 1e-9);
        domain.linkCount = 1'000'000'000;
        QCOMPARE(clashProbability(domain), 1.0);
    }
};

QTEST_GUILESS_MAIN(TestCodeMaker)
#include "tst_codemaker.moc"
