#include "codes/countedcode.h"

#include <limits>

namespace linkdesk::core {

namespace {

constexpr std::uint64_t kMaxNumbers = std::uint64_t{1} << 63;

// symbols^length, or kMaxNumbers where it is more.
std::uint64_t codesOfLength(std::uint64_t symbols, int length)
{
    std::uint64_t count = 1;
    for (int i = 0; i < length; ++i) {
        if (count > kMaxNumbers / symbols)
            return kMaxNumbers;
        count *= symbols;
    }
    return count;
}

Error noNumbers()
{
    return {ErrorCode::Unavailable, "The counter of short codes has no number ready: try again.", "generator"};
}

} // namespace

Result<MadeCode> SequenceCode::next(const CodeShape &shape, int grown)
{
    const auto number = m_numbers.take();
    if (!number)
        return noNumbers();
    const int length = shape.length + grown;
    std::uint64_t first = codesOfLength(shape.alphabet->symbols.size(), length - 1);
    if (first == kMaxNumbers)
        first = 0; // such codes outnumber 64 bits: they are padded instead
    return MadeCode{encode(first + *number, *shape.alphabet, length), 0};
}

Result<MadeCode> ShuffledCode::next(const CodeShape &shape, int)
{
    // A clash (with a name somebody chose) needs no longer code: the next number's code is another one.
    const auto number = m_numbers.take();
    if (!number)
        return noNumbers();
    return MadeCode{codeOf(*number, *shape.alphabet, shape.length), 0};
}

std::string ShuffledCode::codeOf(std::uint64_t number, const Alphabet &alphabet, int length)
{
    const std::uint64_t symbols = alphabet.symbols.size();
    std::uint64_t count = codesOfLength(symbols, length);
    while (number >= count && count < kMaxNumbers) {
        number -= count;
        count = codesOfLength(symbols, ++length);
    }
    auto shuffle = m_shuffles.find({symbols, length});
    if (shuffle == m_shuffles.end())
        shuffle = m_shuffles.try_emplace({symbols, length}, m_key, count).first;
    return encode(shuffle->second.permute(number), alphabet, length);
}

} // namespace linkdesk::core
