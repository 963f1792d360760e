#include "admin/viewendpoints.h"

#include <boost/json/array.hpp>

#include <algorithm>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

struct ViewApi {
    core::ViewBook views;
    FilterReader filter;
};

json::object viewJson(const core::SavedView &view, const std::optional<std::int64_t> &links)
{
    return {{"id", view.id},
            {"name", view.name},
            {"filter", view.filter},
            {"sort", view.sort},
            {"colour", view.colour},
            {"position", view.position},
            {"links", links ? json::value(*links) : json::value(nullptr)}};
}

std::optional<int> smallNumber(const std::optional<std::int64_t> &number)
{
    // What does not fit an int is refused like any other wrong number.
    return number ? std::optional(static_cast<int>(std::clamp<std::int64_t>(*number, -1, 1'000'000))) : std::nullopt;
}

// The body's members; where they are wrong, the problem has been sent.
std::optional<core::ViewPatch> patchOf(const ViewApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return std::nullopt;
    ObjectReader in(*body);
    core::ViewPatch patch;
    patch.name = in.text("name");
    patch.filter = in.text("filter");
    patch.sort = in.text("sort");
    patch.colour = smallNumber(in.integer("colour"));
    patch.position = smallNumber(in.integer("position"));
    if (auto read = in.finish(); !read) {
        call.fail(read.error());
        return std::nullopt;
    }
    const auto parsed = api.filter(patch.filter.value_or(""));
    if (parsed.error) {
        failFilter(call, *parsed.error);
        return std::nullopt;
    }
    return patch;
}

std::optional<std::int64_t> idOf(const Call &call)
{
    const auto id = parseInteger(call.argument(), 1, INT64_MAX);
    if (!id)
        call.fail(404, "not-found", "there is no such view");
    return id;
}

// The list of views tells how many links each has; a single answer leaves that out rather than wait.
std::function<void(Result<core::SavedView>)> answering(const Call &call, int status)
{
    return [call, status](const Result<core::SavedView> &view) {
        if (!view)
            return call.fail(view.error());
        call.json(status, viewJson(*view, std::nullopt));
    };
}

void list(const ViewApi &api, const Call &call)
{
    const auto meaning = [filter = api.filter](std::string_view text) -> std::optional<core::LinkFilter> {
        core::FilterParse parsed = filter(text);
        return parsed.error ? std::nullopt : std::optional(std::move(parsed.filter));
    };
    api.views.list(meaning, [call](const Result<std::vector<core::CountedView>> &views) {
        if (!views)
            return call.fail(views.error());
        json::array out;
        for (const core::CountedView &counted : *views)
            out.push_back(viewJson(counted.view, counted.links));
        call.json(200, {{"views", std::move(out)}});
    });
}

void create(const ViewApi &api, const Call &call)
{
    if (auto patch = patchOf(api, call))
        api.views.create(std::move(*patch), call.actor(), answering(call, 201));
}

void change(const ViewApi &api, const Call &call)
{
    const auto id = idOf(call);
    if (!id)
        return;
    if (auto patch = patchOf(api, call))
        api.views.change(*id, std::move(*patch), call.actor(), answering(call, 200));
}

void remove(const ViewApi &api, const Call &call)
{
    const auto id = idOf(call);
    if (!id)
        return;
    api.views.remove(*id, call.actor(), [call](const Result<core::SavedView> &view) {
        if (!view)
            return call.fail(view.error());
        Response gone;
        gone.status = 204;
        call.answer(std::move(gone));
    });
}

} // namespace

void addViewEndpoints(Router &router, const core::ViewBook &views, const FilterReader &filter)
{
    const ViewApi api{views, filter};
    router.add(Method::Get, "views", Scope::Read, [api](const Call &call) { list(api, call); });
    router.add(Method::Post, "views", Scope::Write, [api](const Call &call) { create(api, call); });
    router.add(Method::Patch, "views/{id}", Scope::Write, [api](const Call &call) { change(api, call); });
    router.add(Method::Delete, "views/{id}", Scope::Write, [api](const Call &call) { remove(api, call); });
}

} // namespace linkdesk::server
