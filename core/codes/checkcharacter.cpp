#include "codes/checkcharacter.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace linkdesk::core {

namespace {

using Digit = std::uint32_t;

// Each scheme takes a code's digits from left to right; check() then tells which digit ends the code.

class WeightedSum final {
public:
    explicit WeightedSum(Digit symbols) : m_symbols(symbols) {}
    void take(Digit digit)
    {
        m_sum = 2 * m_sum + digit; // below 3 N
        if (m_sum >= 2 * m_symbols)
            m_sum -= 2 * m_symbols;
        if (m_sum >= m_symbols)
            m_sum -= m_symbols;
    }
    [[nodiscard]] Digit check() const
    {
        const Digit last = 2 * m_sum >= m_symbols ? 2 * m_sum - m_symbols : 2 * m_sum;
        return last == 0 ? 0 : m_symbols - last;
    }

private:
    const Digit m_symbols;
    Digit m_sum = 0;
};

// A digit is 9 f + g, where f is an element of the field with 4 elements (two bits: coefficients of w and 1, and
// w * w = w + 1), and g = 3 b + a is a + b i with a and b modulo 3 (a field, as -1 is no square modulo 3).
constexpr Digit kFieldSymbols = 36;

constexpr Digit timesGenerator(Digit digit)
{
    const Digit f = digit / 9;
    const Digit a = digit % 3;
    const Digit b = digit % 9 / 3;
    const Digit timesW = (f << 1 & 2) ^ (f >> 1) ^ (f & 2); // (p w + q) w = (p + q) w + p
    return 9 * timesW + (a + b) % 3 * 3 + (a + 3 - b) % 3;  // (a + b i) (1 + i) = (a - b) + (a + b) i
}

constexpr Digit fieldSum(Digit x, Digit y)
{
    return 9 * (x / 9 ^ y / 9) + (x % 9 / 3 + y % 9 / 3) % 3 * 3 + (x % 3 + y % 3) % 3;
}

constexpr Digit fieldNegative(Digit x)
{
    return x / 9 * 9 + (3 - x % 9 / 3) % 3 * 3 + (3 - x % 3) % 3;
}

constexpr auto makeFieldSteps()
{
    std::array<std::array<std::uint8_t, 64>, kFieldSymbols> steps{}; // rows of a power of two are found faster
    for (Digit sum = 0; sum < kFieldSymbols; ++sum) {
        for (Digit digit = 0; digit < kFieldSymbols; ++digit)
            steps[sum][digit] = static_cast<std::uint8_t>(fieldSum(timesGenerator(sum), digit));
    }
    return steps;
}

constexpr auto kFieldSteps = makeFieldSteps();

class FieldSum final {
public:
    void take(Digit digit) { m_sum = kFieldSteps[m_sum][digit]; }
    [[nodiscard]] Digit check() const { return fieldNegative(timesGenerator(m_sum)); }

private:
    Digit m_sum = 0;
};

// Digits below m are rotations i of a regular polygon with m corners, the others its reflections j = digit - m. The
// n-th digit enters the product as T^n(digit) with T: i -> -i, j -> j + 1. A swap passes only if x T(y) = y T(x):
// among rotations that means 2 x = 2 y, among reflections 2 x = 2 y as well (m is odd), and between a rotation and a
// reflection 0 = 1. Digits are random, so this computes with masks instead of branching; the turns are reduced modulo m
// at the end, as no code is long enough to overflow.
constexpr int kCorners = 31;
constexpr Digit kPolygonSymbols = 2 * kCorners;

class PolygonProduct final {
public:
    void take(Digit symbol)
    {
        const int digit = static_cast<int>(symbol);
        const int reflection = -static_cast<int>(digit >= kCorners);
        const int rotated = signedBy(m_reverse, digit);
        const int reflected = digit - kCorners + m_shift;
        m_turn += signedBy(m_mirrored, rotated ^ ((rotated ^ reflected) & reflection));
        m_mirrored ^= reflection;
        m_shift += 1;
        m_reverse = ~m_reverse;
    }
    // The digit whose element is the product's inverse. A reflection is its own.
    [[nodiscard]] Digit check() const
    {
        const int inverse = m_mirrored != 0 ? m_turn - m_shift : signedBy(~m_reverse, m_turn);
        const int corner = (inverse % kCorners + kCorners) % kCorners;
        return static_cast<Digit>(m_mirrored != 0 ? kCorners + corner : corner);
    }

private:
    // The value for a mask of 0, its negative for -1.
    static int signedBy(int mask, int value) { return (value ^ mask) - mask; }

    int m_turn = 0;
    int m_mirrored = 0; // mask: the product is a reflection
    int m_shift = 0;    // T^n of reflections
    int m_reverse = 0;  // mask: T^n of rotations turns them round
};

template <typename Scheme>
std::optional<Digit> checkOf(std::string_view body, const Alphabet &alphabet, Scheme scheme)
{
    for (const char symbol : body) {
        const std::uint8_t digit = alphabet.digitOf(symbol);
        if (digit == kNoDigit)
            return std::nullopt;
        scheme.take(digit);
    }
    return scheme.check();
}

std::optional<Digit> checkDigit(std::string_view body, const Alphabet &alphabet)
{
    const auto symbols = static_cast<Digit>(alphabet.symbols.size());
    if (symbols % 2 != 0)
        return checkOf(body, alphabet, WeightedSum(symbols));
    if (symbols == kFieldSymbols)
        return checkOf(body, alphabet, FieldSum());
    assert(symbols == kPolygonSymbols);
    return checkOf(body, alphabet, PolygonProduct());
}

} // namespace

char checkCharacter(std::string_view body, const Alphabet &alphabet)
{
    const auto digit = checkDigit(body, alphabet);
    return digit ? alphabet.symbols[*digit] : '\0';
}

bool hasValidCheck(std::string_view code, const Alphabet &alphabet)
{
    if (code.size() < 2)
        return false;
    const auto digit = checkDigit(code.substr(0, code.size() - 1), alphabet);
    return digit && alphabet.symbols[*digit] == code.back();
}

} // namespace linkdesk::core
