#include "admin/auditendpoints.h"

#include "admin/jobendpoints.h"
#include "admin/linkjson.h"
#include "links/domaindirectory.h"
#include "links/linkundo.h"
#include "store/auditstore.h"
#include "store/linkstore.h"
#include "store/sqlconnection.h"
#include "store/store.h"
#include "upkeep/linkbatch.h"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <array>

namespace linkdesk::server {

namespace json = boost::json;
using core::AuditEntry;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

json::value orNull(std::int64_t number)
{
    return number != 0 ? json::value(number) : json::value(nullptr);
}

// The audit keeps times as numbers and domains by their ids; people read dates and hosts.
void makeReadable(json::object &state, const core::DomainDirectory &domains)
{
    constexpr std::array kTimes{"expiresAt", "validFrom", "deletedAt"};
    for (const char *name : kTimes) {
        if (json::value *value = state.if_contains(name); value && value->is_int64())
            *value = formatTime(core::fromMs(value->get_int64()));
    }
    if (json::value *ban = state.if_contains("ban"); ban && ban->is_object()) {
        if (json::value *at = ban->get_object().if_contains("at"); at && at->is_int64())
            *at = formatTime(core::fromMs(at->get_int64()));
    }
    if (json::value *domain = state.if_contains("domain"); domain && domain->is_int64()) {
        const auto known = domains.byId(core::DomainId{domain->get_int64()});
        *domain = known && !known->host.empty() ? json::value(known->host) : json::value(nullptr);
    }
}

json::value stateJson(const std::string &text, const core::DomainDirectory &domains)
{
    if (text.empty())
        return nullptr;
    boost::system::error_code error;
    json::value state = json::parse(text, error);
    if (error)
        return nullptr;
    if (json::object *object = state.if_object())
        makeReadable(*object, domains);
    return state;
}

json::object entryJson(const AuditEntry &entry, const core::DomainDirectory &domains)
{
    return {{"id", entry.id},
            {"at", formatTime(entry.at)},
            {"actor", entry.actor},
            {"action", entry.action},
            {"linkId", orNull(entry.link.value)},
            {"code", entry.code.empty() ? json::value(nullptr) : json::value(entry.code)},
            {"before", stateJson(entry.before, domains)},
            {"after", stateJson(entry.after, domains)},
            {"batch", orNull(entry.batch)},
            {"links", entry.links ? json::value(*entry.links) : json::value(nullptr)},
            {"undoes", orNull(entry.undoes)},
            {"undoneBy", orNull(entry.undoneBy)},
            {"undoable", core::isUndoable(entry)}};
}

Result<core::AuditQuery> queryOf(const Call &call)
{
    if (auto known = call.onlyParameters({"link", "batch", "actor", "action", "from", "to", "limit", "cursor"}); !known)
        return known.error();
    core::AuditQuery query;
    const auto number = [&call](std::string_view name, std::int64_t low, std::int64_t high,
                                std::int64_t absent) -> Result<std::int64_t> {
        const auto text = call.parameter(name);
        if (!text)
            return absent;
        if (const auto value = parseInteger(*text, low, high))
            return *value;
        return Error{ErrorCode::InvalidInput, std::string(name) + " must be a whole number from " + std::to_string(low),
                     std::string(name)};
    };
    const auto link = number("link", 1, INT64_MAX, 0);
    const auto batch = number("batch", 1, INT64_MAX, 0);
    const auto limit = number("limit", 1, 500, 50);
    const auto cursor = number("cursor", 1, INT64_MAX, 0);
    for (const auto *read : {&link, &batch, &limit, &cursor}) {
        if (!*read)
            return read->error();
    }
    query.link = core::LinkId{*link};
    query.batch = *batch;
    query.limit = static_cast<int>(*limit);
    query.below = *cursor;
    query.actor = call.parameter("actor").value_or("");
    query.action = call.parameter("action").value_or("");
    for (const auto &[name, into] : {std::pair{"from", &query.from}, std::pair{"to", &query.to}}) {
        const auto text = call.parameter(name);
        if (!text)
            continue;
        *into = parseTime(*text);
        if (!*into)
            return Error{ErrorCode::InvalidInput,
                         std::string(name) + " must be an ISO 8601 date and time with an offset (write '+' as %2B)", name};
    }
    return query;
}

// How a link came about is no row of its own in most cases: the link itself knows it.
std::optional<json::object> creationOf(core::SqlConnection &connection, core::LinkId id)
{
    const auto link = core::linkById(connection, id);
    if (!link || !*link)
        return std::nullopt;
    AuditEntry entry;
    entry.at = (*link)->createdAt;
    entry.actor = (*link)->owner;
    entry.action = "create";
    entry.link = id;
    entry.code = (*link)->code;
    core::DomainDirectory none;
    return entryJson(entry, none);
}

void answerEntries(const AuditApi &api, const Call &call, core::AuditQuery query, core::SqlConnection &connection)
{
    const int limit = query.limit;
    ++query.limit; // one more tells whether there is a next page
    auto entries = core::auditEntries(connection, query);
    if (!entries)
        return call.fail(entries.error());
    const bool more = entries->size() > static_cast<std::size_t>(limit);
    if (more)
        entries->pop_back();
    json::array out;
    bool hasCreation = false;
    for (const AuditEntry &entry : *entries) {
        out.push_back(entryJson(entry, api.links.domains));
        hasCreation = hasCreation || entry.action == "create";
    }
    const bool plain = query.actor.empty() && query.action.empty() && !query.from && !query.to && query.batch == 0;
    if (query.link.value != 0 && !more && plain && !hasCreation) {
        if (auto creation = creationOf(connection, query.link))
            out.push_back(std::move(*creation));
    }
    call.json(200, {{"entries", std::move(out)},
                    {"nextCursor", more ? json::value(std::to_string(entries->back().id)) : json::value(nullptr)}});
}

void list(const AuditApi &api, const Call &call)
{
    const auto query = queryOf(call);
    if (!query)
        return call.fail(query.error());
    const bool queued = api.store.readers().submitSlow(
        [api, call, query = *query](core::SqlConnection &connection) { answerEntries(api, call, query, connection); });
    if (!queued)
        call.fail(Error{ErrorCode::Busy, "too many reads are waiting; try again in a moment", {}});
}

void undoOne(const AuditApi &api, const Call &call, std::int64_t id)
{
    api.links.links.undo(id, call.actor(), [api, call](Result<core::Changed> changed) {
        if (!changed)
            return call.fail(changed.error());
        call.answerMade([api, changed = std::move(*changed)] {
            std::string body = "{\"entry\":{\"id\":" + std::to_string(changed.auditId) + ",\"action\":\"undo\",\"linkId\":"
                + std::to_string(changed.link.id.value) + ",\"undoable\":true},\"link\":";
            appendLinkJson(body, changed.link, api.links.domains, api.links.clock.now());
            return jsonTextResponse(200, body + "}");
        });
    });
}

// One link's change is turned back at once, a batch's as a job.
void undo(const AuditApi &api, const Call &call)
{
    const auto id = parseInteger(call.argument(), 1, INT64_MAX);
    if (!id)
        return call.fail(404, "not-found", "the audit has no such entry");
    const bool queued = api.store.readers().submit([api, call, id = *id](core::SqlConnection &connection) {
        const auto entry = core::auditById(connection, id);
        if (!entry)
            return call.fail(entry.error());
        if (!*entry)
            return call.fail(404, "not-found", "the audit has no such entry");
        if (!(*entry)->links)
            return undoOne(api, call, id);
        answerJob(call, api.batch.undo(**entry, call.actor()), api.links.clock);
    });
    if (!queued)
        call.fail(Error{ErrorCode::Busy, "too many reads are waiting; try again in a moment", {}});
}

} // namespace

void addAuditEndpoints(Router &router, const AuditApi &api)
{
    router.add(Method::Get, "audit", Scope::Read, [api](const Call &call) { list(api, call); });
    router.add(Method::Get, "audit/{id}", Scope::Read, [api](const Call &call) {
        const auto id = parseInteger(call.argument(), 1, INT64_MAX);
        const bool queued = id && api.store.readers().submit([api, call, id](core::SqlConnection &connection) {
            const auto entry = core::auditById(connection, *id);
            if (!entry)
                return call.fail(entry.error());
            if (!*entry)
                return call.fail(404, "not-found", "the audit has no such entry");
            call.json(200, entryJson(**entry, api.links.domains));
        });
        if (!id)
            call.fail(404, "not-found", "the audit has no such entry");
        else if (!queued)
            call.fail(Error{ErrorCode::Busy, "too many reads are waiting; try again in a moment", {}});
    });
    router.add(Method::Post, "audit/{id}/undo", Scope::Write, [api](const Call &call) { undo(api, call); });
}

} // namespace linkdesk::server
