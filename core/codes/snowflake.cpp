#include "codes/snowflake.h"

#include "base/logging.h"

#include <algorithm>
#include <array>
#include <limits>

namespace linkdesk::core {

namespace {

constexpr milliseconds kWaitedFor{10};
constexpr milliseconds kContinued{2000};
constexpr std::uint64_t kLowBits = 22; // node's low six bits lie above them
constexpr std::uint64_t kLowMask = (std::uint64_t{1} << kLowBits) - 1;
constexpr int kHighShift = 53;
constexpr int kBits = 61;

// x -> (x * 165 + 61) turned by three bits: each step can be undone, as 165 is odd.
constexpr std::array<std::uint8_t, 256> makePermutation()
{
    std::array<std::uint8_t, 256> table{};
    for (unsigned x = 0; x < 256; ++x) {
        const unsigned y = (x * 165 + 61) & 0xff;
        table[x] = static_cast<std::uint8_t>((y << 3 | y >> 5) & 0xff);
    }
    return table;
}

constexpr std::array<std::uint8_t, 256> inverse(const std::array<std::uint8_t, 256> &table)
{
    std::array<std::uint8_t, 256> back{};
    for (unsigned x = 0; x < 256; ++x)
        back[table[x]] = static_cast<std::uint8_t>(x);
    return back;
}

constexpr auto kPermutation = makePermutation();
constexpr auto kInverse = inverse(kPermutation);

std::uint64_t withHighByte(std::uint64_t number, const std::array<std::uint8_t, 256> &table)
{
    constexpr std::uint64_t kRest = (std::uint64_t{1} << kHighShift) - 1;
    return (number & kRest) | std::uint64_t{table[number >> kHighShift]} << kHighShift;
}

Error refusal(std::string detail)
{
    return {ErrorCode::Unavailable, std::move(detail), "generator"};
}

} // namespace

std::uint64_t snowflakeNumber(const SnowflakeParts &parts)
{
    const std::uint64_t low = std::uint64_t{parts.node} << 14 | std::uint64_t{parts.random & 3U} << 12
        | (parts.sequence & 0xfffU);
    const std::uint64_t mixed = parts.ms << kLowBits | (low ^ (parts.ms & kLowMask));
    return withHighByte(mixed, kPermutation);
}

SnowflakeParts snowflakeParts(std::uint64_t number)
{
    const std::uint64_t mixed = withHighByte(number, kInverse);
    const std::uint64_t ms = mixed >> kLowBits;
    const std::uint64_t low = (mixed ^ ms) & kLowMask;
    return {ms, static_cast<std::uint8_t>(low >> 14), static_cast<std::uint8_t>(low >> 12 & 3),
            static_cast<std::uint16_t>(low & 0xfff)};
}

int snowflakeLength(const Alphabet &alphabet)
{
    int length = 0;
    for (std::uint64_t rest = (std::uint64_t{1} << kBits) - 1; rest > 0; rest /= alphabet.symbols.size())
        ++length;
    return length;
}

Snowflake::Snowflake(const Clock &clock, RandomSource &random, std::uint8_t node)
    : m_clock(clock), m_random(random), m_node(node)
{
}

// All numbers of that millisecond may be in use.
void Snowflake::startAfter(TimePoint last)
{
    const std::lock_guard lock(m_mutex);
    if (last >= m_last) {
        m_last = last;
        m_sequence = kSnowflakesPerMs;
    }
}

Result<TimePoint> Snowflake::timeToUse()
{
    const TimePoint now = m_clock.exactNow();
    if (now < kSnowflakeEpoch) {
        m_state = SnowflakeState::Refusing;
        return refusal("The clock of the service's computer says a time before 2023: set it right, or choose another "
                          "generator.");
    }
    const milliseconds back = m_last - now;
    if (back >= kContinued) {
        if (m_state != SnowflakeState::Refusing)
            qCCritical(lcCodes) << "the clock went back by" << back.count() << "ms: snowflake codes are refused";
        m_state = SnowflakeState::Refusing;
        return refusal("The clock of the service's computer went back by " + std::to_string(back.count() / 1000)
                          + " s: set it right, wait until it has caught up, or choose another generator.");
    }
    if (back <= milliseconds(0)) {
        m_state = SnowflakeState::Ok;
        return now;
    }
    if (back < kWaitedFor) {
        m_clock.waitUntil(m_last);
        m_state = SnowflakeState::Ok;
        return std::max(m_clock.exactNow(), m_last);
    }
    if (m_state != SnowflakeState::Behind)
        qCWarning(lcCodes) << "the clock went back by" << back.count() << "ms: snowflake codes go on from the last time";
    m_state = SnowflakeState::Behind;
    return m_last;
}

// Settles time and sequence of the next code.
Result<void> Snowflake::countOne()
{
    const auto time = timeToUse();
    if (!time)
        return time.error();
    if (*time > m_last) {
        m_last = *time;
        m_sequence = 0;
    } else if (m_sequence == kSnowflakesPerMs) {
        // Behind the clock there is nothing to wait for: the last time itself goes on.
        if (m_state == SnowflakeState::Ok)
            m_clock.waitUntil(m_last + milliseconds(1));
        m_last += milliseconds(1);
        m_sequence = 0;
    }
    if (m_last >= kSnowflakeEnd) {
        m_state = SnowflakeState::Ended;
        return refusal("Snowflake codes have ended: their 39 bits of time were used up in June 2040. Choose another "
                          "generator.");
    }
    return {};
}

std::uint8_t Snowflake::randomBits()
{
    if (m_bitsLeft == 0) {
        std::array<std::uint8_t, 8> bytes{};
        m_random.fill(bytes);
        m_bits = 0;
        for (const std::uint8_t byte : bytes)
            m_bits = m_bits << 8 | byte;
        m_bitsLeft = 64;
    }
    m_bitsLeft -= 2;
    return static_cast<std::uint8_t>(m_bits >> m_bitsLeft & 3);
}

Result<MadeCode> Snowflake::next(const CodeShape &shape, int)
{
    if (m_nodeTaken)
        return refusal("Another service has node number " + std::to_string(m_node)
                          + ": give each its own with --node, or choose another generator.");
    SnowflakeParts parts;
    TimePoint time;
    {
        const std::lock_guard lock(m_mutex);
        if (auto counted = countOne(); !counted)
            return counted.error();
        time = m_last;
        parts = {static_cast<std::uint64_t>((m_last - kSnowflakeEpoch).count()), m_node, randomBits(),
                 static_cast<std::uint16_t>(m_sequence++)};
    }
    return MadeCode{encode(snowflakeNumber(parts), *shape.alphabet, snowflakeLength(*shape.alphabet)), toMs(time)};
}

Snowflake::Status Snowflake::status() const
{
    const std::lock_guard lock(m_mutex);
    return {m_state, m_node, m_nodeTaken, m_last > TimePoint{} ? std::optional(m_last) : std::nullopt};
}

} // namespace linkdesk::core
