// The verbs backup, restore and check: through the service that runs in the data folder, or on the folder itself.
#pragma once

#include "base/result.h"
#include "service/serviceoptions.h"

#include <string>

namespace linkdesk::server {

// Each gives the line to print.
[[nodiscard]] core::Result<std::string> runBackup(const ServiceOptions &options, const std::string &file);
[[nodiscard]] core::Result<std::string> runRestore(const ServiceOptions &options, const std::string &file);
// Prints what it finds; the exit code is 1 where something is wrong and was not repaired, or nothing could be found
// out.
[[nodiscard]] int runCheck(const ServiceOptions &options, bool repair);

} // namespace linkdesk::server
