#include "http/request.h"

#include <algorithm>

namespace linkdesk::server {

namespace {

bool sameName(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return a.size() == b.size()
        && std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

} // namespace

std::string_view Request::field(std::string_view name) const
{
    for (const Field &f : fields) {
        if (sameName(f.name, name))
            return f.value;
    }
    return {};
}

} // namespace linkdesk::server
