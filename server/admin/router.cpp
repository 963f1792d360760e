#include "admin/router.h"

#include <algorithm>

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

std::string_view takeSegment(std::string_view &rest)
{
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view segment = rest.substr(0, slash);
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    return segment;
}

// "links/{id}/restore" against "links/12/restore"; an argument is one segment, never empty.
bool fits(std::string_view pattern, std::string_view path, std::vector<std::string_view> &arguments)
{
    if (std::count(pattern.begin(), pattern.end(), '/') != std::count(path.begin(), path.end(), '/'))
        return false;
    arguments.clear();
    while (!pattern.empty()) {
        const std::string_view wanted = takeSegment(pattern);
        const std::string_view segment = takeSegment(path);
        if (!wanted.starts_with('{')) {
            if (wanted != segment)
                return false;
        } else if (segment.empty()) {
            return false;
        } else {
            arguments.push_back(segment);
        }
    }
    return path.empty();
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
        std::vector<std::string_view> arguments;
        if (!fits(route.path, path, arguments))
            continue;
        if (route.method == wanted)
            return {&route, std::move(arguments), {}};
        match.allowed.append(match.allowed.empty() ? "" : ", ").append(methodText(route.method));
        if (route.method == Method::Get)
            match.allowed.append(", HEAD");
    }
    return match;
}

} // namespace linkdesk::server
