#include "base/random.h"

#include <openssl/rand.h>

#include <cstdlib>
#include <vector>

namespace linkdesk::core {

void SecureRandom::fill(std::span<std::uint8_t> bytes)
{
    // Going on with predictable bytes would hand out guessable keys: stopping is the only safe answer.
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
        std::abort();
}

std::string randomHex(RandomSource &source, std::size_t bytes)
{
    std::vector<std::uint8_t> random(bytes);
    source.fill(random);
    return toHex(random);
}

std::string toHex(std::span<const std::uint8_t> bytes)
{
    constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (const std::uint8_t byte : bytes) {
        out.push_back(kHex[byte >> 4]);
        out.push_back(kHex[byte & 0xf]);
    }
    return out;
}

} // namespace linkdesk::core
