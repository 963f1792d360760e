// The two generators that turn numbers of a shared counter into codes: in order, or shuffled.
//
// Not thread-safe: they are used on the store's writer thread, where their numbers come from.
#pragma once

#include "codes/codegenerator.h"
#include "codes/numberblock.h"
#include "codes/shuffle.h"

#include <map>
#include <utility>

namespace linkdesk::core {

// Numbers in order. The first code of a length is that of the smallest number that needs it ("100000" for six), so no
// code starts with a zero and the length grows by itself when all are used.
class SequenceCode final : public CodeGenerator {
public:
    [[nodiscard]] Result<MadeCode> next(const CodeShape &shape, int grown) override;
    [[nodiscard]] NumberBlock *numbers() override { return &m_numbers; }

private:
    NumberBlock m_numbers;
};

// The n-th code of a length is the n-th place of a keyed permutation of all codes of that length; after the last the
// next length begins.
class ShuffledCode final : public CodeGenerator {
public:
    explicit ShuffledCode(const ShuffleKey &key) : m_key(key) {}
    [[nodiscard]] Result<MadeCode> next(const CodeShape &shape, int grown) override;
    [[nodiscard]] NumberBlock *numbers() override { return &m_numbers; }

    // The code of one number; `length` is that of the shortest codes.
    [[nodiscard]] std::string codeOf(std::uint64_t number, const Alphabet &alphabet, int length);

private:
    const ShuffleKey m_key;
    NumberBlock m_numbers;
    std::map<std::pair<std::size_t, int>, Shuffle> m_shuffles; // by number of symbols and length
};

} // namespace linkdesk::core
