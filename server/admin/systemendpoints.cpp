#include "admin/systemendpoints.h"

#include "base/timezone.h"
#include "clicks/clickstore.h"

#include <boost/json/array.hpp>

#include <QDateTime>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

struct SystemApi {
    core::Store &store;
    KeyRing &keys;
    std::function<ServiceInfo()> info;
    std::function<Result<void>(std::string_view)> clearCache;
};

json::object keyJson(const KeyInfo &key)
{
    return {{"id", key.id.value},
            {"name", key.name},
            {"prefix", key.prefix},
            {"scope", json::string(scopeName(key.scope))},
            {"createdAt", formatTime(key.createdAt)},
            {"lastUsedAt", timeOrNull(key.lastUsedAt)}};
}

void service(const SystemApi &api, const Call &call)
{
    const auto zone = core::zoneNamed(call.parameter("tz").value_or("UTC"));
    if (!zone)
        return call.fail(Error{ErrorCode::InvalidInput, "tz must be a time zone such as Europe/Berlin", "tz"});
    const bool queued = api.store.readers().submit([api, call, zone = *zone](core::SqlConnection &connection) {
        const ServiceInfo info = api.info();
        const QDate today = QDateTime::fromMSecsSinceEpoch(core::toMs(info.now), zone).date();
        const auto clicks = core::clicksSince(connection, 0, core::fromMs(today.startOfDay(zone).toMSecsSinceEpoch()));
        call.json(200, serviceJson(info, clicks ? clicks->humans : 0));
    });
    if (!queued)
        call.fail(Error{ErrorCode::Busy, "too many reads are waiting; try again in a moment", {}});
}

void clearCacheLevel(const SystemApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    ObjectReader in(*body);
    const std::string level = in.text("level").value_or("");
    if (auto read = in.finish(); !read)
        return call.fail(read.error());
    if (auto cleared = api.clearCache(level); !cleared)
        return call.fail(cleared.error());
    Response done;
    done.status = 204;
    call.answer(std::move(done));
}

void createKey(const SystemApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    ObjectReader in(*body);
    const auto name = in.text("name");
    const std::string scopeText = in.text("scope").value_or("write");
    if (auto read = in.finish(); !read)
        return call.fail(read.error());
    const auto scope = scopeNamed(scopeText);
    if (!scope)
        return call.fail(Error{ErrorCode::InvalidInput, "scope must be read, write or admin", "scope"});
    api.keys.create(name.value_or(""), *scope, [call](Result<NewKey> key) {
        if (!key)
            return call.fail(key.error());
        json::object out = keyJson(key->info);
        out["key"] = key->secret;
        call.json(201, out);
    });
}

void removeKey(const SystemApi &api, const Call &call)
{
    const auto id = parseInteger(call.argument(), 1, INT64_MAX);
    if (!id)
        return call.fail(404, "not-found", "there is no such key");
    api.keys.remove(core::KeyId{*id}, [call](Result<void> removed) {
        if (!removed)
            return call.fail(removed.error());
        Response gone;
        gone.status = 204;
        call.answer(std::move(gone));
    });
}

} // namespace

void addSystemEndpoints(Router &router, core::Store &store, KeyRing &keys, std::function<ServiceInfo()> info,
                        std::function<Result<void>(std::string_view level)> clearCache)
{
    const SystemApi api{store, keys, std::move(info), std::move(clearCache)};
    router.add(Method::Post, "service/clear-cache", Scope::Admin, [api](const Call &call) { clearCacheLevel(api, call); });
    router.add(Method::Get, "service", Scope::Read, [api](const Call &call) { service(api, call); });
    router.add(Method::Get, "keys", Scope::Admin, [api](const Call &call) {
        json::array out;
        for (const KeyInfo &key : api.keys.list())
            out.push_back(keyJson(key));
        call.json(200, {{"keys", std::move(out)}});
    });
    router.add(Method::Post, "keys", Scope::Admin, [api](const Call &call) { createKey(api, call); });
    router.add(Method::Delete, "keys/{id}", Scope::Admin, [api](const Call &call) { removeKey(api, call); });
}

} // namespace linkdesk::server
