#include "links/hostname.h"

#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <utility>
#include <vector>

namespace linkdesk::core {

namespace {

// URL Standard, "forbidden domain code point".
bool isForbiddenInDomain(unsigned char c)
{
    constexpr std::string_view kForbidden = " #/:<>?@[\\]^|%";
    return c <= 0x1f || c == 0x7f || kForbidden.find(static_cast<char>(c)) != std::string_view::npos;
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

char lowerAscii(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lowerAscii);
    return out;
}

std::string percentDecoded(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = text[i] == '%' ? percentByte(text, i) : std::nullopt;
        out.push_back(byte ? static_cast<char>(*byte) : text[i]);
        i += byte ? 2 : 0;
    }
    return out;
}

std::vector<std::string_view> splitLabels(std::string_view host)
{
    std::vector<std::string_view> labels;
    for (std::size_t from = 0;;) {
        const std::size_t dot = host.find('.', from);
        labels.push_back(host.substr(from, dot == std::string_view::npos ? dot : dot - from));
        if (dot == std::string_view::npos)
            return labels;
        from = dot + 1;
    }
}

// --- Domains -----------------------------------------------------------------------------------------------------

struct CloseIdna {
    void operator()(UIDNA *idna) const { uidna_close(idna); }
};

// Immutable once open, so shared by all threads.
const UIDNA *idna()
{
    static const std::unique_ptr<UIDNA, CloseIdna> instance = [] {
        UErrorCode status = U_ZERO_ERROR;
        return std::unique_ptr<UIDNA, CloseIdna>(
            uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII
                                | UIDNA_NONTRANSITIONAL_TO_UNICODE, &status));
    }();
    return instance.get();
}

// The Standard runs ToASCII with CheckHyphens and VerifyDnsLength off; ICU reports those all the same.
constexpr std::uint32_t kToleratedIdnaErrors = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG
                                               | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN
                                               | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

bool isAscii(std::string_view text)
{
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

// What Unicode 15.1 and 16 changed in UTS #46 and an older ICU does not know: some capitals map to their small letter
// instead of being refused (and capital sharp s to the small one), five compatibility ideographs map, and what one
// cannot see is passed over. Does nothing to a text a newer ICU understands.
void appendUpToDate(std::string &out, UChar32 point)
{
    constexpr std::array<std::pair<UChar32, UChar32>, 5> kIdeographs{
        {{0x2f868, 0x36fc}, {0x2f874, 0x5f53}, {0x2f91f, 0x243ab}, {0x2f95f, 0x7aee}, {0x2f9bf, 0x45d7}}};
    constexpr std::array<UChar32, 7> kInvisible{0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x3164, 0xffa0};
    if ((point >= 0x206a && point <= 0x206f)
        || std::find(kInvisible.begin(), kInvisible.end(), point) != kInvisible.end())
        return;
    const bool changedCapital = point == 0x4c0 || point == 0x1e9e || point == 0x2132 || point == 0x2183
                                || (point >= 0x10a0 && point <= 0x10cd);
    if (changedCapital)
        point = u_foldCase(point, U_FOLD_CASE_DEFAULT);
    for (const auto &[from, to] : kIdeographs)
        point = point == from ? to : point;
    std::uint8_t bytes[U8_MAX_LENGTH];
    std::int32_t length = 0;
    U8_APPEND_UNSAFE(bytes, length, point);
    out.append(reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(length));
}

std::string upToDate(std::string_view domain)
{
    std::string out;
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(domain.data());
    const auto size = static_cast<std::int32_t>(domain.size());
    for (std::int32_t at = 0; at < size;) {
        UChar32 point = 0;
        U8_NEXT_OR_FFFD(bytes, at, size, point);
        appendUpToDate(out, point);
    }
    return out;
}

std::optional<std::string> domainToAscii(std::string_view written)
{
    // The Standard checks no A-label that was written as one: only its case is brought down.
    if (isAscii(written))
        return lowered(written);
    const std::string domain = upToDate(written);
    if (!idna())
        return std::nullopt;
    // An A-label is at most as long as its escaped input; the factor is generous, the second try exact.
    std::string out(domain.size() * 4 + 64, '\0');
    for (int tries = 0; tries < 2; ++tries) {
        UIDNAInfo info = UIDNA_INFO_INITIALIZER;
        UErrorCode status = U_ZERO_ERROR;
        const std::int32_t length =
            uidna_nameToASCII_UTF8(idna(), domain.data(), static_cast<std::int32_t>(domain.size()), out.data(),
                                   static_cast<std::int32_t>(out.size()), &info, &status);
        if (status == U_BUFFER_OVERFLOW_ERROR) {
            out.resize(static_cast<std::size_t>(length) + 1);
            continue;
        }
        if (U_FAILURE(status) || (info.errors & ~kToleratedIdnaErrors) != 0)
            return std::nullopt;
        out.resize(static_cast<std::size_t>(length));
        return isAscii(out) ? std::optional<std::string>(lowered(out)) : std::nullopt;
    }
    return std::nullopt;
}

// --- IPv4 --------------------------------------------------------------------------------------------------------

// A number in decimal, octal (leading 0) or hexadecimal (0x); nothing when it is none. Too large is kept as 2^32.
std::optional<std::uint64_t> ipv4Number(std::string_view text)
{
    constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 32;
    if (text.empty())
        return std::nullopt;
    std::uint64_t base = 10;
    if (text.size() >= 2 && text[0] == '0') {
        const bool hex = lowerAscii(text[1]) == 'x';
        base = hex ? 16 : 8;
        text.remove_prefix(hex ? 2 : 1);
    }
    std::uint64_t number = 0;
    for (const char c : text) {
        const int digit = hexDigit(c);
        if (digit < 0 || static_cast<std::uint64_t>(digit) >= base)
            return std::nullopt;
        number = std::min(kTooLarge, number * base + static_cast<std::uint64_t>(digit));
    }
    return number;
}

bool endsInNumber(std::string_view host)
{
    auto labels = splitLabels(host);
    if (labels.back().empty()) {
        if (labels.size() == 1)
            return false;
        labels.pop_back();
    }
    const std::string_view last = labels.back();
    if (!last.empty() && std::all_of(last.begin(), last.end(), isDigit))
        return true;
    return ipv4Number(last).has_value();
}

std::optional<std::string> parseIpv4(std::string_view host)
{
    auto labels = splitLabels(host);
    if (labels.back().empty() && labels.size() > 1)
        labels.pop_back();
    if (labels.size() > 4)
        return std::nullopt;
    std::uint64_t address = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto number = ipv4Number(labels[i]);
        if (!number)
            return std::nullopt;
        const bool last = i + 1 == labels.size();
        if (!last && *number > 255)
            return std::nullopt;
        // The last number fills all bytes that are left.
        const std::size_t room = last ? 4 - i : 1;
        if (*number >= (std::uint64_t{1} << (8 * room)))
            return std::nullopt;
        address |= last ? *number : *number << (8 * (3 - i));
    }
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) {
        out += std::to_string((address >> shift) & 0xff);
        out += shift > 0 ? "." : "";
    }
    return out;
}

// --- IPv6 --------------------------------------------------------------------------------------------------------

using Pieces = std::array<std::uint16_t, 8>;

// The dotted tail of an IPv6 address: four decimal bytes without leading zeros.
bool readDottedTail(std::string_view text, Pieces &pieces, int &piece)
{
    if (piece > 6)
        return false;
    const auto labels = splitLabels(text);
    if (labels.size() != 4)
        return false;
    std::array<std::uint16_t, 4> bytes{};
    for (std::size_t i = 0; i < 4; ++i) {
        const std::string_view label = labels[i];
        if (label.empty() || label.size() > 3 || (label.size() > 1 && label[0] == '0')
            || !std::all_of(label.begin(), label.end(), isDigit))
            return false;
        unsigned value = 0;
        std::from_chars(label.data(), label.data() + label.size(), value);
        if (value > 255)
            return false;
        bytes[i] = static_cast<std::uint16_t>(value);
    }
    pieces[static_cast<std::size_t>(piece++)] = static_cast<std::uint16_t>(bytes[0] << 8 | bytes[1]);
    pieces[static_cast<std::size_t>(piece++)] = static_cast<std::uint16_t>(bytes[2] << 8 | bytes[3]);
    return true;
}

std::optional<Pieces> parseIpv6(std::string_view text)
{
    Pieces pieces{};
    int piece = 0;
    int compress = -1;
    std::size_t at = 0;
    if (text.starts_with(':')) {
        if (!text.starts_with("::"))
            return std::nullopt;
        at = 2;
        compress = 0;
    }
    while (at < text.size()) {
        if (piece == 8)
            return std::nullopt;
        if (text[at] == ':') {
            if (compress >= 0)
                return std::nullopt;
            ++at;
            compress = piece;
            continue;
        }
        const std::size_t start = at;
        unsigned value = 0;
        while (at < text.size() && at - start < 4 && hexDigit(text[at]) >= 0)
            value = value * 16 + static_cast<unsigned>(hexDigit(text[at++]));
        if (at < text.size() && text[at] == '.') {
            if (at == start || !readDottedTail(text.substr(start), pieces, piece))
                return std::nullopt;
            at = text.size();
            break;
        }
        if (at < text.size()) {
            if (text[at] != ':' || ++at == text.size())
                return std::nullopt;
        }
        pieces[static_cast<std::size_t>(piece++)] = static_cast<std::uint16_t>(value);
    }
    if (compress >= 0) {
        // Move what follows the gap to the end.
        std::rotate(pieces.begin() + compress, pieces.begin() + piece, pieces.end());
        return pieces;
    }
    return piece == 8 ? std::optional<Pieces>(pieces) : std::nullopt;
}

// RFC 5952: the first longest run of at least two zero pieces is left out.
std::string ipv6Text(const Pieces &pieces)
{
    std::size_t gap = 8;
    std::size_t gapLength = 1;
    for (std::size_t i = 0; i < 8; ++i) {
        std::size_t end = i;
        while (end < 8 && pieces[end] == 0)
            ++end;
        if (end - i > gapLength) {
            gap = i;
            gapLength = end - i;
        }
        i = std::max(i, end);
    }
    std::string out = "[";
    for (std::size_t i = 0; i < 8; ++i) {
        if (i == gap) {
            out += i == 0 ? "::" : ":";
            i += gapLength - 1;
            continue;
        }
        char digits[4];
        const auto end = std::to_chars(digits, digits + sizeof digits, pieces[i], 16).ptr;
        out.append(digits, end);
        if (i < 7)
            out += ':';
    }
    return out + ']';
}

} // namespace

std::optional<std::uint8_t> percentByte(std::string_view text, std::size_t at)
{
    if (at + 2 >= text.size())
        return std::nullopt;
    const int high = hexDigit(text[at + 1]);
    const int low = hexDigit(text[at + 2]);
    if (high < 0 || low < 0)
        return std::nullopt;
    return static_cast<std::uint8_t>(high * 16 + low);
}

Result<std::string> parseHost(std::string_view raw, std::string_view field)
{
    const auto invalid = [&](const char *detail) { return Error{ErrorCode::InvalidInput, detail, std::string(field)}; };
    if (raw.empty())
        return invalid("The address has no host: write it as https://example.com/page.");
    if (raw.front() == '[') {
        const auto pieces = raw.back() == ']' ? parseIpv6(raw.substr(1, raw.size() - 2)) : std::nullopt;
        if (!pieces)
            return invalid("The IPv6 address in the host is not valid.");
        return ipv6Text(*pieces);
    }
    const auto ascii = domainToAscii(percentDecoded(raw));
    if (!ascii || ascii->empty())
        return invalid("The host is not a valid domain name: check its spelling.");
    if (std::any_of(ascii->begin(), ascii->end(),
                    [](char c) { return isForbiddenInDomain(static_cast<unsigned char>(c)); }))
        return invalid("The host holds a sign that no domain name may have.");
    if (!endsInNumber(*ascii))
        return *ascii;
    const auto address = parseIpv4(*ascii);
    if (!address)
        return invalid("The host ends in a number but is not a valid IPv4 address.");
    return *address;
}

Result<HostAndPort> parseHostAndPort(std::string_view raw, std::string_view field)
{
    const auto invalid = [&](const char *detail) { return Error{ErrorCode::InvalidInput, detail, std::string(field)}; };
    std::size_t colon = 0;
    bool inBrackets = false;
    for (; colon < raw.size() && (raw[colon] != ':' || inBrackets); ++colon) {
        if (raw[colon] == '[')
            inBrackets = true;
        else if (raw[colon] == ']')
            inBrackets = false;
    }
    auto host = parseHost(raw.substr(0, colon), field);
    if (!host)
        return host.error();
    HostAndPort result{std::move(*host), std::nullopt};
    if (colon + 1 >= raw.size())
        return result;
    const std::string_view digits = raw.substr(colon + 1);
    if (!std::all_of(digits.begin(), digits.end(), isDigit))
        return invalid("The port is not a number.");
    int port = 0;
    for (const char c : digits) {
        port = port * 10 + (c - '0');
        if (port > 65535)
            return invalid("The port is larger than 65535.");
    }
    result.port = port;
    return result;
}

} // namespace linkdesk::core
