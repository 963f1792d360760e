// LinkApi: what all endpoints of links share; how a link is named in a path and given in an answer.
#pragma once

#include "admin/call.h"
#include "links/linkservice.h"

#include <functional>

namespace linkdesk::core {
class DomainDirectory;
}

namespace linkdesk::server {

// Copied into the routes' closures; everything is borrowed and outlives the router's last call.
struct LinkApi {
    core::LinkService &links;
    const core::DomainDirectory &domains;
    const core::Clock &clock;

    [[nodiscard]] Response linkResponse(int status, const core::Link &link) const;
    [[nodiscard]] Response createdResponse(const core::Created &created) const;
    // With the ETag, and for a create with its Location.
    [[nodiscard]] static Response response(int status, const core::Link &link, std::string body);

    // The usual end of a call that gives one link.
    [[nodiscard]] std::function<void(core::Result<core::Link>)> answering(const Call &call) const;
};

// The link that the path names; where it names none, the problem has been sent.
[[nodiscard]] std::optional<core::LinkId> linkIdOf(const Call &call);

// If-Match names one version of ours, in quotes; "*" asks for nothing (RFC 9110 section 13.1.1).
[[nodiscard]] core::Result<std::optional<std::int64_t>> ifVersion(const Request &request);

} // namespace linkdesk::server
