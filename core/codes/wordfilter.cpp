#include "codes/wordfilter.h"

#include "lists.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace linkdesk::core {

namespace {

constexpr std::size_t kShortWord = 3;
constexpr std::uint16_t kStart = 0;
constexpr std::uint16_t kFound = 1;
constexpr std::size_t kMaxStates = std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1;

constexpr int kSpelledBits = 6; // 36 columns and one for other bytes
constexpr int kMeantBits = 5;   // 26 and one

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Column 0 is for bytes that are in no word.
constexpr std::array<std::uint8_t, 256> makeMeantColumns()
{
    std::array<std::uint8_t, 256> columns{};
    for (std::size_t i = 0; i < 26; ++i)
        columns['a' + i] = columns['A' + i] = static_cast<std::uint8_t>(i + 1);
    constexpr std::string_view digits = "013457";
    constexpr std::string_view letters = "oieast";
    for (std::size_t i = 0; i < digits.size(); ++i)
        columns[static_cast<unsigned char>(digits[i])] = columns[static_cast<unsigned char>(letters[i])];
    return columns;
}

constexpr std::array<std::uint8_t, 256> makeSpelledColumns()
{
    std::array<std::uint8_t, 256> columns = makeMeantColumns();
    for (std::size_t i = 0; i < 10; ++i)
        columns['0' + i] = static_cast<std::uint8_t>(i + 27);
    return columns;
}

constexpr std::array<std::uint8_t, 256> kMeantColumns = makeMeantColumns();
constexpr std::array<std::uint8_t, 256> kSpelledColumns = makeSpelledColumns();

template <typename Take>
void forEachLine(std::string_view text, Take take)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0)
            take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

} // namespace

// A trie first, breadth first made into an automaton: a state's missing steps are those of its longest suffix that is
// also in the trie. What would follow a whole word is never reached, so all words end in one state.
Result<WordFilter::Automaton> WordFilter::build(std::vector<std::string_view> words, const Columns &columns,
                                                int rowBits)
{
    // Short ones first, so that no states are made for longer words that begin with one.
    std::sort(words.begin(), words.end(), [](auto a, auto b) { return a.size() < b.size(); });
    const std::size_t width = std::size_t{1} << rowBits;
    Automaton automaton{rowBits, std::vector<State>(2 * width, kStart)};
    auto &next = automaton.next;
    std::fill(next.begin() + static_cast<std::ptrdiff_t>(width), next.end(), kFound);
    for (const std::string_view word : words) {
        std::size_t state = kStart;
        for (std::size_t i = 0; i < word.size() && state != kFound; ++i) {
            const std::size_t at = state * width + columns[static_cast<unsigned char>(word[i])];
            if (i + 1 == word.size()) {
                next[at] = kFound;
            } else if (next[at] == kStart) {
                const std::size_t count = next.size() / width;
                if (count == kMaxStates)
                    return Error{ErrorCode::InvalidInput, "The list of words is too long.", "words"};
                next[at] = static_cast<State>(count);
                next.resize(next.size() + width, kStart);
            }
            state = next[at];
        }
    }

    std::vector<State> order{kStart};
    std::vector<State> suffix(next.size() / width, kStart);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t row = order[i] * width;
        const std::size_t suffixRow = suffix[order[i]] * width;
        for (std::size_t column = 0; column < width; ++column) {
            State &step = next[row + column];
            const State ofSuffix = row == suffixRow ? kStart : next[suffixRow + column];
            if (step == kStart || ofSuffix == kFound) {
                step = ofSuffix;
            } else if (step != kFound) {
                suffix[step] = ofSuffix;
                order.push_back(step);
            }
        }
    }
    return automaton;
}

Result<WordFilter> WordFilter::make(std::string_view list)
{
    std::vector<std::string_view> spelled;
    std::vector<std::string_view> meant;
    bool isClean = true;
    forEachLine(list, [&](std::string_view word) {
        const auto isForeign = [](char c) { return kSpelledColumns[static_cast<unsigned char>(c)] == 0; };
        isClean = isClean && std::none_of(word.begin(), word.end(), isForeign);
        const bool isLiteral = word.size() <= kShortWord || std::any_of(word.begin(), word.end(), isDigit);
        (isLiteral ? spelled : meant).push_back(word);
    });
    if (!isClean)
        return Error{ErrorCode::InvalidInput, "A listed word has other characters than letters and digits.", "words"};
    auto spelledAutomaton = build(std::move(spelled), kSpelledColumns, kSpelledBits);
    auto meantAutomaton = build(std::move(meant), kMeantColumns, kMeantBits);
    if (!spelledAutomaton)
        return spelledAutomaton.error();
    if (!meantAutomaton)
        return meantAutomaton.error();
    WordFilter filter;
    filter.m_spelled = std::move(*spelledAutomaton);
    filter.m_meant = std::move(*meantAutomaton);
    return filter;
}

// Both at once: their steps do not wait for each other.
bool WordFilter::matches(std::string_view code) const
{
    const State *const spelledNext = m_spelled.next.data();
    const State *const meantNext = m_meant.next.data();
    std::size_t spelled = kStart;
    std::size_t meant = kStart;
    for (const char c : code) {
        const auto byte = static_cast<unsigned char>(c);
        spelled = spelledNext[spelled << kSpelledBits | kSpelledColumns[byte]];
        meant = meantNext[meant << kMeantBits | kMeantColumns[byte]];
    }
    return spelled == kFound || meant == kFound;
}

WordFilter makeProfanityFilter()
{
    auto filter = WordFilter::make(files::profanity_txt());
    assert(filter.ok()); // the list is ours
    return std::move(*filter);
}

NameSet::NameSet(std::string_view list)
{
    forEachLine(list, [this](std::string_view name) {
        std::string key(name);
        std::transform(key.begin(), key.end(), key.begin(), folded);
        m_names.insert(std::move(key));
    });
}

bool NameSet::contains(std::string_view name) const
{
    if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; }))
        return m_names.contains(name);
    std::string key(name);
    std::transform(key.begin(), key.end(), key.begin(), folded);
    return m_names.contains(key);
}

NameSet makeReservedNames()
{
    return NameSet(files::reserved_names_txt());
}

} // namespace linkdesk::core
