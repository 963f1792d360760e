#include "codes/base62.h"

#include "codes/alphabet.h"

namespace linkdesk::core {

static_assert(kFullAlphabet.symbols == kBase62Alphabet);

std::string encodeBase62(std::uint64_t number)
{
    return encode(number, kFullAlphabet);
}

Result<std::uint64_t> decodeBase62(std::string_view text)
{
    if (text.size() > kMaxBase62Length)
        return Error{ErrorCode::InvalidInput, "A base62 number has at most 11 signs.", "code"};
    return decode(text, kFullAlphabet);
}

} // namespace linkdesk::core
