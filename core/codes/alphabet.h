// Alphabet: the symbols that codes are made of, and numbers written with them.
//
// The order of the symbols is part of every stored code: it never changes. A domain that ignores case uses the folded
// alphabets and folds what it is asked for first; here a capital is then simply a foreign character. Pure; any thread.
#pragma once

#include "base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace linkdesk::core {

inline constexpr std::uint8_t kNoDigit = 0xff;

struct Alphabet {
    std::string_view symbols;
    std::array<std::uint8_t, 256> digit{}; // by byte: the symbol's place in `symbols`, or kNoDigit

    constexpr explicit Alphabet(std::string_view text) : symbols(text)
    {
        digit.fill(kNoDigit);
        for (std::size_t i = 0; i < text.size(); ++i)
            digit[static_cast<unsigned char>(text[i])] = static_cast<std::uint8_t>(i);
    }
    [[nodiscard]] constexpr std::uint8_t digitOf(char symbol) const
    {
        return digit[static_cast<unsigned char>(symbol)];
    }
};

// "Easy" ones leave out what is mistaken for something else in print: 0 and O, 1, l and I (R12); folded, 0 and o, 1,
// l and i.
inline constexpr Alphabet kFullAlphabet{"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}; // 62
inline constexpr Alphabet kEasyAlphabet{"23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"};      // 57
inline constexpr Alphabet kFoldedAlphabet{"0123456789abcdefghijklmnopqrstuvwxyz"};                         // 36
inline constexpr Alphabet kEasyFoldedAlphabet{"23456789abcdefghjkmnpqrstuvwxyz"};                          // 31

// The number in positional notation, highest digit first, padded on the left with the first symbol to `minimumLength`;
// a longer number is never cut. Zero is one symbol at least.
[[nodiscard]] std::string encode(std::uint64_t number, const Alphabet &alphabet, int minimumLength = 1);

// The reverse; padding of any length is taken. InvalidInput, field "code": an empty text, a character that is not in
// the alphabet, more than 64 bits.
[[nodiscard]] Result<std::uint64_t> decode(std::string_view text, const Alphabet &alphabet);

} // namespace linkdesk::core
