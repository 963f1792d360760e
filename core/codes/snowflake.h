// Snowflake: codes from time, node and a counter, so that many nodes need nothing in common but different numbers.
//
// 61 bits, from the highest: 39 bits of milliseconds since 2023-01-01T00:00Z, 8 bits of node, 2 random bits, 12 bits
// of sequence within the millisecond. So that neighbours do not look alike, the 22 low bits are xor-ed with the time's
// low bits and the highest byte goes through a fixed permutation; both can be undone. A code always has every digit
// (11 in base 62): it is never cut.
//
// Clock (the wall clock of this computer): up to 10 ms back is waited for; up to 2 s back goes on from the last time
// and is logged; more is refused until the clock has caught up, as codes could come twice. After 2^39 ms, in June 2040,
// there is no further time.
#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "codes/codegenerator.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

namespace linkdesk::core {

inline constexpr TimePoint kSnowflakeEpoch{milliseconds(1672531200000)};
inline constexpr int kSnowflakeTimeBits = 39;
inline constexpr TimePoint kSnowflakeEnd = kSnowflakeEpoch + milliseconds(std::int64_t{1} << kSnowflakeTimeBits);
inline constexpr int kSnowflakesPerMs = 4096;

struct SnowflakeParts {
    std::uint64_t ms = 0; // since kSnowflakeEpoch, 39 bits
    std::uint8_t node = 0;
    std::uint8_t random = 0;    // 2 bits
    std::uint16_t sequence = 0; // 12 bits
    bool operator==(const SnowflakeParts &) const = default;
};
// A bijection between parts and 61-bit numbers.
[[nodiscard]] std::uint64_t snowflakeNumber(const SnowflakeParts &parts);
[[nodiscard]] SnowflakeParts snowflakeParts(std::uint64_t number);
// Digits that every 61-bit number fits in.
[[nodiscard]] int snowflakeLength(const Alphabet &alphabet);

enum class SnowflakeState {
    Ok,
    Behind,   // the clock was set back a little; codes go on from the last time
    Refusing, // the clock is too far back (or before 2023)
    Ended,    // the 39 bits are used up
};

// Thread-safe. Clock and random source are borrowed.
class Snowflake final : public CodeGenerator {
public:
    Snowflake(const Clock &clock, RandomSource &random, std::uint8_t node);

    // The latest time in any code that may exist, from the store: a restart with an older clock is noticed too.
    void startAfter(TimePoint last);
    // Another service has this node number: codes are refused as long as it is so.
    void setNodeTaken(bool taken) { m_nodeTaken = taken; }
    [[nodiscard]] Result<MadeCode> next(const CodeShape &shape, int grown) override;

    struct Status {
        SnowflakeState state = SnowflakeState::Ok;
        std::uint8_t node = 0;
        bool nodeTaken = false;
        std::optional<TimePoint> last;
    };
    [[nodiscard]] Status status() const;

private:
    [[nodiscard]] Result<TimePoint> timeToUse();
    [[nodiscard]] Result<void> countOne();
    [[nodiscard]] std::uint8_t randomBits();

    const Clock &m_clock;
    RandomSource &m_random;
    const std::uint8_t m_node;
    std::atomic<bool> m_nodeTaken{false};

    mutable std::mutex m_mutex; // guards what follows
    SnowflakeState m_state = SnowflakeState::Ok;
    TimePoint m_last{};
    int m_sequence = 0; // next one of m_last
    std::uint64_t m_bits = 0;
    int m_bitsLeft = 0;
};

} // namespace linkdesk::core
