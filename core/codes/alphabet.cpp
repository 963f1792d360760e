#include "codes/alphabet.h"

#include <algorithm>
#include <limits>

namespace linkdesk::core {

namespace {

constexpr std::size_t kMaxDigits = 64; // of 64 bits, in base 2

Error invalid(const char *detail)
{
    return {ErrorCode::InvalidInput, detail, "code"};
}

// Writes the number's digits before `end` and gives the first of them. Two digits a step: the long chain of divisions
// is halved, and splitting a pair happens beside it. A base known when compiling turns divisions into multiplications.
template <typename Base>
char *writeDigits(std::uint64_t number, std::string_view symbols, char *end, Base base)
{
    const std::uint32_t square = base * base;
    while (number >= base) {
        const auto pair = static_cast<std::uint32_t>(number % square);
        number /= square;
        *--end = symbols[pair % base];
        *--end = symbols[pair / base];
        if (number == 0)
            return end;
    }
    *--end = symbols[number];
    return end;
}

template <std::uint32_t N>
struct KnownBase {
    constexpr operator std::uint32_t() const { return N; }
};

char *writeNumber(std::uint64_t number, std::string_view symbols, char *end)
{
    switch (symbols.size()) {
    case kFullAlphabet.symbols.size(): return writeDigits(number, symbols, end, KnownBase<62>{});
    case kEasyAlphabet.symbols.size(): return writeDigits(number, symbols, end, KnownBase<57>{});
    case kFoldedAlphabet.symbols.size(): return writeDigits(number, symbols, end, KnownBase<36>{});
    case kEasyFoldedAlphabet.symbols.size(): return writeDigits(number, symbols, end, KnownBase<31>{});
    default: return writeDigits(number, symbols, end, static_cast<std::uint32_t>(symbols.size()));
    }
}

} // namespace

std::string encode(std::uint64_t number, const Alphabet &alphabet, int minimumLength)
{
    char buffer[kMaxDigits];
    char *const end = buffer + kMaxDigits;
    char *first = writeNumber(number, alphabet.symbols, end);
    const auto wanted = static_cast<std::size_t>(std::max(minimumLength, 1));
    const auto length = static_cast<std::size_t>(end - first);
    if (length >= wanted)
        return std::string(first, length);
    if (wanted <= kMaxDigits) {
        std::fill(end - wanted, first, alphabet.symbols.front());
        return std::string(end - wanted, wanted);
    }
    std::string code(wanted - length, alphabet.symbols.front());
    return code.append(first, length);
}

Result<std::uint64_t> decode(std::string_view text, const Alphabet &alphabet)
{
    if (text.empty())
        return invalid("A code needs at least one character.");
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t base = alphabet.symbols.size();
    const std::uint64_t safe = kMax / base - 1; // up to here one more digit fits without a closer look
    std::uint64_t number = 0;
    for (const char symbol : text) {
        const std::uint8_t digit = alphabet.digitOf(symbol);
        if (digit == kNoDigit)
            return invalid("The code holds a character that is not in its alphabet.");
        if (number > safe && number > (kMax - digit) / base)
            return invalid("The code stands for a number that does not fit 64 bits.");
        number = number * base + digit;
    }
    return number;
}

} // namespace linkdesk::core
