#include "links/domainrules.h"

#include "links/hostname.h"
#include "links/slug.h"
#include "store/domainstore.h"
#include "store/sqlconnection.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

Error invalid(std::string detail, std::string_view field)
{
    return {ErrorCode::InvalidInput, std::move(detail), std::string(field)};
}

Result<void> checkRules(const CodeRules &codes)
{
    if (codes.length < kMinCodeLength || codes.length > kMaxCodeLength)
        return invalid("The length of codes must be 6 to 12.", "length");
    if (codes.prefix.size() > kMaxPrefix)
        return invalid("The prefix may have at most 20 characters.", "prefix");
    const auto allowed = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
    };
    if (!std::all_of(codes.prefix.begin(), codes.prefix.end(), allowed))
        return invalid("The prefix may hold the letters a-z and A-Z, digits, - and _ only.", "prefix");
    if (codes.aliasDays < 0 || codes.aliasDays > kMaxAliasDays)
        return invalid("The days for which an old slug goes on must be 0 to 3650.", "aliasDays");
    return {};
}

} // namespace

Result<std::string> domainHost(std::string_view input)
{
    const auto parsed = parseHostAndPort(input, "host");
    if (!parsed)
        return parsed.error();
    std::string name = parsed->host;
    if (name.size() > 1 && name.back() == '.')
        name.pop_back();
    // As a browser writes it into the Host header: the default ports are left out.
    if (parsed->port && *parsed->port != 80 && *parsed->port != 443)
        name += ":" + std::to_string(*parsed->port);
    return name;
}

Result<Domain> patched(Domain domain, const DomainPatch &patch)
{
    const auto set = [](auto &field, const auto &value) {
        if (value)
            field = *value;
    };
    set(domain.caseSensitive, patch.caseSensitive);
    set(domain.codes.generator, patch.generator);
    set(domain.codes.length, patch.length);
    set(domain.codes.easyAlphabet, patch.easyAlphabet);
    set(domain.codes.checkCharacter, patch.checkCharacter);
    set(domain.codes.prefix, patch.prefix);
    set(domain.codes.multiSegment, patch.multiSegment);
    set(domain.codes.reserveCommonNames, patch.reserveCommonNames);
    set(domain.codes.aliasDays, patch.aliasDays);
    set(domain.fallback, patch.fallback);
    if (auto checked = checkRules(domain.codes); !checked)
        return checked.error();
    return domain;
}

Result<void> storeDomainChange(SqlConnection &connection, const Domain &before, const Domain &after)
{
    if (auto updated = updateDomain(connection, after); !updated)
        return updated;
    if (before.caseSensitive == after.caseSensitive)
        return {};
    const auto clash = rekeyDomain(connection, after.id, [&after](std::string_view shown) {
        return codeKey(shown, after.caseSensitive);
    });
    if (!clash)
        return clash.error();
    if (*clash)
        return Error{ErrorCode::CaseClash,
                     "Two short names differ only in case, \"" + **clash + "\" is one of them: rename or delete one "
                         "first.",
                     "caseSensitive"};
    return {};
}

} // namespace linkdesk::core
