#include "admin/filterendpoints.h"

#include <boost/json/array.hpp>

namespace linkdesk::server {

namespace json = boost::json;

namespace {

void check(const FilterReader &filter, const Call &call)
{
    if (auto known = call.onlyParameters({"filter"}); !known)
        return call.fail(known.error());
    const core::FilterParse parsed = filter(call.parameter("filter").value_or(""));
    if (parsed.error)
        return call.json(200, {{"valid", false},
                               {"detail", parsed.error->detail},
                               {"position", parsed.error->position},
                               {"length", parsed.error->length}});
    json::array terms;
    for (const core::FilterTerm &term : parsed.filter.terms)
        terms.push_back({{"position", term.position},
                         {"length", term.length},
                         {"field", json::string(core::filterFieldName(term.field))},
                         {"meaning", core::describeTerm(term)}});
    call.json(200, {{"valid", true}, {"terms", std::move(terms)}});
}

} // namespace

void addFilterEndpoints(Router &router, const FilterReader &filter)
{
    router.add(Method::Get, "filters/check", Scope::Read, [filter](const Call &call) { check(filter, call); });
}

} // namespace linkdesk::server
