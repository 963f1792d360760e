#include "http/address.h"

#include <boost/asio/ip/address.hpp>

#include <algorithm>

namespace linkdesk::server {

namespace {
constexpr std::array<std::uint8_t, 12> kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
}

bool Address::isV4() const
{
    return std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), bytes.begin());
}

Address Address::limitKey() const
{
    Address key = *this;
    if (!isV4())
        std::fill(key.bytes.begin() + 8, key.bytes.end(), std::uint8_t{0});
    return key;
}

Address Address::truncated() const
{
    Address cut = *this;
    std::fill(cut.bytes.begin() + (isV4() ? 15 : 6), cut.bytes.end(), std::uint8_t{0});
    return cut;
}

std::string Address::text() const
{
    namespace ip = boost::asio::ip;
    const ip::address_v6 v6(bytes);
    return isV4() ? ip::make_address_v4(ip::v4_mapped, v6).to_string() : v6.to_string();
}

} // namespace linkdesk::server
