#include "codes/base62.h"

#include <array>
#include <limits>

namespace linkdesk::core {

namespace {

constexpr std::uint64_t kBase = 62;
constexpr std::uint8_t kNoDigit = 0xff;

constexpr std::array<std::uint8_t, 256> makeDigits()
{
    std::array<std::uint8_t, 256> digits{};
    digits.fill(kNoDigit);
    for (std::size_t i = 0; i < kBase62Alphabet.size(); ++i)
        digits[static_cast<unsigned char>(kBase62Alphabet[i])] = static_cast<std::uint8_t>(i);
    return digits;
}

constexpr std::array<std::uint8_t, 256> kDigits = makeDigits();

Error invalid(const char *detail)
{
    return {ErrorCode::InvalidInput, detail, "code"};
}

} // namespace

std::string encodeBase62(std::uint64_t number)
{
    char buffer[kMaxBase62Length];
    std::size_t at = kMaxBase62Length;
    do {
        buffer[--at] = kBase62Alphabet[number % kBase];
        number /= kBase;
    } while (number != 0);
    return std::string(buffer + at, kMaxBase62Length - at);
}

Result<std::uint64_t> decodeBase62(std::string_view text)
{
    if (text.empty())
        return invalid("A base62 number needs at least one sign.");
    if (text.size() > kMaxBase62Length)
        return invalid("A base62 number has at most 11 signs.");
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t number = 0;
    for (const char sign : text) {
        const std::uint8_t digit = kDigits[static_cast<unsigned char>(sign)];
        if (digit == kNoDigit)
            return invalid("A base62 number holds only 0-9, a-z and A-Z.");
        if (number > (kMax - digit) / kBase)
            return invalid("The base62 number does not fit 64 bits.");
        number = number * kBase + digit;
    }
    return number;
}

} // namespace linkdesk::core
