// Shuffle: a keyed permutation of the numbers below n. Counting through it gives each number once and in an order that
// nobody can foretell without the key, with nothing stored but the count.
//
// A Feistel network of eight rounds over two digits, x = left * b + right with a * b just above n: in turn left changes
// by a hash of right (modulo a) and right by a hash of left (modulo b). What lands at n or beyond goes through again
// until it lies below ("cycle walking", Black and Rogaway, Ciphers with Arbitrary Finite Domains, 2002); as a and b are
// about the root of n, that is rare. The hash is SipHash-1-3 of n, the round's number and the half, with a 128-bit key.
//
// The result is part of every code made with it: for one key and n it never changes. Immutable after construction, so
// any threads may share one.
#pragma once

#include "codes/siphash.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace linkdesk::core {

using ShuffleKey = SipKey;

class Shuffle final {
public:
    static constexpr std::uint64_t kMinSize = 2;
    static constexpr std::uint64_t kMaxSize = std::uint64_t{1} << 63;

    // `size` is n, from kMinSize to kMaxSize (asserted).
    Shuffle(const ShuffleKey &key, std::uint64_t size);

    [[nodiscard]] std::uint64_t size() const { return m_size; }
    // Both take numbers below size(); others are given back as they are.
    [[nodiscard]] std::uint64_t permute(std::uint64_t number) const;
    [[nodiscard]] std::uint64_t invert(std::uint64_t number) const;

private:
    static constexpr std::size_t kRounds = 8;

    // A number below `range` for one half in one round.
    [[nodiscard]] std::uint64_t change(std::size_t round, std::uint64_t half, std::uint64_t range) const;
    [[nodiscard]] std::uint64_t forwards(std::uint64_t number) const;
    [[nodiscard]] std::uint64_t backwards(std::uint64_t number) const;

    std::uint64_t m_size;
    std::uint64_t m_left;                     // a: how many values the left digit has
    std::uint64_t m_right;                    // b, at most a
    std::array<SipState13, kRounds> m_rounds; // of the hash, each behind n and the round's number
};

} // namespace linkdesk::core
