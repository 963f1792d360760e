// What the message bar says when the service inside could not be started, and which button helps.
#pragma once

#include "embed/servicehost.h"
#include "widgets/message.h"

namespace linkdesk::app {

namespace startmessage {
inline constexpr const char *kId = "service.start";
inline constexpr const char *kUseOtherPort = "use-other-port";
inline constexpr const char *kTryAgain = "try-again";
} // namespace startmessage

[[nodiscard]] Message startFailureMessage(const HostFailure &failure);
// The same in a few words, for the status strip.
[[nodiscard]] QString startFailureShort(const HostFailure &failure);

} // namespace linkdesk::app
