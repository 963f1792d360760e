// What the form says about a target while it is typed. The service decides; this only saves a round trip and offers
// help: a missing scheme, an address that cannot be one (R13). Pure.
#pragma once

#include <QString>

namespace linkdesk::app {

enum class TargetVerdict {
    Empty,
    Good,
    NoScheme,    // "shop.example.com/x": offer https://
    OtherScheme, // "ftp://…", "javascript:…": the service refuses it
    NoHost,      // "https://" alone
    HasUserinfo, // allowed, but a password may be in it
    TooLong,     // R11
};

inline constexpr int kLongestTarget = 8192; // octets

[[nodiscard]] TargetVerdict checkTarget(const QString &typed);
// Good enough to be sent.
[[nodiscard]] bool isSendable(TargetVerdict verdict);
// A web address, for offering what lies on the clipboard.
[[nodiscard]] bool looksLikeTarget(const QString &text);

} // namespace linkdesk::app
