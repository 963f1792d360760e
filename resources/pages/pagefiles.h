// The files under resources/pages, as bytes.
#pragma once

#include <string_view>

namespace linkdesk::files {

[[nodiscard]] std::string_view favicon_ico();
[[nodiscard]] std::string_view openapi_json();

} // namespace linkdesk::files
