#include "codes/snowflake.h"

#include "fakes.h"

#include <QRegularExpression>
#include <QTest>

#include <random>
#include <set>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;

namespace {

const CodeShape kShape{&kFullAlphabet, 7};

SnowflakeParts partsOf(const std::string &code, const Alphabet &alphabet = kFullAlphabet)
{
    return snowflakeParts(decode(code, alphabet).value());
}

std::string next(Snowflake &snowflake)
{
    auto made = snowflake.next(kShape, 0);
    return made ? made->body : std::string();
}

} // namespace

class TestSnowflake : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Decoding undoes encoding for every part, so no two parts share a number.
    void isABijection()
    {
        const std::uint64_t seed = testSeed();
        std::mt19937_64 random(seed);
        std::set<std::uint64_t> numbers;
        for (int i = 0; i < 200'000; ++i) {
            const SnowflakeParts parts{random() & ((std::uint64_t{1} << 39) - 1), static_cast<std::uint8_t>(random()),
                                       static_cast<std::uint8_t>(random() & 3), static_cast<std::uint16_t>(random() & 0xfff)};
            const std::uint64_t number = snowflakeNumber(parts);
            QVERIFY(number < std::uint64_t{1} << 61);
            QVERIFY(snowflakeParts(number) == parts);
        }
        for (int i = 0; i < 200'000; ++i) {
            const std::uint64_t number = random() >> 3;
            QCOMPARE(snowflakeNumber(snowflakeParts(number)), number);
        }
        // All of one millisecond: every node, random value and sequence once.
        for (unsigned low = 0; low < 1U << 22; low += 7)
            numbers.insert(snowflakeNumber({123'456'789, static_cast<std::uint8_t>(low >> 14),
                                            static_cast<std::uint8_t>(low >> 12 & 3), static_cast<std::uint16_t>(low & 0xfff)}));
        QCOMPARE(numbers.size(), std::size_t{((1U << 22) + 6) / 7});
    }

    void isNeverCut_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<const Alphabet *>("alphabet");
        QTest::newRow("base 62") << 11 << &kFullAlphabet;
        QTest::newRow("base 57") << 11 << &kEasyAlphabet;
        QTest::newRow("base 36") << 12 << &kFoldedAlphabet;
        QTest::newRow("base 31") << 13 << &kEasyFoldedAlphabet;
    }

    void isNeverCut()
    {
        QFETCH(int, length);
        QFETCH(const Alphabet *, alphabet);
        FakeClock clock;
        SeededRandom random;
        Snowflake snowflake(clock, random, 255);
        for (const std::int64_t ms : {std::int64_t{0}, std::int64_t{1}, (std::int64_t{1} << 39) - 1}) {
            clock.setNow(kSnowflakeEpoch + milliseconds(ms));
            const auto made = snowflake.next({alphabet, 7}, 0);
            QVERIFY(made.ok());
            QCOMPARE(static_cast<int>(made->body.size()), length);
            const SnowflakeParts parts = partsOf(made->body, *alphabet);
            QCOMPARE(parts.ms, static_cast<std::uint64_t>(ms));
            QCOMPARE(parts.node, std::uint8_t{255});
            QCOMPARE(made->mark, toMs(clock.now()));
        }
    }

    void waitsForTheNextMillisecondWhenOneIsFull()
    {
        FakeClock clock;
        SeededRandom random;
        Snowflake snowflake(clock, random, 3);
        const TimePoint start = clock.now();
        std::set<std::string> codes;
        for (int i = 0; i < kSnowflakesPerMs; ++i)
            codes.insert(next(snowflake));
        QCOMPARE(clock.now(), start);
        const SnowflakeParts over = partsOf(next(snowflake));
        QCOMPARE(clock.now(), start + 1ms);
        QCOMPARE(over.sequence, std::uint16_t{0});
        QCOMPARE(codes.size(), std::size_t{kSnowflakesPerMs});
    }

    void waitsWhenTheClockIsAFewMillisecondsBack()
    {
        FakeClock clock;
        SeededRandom random;
        Snowflake snowflake(clock, random, 3);
        const TimePoint start = clock.now();
        QVERIFY(!next(snowflake).empty());
        clock.setNow(start - 9ms);
        QVERIFY(!next(snowflake).empty());
        QCOMPARE(clock.now(), start); // it waited
        QCOMPARE(snowflake.status().state, SnowflakeState::Ok);
    }

    void goesOnFromTheLastTimeWhenTheClockIsUnderTwoSecondsBack()
    {
        FakeClock clock;
        SeededRandom random;
        Snowflake snowflake(clock, random, 3);
        const TimePoint start = clock.now();
        std::set<std::string> codes{next(snowflake)};
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"went back by 1990 ms"_qs));
        clock.setNow(start - 1990ms);
        // More than a millisecond's worth, so the last time itself moves on.
        for (int i = 0; i < 2 * kSnowflakesPerMs; ++i)
            codes.insert(next(snowflake));
        QCOMPARE(codes.size(), std::size_t{2 * kSnowflakesPerMs + 1});
        QCOMPARE(clock.now(), start - 1990ms); // nobody waited
        QCOMPARE(snowflake.status().state, SnowflakeState::Behind);
        QCOMPARE(*snowflake.status().last, start + 2ms);
        clock.setNow(start + 5s);
        codes.insert(next(snowflake));
        QCOMPARE(codes.size(), std::size_t{2 * kSnowflakesPerMs + 2});
        QCOMPARE(snowflake.status().state, SnowflakeState::Ok);
    }

    void refusesWhenTheClockIsFurtherBack()
    {
        FakeClock clock;
        SeededRandom random;
        Snowflake snowflake(clock, random, 3);
        const TimePoint start = clock.now();
        QVERIFY(!next(snowflake).empty());
        clock.setNow(start - 2000ms);
        QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"went back by 2000 ms"_qs));
        const auto refused = snowflake.next(kShape, 0);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, ErrorCode::Unavailable);
        QVERIFY(refused.error().detail.find("2 s") != std::string::npos);
        QCOMPARE(snowflake.status().state, SnowflakeState::Refusing);
        // Caught up, it goes on by itself.
        clock.setNow(start + 1ms);
        QVERIFY(!next(snowflake).empty());
        QCOMPARE(snowflake.status().state, SnowflakeState::Ok);
    }

    void noticesAnOlderClockAfterARestart()
    {
        FakeClock clock;
        SeededRandom random;
        Snowflake snowflake(clock, random, 3);
        snowflake.startAfter(clock.now() + 1h);
        QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"went back"_qs));
        QVERIFY(!snowflake.next(kShape, 0).ok());
        clock.advance(1h);
        // That millisecond may be used up: the next code has a later one.
        const SnowflakeParts parts = partsOf(next(snowflake));
        QCOMPARE(kSnowflakeEpoch + milliseconds(parts.ms), fromMs(1735689600000) + 1h + 1ms);
    }

    void endsAfterSeventeenYears()
    {
        FakeClock clock(toMs(kSnowflakeEnd) - 1);
        SeededRandom random;
        Snowflake snowflake(clock, random, 3);
        QVERIFY(!next(snowflake).empty());
        clock.advance(1ms);
        const auto over = snowflake.next(kShape, 0);
        QVERIFY(!over.ok());
        QVERIFY(over.error().detail.find("2040") != std::string::npos);
        QCOMPARE(snowflake.status().state, SnowflakeState::Ended);
    }

    void refusesAClockBeforeItsEpoch()
    {
        FakeClock clock(0);
        SeededRandom random;
        Snowflake snowflake(clock, random, 3);
        const auto refused = snowflake.next(kShape, 0);
        QVERIFY(!refused.ok());
        QVERIFY(refused.error().detail.find("2023") != std::string::npos);
    }

    void givesDifferentCodesToThreadsAndNodes()
    {
        const SystemClock clock;
        SecureRandom random;
        Snowflake first(clock, random, 1);
        Snowflake second(clock, random, 2);
        std::array<std::vector<std::string>, 4> made;
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < made.size(); ++t) {
            threads.emplace_back([&, t] {
                for (int i = 0; i < 10'000; ++i)
                    made[t].push_back(next(t % 2 == 0 ? first : second));
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        std::set<std::string> all;
        for (const auto &codes : made)
            all.insert(codes.begin(), codes.end());
        QCOMPARE(all.size(), std::size_t{40'000});
    }
};

QTEST_GUILESS_MAIN(TestSnowflake)
#include "tst_snowflake.moc"
