#include "codes/randomcode.h"

#include <bit>
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

Result<MadeCode> RandomCode::next(const CodeShape &shape, int grown)
{
    const std::string_view symbols = shape.alphabet->symbols;
    const auto mask = static_cast<std::uint8_t>(std::bit_ceil(symbols.size()) - 1);
    MadeCode code;
    code.body.resize(static_cast<std::size_t>(shape.length + grown));
    const std::lock_guard lock(m_mutex);
    for (char &symbol : code.body) {
        // As many bits as the alphabet needs; drawing again for what lies beyond it keeps the symbols evenly likely.
        std::uint8_t draw = 0;
        do
            draw = nextByte() & mask;
        while (draw >= symbols.size());
        symbol = symbols[draw];
    }
    return code;
}

} // namespace linkdesk::core
