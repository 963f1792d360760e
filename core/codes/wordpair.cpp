#include "codes/wordpair.h"

#include "lists.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace linkdesk::core {

namespace {

constexpr char kBetween = '-';

int digitsFor(int extra)
{
    return 2 * std::clamp(extra, 0, 3);
}

std::uint32_t numbersFor(int extra)
{
    std::uint32_t count = 1;
    for (int i = 0; i < digitsFor(extra); ++i)
        count *= 10;
    return count;
}

std::vector<std::string_view> lines(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1))
        words.push_back(text.substr(0, end));
    return words;
}

} // namespace

WordPairs::WordPairs(RandomSource &source)
    : m_source(source), m_adjectives(lines(files::adjectives_txt())), m_names(lines(files::animals_txt()))
{
}

std::uint32_t WordPairs::below(std::uint32_t count) const
{
    // What lies beyond the last whole multiple would make the first numbers likelier, so it is drawn again.
    const std::uint64_t whole = (std::uint64_t{1} << 32) / count * count;
    std::uint32_t draw = 0;
    do {
        std::array<std::uint8_t, sizeof(draw)> bytes{};
        m_source.fill(bytes);
        std::memcpy(&draw, bytes.data(), sizeof(draw));
    } while (draw >= whole);
    return draw % count;
}

std::string WordPairs::next(int extra) const
{
    std::string code(m_adjectives[below(static_cast<std::uint32_t>(m_adjectives.size()))]);
    code += kBetween;
    code += m_names[below(static_cast<std::uint32_t>(m_names.size()))];
    const auto digits = static_cast<std::size_t>(digitsFor(extra));
    if (digits == 0)
        return code;
    const std::string number = std::to_string(below(numbersFor(extra)));
    code += kBetween;
    code.append(digits - number.size(), '0');
    return code += number;
}

double WordPairs::space(int extra) const
{
    return static_cast<double>(m_adjectives.size()) * static_cast<double>(m_names.size()) * numbersFor(extra);
}

} // namespace linkdesk::core
