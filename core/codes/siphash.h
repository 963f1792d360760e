// SipHash: a keyed hash whose values cannot be foretold without the key (Aumasson and Bernstein, SipHash: a fast
// short-input PRF, 2012). SipHash-2-4 is what the authors recommend, SipHash-1-3 their faster one. Pure; any thread.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace linkdesk::core {

using SipKey = std::array<std::uint8_t, 16>;

// The state between two 8-byte words of a message. A caller that hashes many messages with one beginning keeps the
// state behind that beginning and goes on from copies of it.
template <int CompressionRounds, int FinalRounds>
class SipState final {
public:
    constexpr explicit SipState(const SipKey &key)
    {
        const std::uint64_t k0 = littleEndian(key, 0);
        const std::uint64_t k1 = littleEndian(key, 8);
        m_v0 = k0 ^ 0x736f6d6570736575U;
        m_v1 = k1 ^ 0x646f72616e646f6dU;
        m_v2 = k0 ^ 0x6c7967656e657261U;
        m_v3 = k1 ^ 0x7465646279746573U;
    }

    // The next 8 bytes of the message, the first of them lowest.
    constexpr void absorb(std::uint64_t word)
    {
        m_v3 ^= word;
        rounds<CompressionRounds>();
        m_v0 ^= word;
    }

    // The rest of the message: its last `length` mod 8 bytes, the first of them lowest; `length` is of all of it.
    [[nodiscard]] constexpr std::uint64_t finish(std::uint64_t rest, std::size_t length) const
    {
        SipState end = *this;
        end.absorb(rest | static_cast<std::uint64_t>(length) << 56);
        end.m_v2 ^= 0xff;
        end.template rounds<FinalRounds>();
        return end.m_v0 ^ end.m_v1 ^ end.m_v2 ^ end.m_v3;
    }

    [[nodiscard]] static constexpr std::uint64_t littleEndian(std::span<const std::uint8_t> bytes, std::size_t from)
    {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 8 && from + i < bytes.size(); ++i)
            word |= std::uint64_t{bytes[from + i]} << 8 * i;
        return word;
    }

private:
    template <int Count>
    constexpr void rounds()
    {
        for (int i = 0; i < Count; ++i) {
            m_v0 += m_v1;
            m_v1 = std::rotl(m_v1, 13) ^ m_v0;
            m_v0 = std::rotl(m_v0, 32);
            m_v2 += m_v3;
            m_v3 = std::rotl(m_v3, 16) ^ m_v2;
            m_v0 += m_v3;
            m_v3 = std::rotl(m_v3, 21) ^ m_v0;
            m_v2 += m_v1;
            m_v1 = std::rotl(m_v1, 17) ^ m_v2;
            m_v2 = std::rotl(m_v2, 32);
        }
    }

    std::uint64_t m_v0;
    std::uint64_t m_v1;
    std::uint64_t m_v2;
    std::uint64_t m_v3;
};

using SipState24 = SipState<2, 4>;
using SipState13 = SipState<1, 3>;

[[nodiscard]] std::uint64_t sipHash24(const SipKey &key, std::span<const std::uint8_t> message);
[[nodiscard]] std::uint64_t sipHash13(const SipKey &key, std::span<const std::uint8_t> message);

} // namespace linkdesk::core
