// RandomCode: unguessable codes, each sign drawn evenly from the 62 of 0-9a-zA-Z (R12).
#pragma once

#include "base/random.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace linkdesk::core {

inline constexpr int kMinCodeLength = 6;
inline constexpr int kDefaultCodeLength = 7;
inline constexpr int kMaxCodeLength = 12;

// Not thread-safe: it keeps a small pool of random bytes, so that a code costs no call of the source each time. One
// per thread, or one behind a mutex. The source is borrowed and must outlive it.
class RandomCode final {
public:
    explicit RandomCode(RandomSource &source) : m_source(source) {}
    RandomCode(const RandomCode &) = delete;
    RandomCode &operator=(const RandomCode &) = delete;

    // `length` is brought into kMinCodeLength..kMaxCodeLength.
    [[nodiscard]] std::string next(int length = kDefaultCodeLength);

private:
    std::uint8_t nextByte();

    RandomSource &m_source;
    std::array<std::uint8_t, 512> m_pool{};
    std::size_t m_used = sizeof(m_pool);
};

} // namespace linkdesk::core
