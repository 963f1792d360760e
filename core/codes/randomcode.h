// RandomCode: unguessable codes, each symbol drawn evenly from the alphabet (R12).
#pragma once

#include "base/random.h"
#include "codes/codegenerator.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace linkdesk::core {

// Thread-safe. It keeps a small pool of random bytes, so that a code costs no call of the source each time. The source
// is borrowed and must outlive it.
class RandomCode final : public CodeGenerator {
public:
    explicit RandomCode(RandomSource &source) : m_source(source) {}

    [[nodiscard]] Result<MadeCode> next(const CodeShape &shape, int grown) override;

private:
    std::uint8_t nextByte();

    RandomSource &m_source;
    std::mutex m_mutex; // guards what follows
    std::array<std::uint8_t, 512> m_pool{};
    std::size_t m_used = sizeof(m_pool);
};

} // namespace linkdesk::core
