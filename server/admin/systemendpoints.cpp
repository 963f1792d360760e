#include "admin/systemendpoints.h"

#include "clicks/clickstore.h"
#include "links/linkservice.h"

#include <boost/json/array.hpp>

#include <QDateTime>
#include <QTimeZone>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

struct SystemApi {
    core::Store &store;
    core::LinkService &links;
    KeyRing &keys;
    std::function<ServiceInfo()> info;
    std::function<void(const std::vector<core::Domain> &)> domainsChanged;
};

json::object domainJson(const core::Domain &domain)
{
    return {{"id", domain.id.value},
            {"host", domain.host.empty() ? json::value(nullptr) : json::value(domain.host)},
            {"caseSensitive", domain.caseSensitive},
            {"links", domain.linkCount}};
}

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
    const auto zone = QTimeZone(QByteArray::fromStdString(call.parameter("tz").value_or("UTC")));
    if (!zone.isValid())
        return call.fail(Error{ErrorCode::InvalidInput, "tz must be a time zone such as Europe/Berlin", "tz"});
    const bool queued = api.store.readers().submit([api, call, zone](core::SqlConnection &connection) {
        const ServiceInfo info = api.info();
        const QDate today = QDateTime::fromMSecsSinceEpoch(core::toMs(info.now), zone).date();
        const auto clicks = core::clicksSince(connection, 0, core::fromMs(today.startOfDay(zone).toMSecsSinceEpoch()));
        call.json(200, serviceJson(info, clicks ? clicks->humans : 0));
    });
    if (!queued)
        call.fail(Error{ErrorCode::Busy, "too many reads are waiting; try again in a moment", {}});
}

void listDomains(const SystemApi &api, const Call &call)
{
    api.links.domains([call](Result<std::vector<core::Domain>> domains) {
        if (!domains)
            return call.fail(domains.error());
        json::array out;
        for (const core::Domain &domain : *domains)
            out.push_back(domainJson(domain));
        call.json(200, {{"domains", std::move(out)}});
    });
}

void createDomain(const SystemApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    ObjectReader in(*body);
    const auto host = in.text("host");
    const bool caseSensitive = in.boolean("caseSensitive").value_or(true);
    if (auto read = in.finish(); !read)
        return call.fail(read.error());
    if (!host)
        return call.fail(Error{ErrorCode::InvalidInput, "host is missing: the domain's name, such as go.example.com", "host"});
    api.links.createDomain(*host, caseSensitive, call.actor(), [api, call](Result<core::Domain> domain) {
        if (!domain)
            return call.fail(domain.error());
        // The answer waits for the directory, so that the first link of the new domain finds it.
        api.links.domains([api, call, domain = *domain](Result<std::vector<core::Domain>> all) {
            if (all)
                api.domainsChanged(*all);
            call.json(201, domainJson(domain));
        });
    });
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

void addSystemEndpoints(Router &router, core::Store &store, core::LinkService &links, KeyRing &keys,
                        std::function<ServiceInfo()> info,
                        std::function<void(const std::vector<core::Domain> &)> domainsChanged)
{
    const SystemApi api{store, links, keys, std::move(info), std::move(domainsChanged)};
    router.add(Method::Get, "service", Scope::Read, [api](const Call &call) { service(api, call); });
    router.add(Method::Get, "domains", Scope::Read, [api](const Call &call) { listDomains(api, call); });
    router.add(Method::Post, "domains", Scope::Admin, [api](const Call &call) { createDomain(api, call); });
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
