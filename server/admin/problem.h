// Problems: errors as RFC 9457 problem+json with a stable code.
#pragma once

#include "admin/json.h"
#include "http/response.h"

namespace linkdesk::server {

[[nodiscard]] int statusOf(core::ErrorCode code);
[[nodiscard]] boost::json::object problemObject(int status, std::string_view code, std::string_view detail,
                                                std::string_view field = {});
[[nodiscard]] boost::json::object problemObject(const core::Error &error);

// A JSON answer with the API's headers (R29).
[[nodiscard]] Response jsonResponse(int status, const boost::json::value &value);
[[nodiscard]] Response jsonTextResponse(int status, std::string json);
[[nodiscard]] Response problemResponse(int status, std::string_view code, std::string_view detail,
                                       std::string_view field = {});
[[nodiscard]] Response problemResponse(const core::Error &error);

} // namespace linkdesk::server
