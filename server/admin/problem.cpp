#include "admin/problem.h"

#include <boost/json/serialize.hpp>

#include <QString>

namespace linkdesk::server {

namespace json = boost::json;
using core::ErrorCode;

namespace {

void addApiHeaders(Response &response)
{
    response.headers += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n";
}

// A detail may repeat what was sent, such as a parameter's name, and JSON is UTF-8 (RFC 8259 section 8.1).
json::string validUtf8(std::string_view text)
{
    return json::string(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toStdString());
}

} // namespace

int statusOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidInput:
    case ErrorCode::InvalidFilter:
    case ErrorCode::SlugReserved: return 422;
    case ErrorCode::NotFound: return 404;
    case ErrorCode::Gone: return 410;
    case ErrorCode::ChangedMeanwhile:
    case ErrorCode::AlreadyUndone:
    case ErrorCode::CaseClash:
    case ErrorCode::SlugTaken: return 409;
    case ErrorCode::VersionConflict: return 412;
    case ErrorCode::Busy:
    case ErrorCode::Unavailable: return 503;
    case ErrorCode::DiskFull: return 507;
    case ErrorCode::NotWritable:
    case ErrorCode::Corrupt:
    case ErrorCode::NewerSchema:
    case ErrorCode::InUse:
    case ErrorCode::AddressInUse:
    case ErrorCode::AddressForbidden:
    case ErrorCode::Internal: return 500;
    }
    return 500;
}

json::object problemObject(int status, std::string_view code, std::string_view detail, std::string_view field)
{
    json::object problem{{"type", "about:blank"},
                         {"title", json::string(reasonPhrase(status))},
                         {"status", status},
                         {"detail", validUtf8(detail)},
                         {"code", json::string(code)}};
    if (!field.empty())
        problem["field"] = validUtf8(field);
    return problem;
}

json::object problemObject(const core::Error &error)
{
    return problemObject(statusOf(error.code), core::errorCodeName(error.code), error.detail, error.field);
}

Response jsonTextResponse(int status, std::string json)
{
    Response response;
    response.status = status;
    response.contentType = "application/json";
    response.body = std::move(json);
    addApiHeaders(response);
    return response;
}

Response jsonResponse(int status, const json::value &value)
{
    return jsonTextResponse(status, json::serialize(value));
}

Response problemResponse(int status, std::string_view code, std::string_view detail, std::string_view field)
{
    Response response = jsonResponse(status, problemObject(status, code, detail, field));
    response.contentType = "application/problem+json";
    if (status == 503)
        response.addHeader("Retry-After", "1");
    if (status == 401)
        response.addHeader("WWW-Authenticate", "Bearer");
    return response;
}

Response problemResponse(const core::Error &error)
{
    return problemResponse(statusOf(error.code), core::errorCodeName(error.code), error.detail, error.field);
}

} // namespace linkdesk::server
