#include "admin/linkendpoints.h"

#include "admin/linkapi.h"
#include "admin/filterproblem.h"
#include "admin/linkjson.h"
#include "links/domaindirectory.h"
#include "links/linkservice.h"
#include "links/viewbook.h"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Link;
using core::Result;

namespace {

constexpr std::size_t kMaxBulk = 10'000;
constexpr int kMaxPage = 500;

void create(const LinkApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    auto request = newLinkFromJson(*body, api.domains);
    if (!request)
        return call.fail(request.error());
    if (request->owner.empty())
        request->owner = call.actor();
    api.links.create(std::move(*request), call.actor(), [api, call](Result<core::Created> created) {
        if (!created)
            return call.fail(created.error());
        call.answerMade([api, made = std::move(*created)] { return api.createdResponse(made); });
    });
}

Response bulkResponse(const LinkApi &api, const std::vector<std::optional<Error>> &refused,
                      const std::vector<Result<core::Created>> &created)
{
    std::string body = "{\"results\":[";
    auto next = created.begin();
    const core::TimePoint now = api.clock.now();
    for (const auto &refusal : refused) {
        const Error *error = refusal ? &*refusal : !*next ? &next->error() : nullptr;
        body.append(body.ends_with('[') ? "{\"status\":" : ",{\"status\":");
        if (error) {
            body.append(std::to_string(statusOf(error->code))).append(",\"problem\":");
            body.append(json::serialize(problemObject(*error)));
        } else {
            body.append((*next)->reused ? "200" : "201").append(",\"link\":");
            appendCreatedJson(body, **next, api.domains, now);
        }
        body += '}';
        if (!refusal)
            ++next;
    }
    body.append("]}");
    return jsonTextResponse(200, std::move(body));
}

void createBulk(const LinkApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    const json::array *items = body->if_array();
    if (!items || items->size() > kMaxBulk)
        return call.fail(422, "invalid-input", "send an array of at most 10,000 links");
    std::vector<std::optional<Error>> refused;
    std::vector<core::NewLink> requests;
    for (const json::value &item : *items) {
        auto request = newLinkFromJson(item, api.domains);
        refused.push_back(request ? std::nullopt : std::optional(request.error()));
        if (request) {
            if (request->owner.empty())
        request->owner = call.actor();
            requests.push_back(std::move(*request));
        }
    }
    api.links.createMany(std::move(requests), call.actor(),
                         [api, call, refused = std::move(refused)](std::vector<Result<core::Created>> created) {
                             call.answerMade([api, refused, created = std::move(created)] {
                                 return bulkResponse(api, refused, created);
                             });
                         });
}

Result<void> readStatus(const Call &call, core::LinkQuery &query)
{
    const std::string status = call.parameter("status").value_or("");
    if (status.empty() || status == "all") // all that are not in the bin
        return {};
    for (const auto known : {core::LinkStatus::Active, core::LinkStatus::Banned, core::LinkStatus::Deleted}) {
        if (status == core::linkStatusName(known)) {
            query.status = known;
            return {};
        }
    }
    return Error{ErrorCode::InvalidInput, "status must be active, banned, deleted or all", "status"};
}

Result<core::LinkQuery> queryOf(const LinkApi &api, const Call &call)
{
    if (auto known = call.onlyParameters({"search", "tag", "status", "domain", "filter", "sort", "limit", "cursor", "skip"}); !known)
        return known.error();
    core::LinkQuery query;
    query.search = call.parameter("search").value_or("");
    query.tag = call.parameter("tag");
    query.cursor = call.parameter("cursor").value_or("");
    const auto order = core::sortOrderNamed(call.parameter("sort").value_or("-created"));
    if (!order)
        return Error{ErrorCode::InvalidInput, "sort must be created, clicks, code or expires, with a minus for descending", "sort"};
    query.sort = order->sort;
    query.descending = order->descending;
    const auto limit = parseInteger(call.parameter("limit").value_or("50"), 1, kMaxPage);
    if (!limit)
        return Error{ErrorCode::InvalidInput, "limit must be a whole number from 1 to 500", "limit"};
    query.limit = static_cast<int>(*limit);
    const auto skip = parseInteger(call.parameter("skip").value_or("0"), 0, 100'000'000);
    if (!skip)
        return Error{ErrorCode::InvalidInput, "skip must be a whole number from 0", "skip"};
    query.skip = *skip;
    if (const auto host = call.parameter("domain")) {
        auto domain = domainNamed(*host, api.domains);
        if (!domain)
            return domain.error();
        query.domain = *domain;
    }
    if (auto read = readStatus(call, query); !read)
        return read.error();
    return query;
}

Response pageResponse(const LinkApi &api, const core::LinkPage &page)
{
    std::string body = "{\"links\":[";
    body.reserve(page.links.size() * 640 + 64);
    const core::TimePoint now = api.clock.now();
    for (const Link &link : page.links) {
        if (!body.ends_with('['))
            body += ',';
        appendLinkJson(body, link, api.domains, now);
    }
    body.append("],\"nextCursor\":");
    if (page.nextCursor.empty())
        body.append("null");
    else
        appendJsonString(body, page.nextCursor);
    body.append(",\"total\":").append(page.total ? std::to_string(*page.total) : "null").append("}");
    return jsonTextResponse(200, std::move(body));
}

// GET /links?code=…&domain=… finds one by its short form; none is an empty page, as for every search.
void findByCode(const LinkApi &api, const Call &call, std::string code)
{
    if (auto known = call.onlyParameters({"code", "domain"}); !known)
        return call.fail(known.error());
    auto domain = domainNamed(call.parameter("domain").value_or(""), api.domains);
    if (!domain)
        return call.fail(domain.error());
    api.links.find(*domain, std::move(code), [api, call](Result<Link> link) {
        if (!link && link.error().code != ErrorCode::NotFound)
            return call.fail(link.error());
        core::LinkPage page;
        if (link)
            page.links.push_back(std::move(*link));
        page.total = static_cast<std::int64_t>(page.links.size());
        call.answer(pageResponse(api, page));
    });
}

void list(const LinkApi &api, const FilterReader &filter, const Call &call)
{
    if (auto code = call.parameter("code"))
        return findByCode(api, call, std::move(*code));
    auto query = queryOf(api, call);
    if (!query)
        return call.fail(query.error());
    core::FilterParse parsed = filter(call.parameter("filter").value_or(""));
    if (parsed.error)
        return failFilter(call, *parsed.error);
    query->filter = std::move(parsed.filter);
    api.links.list(std::move(*query), [api, call](Result<core::LinkPage> page) {
        if (!page)
            return call.fail(page.error());
        call.answer(pageResponse(api, *page));
    });
}

void edit(const LinkApi &api, const Call &call)
{
    const auto id = linkIdOf(call);
    if (!id)
        return;
    const auto version = ifVersion(call.request());
    if (!version)
        return call.fail(version.error());
    const auto body = call.body();
    if (!body)
        return;
    auto patch = linkPatchFromJson(*body);
    if (!patch)
        return call.fail(patch.error());
    api.links.edit(*id, std::move(*patch), *version, call.actor(), api.answering(call));
}

// With purge=true a link that is in the bin is removed for good.
void remove(const LinkApi &api, const Call &call)
{
    const auto id = linkIdOf(call);
    if (!id)
        return;
    if (auto known = call.onlyParameters({"purge"}); !known)
        return call.fail(known.error());
    const std::string purge = call.parameter("purge").value_or("false");
    if (purge != "true" && purge != "false")
        return call.fail(Error{ErrorCode::InvalidInput, "purge must be true or false", "purge"});
    if (purge == "true" && !call.mayAdminister())
        return call.fail(403, "forbidden", "removing a link for good needs a key with scope admin");
    if (purge == "true") {
        return api.links.purge(*id, call.actor(), [call](const Result<Link> &link) {
            if (!link)
                return call.fail(link.error());
            Response response;
            response.status = 204;
            call.answer(std::move(response));
        });
    }
    const auto version = ifVersion(call.request());
    if (!version)
        return call.fail(version.error());
    api.links.remove(*id, *version, call.actor(), api.answering(call));
}

std::string_view stateName(core::SlugState state)
{
    switch (state) {
    case core::SlugState::Free: return "free";
    case core::SlugState::Taken: return "taken";
    case core::SlugState::Reserved: return "reserved";
    case core::SlugState::Invalid: return "invalid";
    }
    return "invalid";
}

void checkSlug(const LinkApi &api, const Call &call)
{
    if (auto known = call.onlyParameters({"slug", "domain"}); !known)
        return call.fail(known.error());
    auto domain = domainNamed(call.parameter("domain").value_or(""), api.domains);
    if (!domain)
        return call.fail(domain.error());
    const core::DomainId id = *domain;
    api.links.checkSlug(id, call.parameter("slug").value_or(""), [api, call, id](Result<core::SlugCheck> check) {
        if (!check)
            return call.fail(check.error());
        call.json(200, {{"slug", check->normalised},
                        {"state", json::string(stateName(check->state))},
                        {"reason", check->reason},
                        {"similarTo", similarJson(check->similar, id, api.domains)},
                        {"shortUrl", check->normalised.empty() ? "" : api.domains.shortUrl(id, check->normalised)}});
    });
}

} // namespace

void addLinkEndpoints(Router &router, core::LinkService &links, const core::DomainDirectory &domains,
                      const core::Clock &clock, const FilterReader &filter)
{
    const LinkApi api{links, domains, clock};
    router.add(Method::Post, "links", Scope::Write, [api](const Call &call) { create(api, call); });
    router.add(Method::Get, "links", Scope::Read, [api, filter](const Call &call) { list(api, filter, call); });
    router.add(Method::Post, "links/bulk", Scope::Write, [api](const Call &call) { createBulk(api, call); });
    router.add(Method::Get, "links/{id}", Scope::Read, [api](const Call &call) {
        if (const auto id = linkIdOf(call))
            api.links.get(*id, api.answering(call));
    });
    router.add(Method::Patch, "links/{id}", Scope::Write, [api](const Call &call) { edit(api, call); });
    router.add(Method::Delete, "links/{id}", Scope::Write, [api](const Call &call) { remove(api, call); });
    router.add(Method::Delete, "links/{id}/aliases/{code}", Scope::Write, [api](const Call &call) {
        if (const auto id = linkIdOf(call))
            api.links.endAlias(*id, call.argument(1), call.actor(), api.answering(call));
    });
    router.add(Method::Get, "slugs/check", Scope::Read, [api](const Call &call) { checkSlug(api, call); });
}

} // namespace linkdesk::server
