#include "store/lookalikestore.h"

#include "codes/lookalike.h"
#include "store/linkrows.h"
#include "store/settingstore.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

#include <unicode/uversion.h>

#include <algorithm>

namespace linkdesk::core {

using Step = Statement::Step;

namespace {

constexpr std::string_view kVersionSetting = "look-alike-version";

// The data that lookAlikeKeys() goes by comes with ICU.
std::string lookAlikeVersion()
{
    UVersionInfo version{};
    char text[U_MAX_VERSION_STRING_LENGTH];
    u_getVersion(version);
    u_versionToString(version, text);
    return text;
}

} // namespace

std::vector<std::int64_t> lookAlikeHashes(std::string_view slug)
{
    std::vector<std::int64_t> hashes;
    for (const std::string &key : lookAlikeKeys(slug))
        hashes.push_back(storedHash(key));
    return hashes;
}

Result<void> setLookAlikes(SqlConnection &connection, LinkId link, const std::vector<std::int64_t> &hashes)
{
    Statement clear(connection, "DELETE FROM look_alike WHERE link_id = ?");
    if (auto done = clear.bind(link.value).run("clearing look-alikes"); !done)
        return done;
    for (const std::int64_t hash : hashes) {
        Statement add(connection, "INSERT OR IGNORE INTO look_alike(skeleton, link_id) VALUES(?, ?)");
        if (auto done = add.bind(hash).bind(link.value).run("noting a look-alike"); !done)
            return done;
    }
    return {};
}

Result<bool> lookAlikesAreOld(SqlConnection &connection)
{
    const auto kept = setting(connection, kVersionSetting);
    if (!kept)
        return kept.error();
    return *kept != lookAlikeVersion();
}

Result<std::int64_t> refreshLookAlikes(SqlConnection &connection, std::int64_t after, int limit)
{
    Statement slugs(connection, "SELECT id, coalesce(code_shown, code), generator = 'custom' AND code IS NOT NULL FROM link "
                                "WHERE id > ? ORDER BY id LIMIT ?");
    slugs.bind(after).bind(limit);
    std::int64_t last = 0;
    for (auto step = slugs.step(); step != Step::Done; step = slugs.step()) {
        if (step != Step::Row)
            return slugs.error("reading the slugs");
        last = slugs.integer(0);
        if (slugs.integer(2) == 0)
            continue;
        if (auto set = setLookAlikes(connection, LinkId{last}, lookAlikeHashes(slugs.view(1))); !set)
            return set.error();
    }
    if (last == 0) {
        if (auto noted = setSetting(connection, kVersionSetting, lookAlikeVersion()); !noted)
            return noted.error();
    }
    return last;
}

Result<std::vector<SimilarLink>> linksLookingLike(SqlConnection &connection, DomainId domain,
                                                  const std::vector<std::int64_t> &hashes, LinkId except, int limit)
{
    std::vector<SimilarLink> found;
    for (const std::int64_t hash : hashes) {
        Statement rows(connection, "SELECT l.id, coalesce(l.code_shown, l.code), l.long_url FROM look_alike a "
                                   "JOIN link l ON l.id = a.link_id WHERE a.skeleton = ? AND l.domain_id = ? "
                                   "AND l.code IS NOT NULL AND l.status <> 'deleted' AND l.id <> ? ORDER BY l.id LIMIT ?");
        rows.bind(hash).bind(domain.value).bind(except.value).bind(limit);
        for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
            if (step != Step::Row)
                return rows.error("looking for look-alikes");
            const LinkId id{rows.integer(0)};
            const bool isNew = std::none_of(found.begin(), found.end(), [id](const SimilarLink &s) { return s.id == id; });
            if (isNew && found.size() < static_cast<std::size_t>(limit))
                found.push_back({id, rows.text(1), rows.text(2)});
        }
    }
    return found;
}

} // namespace linkdesk::core
