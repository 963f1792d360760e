#include "admin/linkjson.h"

#include "links/domaindirectory.h"

#include <boost/json/array.hpp>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;

namespace {

std::string_view shownStatus(const core::Link &link, core::TimePoint now)
{
    if (link.status != core::LinkStatus::Active)
        return core::linkStatusName(link.status);
    if (link.expiresAt && now >= *link.expiresAt)
        return "expired";
    if (link.validFrom && now < *link.validFrom)
        return "scheduled";
    return "active";
}

} // namespace

json::object linkToJson(const core::Link &link, const core::DomainDirectory &domains, core::TimePoint now)
{
    const auto domain = domains.byId(link.domain);
    json::array tags(link.tags.begin(), link.tags.end());
    return json::object{
        {"id", link.id.value},
        {"shortUrl", domains.shortUrl(link.domain, link.code)},
        {"domain", domain && !domain->host.empty() ? json::value(domain->host) : json::value(nullptr)},
        {"code", link.code},
        {"url", link.target},
        {"status", json::string(shownStatus(link, now))},
        {"generator", link.generator},
        {"clicks", json::object{{"humans", link.clicks.humans}, {"bots", link.clicks.bots}}},
        {"title", link.title},
        {"note", link.note},
        {"owner", link.owner},
        {"tags", std::move(tags)},
        {"expiresAt", timeOrNull(link.expiresAt)},
        {"validFrom", timeOrNull(link.validFrom)},
        {"redirectStatus", link.redirectStatus},
        {"forwardQuery", link.forwardQuery},
        {"track", link.track},
        {"createdAt", formatTime(link.createdAt)},
        {"updatedAt", formatTime(link.updatedAt)},
        {"deletedAt", timeOrNull(link.deletedAt)},
        {"version", link.version},
    };
}

core::Result<core::DomainId> domainNamed(std::string_view host, const core::DomainDirectory &domains)
{
    if (const auto domain = domains.byHost(host))
        return domain->id;
    return Error{ErrorCode::InvalidInput, "there is no short domain '" + std::string(host) + "' here; add it first", "domain"};
}

core::Result<core::NewLink> newLinkFromJson(const json::value &value, const core::DomainDirectory &domains)
{
    ObjectReader in(value);
    core::NewLink link;
    const auto url = in.text("url");
    const auto slug = in.textOrNull("slug");
    const auto domain = in.textOrNull("domain");
    const auto length = in.integer("length");
    link.title = in.text("title").value_or("");
    link.note = in.text("note").value_or("");
    link.tags = in.texts("tags").value_or(std::vector<std::string>());
    link.expiresAt = in.timeOrNull("expiresAt").value_or(std::nullopt);
    link.validFrom = in.timeOrNull("validFrom").value_or(std::nullopt);
    const auto redirectStatus = in.integer("redirectStatus");
    link.forwardQuery = in.boolean("forwardQuery").value_or(true);
    link.track = in.boolean("track").value_or(true);
    link.reuse = in.boolean("reuse").value_or(false);
    if (auto read = in.finish(); !read)
        return read.error();
    if (!url)
        return Error{ErrorCode::InvalidInput, "url is missing: the address the link leads to", "url"};
    link.target = *url;
    if (slug && *slug && !(*slug)->empty())
        link.slug = **slug;
    if (domain && *domain) {
        auto id = domainNamed(**domain, domains);
        if (!id)
            return id.error();
        link.domain = *id;
    }
    // Values that do not fit an int are refused by the service like any other wrong number.
    if (length)
        link.length = static_cast<int>(std::clamp<std::int64_t>(*length, -1, 1000));
    if (redirectStatus)
        link.redirectStatus = static_cast<int>(std::clamp<std::int64_t>(*redirectStatus, 0, 1000));
    return link;
}

core::Result<core::LinkPatch> linkPatchFromJson(const json::value &value)
{
    ObjectReader in(value);
    core::LinkPatch patch;
    patch.target = in.text("url");
    patch.slug = in.text("slug");
    patch.title = in.text("title");
    patch.note = in.text("note");
    patch.tags = in.texts("tags");
    patch.expiresAt = in.timeOrNull("expiresAt");
    patch.validFrom = in.timeOrNull("validFrom");
    if (const auto status = in.integer("redirectStatus"))
        patch.redirectStatus = static_cast<int>(std::clamp<std::int64_t>(*status, 0, 1000));
    patch.forwardQuery = in.boolean("forwardQuery");
    patch.track = in.boolean("track");
    if (auto read = in.finish(); !read)
        return read.error();
    return patch;
}

} // namespace linkdesk::server
