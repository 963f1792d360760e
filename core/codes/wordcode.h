// WordCode: "quiet-otter", and with digits behind it once many pairs are taken. Thread-safe.
#pragma once

#include "codes/codegenerator.h"
#include "codes/wordpair.h"

#include <mutex>

namespace linkdesk::core {

class WordCode final : public CodeGenerator {
public:
    explicit WordCode(RandomSource &random) : m_pairs(random) {}

    // Alphabet and length of the shape do not apply.
    [[nodiscard]] Result<MadeCode> next(const CodeShape &, int grown) override
    {
        const std::lock_guard lock(m_mutex);
        return MadeCode{m_pairs.next(grown), 0};
    }

private:
    std::mutex m_mutex;
    WordPairs m_pairs; // guarded by m_mutex
};

} // namespace linkdesk::core
