#include "codes/bloomfilter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace linkdesk::core {

namespace {

constexpr int kBlockBits = 512;

// The upper half of the hash chose the block; its bits in the block come from all of it, mixed anew.
std::uint64_t probes(std::uint64_t hash)
{
    hash ^= hash >> 31;
    hash *= 0x9fb21c651e98df25ULL;
    return hash ^ hash >> 29;
}

std::size_t blockCount(std::size_t capacity)
{
    const double bits = static_cast<double>(std::max<std::size_t>(capacity, 1)) * BloomFilter::kBitsPerEntry;
    return static_cast<std::size_t>(std::ceil(bits / kBlockBits));
}

} // namespace

BloomFilter::BloomFilter(std::size_t capacity) : m_capacity(capacity), m_blocks(blockCount(capacity)) {}

std::size_t BloomFilter::blockOf(std::uint64_t hash) const
{
    // Multiplying by the number of blocks spreads evenly over them without a division.
    return static_cast<std::size_t>((hash >> 32) * m_blocks.size() >> 32);
}

// One probe a word: eight words, eight bits to look at, six bits of the hash each.
void BloomFilter::add(std::uint64_t hash)
{
    Block &block = m_blocks[blockOf(hash)];
    std::uint64_t bits = probes(hash);
    for (auto &word : block.words) {
        word.fetch_or(std::uint64_t{1} << (bits & 63), std::memory_order_release);
        bits >>= 6;
    }
}

bool BloomFilter::mayContain(std::uint64_t hash) const
{
    const Block &block = m_blocks[blockOf(hash)];
    std::uint64_t bits = probes(hash);
    for (const auto &word : block.words) {
        if ((word.load(std::memory_order_acquire) >> (bits & 63) & 1) == 0)
            return false;
        bits >>= 6;
    }
    return true;
}

int BloomFilter::bitsSet(const Block &block)
{
    int set = 0;
    for (const auto &word : block.words)
        set += std::popcount(word.load(std::memory_order_relaxed));
    return set;
}

double BloomFilter::fill() const
{
    double set = 0;
    for (const Block &block : m_blocks)
        set += bitsSet(block);
    return set / (static_cast<double>(m_blocks.size()) * kBlockBits);
}

double BloomFilter::estimatedRate() const
{
    double sum = 0;
    for (const Block &block : m_blocks) {
        double chance = 1;
        for (const auto &word : block.words)
            chance *= std::popcount(word.load(std::memory_order_relaxed)) / 64.0;
        sum += chance;
    }
    return sum / static_cast<double>(m_blocks.size());
}

std::string BloomFilter::toBytes() const
{
    std::string out;
    out.reserve(bytes());
    for (const Block &block : m_blocks) {
        for (const auto &word : block.words) {
            const std::uint64_t value = word.load(std::memory_order_acquire);
            for (int shift = 0; shift < 64; shift += 8)
                out.push_back(static_cast<char>(value >> shift & 0xff));
        }
    }
    return out;
}

std::unique_ptr<BloomFilter> BloomFilter::fromBytes(std::size_t capacity, std::string_view bytes)
{
    if (bytes.size() != blockCount(capacity) * sizeof(Block))
        return nullptr;
    auto filter = std::make_unique<BloomFilter>(capacity);
    const auto *at = reinterpret_cast<const unsigned char *>(bytes.data());
    for (Block &block : filter->m_blocks) {
        for (auto &word : block.words) {
            std::uint64_t value = 0;
            for (int shift = 0; shift < 64; shift += 8)
                value |= std::uint64_t{*at++} << shift;
            word.store(value, std::memory_order_relaxed);
        }
    }
    return filter;
}

} // namespace linkdesk::core
