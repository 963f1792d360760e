#include "store/domainstore.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

#include <utility>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

#define LINKDESK_DOMAIN_COLUMNS                                                                                        \
    "id, host, case_sensitive, generator, code_length, easy_alphabet, check_character, prefix, multi_segment, "        \
    "reserve_common_names, alias_days, fallback_url"

Domain readDomain(const Statement &row)
{
    Domain domain;
    domain.id = DomainId{row.integer(0)};
    domain.host = row.text(1);
    domain.caseSensitive = row.integer(2) != 0;
    domain.codes.generator = generatorNamed(row.view(3)).value_or(GeneratorKind::Random);
    domain.codes.length = static_cast<int>(row.integer(4));
    domain.codes.easyAlphabet = row.integer(5) != 0;
    domain.codes.checkCharacter = row.integer(6) != 0;
    domain.codes.prefix = row.text(7);
    domain.codes.multiSegment = row.integer(8) != 0;
    domain.codes.reserveCommonNames = row.integer(9) != 0;
    domain.codes.aliasDays = static_cast<int>(row.integer(10));
    domain.fallback = row.text(11);
    return domain;
}

void bindRules(Statement &statement, const Domain &domain)
{
    const CodeRules &codes = domain.codes;
    statement.bind(domain.caseSensitive).bind(generatorName(codes.generator)).bind(codes.length);
    statement.bind(codes.easyAlphabet).bind(codes.checkCharacter).bind(codes.prefix);
    statement.bind(codes.multiSegment).bind(codes.reserveCommonNames).bind(codes.aliasDays).bindOrNull(domain.fallback);
}

using Codes = std::vector<std::pair<std::string, std::string>>; // key, as shown

Result<Codes> codesToRekey(SqlConnection &connection, const std::string &table, DomainId domain,
                           const std::function<std::string(std::string_view)> &keyOf)
{
    Statement rows(connection, "SELECT code, coalesce(code_shown, code) FROM " + table
                                   + " WHERE +domain_id = ? AND code IS NOT NULL");
    rows.bind(domain.value);
    Codes changed;
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("reading a domain's codes");
        if (keyOf(rows.view(1)) != rows.view(0))
            changed.emplace_back(rows.text(0), rows.text(1));
    }
    return changed;
}

Result<std::optional<std::string>> rekeyTable(SqlConnection &connection, const std::string &table, DomainId domain,
                                              const std::function<std::string(std::string_view)> &keyOf)
{
    const auto changed = codesToRekey(connection, table, domain, keyOf);
    if (!changed)
        return changed.error();
    Statement update(connection,
                     "UPDATE " + table + " SET code = ?, code_shown = ? WHERE code = ? AND domain_id = ?");
    for (const auto &[key, shown] : *changed) {
        const std::string next = keyOf(shown);
        update.again();
        update.bind(next).bindOrNull(next == shown ? std::string_view() : std::string_view(shown));
        update.bind(key).bind(domain.value);
        const Step step = update.step();
        if (step == Step::Taken)
            return std::optional(shown);
        if (step != Step::Done)
            return update.error("changing a code's key");
    }
    return std::optional<std::string>();
}

} // namespace

Result<std::vector<Domain>> allDomains(SqlConnection &connection, bool withCounts)
{
    Statement rows(connection, "SELECT " LINKDESK_DOMAIN_COLUMNS " FROM domain ORDER BY id");
    std::vector<Domain> domains;
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("reading the domains");
        domains.push_back(readDomain(rows));
    }
    if (!withCounts)
        return domains;
    // Counting the links of the default domain directly would read every row; all links less the others is an index
    // scan.
    Statement all(connection,
                  "SELECT (SELECT count(*) FROM link) - (SELECT count(*) FROM link WHERE status <> 'active' "
                  "AND status = 'deleted') + (SELECT count(*) FROM link_archive)");
    if (all.step() != Step::Row)
        return all.error("counting links");
    std::int64_t rest = all.integer(0);
    for (Domain &domain : domains) {
        if (domain.id == kDefaultDomain)
            continue;
        Statement count(connection, "SELECT (SELECT count(*) FROM link INDEXED BY link_domain WHERE domain_id <> 1 "
                                    "AND domain_id = ?1 AND status <> 'deleted') + "
                                    "(SELECT count(*) FROM link_archive WHERE domain_id = ?1)");
        if (count.bind(domain.id.value).step() != Step::Row)
            return count.error("counting links");
        domain.linkCount = count.integer(0);
        rest -= domain.linkCount;
    }
    for (Domain &domain : domains) {
        if (domain.id == kDefaultDomain)
            domain.linkCount = rest;
    }
    return domains;
}

Result<std::optional<Domain>> domainById(SqlConnection &connection, DomainId id)
{
    Statement row(connection, "SELECT " LINKDESK_DOMAIN_COLUMNS " FROM domain WHERE id = ?");
    const Step step = row.bind(id.value).step();
    if (step == Step::Failed)
        return row.error("reading a domain");
    return step == Step::Row ? std::optional(readDomain(row)) : std::nullopt;
}

Result<std::optional<DomainId>> insertDomain(SqlConnection &connection, const Domain &domain, TimePoint now)
{
    Statement add(connection,
                  "INSERT INTO domain(case_sensitive, generator, code_length, easy_alphabet, check_character, prefix, "
                  "multi_segment, reserve_common_names, alias_days, fallback_url, host, created_at) "
                  "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    bindRules(add, domain);
    const Step step = add.bind(domain.host).bind(now).step();
    if (step == Step::Taken)
        return std::optional<DomainId>();
    if (step != Step::Done)
        return add.error("adding a domain");
    return std::optional<DomainId>(DomainId{connection.lastInsertId()});
}

Result<void> updateDomain(SqlConnection &connection, const Domain &domain)
{
    Statement update(connection,
                     "UPDATE domain SET case_sensitive = ?, generator = ?, code_length = ?, easy_alphabet = ?, "
                     "check_character = ?, prefix = ?, multi_segment = ?, reserve_common_names = ?, alias_days = ?, "
                     "fallback_url = ? WHERE id = ?");
    bindRules(update, domain);
    return update.bind(domain.id.value).run("changing a domain");
}

Result<std::optional<std::string>> rekeyDomain(SqlConnection &connection, DomainId domain,
                                               const std::function<std::string(std::string_view shown)> &keyOf)
{
    constexpr const char *kTables[] = {"link", "link_archive", "link_alias"};
    for (const std::string table : kTables) {
        auto clash = rekeyTable(connection, table, domain, keyOf);
        if (!clash || *clash)
            return clash;
    }
    Statement both(connection, "SELECT coalesce(a.code_shown, a.code) FROM link_archive a JOIN link l "
                               "ON l.code = a.code AND l.domain_id = a.domain_id WHERE a.domain_id = ? LIMIT 1");
    const Step twice = both.bind(domain.value).step();
    if (twice == Step::Failed)
        return both.error("comparing the codes of a domain");
    if (twice == Step::Row)
        return std::optional(both.text(0));
    // A former code gives way to a link's own.
    Statement yield(connection, "DELETE FROM link_alias WHERE domain_id = ? AND (EXISTS(SELECT 1 FROM link "
                                "WHERE link.code = link_alias.code AND link.domain_id = link_alias.domain_id) OR "
                                "EXISTS(SELECT 1 FROM link_archive a "
                                "WHERE a.code = link_alias.code AND a.domain_id = link_alias.domain_id))");
    if (auto done = yield.bind(domain.value).run("removing former codes"); !done)
        return done.error();
    return std::optional<std::string>();
}

} // namespace linkdesk::core
