#include "admin/adminhandler.h"

#include "http/hostname.h"

#include <boost/asio/ip/address.hpp>

#include <algorithm>

namespace linkdesk::server {

namespace {

constexpr std::string_view kApi = "/api/v1/";

bool isWrite(Method method)
{
    return method != Method::Get && method != Method::Head;
}

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

// "Bearer KEY" with exactly one space (RFC 6750 section 2.1); the scheme's case does not matter.
std::string_view bearerOf(const Request &request)
{
    const std::string_view value = request.field("authorization");
    if (value.size() < 8 || lower(value.substr(0, 7)) != "bearer ")
        return {};
    return value.substr(7);
}

bool isSameSite(const Request &request)
{
    if (lower(request.field("sec-fetch-site")) == "cross-site")
        return false;
    const std::string_view origin = request.field("origin");
    if (origin.empty())
        return true;
    const std::size_t host = origin.find("://");
    return host != std::string_view::npos && lower(origin.substr(host + 3)) == lower(request.host);
}

bool hasJsonType(const Request &request)
{
    const std::string type = lower(request.field("content-type"));
    return type.substr(0, type.find(';')) == "application/json" || type.starts_with("application/json ");
}

} // namespace

AdminHandler::AdminHandler(KeyRing &keys, const Router &router, AdminPolicy policy)
    : m_keys(keys), m_router(router), m_policy(std::move(policy))
{
    for (std::string &host : m_policy.hosts)
        host = lower(host);
}

void AdminHandler::addOpenPage(std::string path, std::function<Response()> page)
{
    m_open.emplace_back(std::move(path), std::move(page));
}

Response AdminHandler::refusal(int status, std::string_view reason)
{
    const std::string_view code = status == 413 ? "too-large" : status == 503 ? "busy" : "bad-request";
    return problemResponse(status, code, reason);
}

bool AdminHandler::isAllowedHost(std::string_view host) const
{
    std::string name = lower(hostWithoutPort(host));
    if (name == "localhost" || name.empty())
        return true; // HTTP/1.0 without a Host cannot come from a browser's page
    if (std::find(m_policy.hosts.begin(), m_policy.hosts.end(), name) != m_policy.hosts.end())
        return true;
    if (name.front() == '[' && name.back() == ']')
        name = name.substr(1, name.size() - 2);
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(name, error);
    return !error && (m_policy.anyAddress || address.is_loopback());
}

void AdminHandler::handle(const Request &request, Reply reply)
{
    if (!isAllowedHost(request.host))
        return reply.send(problemResponse(421, "misdirected",
                                          "this name is not one of the admin API's; add it to the setting admin-hosts"));
    if (!isSameSite(request))
        return reply.send(problemResponse(403, "cross-site", "requests from other sites are refused"));
    for (const auto &[path, page] : m_open) {
        if (path != request.path)
            continue;
        if (!isWrite(request.method))
            return reply.send(page());
        Response response = problemResponse(405, "method-not-allowed", "only GET and HEAD are served here");
        response.addHeader("Allow", "GET, HEAD");
        return reply.send(std::move(response));
    }
    if (!request.path.starts_with(kApi))
        return reply.send(problemResponse(404, "not-found", "there is nothing here; the API is below /api/v1/"));
    handleApi(request, std::move(reply), request.path.substr(kApi.size()));
}

void AdminHandler::handleApi(const Request &request, Reply reply, std::string_view path)
{
    auto key = m_keys.check(bearerOf(request));
    if (!key)
        return reply.send(problemResponse(401, "unauthorized",
                                          "a valid key is needed: Authorization: Bearer KEY (make one with 'linkdeskd keys create')"));
    const Router::Match match = m_router.match(request.method, path);
    if (!match.route) {
        if (match.allowed.empty())
            return reply.send(problemResponse(404, "not-found", "there is nothing here"));
        Response response = problemResponse(405, "method-not-allowed", "this method is not served here");
        response.addHeader("Allow", match.allowed);
        return reply.send(std::move(response));
    }
    if (key->scope < match.route->scope)
        return reply.send(problemResponse(403, "forbidden",
                                          "this key may not do that; a key of scope '" + std::string(scopeName(match.route->scope))
                                              + "' is needed"));
    // A form of another site can send only simple types, so a write must be JSON (R27).
    if (isWrite(request.method) && !request.body.empty() && !hasJsonType(request))
        return reply.send(problemResponse(415, "unsupported-media-type", "send the body with Content-Type: application/json"));
    Call call(request, std::move(reply), std::move(key));
    for (const std::string_view argument : match.arguments)
        call.addArgument(percentDecode(argument, false));
    match.route->endpoint(std::move(call));
}

} // namespace linkdesk::server
