#include "base/hash.h"

#include <cstring>

namespace linkdesk::core {

namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

} // namespace

// Multiply and fold, eight bytes at a time.
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed)
{
    std::uint64_t hash = seed ^ bytes.size();
    const char *at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, at += 8) {
        std::uint64_t word;
        std::memcpy(&word, at, 8);
        hash = mix(hash ^ word, 0xd6e8feb86659fd93ULL);
    }
    std::uint64_t tail = 0;
    if (left > 0) // an empty text may have no address
        std::memcpy(&tail, at, left);
    return mix(hash ^ tail, 0xa0761d6478bd642fULL);
}

} // namespace linkdesk::core
