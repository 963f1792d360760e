#include "links/slug.h"

#include "links/hostname.h"

#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <vector>

namespace linkdesk::core {

namespace {

constexpr std::string_view kField = "slug";
constexpr std::size_t kMaxSlugInput = 4096; // bytes looked at before refusing
// Besides letters and digits. Each may stand unescaped in a path segment (RFC 3986, pchar).
constexpr std::string_view kSlugSigns = "-_.~+&!$'()*,;:=@";

constexpr char32_t kZwnj = 0x200c;
constexpr char32_t kZwj = 0x200d;
constexpr char32_t kKeycap = 0x20e3;
constexpr char32_t kTextStyle = 0xfe0e;
constexpr char32_t kEmojiStyle = 0xfe0f;
constexpr char32_t kBlackFlag = 0x1f3f4;

Error invalid(std::string detail)
{
    return {ErrorCode::InvalidInput, std::move(detail), std::string(kField)};
}

bool isAsciiAlnum(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr std::array<bool, 256> makePathBytes()
{
    std::array<bool, 256> plain{};
    for (unsigned c = '!'; c < 0x7f; ++c)
        plain[c] = c != '%' && c != '/';
    return plain;
}

// ASCII that needs neither decoding nor normalising.
constexpr std::array<bool, 256> kPlainPathBytes = makePathBytes();

bool isAscii(std::string_view text)
{
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

// False on invalid UTF-8: overlong forms, surrogates, values past U+10FFFF.
bool decodeUtf8(std::string_view text, std::vector<char32_t> &points)
{
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(text.data());
    const auto size = static_cast<std::int32_t>(text.size());
    points.clear();
    for (std::int32_t at = 0; at < size;) {
        UChar32 point = 0;
        U8_NEXT(bytes, at, size, point);
        if (point < 0)
            return false;
        points.push_back(static_cast<char32_t>(point));
    }
    return true;
}

std::string toNfc(std::string_view text)
{
    if (isAscii(text))
        return std::string(text);
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2 *nfc = icu::Normalizer2::getNFCInstance(status);
    if (U_FAILURE(status))
        return std::string(text);
    std::string out;
    icu::StringByteSink<std::string> sink(&out);
    nfc->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())), sink, nullptr, status);
    return U_SUCCESS(status) ? out : std::string(text);
}

bool has(char32_t point, UProperty property)
{
    return u_hasBinaryProperty(static_cast<UChar32>(point), property) != 0;
}

bool isMark(char32_t point)
{
    return (U_GET_GC_MASK(static_cast<UChar32>(point)) & U_GC_M_MASK) != 0;
}

bool isEmoji(char32_t point)
{
    return point >= 0x80 && (has(point, UCHAR_EMOJI) || has(point, UCHAR_EXTENDED_PICTOGRAPHIC)
                             || has(point, UCHAR_REGIONAL_INDICATOR) || has(point, UCHAR_EMOJI_MODIFIER));
}

bool isVariationSelector(char32_t point)
{
    return point == kTextStyle || point == kEmojiStyle || (point >= 0xe0100 && point <= 0xe01ef);
}

bool isTag(char32_t point)
{
    return point >= 0xe0020 && point <= 0xe007f;
}

// "#", "*" and digits with U+20E3, with or without the emoji style between.
bool isKeycapBase(const std::vector<char32_t> &points, std::size_t at)
{
    const std::size_t next = at + 1 < points.size() && points[at + 1] == kEmojiStyle ? at + 2 : at + 1;
    return next < points.size() && points[next] == kKeycap;
}

bool isLetterOrDigit(char32_t point)
{
    const std::uint32_t category = U_GET_GC_MASK(static_cast<UChar32>(point));
    if ((category & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_PC_MASK)) != 0)
        return !has(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT); // fillers are letters one cannot see
    return point == 0xb7 || point == 0x2019 || point == 0x30fb || point == 0x5be || point == 0x5f3 || point == 0x5f4;
}

// Joiners, styles and tags are invisible: they may only follow what they act on.
bool isAllowedInvisible(const std::vector<char32_t> &points, std::size_t at)
{
    const char32_t point = points[at];
    const char32_t previous = at > 0 ? points[at - 1] : 0;
    const bool follows =
        previous >= 0x80
        && (isEmoji(previous) || isLetterOrDigit(previous) || isVariationSelector(previous) || isTag(previous));
    if (point == kZwj || point == kZwnj)
        return follows && at + 1 < points.size() && points[at + 1] >= 0x80 && points[at + 1] != kZwj
               && points[at + 1] != kZwnj;
    if (isVariationSelector(point))
        return (follows && !isVariationSelector(previous)) || (at > 0 && isKeycapBase(points, at - 1));
    return isTag(point) && (isTag(previous) || previous == kBlackFlag);
}

bool isAllowed(const std::vector<char32_t> &points, std::size_t at)
{
    const char32_t point = points[at];
    if (point < 0x80) {
        const auto c = static_cast<char>(point);
        return isAsciiAlnum(static_cast<unsigned char>(c)) || kSlugSigns.find(c) != std::string_view::npos
               || ((c == '#' || c == '*') && isKeycapBase(points, at));
    }
    if (point == kZwj || point == kZwnj || isVariationSelector(point) || isTag(point))
        return isAllowedInvisible(points, at);
    if (at == 0 && isMark(point))
        return false;
    return isEmoji(point) || isLetterOrDigit(point);
}

// Each segment by itself: what may stand at a name's beginning, and what browsers resolve away.
Result<void> checkSegments(const std::vector<char32_t> &points)
{
    std::size_t done = 0;
    for (auto begin = points.begin();;) {
        const auto end = std::find(begin, points.end(), U'/');
        const std::vector<char32_t> segment(begin, end);
        if (segment.empty())
            return invalid("The short name begins or ends with a slash, or holds two in a row.");
        if (segment == std::vector<char32_t>{U'.'} || segment == std::vector<char32_t>{U'.', U'.'})
            return invalid("The short name must not be \".\" or \"..\": browsers resolve them away.");
        for (std::size_t i = 0; i < segment.size(); ++i) {
            if (!isAllowed(segment, i))
                return invalid("The short name may hold letters, digits, emoji and " + std::string(kSlugSigns)
                               + " only: character " + std::to_string(done + i + 1) + " is none of them.");
        }
        if (end == points.end())
            return {};
        done += segment.size() + 1;
        begin = end + 1;
    }
}

Result<std::string> decodePath(std::string_view path)
{
    std::string out;
    out.reserve(path.size());
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] != '%') {
            out.push_back(path[i]);
            continue;
        }
        const auto byte = percentByte(path, i);
        if (!byte)
            return invalid("The path holds a broken percent escape.");
        if (*byte == '/')
            return invalid("The path holds an encoded slash.");
        out.push_back(static_cast<char>(*byte));
        i += 2;
    }
    return out;
}

} // namespace

Result<std::string> normaliseSlug(std::string_view input, Segments segments)
{
    if (input.empty())
        return invalid("The short name is empty.");
    const Error tooLong = invalid("The short name is longer than 190 characters.");
    if (input.size() > kMaxSlugInput)
        return tooLong;
    std::vector<char32_t> points;
    if (!decodeUtf8(input, points))
        return invalid("The short name is not valid UTF-8.");
    std::string slug = toNfc(input);
    decodeUtf8(slug, points);
    if (points.size() > kMaxSlugCodePoints)
        return tooLong;
    if (segments == Segments::One && slug.find('/') != std::string::npos)
        return invalid("The short name holds a slash, which this domain does not allow: turn on names with several "
                       "segments for it, or write a hyphen.");
    if (auto checked = checkSegments(points); !checked)
        return checked.error();
    if (isReservedSlug(slug))
        return Error{ErrorCode::SlugReserved, "The short name is needed by the service itself: choose another.",
                     std::string(kField)};
    return slug;
}

std::string codeKey(std::string_view code, bool caseSensitive)
{
    return caseSensitive ? std::string(code) : foldCase(code);
}

bool isReservedSlug(std::string_view code)
{
    static constexpr std::array kReserved{
        std::string_view("admin"),        std::string_view("api"),          std::string_view("ads.txt"),
        std::string_view("app-ads.txt"),  std::string_view("browserconfig.xml"), std::string_view("crossdomain.xml"),
        std::string_view("favicon.ico"),  std::string_view("favicon.png"),  std::string_view("favicon.svg"),
        std::string_view("health"),       std::string_view("healthz"),      std::string_view("humans.txt"),
        std::string_view("index.html"),   std::string_view("index.htm"),    std::string_view("index.php"),
        std::string_view("manifest.json"), std::string_view("metrics"),     std::string_view("openapi.json"),
        std::string_view("robots.txt"),   std::string_view("security.txt"), std::string_view("sitemap.xml"),
        std::string_view("sitemap.xml.gz"), std::string_view("site.webmanifest"), std::string_view(".well-known"),
    };
    std::string_view first = code.substr(0, code.find('/'));
    const std::string folded = foldCase(first);
    first = folded;
    if (std::find(kReserved.begin(), kReserved.end(), first) != kReserved.end())
        return true;
    return first.starts_with("apple-touch-icon") && first.ends_with(".png");
}

std::string foldCase(std::string_view code)
{
    if (isAscii(code)) {
        std::string out(code);
        for (char &c : out)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        return out;
    }
    std::string out;
    icu::StringByteSink<std::string> sink(&out);
    UErrorCode status = U_ZERO_ERROR;
    icu::CaseMap::utf8Fold(U_FOLD_CASE_DEFAULT, icu::StringPiece(code.data(), static_cast<std::int32_t>(code.size())),
                           sink, nullptr, status);
    return toNfc(U_SUCCESS(status) ? std::string_view(out) : code);
}

Result<std::string> codeFromPath(std::string_view path)
{
    if (path.starts_with('/'))
        path.remove_prefix(1);
    if (path.ends_with('/'))
        path.remove_suffix(1);
    if (path.empty())
        return invalid("The path names no link.");
    // The common code needs nothing of what follows.
    if (std::all_of(path.begin(), path.end(), [](char c) { return kPlainPathBytes[static_cast<unsigned char>(c)]; }))
        return std::string(path);
    if (path.front() == '/' || path.back() == '/' || path.find("//") != std::string_view::npos)
        return invalid("The path holds an empty segment.");
    auto decoded = decodePath(path);
    if (!decoded)
        return decoded;
    std::vector<char32_t> points;
    if (!decodeUtf8(*decoded, points))
        return invalid("The path is not valid UTF-8.");
    if (std::any_of(points.begin(), points.end(), [](char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }))
        return invalid("The path holds a control character.");
    return toNfc(*decoded);
}

std::string pathFromCode(std::string_view code)
{
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string out;
    out.reserve(code.size());
    for (const char c : code) {
        const auto byte = static_cast<unsigned char>(c);
        // The slash parts segments; encoded it would name no link.
        if (isAsciiAlnum(byte) || c == '-' || c == '.' || c == '_' || c == '~' || c == '/') {
            out.push_back(c);
        } else {
            out.push_back('%');
            out.push_back(kHex[byte >> 4]);
            out.push_back(kHex[byte & 0xf]);
        }
    }
    return out;
}

} // namespace linkdesk::core
