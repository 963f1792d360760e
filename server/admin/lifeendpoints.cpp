#include "admin/lifeendpoints.h"

#include "admin/actionjson.h"
#include "admin/filterproblem.h"
#include "admin/jobendpoints.h"
#include "links/linkchanges.h"
#include "links/linkmatches.h"
#include "store/sqlconnection.h"
#include "store/store.h"
#include "upkeep/linkbatch.h"

#include <boost/json/serialize.hpp>

#include <algorithm>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Link;
using core::LinkAction;
using core::LinkId;
using core::Result;

namespace {

constexpr std::size_t kMaxIds = 1'000'000;
constexpr int kIdsPerStep = 1000;

// One action on the link in the path, answered with the link.
void change(const LifeApi &api, const Call &call, Result<LinkAction> action)
{
    const auto id = linkIdOf(call);
    if (!id)
        return;
    const auto version = ifVersion(call.request());
    if (!version)
        return call.fail(version.error());
    if (!action)
        return call.fail(action.error());
    api.links.links.change(*id, std::move(*action), {call.actor(), *version, 0, 0},
                           [api, call](Result<core::Changed> changed) {
                               if (!changed)
                                   return call.fail(changed.error());
                               call.answerMade([api, link = std::move(changed->link)] {
                                   return api.links.linkResponse(200, link);
                               });
                           });
}

LinkAction plain(LinkAction::Kind kind, std::string_view name)
{
    LinkAction action;
    action.kind = kind;
    action.name = name;
    return action;
}

// What a batch is asked to do.
struct BatchRequest {
    std::vector<LinkId> ids;
    std::optional<core::LinkFilter> filter;
    LinkAction action;
    std::string description;
    bool dryRun = false;
};

void keepOrder(std::vector<LinkId> &ids)
{
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

// Nothing where a problem has been sent.
std::optional<BatchRequest> batchRequest(const LifeApi &api, const Call &call, const json::value &body)
{
    ObjectReader in(body);
    const auto ids = in.integers("ids");
    const auto filter = in.text("filter");
    const auto name = in.text("action");
    const json::value *arguments = in.object("arguments");
    BatchRequest request;
    request.dryRun = in.boolean("dryRun").value_or(false);
    const auto fail = [&call](const Error &error) {
        call.fail(error);
        return std::nullopt;
    };
    if (auto read = in.finish(); !read)
        return fail(read.error());
    if (ids.has_value() == filter.has_value())
        return fail({ErrorCode::InvalidInput, "say which links: either ids or filter", "ids"});
    if (ids && ids->size() > kMaxIds)
        return fail({ErrorCode::InvalidInput, "at most 1,000,000 ids at once; use a filter for more", "ids"});
    if (filter) {
        auto parsed = api.filter(*filter);
        if (parsed.error) {
            failFilter(call, *parsed.error);
            return std::nullopt;
        }
        request.filter = std::move(parsed.filter);
    } else {
        for (const std::int64_t id : *ids)
            request.ids.push_back(LinkId{id});
        keepOrder(request.ids);
    }
    const json::value none = json::object();
    auto action = actionNamed(name.value_or(""), arguments ? *arguments : none, api.links.domains, api.zone());
    if (!action)
        return fail(action.error());
    // What would be refused for every link is refused at once, a trial included.
    auto checked = api.links.links.checked(std::move(*action));
    if (!checked)
        return fail(checked.error());
    request.action = std::move(*checked);
    json::object description{{"action", request.action.name}};
    if (arguments)
        description["arguments"] = *arguments;
    if (filter)
        description["filter"] = *filter;
    request.description = json::serialize(description);
    return request;
}

Result<std::vector<LinkId>> allMatching(core::SqlConnection &connection, const core::LinkFilter &filter,
                                        const std::function<bool()> &goOn)
{
    std::vector<LinkId> ids;
    LinkId after;
    for (bool end = false; !end && goOn();) {
        const auto step = core::idsMatching(connection, filter, after, kIdsPerStep);
        if (!step)
            return step.error();
        ids.insert(ids.end(), step->ids.begin(), step->ids.end());
        after = step->next;
        end = step->end;
    }
    return ids;
}

void count(const LifeApi &api, const Call &call, BatchRequest request)
{
    if (!request.filter)
        return call.json(200, {{"count", request.ids.size()}});
    const bool queued =
        api.store.readers().submitSlow([call, filter = std::move(*request.filter)](core::SqlConnection &connection) {
            const auto found = core::countMatching(connection, filter);
            if (!found)
                return call.fail(found.error());
            call.json(200, {{"count", *found}});
        });
    if (!queued)
        call.fail(Error{ErrorCode::Busy, "too many reads are waiting; try again in a moment", {}});
}

void batch(const LifeApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    auto request = batchRequest(api, call, *body);
    if (!request)
        return;
    if (request->dryRun)
        return count(api, call, std::move(*request));
    core::LinkBatch::Finder find;
    if (request->filter)
        find = [filter = std::move(*request->filter)](core::SqlConnection &connection, const std::function<bool()> &goOn) {
            return allMatching(connection, filter, goOn);
        };
    else
        find = [ids = std::move(request->ids)](core::SqlConnection &, const std::function<bool()> &) {
            return Result<std::vector<LinkId>>(ids);
        };
    answerJob(call,
              api.batch.start(std::move(find), std::move(request->action), std::move(request->description), call.actor()),
              api.links.clock);
}

} // namespace

void addLifeEndpoints(Router &router, const LifeApi &api)
{
    router.add(Method::Post, "links/{id}/renew", Scope::Write, [api](const Call &call) {
        if (const auto body = call.body())
            change(api, call, renewalFromJson(*body, api.zone()));
    });
    router.add(Method::Post, "links/{id}/ban", Scope::Write, [api](const Call &call) {
        if (const auto body = call.body())
            change(api, call, banFromJson(*body));
    });
    router.add(Method::Post, "links/{id}/unban", Scope::Write,
               [api](const Call &call) { change(api, call, plain(LinkAction::Kind::Unban, "unban")); });
    router.add(Method::Post, "links/{id}/restore", Scope::Write,
               [api](const Call &call) { change(api, call, plain(LinkAction::Kind::Restore, "restore")); });
    router.add(Method::Post, "links/{id}/unarchive", Scope::Write, [api](const Call &call) {
        if (const auto id = linkIdOf(call))
            api.links.links.unarchive(*id, api.links.answering(call));
    });
    router.add(Method::Post, "links/batch", Scope::Write, [api](const Call &call) { batch(api, call); });
}

} // namespace linkdesk::server
