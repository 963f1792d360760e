// Destinations (R1, R13, R21): what is accepted is safe to send as a header and is accepted again, unchanged.
#include "links/targeturl.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using linkdesk::core::TargetUrl;
    const auto first = TargetUrl::parse({reinterpret_cast<const char *>(data), size});
    if (!first)
        return 0;
    for (const char c : first->bytes()) {
        if (static_cast<unsigned char>(c) <= 0x20 || static_cast<unsigned char>(c) >= 0x7f)
            std::abort();
    }
    const auto again = TargetUrl::parse(first->bytes());
    if (!again || again->bytes() != first->bytes() || again->host() != first->host() || again->port() != first->port())
        std::abort();
    return 0;
}
