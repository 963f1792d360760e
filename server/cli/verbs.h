// What each verb of linkdeskd does. Results go to standard output, messages to standard error; the return value is the
// exit code: 0 done, 1 it could not be done, 2 wrong usage.
#pragma once

#include "cli/commandline.h"

namespace linkdesk::server {

[[nodiscard]] int runCommandLine(const std::vector<std::string> &words);

} // namespace linkdesk::server
