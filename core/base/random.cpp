#include "base/random.h"

#include <openssl/rand.h>

#include <cstdlib>

namespace linkdesk::core {

void SecureRandom::fill(std::span<std::uint8_t> bytes)
{
    // Going on with predictable bytes would hand out guessable keys: stopping is the only safe answer.
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
        std::abort();
}

} // namespace linkdesk::core
