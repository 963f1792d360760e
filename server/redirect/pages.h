// The few pages a visitor can see; no script, nothing fetched, every foreign text escaped (R29).
#pragma once

#include "http/response.h"

#include <string_view>

namespace linkdesk::server {

enum class Page { Home, NotFound, Gone, UsedUp, Banned, NotYet, Busy };

// A whole answer with its status and the security headers.
[[nodiscard]] Response visitorPage(Page page);
// visitorPage(Page::NotFound), made once: scans meet it a hundred thousand times a second.
[[nodiscard]] const Response &absentPage();
// For a request refused by the HTTP layer or with a method that is not served.
[[nodiscard]] Response refusalPage(int status, std::string_view reason);
[[nodiscard]] Response robotsTxt();
[[nodiscard]] Response favicon();

} // namespace linkdesk::server
