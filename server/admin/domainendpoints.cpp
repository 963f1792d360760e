#include "admin/domainendpoints.h"

#include "links/linkservice.h"

#include <boost/json/array.hpp>

#include <algorithm>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

json::object domainJson(const core::Domain &domain)
{
    const core::CodeRules &codes = domain.codes;
    return {{"id", domain.id.value},
            {"host", domain.host.empty() ? json::value(nullptr) : json::value(domain.host)},
            {"caseSensitive", domain.caseSensitive},
            {"links", domain.linkCount},
            {"generator", json::string(core::generatorName(codes.generator))},
            {"length", codes.length},
            {"alphabet", codes.easyAlphabet ? "easy" : "full"},
            {"checkCharacter", codes.checkCharacter},
            {"prefix", codes.prefix},
            {"multiSegment", codes.multiSegment},
            {"reserveCommonNames", codes.reserveCommonNames},
            {"aliasDays", codes.aliasDays},
            {"fallbackUrl", domain.fallback.empty() ? json::value(nullptr) : json::value(domain.fallback)},
            {"clashProbability", core::clashProbability(domain)}};
}

std::optional<int> smallNumber(const std::optional<std::int64_t> &number)
{
    // What does not fit an int is refused by the service like any other wrong number.
    return number ? std::optional(static_cast<int>(std::clamp<std::int64_t>(*number, -1, 1'000'000))) : std::nullopt;
}

// Reads the settings; finish() of the reader is left to the caller.
Result<core::DomainPatch> settingsFrom(ObjectReader &in)
{
    core::DomainPatch patch;
    patch.caseSensitive = in.boolean("caseSensitive");
    const auto generator = in.text("generator");
    patch.length = smallNumber(in.integer("length"));
    const auto alphabet = in.text("alphabet");
    patch.checkCharacter = in.boolean("checkCharacter");
    patch.prefix = in.text("prefix");
    patch.multiSegment = in.boolean("multiSegment");
    patch.reserveCommonNames = in.boolean("reserveCommonNames");
    patch.aliasDays = smallNumber(in.integer("aliasDays"));
    if (auto fallback = in.textOrNull("fallbackUrl"))
        patch.fallback = std::move(*fallback).value_or("");
    if (auto read = in.finish(); !read)
        return read.error();
    if (generator) {
        auto kind = generatorFrom(*generator);
        if (!kind)
            return kind.error();
        patch.generator = *kind;
    }
    if (alphabet && *alphabet != "full" && *alphabet != "easy")
        return Error{ErrorCode::InvalidInput, "alphabet must be full or easy", "alphabet"};
    if (alphabet)
        patch.easyAlphabet = *alphabet == "easy";
    return patch;
}

std::optional<core::DomainId> idOf(const Call &call)
{
    const auto id = parseInteger(call.argument(), 1, INT64_MAX);
    if (!id)
        call.fail(404, "not-found", "there is no such domain");
    return id ? std::optional(core::DomainId{*id}) : std::nullopt;
}

// With its links counted.
void answerDomain(core::LinkService &links, const Call &call, core::DomainId id, int status)
{
    links.domains([call, id, status](const Result<std::vector<core::Domain>> &domains) {
        if (!domains)
            return call.fail(domains.error());
        const auto found = std::find_if(domains->begin(), domains->end(),
                                        [id](const core::Domain &domain) { return domain.id == id; });
        if (found == domains->end())
            return call.fail(404, "not-found", "there is no such domain");
        call.json(status, domainJson(*found));
    });
}

void listDomains(core::LinkService &links, const Call &call)
{
    links.domains([call](const Result<std::vector<core::Domain>> &domains) {
        if (!domains)
            return call.fail(domains.error());
        json::array out;
        for (const core::Domain &domain : *domains)
            out.push_back(domainJson(domain));
        call.json(200, {{"domains", std::move(out)}});
    });
}

void createDomain(core::LinkService &links, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    ObjectReader in(*body);
    const auto host = in.text("host");
    auto settings = settingsFrom(in);
    if (!settings)
        return call.fail(settings.error());
    if (!host)
        return call.fail(Error{ErrorCode::InvalidInput, "host is missing: the domain's name, such as go.example.com", "host"});
    links.createDomain(*host, std::move(*settings), call.actor(), [call](const Result<core::Domain> &domain) {
        if (!domain)
            return call.fail(domain.error());
        call.json(201, domainJson(*domain));
    });
}

void changeDomain(core::LinkService &links, const Call &call)
{
    const auto id = idOf(call);
    if (!id)
        return;
    const auto body = call.body();
    if (!body)
        return;
    ObjectReader in(*body);
    auto settings = settingsFrom(in);
    if (!settings)
        return call.fail(settings.error());
    links.changeDomain(*id, std::move(*settings), call.actor(), [&links, call, id](const Result<core::Domain> &domain) {
        if (!domain)
            return call.fail(domain.error());
        answerDomain(links, call, *id, 200);
    });
}

} // namespace

void addDomainEndpoints(Router &router, core::LinkService &links)
{
    router.add(Method::Get, "domains", Scope::Read, [&links](const Call &call) { listDomains(links, call); });
    router.add(Method::Post, "domains", Scope::Admin, [&links](const Call &call) { createDomain(links, call); });
    router.add(Method::Get, "domains/{id}", Scope::Read, [&links](const Call &call) {
        if (const auto id = idOf(call))
            answerDomain(links, call, *id, 200);
    });
    router.add(Method::Patch, "domains/{id}", Scope::Admin, [&links](const Call &call) { changeDomain(links, call); });
}

} // namespace linkdesk::server
