#include "store/aliasstore.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

using Step = Statement::Step;

Result<std::optional<AliasRow>> aliasByKey(SqlConnection &connection, DomainId domain, std::string_view key)
{
    Statement find(connection, "SELECT link_id, until FROM link_alias WHERE code = ? AND domain_id = ?");
    const Step step = find.bind(key).bind(domain.value).step();
    if (step == Step::Failed)
        return find.error("looking a former code up");
    if (step == Step::Done)
        return std::optional<AliasRow>();
    return std::optional(AliasRow{LinkId{find.integer(0)}, fromMs(find.integer(1))});
}

Result<void> readAliases(SqlConnection &connection, Link &link)
{
    Statement rows(connection,
                   "SELECT coalesce(code_shown, code), until, domain_id FROM link_alias WHERE link_id = ? ORDER BY until");
    rows.bind(link.id.value);
    link.aliases.clear();
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("reading a link's former codes");
        link.aliases.push_back({rows.text(0), fromMs(rows.integer(1)), DomainId{rows.integer(2)}});
    }
    return {};
}

Result<void> putAlias(SqlConnection &connection, const Link &link, const LinkAlias &alias, std::string_view key,
                      TimePoint now)
{
    Statement put(connection, "INSERT OR REPLACE INTO link_alias(code, domain_id, code_shown, link_id, until, created_at) "
                              "VALUES(?, ?, ?, ?, ?, ?)");
    put.bind(key).bind(alias.domain.value).bindOrNull(alias.code == key ? std::string_view() : std::string_view(alias.code));
    put.bind(link.id.value).bind(alias.until).bind(now);
    return put.run("keeping a former code");
}

Result<void> removeAlias(SqlConnection &connection, DomainId domain, std::string_view key)
{
    Statement remove(connection, "DELETE FROM link_alias WHERE code = ? AND domain_id = ?");
    return remove.bind(key).bind(domain.value).run("ending a former code");
}

Result<bool> hasAliases(SqlConnection &connection)
{
    Statement any(connection, "SELECT EXISTS(SELECT 1 FROM link_alias)");
    if (any.step() != Step::Row)
        return any.error("looking for former codes");
    return any.integer(0) != 0;
}

Result<int> purgeAliases(SqlConnection &connection, TimePoint now, int limit)
{
    Statement purge(connection, "DELETE FROM link_alias WHERE (code, domain_id) IN "
                                "(SELECT code, domain_id FROM link_alias WHERE until <= ? ORDER BY until LIMIT ?)");
    if (auto done = purge.bind(now).bind(limit).run("removing former codes"); !done)
        return done.error();
    return connection.changedRows();
}

} // namespace linkdesk::core
