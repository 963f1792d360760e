#include "admin/linkapi.h"

#include "admin/linkjson.h"
#include "links/domaindirectory.h"

namespace linkdesk::server {

using core::Error;
using core::ErrorCode;
using core::Link;
using core::Result;

namespace {

constexpr std::size_t kUsualLink = 512; // bytes of JSON beside the target

std::string etagOf(const Link &link)
{
    return "\"" + std::to_string(link.version) + "\"";
}

} // namespace

Response LinkApi::linkResponse(int status, const Link &link) const
{
    std::string body;
    body.reserve(link.target.size() + kUsualLink);
    appendLinkJson(body, link, domains, clock.now());
    return response(status, link, std::move(body));
}

Response LinkApi::createdResponse(const core::Created &created) const
{
    std::string body;
    body.reserve(created.link.target.size() + kUsualLink);
    appendCreatedJson(body, created, domains, clock.now());
    return response(created.reused ? 200 : 201, created.link, std::move(body));
}

Response LinkApi::response(int status, const Link &link, std::string body)
{
    Response response = jsonTextResponse(status, std::move(body));
    response.addHeader("ETag", etagOf(link));
    if (status == 201)
        response.addHeader("Location", "/api/v1/links/" + std::to_string(link.id.value));
    return response;
}

std::function<void(Result<Link>)> LinkApi::answering(const Call &call) const
{
    return [api = *this, call](Result<Link> link) {
        if (!link)
            return call.fail(link.error());
        call.answerMade([api, link = std::move(*link)] { return api.linkResponse(200, link); });
    };
}

std::optional<core::LinkId> linkIdOf(const Call &call)
{
    const auto id = parseInteger(call.argument(), 1, INT64_MAX);
    if (!id)
        call.fail(404, "not-found", "there is no such link");
    return id ? std::optional(core::LinkId{*id}) : std::nullopt;
}

Result<std::optional<std::int64_t>> ifVersion(const Request &request)
{
    std::string_view value = request.field("if-match");
    if (value.empty() || value == "*")
        return std::optional<std::int64_t>();
    if (value.size() > 2 && value.front() == '"' && value.back() == '"') {
        if (const auto version = parseInteger(value.substr(1, value.size() - 2), 0, INT64_MAX))
            return std::optional(*version);
    }
    return Error{ErrorCode::VersionConflict, "If-Match does not name a version of this link; send the ETag you were given", {}};
}

} // namespace linkdesk::server
