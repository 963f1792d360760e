// Click: one counted visit, as the redirect path hands it over.
#pragma once

#include "base/clock.h"
#include "links/link.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace linkdesk::core {

// Views are copied by ClickQueue::push. The address is already truncated: nothing behind this border ever sees more (R49).
enum class Visit : std::uint8_t {
    Click,        // counted; a person or not is told by the user agent later
    LimitedHuman, // told already, as the link's limit had to be looked at; taken from its budget
    LimitedBot,   // told already; takes nothing from the budget
    Refused,      // the link had ended; no click
};

struct Click {
    LinkId link;
    DomainId domain;
    std::string_view code;
    TimePoint at;
    Visit visit = Visit::Click;
    std::array<std::uint8_t, 16> address{}; // IPv4 in mapped form
    std::string_view userAgent;             // cut to kMaxUserAgent
    std::string_view referrer;              // cut to kMaxReferrer
    std::string_view language;              // Accept-Language, cut to kMaxLanguage
};

inline constexpr std::size_t kMaxUserAgent = 512;
inline constexpr std::size_t kMaxReferrer = 1024;
inline constexpr std::size_t kMaxLanguage = 64;

} // namespace linkdesk::core
