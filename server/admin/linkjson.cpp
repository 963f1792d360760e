#include "admin/linkjson.h"

#include "base/period.h"
#include "links/domaindirectory.h"

#include <boost/json/serialize.hpp>

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
    return link.isUsedUp() ? "used-up" : "active";
}

} // namespace

void appendLinkJson(std::string &out, const core::Link &link, const core::DomainDirectory &domains, core::TimePoint now)
{
    const auto domain = domains.byId(link.domain);
    const auto number = [&out](std::string_view key, std::int64_t value) { out.append(key).append(std::to_string(value)); };
    const auto text = [&out](std::string_view key, std::string_view value) {
        out.append(key);
        appendJsonString(out, value);
    };
    const auto flag = [&out](std::string_view key, bool value) { out.append(key).append(value ? "true" : "false"); };
    const auto time = [&](std::string_view key, const std::optional<core::TimePoint> &value) {
        if (value)
            text(key, formatTime(*value));
        else
            out.append(key).append("null");
    };
    number("{\"id\":", link.id.value);
    text(",\"shortUrl\":", domains.shortUrl(link.domain, link.code));
    if (domain && !domain->host.empty())
        text(",\"domain\":", domain->host);
    else
        out.append(",\"domain\":null");
    text(",\"code\":", link.code);
    text(",\"url\":", link.target);
    text(",\"status\":", shownStatus(link, now));
    text(",\"generator\":", link.generator);
    number(",\"clicks\":{\"humans\":", link.clicks.humans);
    number(",\"bots\":", link.clicks.bots);
    text("},\"title\":", link.title);
    text(",\"note\":", link.note);
    text(",\"owner\":", link.owner);
    out.append(",\"tags\":[");
    for (std::size_t i = 0; i < link.tags.size(); ++i)
        text(i == 0 ? "" : ",", link.tags[i]);
    out.append("],\"aliases\":[");
    for (std::size_t i = 0; i < link.aliases.size(); ++i) {
        text(i == 0 ? "{\"code\":" : ",{\"code\":", link.aliases[i].code);
        text(",\"shortUrl\":", domains.shortUrl(link.aliases[i].domain, link.aliases[i].code));
        text(",\"until\":", formatTime(link.aliases[i].until));
        out += '}';
    }
    time("],\"expiresAt\":", link.expiresAt);
    time(",\"validFrom\":", link.validFrom);
    if (link.maxClicks)
        number(",\"maxClicks\":", *link.maxClicks);
    else
        out.append(",\"maxClicks\":null");
    if (!link.fallback.empty())
        text(",\"fallbackUrl\":", link.fallback);
    else
        out.append(",\"fallbackUrl\":null");
    flag(",\"favourite\":", link.favourite);
    flag(",\"letExpire\":", link.letExpire);
    flag(",\"archived\":", link.archived);
    if (link.ban) {
        text(",\"ban\":{\"reason\":", link.ban->reason);
        text(",\"by\":", link.ban->by);
        text(",\"at\":", formatTime(link.ban->at));
        out += '}';
    } else {
        out.append(",\"ban\":null");
    }
    time(",\"lastClickAt\":", link.lastClickAt);
    number(",\"redirectStatus\":", link.redirectStatus);
    flag(",\"forwardQuery\":", link.forwardQuery);
    flag(",\"track\":", link.track);
    time(",\"createdAt\":", link.createdAt);
    time(",\"updatedAt\":", link.updatedAt);
    time(",\"deletedAt\":", link.deletedAt);
    number(",\"version\":", link.version);
    out += '}';
}

json::array similarJson(const std::vector<core::SimilarLink> &similar, core::DomainId domain,
                        const core::DomainDirectory &domains)
{
    json::array out;
    for (const core::SimilarLink &link : similar)
        out.push_back({{"id", link.id.value},
                       {"code", link.code},
                       {"shortUrl", domains.shortUrl(domain, link.code)},
                       {"url", link.target}});
    return out;
}

void appendCreatedJson(std::string &out, const core::Created &created, const core::DomainDirectory &domains,
                       core::TimePoint now)
{
    appendLinkJson(out, created.link, domains, now);
    if (created.similar.empty())
        return;
    json::array warnings;
    for (json::value &link : similarJson(created.similar, created.link.domain, domains)) {
        const std::string other(link.at("code").as_string());
        warnings.push_back({{"code", "look-alike"},
                            {"detail", "The short name looks like \"" + other + "\", which leads elsewhere."},
                            {"field", "slug"},
                            {"link", std::move(link)}});
    }
    out.back() = ',';
    out.append("\"warnings\":").append(json::serialize(warnings)).append("}");
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
    const auto generator = in.textOrNull("generator");
    link.title = in.text("title").value_or("");
    link.note = in.text("note").value_or("");
    link.tags = in.texts("tags").value_or(std::vector<std::string>());
    link.expiresAt = in.timeOrNull("expiresAt").value_or(std::nullopt);
    link.validFrom = in.timeOrNull("validFrom").value_or(std::nullopt);
    link.maxClicks = in.integerOrNull("maxClicks").value_or(std::nullopt);
    link.fallback = in.textOrNull("fallbackUrl").value_or(std::nullopt).value_or("");
    link.favourite = in.boolean("favourite").value_or(false);
    link.owner = in.text("owner").value_or("");
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
    if (generator && *generator) {
        auto kind = generatorFrom(**generator);
        if (!kind)
            return kind.error();
        link.generator = *kind;
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
    patch.maxClicks = in.integerOrNull("maxClicks");
    if (auto fallback = in.textOrNull("fallbackUrl"))
        patch.fallback = std::move(*fallback).value_or("");
    patch.owner = in.text("owner");
    patch.favourite = in.boolean("favourite");
    patch.letExpire = in.boolean("letExpire");
    if (const auto status = in.integer("redirectStatus"))
        patch.redirectStatus = static_cast<int>(std::clamp<std::int64_t>(*status, 0, 1000));
    patch.forwardQuery = in.boolean("forwardQuery");
    patch.track = in.boolean("track");
    const auto aliasFor = in.textOrNull("aliasFor");
    if (auto read = in.finish(); !read)
        return read.error();
    if (aliasFor) {
        auto period = *aliasFor ? core::parsePeriod(**aliasFor) : core::Result<core::Period>(core::Period{});
        if (!period)
            return Error{ErrorCode::InvalidInput, period.error().detail, "aliasFor"};
        patch.aliasFor = *period;
    }
    return patch;
}

} // namespace linkdesk::server
