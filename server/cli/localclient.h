// One JSON request to the service that runs on this computer, for command-line verbs. Blocks; not for a service's threads.
#pragma once

#include "base/result.h"
#include "service/runtimefile.h"

#include <boost/json/value.hpp>

#include <string>

namespace linkdesk::server {

// Unavailable where nobody answers; otherwise the API's own refusal as an Error with its detail.
[[nodiscard]] core::Result<boost::json::value> getLocally(const RuntimeInfo &service, const std::string &path);
[[nodiscard]] core::Result<boost::json::value> postLocally(const RuntimeInfo &service, const std::string &path,
                                                           const boost::json::value &body);

} // namespace linkdesk::server
