// Router: method and path to endpoint. Filled once at start, read by every HTTP thread.
#pragma once

#include "admin/call.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::server {

using Endpoint = std::function<void(Call)>;

struct Route {
    Method method;
    std::string path; // below /api/v1/, such as "links/{id}/restore"
    Scope scope;      // the least a key must have
    Endpoint endpoint;
};

class Router final {
public:
    void add(Method method, std::string path, Scope scope, Endpoint endpoint);

    struct Match {
        const Route *route = nullptr;            // null: nothing here for this method
        std::vector<std::string_view> arguments; // raw bytes at each "{…}"
        std::string allowed;                     // for Allow, where the path exists with other methods
    };
    [[nodiscard]] Match match(Method method, std::string_view path) const;

private:
    std::vector<Route> m_routes;
};

} // namespace linkdesk::server
