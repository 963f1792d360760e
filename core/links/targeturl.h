// TargetUrl: a destination that may be redirected to, parsed once at the edge.
//
// Accepts and refuses exactly as the WHATWG URL Standard does for http and https, but keeps the user's bytes instead
// of normalising them (R1): only raw spaces, controls and non-ASCII are percent-encoded, a non-ASCII or
// percent-encoded host becomes its A-label (UTS #46), and missing slashes after the scheme are written out, because
// a browser would resolve "http:/x" against our own address. Pure; any thread.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace linkdesk::core {

inline constexpr std::size_t kMaxTargetBytes = 8192; // R11, counted after encoding

class TargetUrl final {
public:
    // Errors are InvalidInput with field "url" and a sentence that says what to change (R13, R21).
    [[nodiscard]] static Result<TargetUrl> parse(std::string_view input);

    // The bytes that go into Location.
    [[nodiscard]] const std::string &bytes() const { return m_bytes; }
    // The host as policy sees it: lower-case A-label, dotted IPv4 or bracketed IPv6, without port.
    [[nodiscard]] const std::string &host() const { return m_host; }
    // 80 or 443 where the URL names none.
    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] bool hasUserInfo() const { return m_hasUserInfo; }

private:
    TargetUrl() = default;
    std::string m_bytes;
    std::string m_host;
    int m_port = 0;
    bool m_hasUserInfo = false;
};

} // namespace linkdesk::core
