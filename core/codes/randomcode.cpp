#include "codes/randomcode.h"

#include "codes/base62.h"

#include <algorithm>
#include <utility>

namespace linkdesk::core {

std::uint8_t RandomCode::nextByte()
{
    if (m_used == m_pool.size()) {
        m_source.fill(m_pool);
        m_used = 0;
    }
    // A byte that became part of a code does not stay in memory.
    return std::exchange(m_pool[m_used++], std::uint8_t{0});
}

std::string RandomCode::next(int length)
{
    const int wanted = std::clamp(length, kMinCodeLength, kMaxCodeLength);
    std::string code;
    code.reserve(static_cast<std::size_t>(wanted));
    while (code.size() < static_cast<std::size_t>(wanted)) {
        // Six bits give 0-63; drawing again for 62 and 63 keeps the signs evenly likely.
        const std::uint8_t draw = nextByte() & 0x3f;
        if (draw < kBase62Alphabet.size())
            code.push_back(kBase62Alphabet[draw]);
    }
    return code;
}

} // namespace linkdesk::core
