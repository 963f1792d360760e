#include "store/textmatch.h"

#include "store/sqlconnection.h"

#include <sqlite3.h>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace linkdesk::core {

namespace {

constexpr std::array<char, 256> makeLower()
{
    std::array<char, 256> lower{};
    for (int i = 0; i < 256; ++i)
        lower[static_cast<std::size_t>(i)] = static_cast<char>(i >= 'A' && i <= 'Z' ? i + 32 : i);
    return lower;
}

constexpr std::array<char, 256> kLower = makeLower();

char lowerAscii(char c)
{
    return kLower[static_cast<unsigned char>(c)];
}

// Eight bytes at a time: a search looks at every text of the table.
bool isAscii(std::string_view text)
{
    constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
    std::uint64_t seen = 0;
    std::size_t at = 0;
    for (; at + sizeof seen <= text.size(); at += sizeof seen) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, sizeof word);
        seen |= word;
    }
    for (; at < text.size(); ++at)
        seen |= static_cast<unsigned char>(text[at]);
    return (seen & kHighBits) == 0;
}

// Looks where the needle begins with exactly `first`, its first sign in one of its two cases.
bool containsFrom(char first, std::string_view haystack, std::string_view needle)
{
    const char *at = haystack.data();
    const char *const end = haystack.data() + (haystack.size() - needle.size()) + 1;
    while (at < end) {
        at = static_cast<const char *>(std::memchr(at, first, static_cast<std::size_t>(end - at)));
        if (!at)
            return false;
        std::size_t i = 1;
        while (i < needle.size() && lowerAscii(at[i]) == needle[i])
            ++i;
        if (i == needle.size())
            return true;
        ++at;
    }
    return false;
}

bool containsAscii(std::string_view haystack, std::string_view needle)
{
    if (needle.size() > haystack.size())
        return false;
    const char first = needle.front();
    if (static_cast<unsigned char>(first) >= 0x80)
        return false;
    if (containsFrom(first, haystack, needle))
        return true;
    return first >= 'a' && first <= 'z' && containsFrom(static_cast<char>(first - 32), haystack, needle);
}

void appendUtf8(std::string &out, UChar32 point)
{
    std::uint8_t bytes[U8_MAX_LENGTH];
    std::int32_t length = 0;
    U8_APPEND_UNSAFE(bytes, length, point);
    out.append(reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(length));
}

void textContains(sqlite3_context *context, int count, sqlite3_value **values)
{
    const auto view = [](sqlite3_value *value) -> std::string_view {
        const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
        return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value))) : std::string_view();
    };
    const std::string_view needle = view(values[0]);
    bool found = false;
    for (int i = 1; i < count && !found; ++i)
        found = containsFolded(view(values[i]), needle);
    sqlite3_result_int(context, found ? 1 : 0);
}

} // namespace

std::string foldForSearch(std::string_view text)
{
    std::string folded;
    folded.reserve(text.size());
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(text.data());
    const auto size = static_cast<std::int32_t>(text.size());
    for (std::int32_t at = 0; at < size;) {
        UChar32 point = 0;
        U8_NEXT_OR_FFFD(bytes, at, size, point);
        if (point < 0x80)
            folded.push_back(lowerAscii(static_cast<char>(point)));
        else
            appendUtf8(folded, u_foldCase(point, U_FOLD_CASE_DEFAULT));
    }
    return folded;
}

bool containsFolded(std::string_view haystack, std::string_view foldedNeedle)
{
    if (foldedNeedle.empty())
        return true;
    if (haystack.empty())
        return false;
    if (isAscii(haystack))
        return containsAscii(haystack, foldedNeedle);
    return foldForSearch(haystack).find(foldedNeedle) != std::string::npos;
}

Result<void> registerTextMatch(sqlite3 *connection)
{
    const int code = sqlite3_create_function_v2(connection, "text_contains", -1,
                                                SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr,
                                                textContains, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        return sqliteError(code, "adding text_contains", sqlite3_errmsg(connection));
    return {};
}

} // namespace linkdesk::core
