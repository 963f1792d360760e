#include "admin/tagendpoints.h"

namespace linkdesk::server {

using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

void appendTag(std::string &out, const core::TagRow &tag)
{
    out.append("{\"name\":");
    appendJsonString(out, tag.name);
    out.append(",\"links\":").append(std::to_string(tag.links)).append("}");
}

void list(const core::TagBook &tags, const Call &call)
{
    tags.list([call](Result<std::vector<core::TagRow>> found) {
        if (!found)
            return call.fail(found.error());
        std::string body = "{\"tags\":[";
        for (const core::TagRow &tag : *found) {
            body.append(body.ends_with('[') ? "" : ",");
            appendTag(body, tag);
        }
        call.answer(jsonTextResponse(200, body + "]}"));
    });
}

void rename(const core::TagBook &tags, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    ObjectReader in(*body);
    const auto name = in.text("name");
    if (auto read = in.finish(); !read)
        return call.fail(read.error());
    if (!name)
        return call.fail(Error{ErrorCode::InvalidInput, "name is missing: what the tag shall be called", "name"});
    tags.rename(call.argument(), *name, call.actor(), [call](Result<core::TagRow> tag) {
        if (!tag)
            return call.fail(tag.error());
        std::string answer;
        appendTag(answer, *tag);
        call.answer(jsonTextResponse(200, std::move(answer)));
    });
}

void remove(const core::TagBook &tags, const Call &call)
{
    tags.remove(call.argument(), call.actor(), [call](const Result<core::TagRow> &tag) {
        if (!tag)
            return call.fail(tag.error());
        Response gone;
        gone.status = 204;
        call.answer(std::move(gone));
    });
}

} // namespace

void addTagEndpoints(Router &router, const core::TagBook &tags)
{
    router.add(Method::Get, "tags", Scope::Read, [tags](const Call &call) { list(tags, call); });
    router.add(Method::Patch, "tags/{name}", Scope::Write, [tags](const Call &call) { rename(tags, call); });
    router.add(Method::Delete, "tags/{name}", Scope::Write, [tags](const Call &call) { remove(tags, call); });
}

} // namespace linkdesk::server
