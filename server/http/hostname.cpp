#include "http/hostname.h"

#include <boost/asio/ip/address_v6.hpp>

#include <algorithm>
#include <charconv>
#include <string>

namespace linkdesk::server {

namespace {

bool isRegNameByte(char c)
{
    // unreserved, sub-delims and the percent sign of RFC 3986 section 3.2.2; quotes, slashes and '@' are not among them.
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || std::string_view("-._~!$&'()*+,;=%").find(c) != std::string_view::npos;
}

bool isValidPort(std::string_view port)
{
    if (port.empty())
        return true;
    unsigned value = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), value);
    return error == std::errc() && end == port.data() + port.size() && value <= 65535;
}

bool isValidName(std::string_view name)
{
    if (name.empty() || name == "." || !std::all_of(name.begin(), name.end(), isRegNameByte))
        return false;
    return name.front() != '.' && name.find("..") == std::string_view::npos;
}

} // namespace

std::string_view hostWithoutPort(std::string_view host)
{
    const std::size_t from = !host.empty() && host.front() == '[' ? host.find(']') : 0;
    const std::size_t colon = from == std::string_view::npos ? from : host.find(':', from);
    return host.substr(0, colon);
}

bool isValidHost(std::string_view host)
{
    const std::string_view name = hostWithoutPort(host);
    const std::string_view rest = host.substr(name.size());
    if (!rest.empty() && !isValidPort(rest.substr(1)))
        return false;
    if (name.empty() || name.front() != '[')
        return isValidName(name);
    if (name.size() < 4 || name.back() != ']')
        return false;
    boost::system::error_code error;
    (void)boost::asio::ip::make_address_v6(std::string(name.substr(1, name.size() - 2)), error);
    return !error && name.find('%') == std::string_view::npos;
}

} // namespace linkdesk::server
