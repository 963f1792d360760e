// BloomFilter: a set of hashes that may say "perhaps" wrongly, but never "no" (Bloom 1970; blocked as Putze, Sanders
// and Singler 2007 describe, so that a look-up touches one cache line).
//
// add() and mayContain() may be called from any threads at once; a hash whose add() has returned to a thread that is
// ordered before the asking one is always found. What was added stays: removing means building anew.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class BloomFilter final {
public:
    static constexpr double kBitsPerEntry = 12; // half a per cent wrong at the capacity

    // For `capacity` entries; beyond it the rate of wrong answers grows.
    explicit BloomFilter(std::size_t capacity);

    void add(std::uint64_t hash);
    [[nodiscard]] bool mayContain(std::uint64_t hash) const;

    [[nodiscard]] std::size_t capacity() const { return m_capacity; }
    [[nodiscard]] std::size_t bytes() const { return m_blocks.size() * sizeof(Block); }
    // The part of all bits that is set: counts them, so not for every request.
    [[nodiscard]] double fill() const;
    // The chance of a wrong "perhaps" as the bits stand, the mean over all blocks: counts them too.
    [[nodiscard]] double estimatedRate() const;

    // The bits, for keeping them in a file. fromBytes() gives nothing where the size does not fit the capacity.
    [[nodiscard]] std::string toBytes() const;
    [[nodiscard]] static std::unique_ptr<BloomFilter> fromBytes(std::size_t capacity, std::string_view bytes);

private:
    static constexpr int kWords = 8; // of 64 bits: a block is a cache line
    static constexpr int kProbes = 8;
    struct alignas(64) Block {
        std::array<std::atomic<std::uint64_t>, kWords> words{};
    };
    [[nodiscard]] std::size_t blockOf(std::uint64_t hash) const;
    [[nodiscard]] static int bitsSet(const Block &block);

    std::size_t m_capacity;
    std::vector<Block> m_blocks;
};

} // namespace linkdesk::core
