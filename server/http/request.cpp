#include "http/request.h"

#include <algorithm>

namespace linkdesk::server {

bool isField(const Field &field, std::string_view name)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return field.name.size() == name.size()
        && std::equal(name.begin(), name.end(), field.name.begin(), [&](char x, char y) { return x == lower(y); });
}

std::string_view Request::field(std::string_view name) const
{
    for (const Field &f : fields) {
        if (isField(f, name))
            return f.value;
    }
    return {};
}

} // namespace linkdesk::server
