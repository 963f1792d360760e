#include "store/hostmatch.h"

#include "links/targeturl.h"
#include "store/sqlconnection.h"

#include <sqlite3.h>

#include <algorithm>

namespace linkdesk::core {

namespace {

char lowerLetter(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.'
           || c == '_';
}

// The host as it stands in a stored target, where it stands there as it is: letters, digits and dots, not ending in a
// number (which may be an IPv4 address in another form). Empty otherwise.
std::string_view plainHost(std::string_view url)
{
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos)
        return {};
    const std::string_view rest = url.substr(scheme + 3);
    std::size_t end = 0;
    while (end < rest.size() && isPlain(rest[end]))
        ++end;
    const std::string_view host = rest.substr(0, end);
    // What ends the host: a port only where digits and no "@" follow.
    const std::string_view after = rest.substr(end);
    if (!after.empty() && std::string_view(":/?#").find(after.front()) == std::string_view::npos)
        return {};
    if (after.starts_with(':') && after.substr(0, after.find_first_of("/?#")).find('@') != std::string_view::npos)
        return {};
    const std::size_t dot = host.rfind('.');
    const std::string_view last = dot == std::string_view::npos ? host : host.substr(dot + 1);
    if (last.empty() || (last.front() >= '0' && last.front() <= '9'))
        return {};
    return host;
}

// With dots at a label's border; capital letters of `found` count as small ones.
bool isWithin(std::string_view found, std::string_view host)
{
    if (found.size() < host.size())
        return false;
    const std::size_t more = found.size() - host.size();
    if (more > 0 && found[more - 1] != '.')
        return false;
    return std::equal(host.begin(), host.end(), found.begin() + static_cast<std::ptrdiff_t>(more),
                      [](char wanted, char c) { return wanted == lowerLetter(c); });
}

bool isAddress(std::string_view host)
{
    return host.starts_with('[') || (!host.empty() && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

std::string_view textOf(sqlite3_value *value)
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value))) : std::string_view();
}

void targetAtHost(sqlite3_context *context, int, sqlite3_value **values)
{
    sqlite3_result_int(context, isAtHost(textOf(values[0]), textOf(values[1])) ? 1 : 0);
}

} // namespace

std::string hostOfTarget(std::string_view url)
{
    if (const std::string_view plain = plainHost(url); !plain.empty()) {
        std::string host(plain);
        std::transform(host.begin(), host.end(), host.begin(), lowerLetter);
        return host;
    }
    const auto target = TargetUrl::parse(url);
    return target ? target->host() : std::string();
}

bool isAtHost(std::string_view url, std::string_view host)
{
    if (host.empty())
        return false;
    if (const std::string_view plain = plainHost(url); !plain.empty())
        return isWithin(plain, host);
    std::string found = hostOfTarget(url);
    if (isAddress(host))
        return found == host;
    if (found.ends_with('.'))
        found.pop_back();
    return isWithin(found, host);
}

Result<void> registerHostMatch(sqlite3 *connection)
{
    const int code = sqlite3_create_function_v2(connection, "target_at_host", 2,
                                                SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr,
                                                targetAtHost, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        return sqliteError(code, "adding target_at_host", sqlite3_errmsg(connection));
    return {};
}

} // namespace linkdesk::core
