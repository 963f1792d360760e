#include "codes/shuffle.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace linkdesk::core {

namespace {

constexpr std::size_t kMessageBytes = 20; // n, the round's number, and 4 bytes of half: digits lie below 2^32

std::uint64_t rootRoundedUp(std::uint64_t number)
{
    auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(number)));
    while (root * root < number)
        ++root;
    while ((root - 1) * (root - 1) >= number)
        --root;
    return root;
}

// An even spread over the range but for one part in 2^32, without a division.
std::uint64_t scaled(std::uint64_t hash, std::uint64_t range)
{
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(hash) * range >> 64);
}

SipState13 roundState(const ShuffleKey &key, std::uint64_t size, std::size_t round)
{
    SipState13 state(key);
    state.absorb(size);
    state.absorb(round);
    return state;
}

template <std::size_t... Round>
std::array<SipState13, sizeof...(Round)> roundStates(const ShuffleKey &key, std::uint64_t size,
                                                     std::index_sequence<Round...>)
{
    return {roundState(key, size, Round)...};
}

} // namespace

Shuffle::Shuffle(const ShuffleKey &key, std::uint64_t size)
    : m_size(std::clamp(size, kMinSize, kMaxSize))
    , m_left(rootRoundedUp(m_size))
    , m_right((m_size + m_left - 1) / m_left)
    , m_rounds(roundStates(key, m_size, std::make_index_sequence<kRounds>()))
{
    assert(size == m_size);
}

std::uint64_t Shuffle::change(std::size_t round, std::uint64_t half, std::uint64_t range) const
{
    return scaled(m_rounds[round].finish(half, kMessageBytes), range);
}

std::uint64_t Shuffle::forwards(std::uint64_t number) const
{
    std::uint64_t left = number / m_right;
    std::uint64_t right = number % m_right;
    for (std::size_t round = 0; round < kRounds; round += 2) {
        left += change(round, right, m_left);
        left -= left >= m_left ? m_left : 0;
        right += change(round + 1, left, m_right);
        right -= right >= m_right ? m_right : 0;
    }
    return left * m_right + right;
}

std::uint64_t Shuffle::backwards(std::uint64_t number) const
{
    std::uint64_t left = number / m_right;
    std::uint64_t right = number % m_right;
    for (std::size_t round = kRounds; round > 0; round -= 2) {
        const std::uint64_t rightChange = change(round - 1, left, m_right);
        right += right >= rightChange ? 0 : m_right;
        right -= rightChange;
        const std::uint64_t leftChange = change(round - 2, right, m_left);
        left += left >= leftChange ? 0 : m_left;
        left -= leftChange;
    }
    return left * m_right + right;
}

std::uint64_t Shuffle::permute(std::uint64_t number) const
{
    if (number >= m_size)
        return number;
    do
        number = forwards(number);
    while (number >= m_size);
    return number;
}

std::uint64_t Shuffle::invert(std::uint64_t number) const
{
    if (number >= m_size)
        return number;
    do
        number = backwards(number);
    while (number >= m_size);
    return number;
}

} // namespace linkdesk::core
