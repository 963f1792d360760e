// Links as JSON, both ways.
#pragma once

#include "admin/json.h"
#include "links/linkservice.h"

#include <boost/json/array.hpp>

namespace linkdesk::core {
class DomainDirectory;
}

namespace linkdesk::server {

// status is what a visitor meets at `now`: active, scheduled, expired, banned or deleted.
// Written as text at once: a create spends more on a tree of values than on everything else around the store.
void appendLinkJson(std::string &out, const core::Link &link, const core::DomainDirectory &domains, core::TimePoint now);
[[nodiscard]] core::Result<core::NewLink> newLinkFromJson(const boost::json::value &value,
                                                          const core::DomainDirectory &domains);
[[nodiscard]] core::Result<core::LinkPatch> linkPatchFromJson(const boost::json::value &value);

// A create's answer: the link, and warnings where there is something to say.
void appendCreatedJson(std::string &out, const core::Created &created, const core::DomainDirectory &domains,
                       core::TimePoint now);
// Links that look like a slug, for the slug check.
[[nodiscard]] boost::json::array similarJson(const std::vector<core::SimilarLink> &similar, core::DomainId domain,
                                             const core::DomainDirectory &domains);

// The domain of a request's "domain" value; empty is the default one.
[[nodiscard]] core::Result<core::DomainId> domainNamed(std::string_view host, const core::DomainDirectory &domains);

} // namespace linkdesk::server
