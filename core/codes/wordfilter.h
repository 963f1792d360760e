// WordFilter: whether a code contains a word that it should not. NameSet: whether it is one of many names.
//
// Both are built once and then only read: any threads may share one.
#pragma once

#include "base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace linkdesk::core {

// Looks for all words at once, at any place and in any case (Aho and Corasick 1975). Words of four letters and more are
// also found with digits in place of letters: 0 for o, 1 for i, 3 for e, 4 for a, 5 for s, 7 for t. Words of three
// letters would then hit too many codes, and words with digits mean what they say; both are found as they are.
//
// The automata take 64 or 128 bytes a state and about five states a word: some 240 KB for the 1,100 words compiled in.
class WordFilter final {
public:
    // One word a line, of a-z, A-Z and 0-9; empty lines do not count. InvalidInput for another character, and where
    // the words need more states than 16 bits number (there is room for some 10,000 words).
    [[nodiscard]] static Result<WordFilter> make(std::string_view list);

    // Characters beyond ASCII letters and digits part words. An empty list finds nothing.
    [[nodiscard]] bool matches(std::string_view code) const;

    [[nodiscard]] std::size_t bytes() const { return (m_spelled.next.size() + m_meant.next.size()) * sizeof(State); }

private:
    using State = std::uint16_t;
    using Columns = std::array<std::uint8_t, 256>; // of a byte in the tables

    struct Automaton {
        int rowBits = 0;         // a row has 2^rowBits columns
        std::vector<State> next; // by state and column; state 0 has seen nothing, state 1 a whole word and stays
    };
    [[nodiscard]] static Result<Automaton> build(std::vector<std::string_view> words, const Columns &columns,
                                                 int rowBits);

    WordFilter() = default;

    Automaton m_spelled; // letters and digits, as they are
    Automaton m_meant;   // letters, and digits as the letters they look like
};

// The words that no generated code should contain (R9), compiled in.
[[nodiscard]] WordFilter makeProfanityFilter();

class NameSet final {
public:
    // One name a line.
    explicit NameSet(std::string_view list);

    // Compares without regard to the case of ASCII letters; fold others before.
    [[nodiscard]] bool contains(std::string_view name) const;
    [[nodiscard]] std::size_t size() const { return m_names.size(); }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
    };
    std::unordered_set<std::string, Hash, std::equal_to<>> m_names;
};

// Names that a service may need for itself one day (R9), compiled in.
[[nodiscard]] NameSet makeReservedNames();

} // namespace linkdesk::core
