#include "admin/filterproblem.h"

namespace linkdesk::server {

void failFilter(const Call &call, const core::FilterError &error)
{
    const core::ErrorCode code = core::ErrorCode::InvalidFilter;
    boost::json::object problem = problemObject(statusOf(code), core::errorCodeName(code), error.detail, "filter");
    problem["position"] = error.position;
    problem["length"] = error.length;
    Response response = jsonResponse(statusOf(code), problem);
    response.contentType = "application/problem+json";
    call.answer(std::move(response));
}

} // namespace linkdesk::server
