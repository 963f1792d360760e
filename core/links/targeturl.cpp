#include "links/targeturl.h"

#include "links/hostname.h"

#include <unicode/utf8.h>

#include <algorithm>

namespace linkdesk::core {

namespace {

constexpr std::string_view kField = "url";

Error invalid(std::string detail)
{
    return {ErrorCode::InvalidInput, std::move(detail), std::string(kField)};
}

bool isSpaceOrControl(char c)
{
    return static_cast<unsigned char>(c) <= 0x20;
}

bool isSlash(char c)
{
    return c == '/' || c == '\\';
}

bool isValidUtf8(std::string_view text)
{
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(text.data());
    const auto size = static_cast<std::int32_t>(text.size());
    for (std::int32_t at = 0; at < size;) {
        UChar32 point = 0;
        U8_NEXT(bytes, at, size, point);
        if (point < 0)
            return false;
    }
    return true;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSpaceOrControl(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpaceOrControl(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string withoutTabs(std::string_view text)
{
    std::string out(text);
    out.erase(std::remove(out.begin(), out.end(), '\t'), out.end());
    return out;
}

// Spaces, controls and non-ASCII, which may not stand in a header, get their percent form; all else stays (R1).
void appendEncoded(std::string &out, std::string_view text)
{
    constexpr char kHex[] = "0123456789ABCDEF";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte < 0x7f) {
            out.push_back(c);
        } else {
            out.push_back('%');
            out.push_back(kHex[byte >> 4]);
            out.push_back(kHex[byte & 0xf]);
        }
    }
}

struct Parts {
    std::string scheme;          // as written, without tabs
    bool secure = false;
    std::string authority;       // without tabs
    std::string_view rest;       // from the sign that ended the authority
};

bool isSchemeSign(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-'
           || c == '.';
}

Result<Parts> split(std::string_view text)
{
    const Error noScheme = invalid("The address has no scheme: put https:// in front of it.");
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return noScheme;
    Parts parts;
    parts.scheme = withoutTabs(text.substr(0, colon));
    std::string lower = parts.scheme;
    for (char &c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    if (lower != "http" && lower != "https") {
        const bool isScheme = !lower.empty() && lower[0] >= 'a' && lower[0] <= 'z'
                              && std::all_of(lower.begin(), lower.end(), isSchemeSign);
        // "example.com:8080/x" is meant as host and port.
        if (!isScheme || lower.find('.') != std::string::npos || lower == "localhost")
            return noScheme;
        return invalid("Links may lead to http and https addresses only, not to \"" + lower.substr(0, 40) + ":\".");
    }
    parts.secure = lower == "https";
    std::size_t at = colon + 1;
    while (at < text.size() && (isSlash(text[at]) || text[at] == '\t'))
        ++at;
    const std::size_t end = std::min(text.find_first_of("/\\?#", at), text.size());
    parts.authority = withoutTabs(text.substr(at, end - at));
    parts.rest = text.substr(end);
    return parts;
}

} // namespace

Result<TargetUrl> TargetUrl::parse(std::string_view input)
{
    const std::string_view text = trimmed(input);
    if (text.empty())
        return invalid("The address is empty.");
    if (text.size() > kMaxTargetBytes)
        return invalid("The address is longer than 8192 bytes.");
    if (text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos)
        return invalid("The address holds a line break or a NUL: remove it.");
    if (!isValidUtf8(text))
        return invalid("The address is not valid UTF-8.");
    const auto parts = split(text);
    if (!parts)
        return parts.error();

    const std::string_view authority = parts->authority;
    const std::size_t at = authority.rfind('@');
    const std::string_view userInfo = at == std::string_view::npos ? std::string_view() : authority.substr(0, at + 1);
    const std::string_view hostAndPort = authority.substr(userInfo.size());
    auto parsed = parseHostAndPort(hostAndPort, kField);
    if (!parsed)
        return parsed.error();

    TargetUrl url;
    url.m_host = std::move(parsed->host);
    url.m_port = parsed->port.value_or(parts->secure ? 443 : 80);
    url.m_hasUserInfo = userInfo.size() > 1;
    url.m_bytes = parts->scheme + "://";
    appendEncoded(url.m_bytes, userInfo);
    const bool keepHost = std::all_of(hostAndPort.begin(), hostAndPort.end(), [](char c) {
        return static_cast<unsigned char>(c) > 0x20 && static_cast<unsigned char>(c) < 0x7f && c != '%';
    });
    if (keepHost) {
        url.m_bytes += hostAndPort;
    } else {
        url.m_bytes += url.m_host;
        url.m_bytes += parsed->port ? ":" + std::to_string(*parsed->port) : std::string();
    }
    std::string_view rest = parts->rest;
    if (rest.starts_with('\\')) {
        // Ends the authority for a browser, but not for every client: they must agree on the host.
        url.m_bytes.push_back('/');
        rest.remove_prefix(1);
    }
    appendEncoded(url.m_bytes, rest);
    if (url.m_bytes.size() > kMaxTargetBytes)
        return invalid("The address is longer than 8192 bytes.");
    return url;
}

} // namespace linkdesk::core
