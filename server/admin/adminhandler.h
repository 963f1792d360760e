// AdminHandler: the admin listener's front door: who may come in, and to which endpoint (R22, R26-R28).
//
// Order of the checks: Host (DNS rebinding), cross-site signs of a browser, key, scope, content type, route. Nothing of
// the body is looked at before all of them.
#pragma once

#include "admin/router.h"

#include <functional>
#include <string>
#include <vector>

namespace linkdesk::server {

struct AdminPolicy {
    // Host names (without port) by which the API may be called, besides IP addresses of the loopback and "localhost".
    std::vector<std::string> hosts;
    // The listener is not bound to the loopback: any IP literal may be the Host.
    bool anyAddress = false;
};

class AdminHandler final : public Handler {
public:
    // Borrowed; routes are complete before the first request.
    AdminHandler(KeyRing &keys, const Router &router, AdminPolicy policy);

    // Pages without a key, outside /api/v1: health, metrics, the API's description.
    void addOpenPage(std::string path, std::function<Response()> page);

    void handle(const Request &request, Reply reply) override;
    [[nodiscard]] Response refusal(int status, std::string_view reason) override;

private:
    [[nodiscard]] bool isAllowedHost(std::string_view host) const;
    void handleApi(const Request &request, Reply reply, std::string_view path);

    KeyRing &m_keys;
    const Router &m_router;
    AdminPolicy m_policy; // set once; hosts in lower case
    std::vector<std::pair<std::string, std::function<Response()>>> m_open;
};

} // namespace linkdesk::server
