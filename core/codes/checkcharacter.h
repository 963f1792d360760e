// A check character at the end of a code: whoever reads a code aloud or types it off a poster and makes one mistake
// gets a clear answer instead of somebody else's link.
//
// It finds every single wrong character and every swap of two different neighbours, its own place included, and any
// other error but one in as many as the alphabet has symbols. Every body has exactly one check character, which is a
// symbol of the same alphabet. What lies behind it depends on the number of symbols N:
//
//   N odd (57, 31)  weights 1, 2, 4, … from the right, modulo N: both 2 and the difference of two weights have inverses
//   N = 36          the same over the field with 4 elements times the one with 9; the weights are powers of (w, 1 + i).
//                   It also finds a swap of two characters with one between them
//   N = 62          no sum can do it (62 is twice an odd number), so the dihedral group of order 62 and the powers of a
//                   permutation, after J. Verhoeff, Error Detecting Decimal Codes (1969)
//
// The scheme is part of every code that was handed out: it never changes. Pure; any thread.
#pragma once

#include "codes/alphabet.h"

#include <string_view>

namespace linkdesk::core {

// The alphabet's size is one of those above. A NUL, which is in no alphabet, where `body` holds a foreign character.
[[nodiscard]] char checkCharacter(std::string_view body, const Alphabet &alphabet);

// Whether the last character is the check character of those before it; false below two characters and where one is
// foreign.
[[nodiscard]] bool hasValidCheck(std::string_view code, const Alphabet &alphabet);

} // namespace linkdesk::core
