#include "admin/router.h"

namespace linkdesk::server {

namespace {

std::string_view methodText(Method method)
{
    switch (method) {
    case Method::Get: return "GET";
    case Method::Head: return "HEAD";
    case Method::Post: return "POST";
    case Method::Put: return "PUT";
    case Method::Patch: return "PATCH";
    case Method::Delete: return "DELETE";
    case Method::Options: return "OPTIONS";
    case Method::Other: break;
    }
    return "";
}

// "links/{id}/restore" against "links/12/restore"; the argument is one segment, never empty.
bool fits(std::string_view pattern, std::string_view path, std::string_view &argument)
{
    const std::size_t open = pattern.find('{');
    if (open == std::string_view::npos)
        return pattern == path;
    const std::string_view after = pattern.substr(pattern.find('}') + 1);
    if (path.size() <= open + after.size() || path.substr(0, open) != pattern.substr(0, open) || !path.ends_with(after))
        return false;
    argument = path.substr(open, path.size() - open - after.size());
    return argument.find('/') == std::string_view::npos;
}

} // namespace

void Router::add(Method method, std::string path, Scope scope, Endpoint endpoint)
{
    m_routes.push_back({method, std::move(path), scope, std::move(endpoint)});
}

Router::Match Router::match(Method method, std::string_view path) const
{
    Match match;
    const Method wanted = method == Method::Head ? Method::Get : method;
    for (const Route &route : m_routes) {
        std::string_view argument;
        if (!fits(route.path, path, argument))
            continue;
        if (route.method == wanted)
            return {&route, argument, {}};
        match.allowed.append(match.allowed.empty() ? "" : ", ").append(methodText(route.method));
        if (route.method == Method::Get)
            match.allowed.append(", HEAD");
    }
    return match;
}

} // namespace linkdesk::server
