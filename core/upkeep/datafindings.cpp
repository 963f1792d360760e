#include "upkeep/datafindings.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

#include <array>
#include <map>

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

constexpr int kMostLines = 200; // of SQLite's own check
constexpr int kSearchSamples = 500;

// Calls `take` for each row.
Result<void> forEach(Statement &rows, std::string_view what, const std::function<void(Statement &)> &take)
{
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error(what);
        take(rows);
    }
    return {};
}

// The index that a line of integrity_check speaks of: "row 7 missing from index link_code", "wrong # of entries in
// index link_code", "non-unique entry in index link_code".
std::string indexIn(const std::string &line)
{
    static constexpr std::string_view kMark = "index ";
    const std::size_t at = line.rfind(kMark);
    const bool isIndex = at != std::string::npos
                         && (line.starts_with("row ") || line.starts_with("wrong #") || line.starts_with("non-unique"));
    const std::string name = isIndex ? line.substr(at + kMark.size()) : std::string();
    const bool isPlain = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string::npos;
    return isPlain ? name : std::string();
}

struct OrphanKind {
    const char *words;
    const char *find;   // gives the two columns of the key
    const char *remove; // binds them and looks again
};
constexpr std::array<OrphanKind, 4> kOrphans{{
    {"A tag is kept of link %1, which is gone",
     "SELECT link_id, tag_id FROM link_tag WHERE NOT EXISTS (SELECT 1 FROM link WHERE id = link_id) "
     "AND NOT EXISTS (SELECT 1 FROM link_archive WHERE id = link_id)",
     "DELETE FROM link_tag WHERE link_id = ? AND tag_id = ? AND NOT EXISTS (SELECT 1 FROM link WHERE id = link_id) "
     "AND NOT EXISTS (SELECT 1 FROM link_archive WHERE id = link_id)"},
    {"Link %1 has a tag that is gone",
     "SELECT link_id, tag_id FROM link_tag WHERE NOT EXISTS (SELECT 1 FROM tag WHERE id = tag_id)",
     "DELETE FROM link_tag WHERE link_id = ? AND tag_id = ? AND NOT EXISTS (SELECT 1 FROM tag WHERE id = tag_id)"},
    {"A look-alike is kept of link %1, which is gone",
     "SELECT link_id, skeleton FROM look_alike WHERE NOT EXISTS (SELECT 1 FROM link WHERE id = link_id)",
     "DELETE FROM look_alike WHERE link_id = ? AND skeleton = ? AND NOT EXISTS (SELECT 1 FROM link WHERE id = "
     "link_id)"},
    {"A former code is kept of link %1, which is gone",
     "SELECT link_id, domain_id FROM link_alias WHERE NOT EXISTS (SELECT 1 FROM link WHERE id = link_id)",
     "DELETE FROM link_alias WHERE link_id = ? AND domain_id = ? AND NOT EXISTS (SELECT 1 FROM link WHERE id = "
     "link_id)"},
}};

std::string with(std::string text, const std::string &value)
{
    const std::size_t at = text.find("%1");
    return at == std::string::npos ? text : text.replace(at, 2, value);
}

struct SharedKind {
    const char *words;
    const char *find;   // code as shown, domain, key
    const char *remove; // binds key and domain and looks again; null: people have to decide
};
constexpr std::array<SharedKind, 3> kShared{{
    {"The former code %1 is another link's code",
     "SELECT a.code, a.domain_id FROM link_alias a JOIN link l ON l.code = a.code AND l.domain_id = a.domain_id",
     "DELETE FROM link_alias WHERE code = ?1 AND domain_id = ?2 AND EXISTS "
     "(SELECT 1 FROM link l WHERE l.code = ?1 AND l.domain_id = ?2)"},
    {"The former code %1 is the code of a link in the archive",
     "SELECT a.code, a.domain_id FROM link_alias a JOIN link_archive l ON l.code = a.code AND l.domain_id = "
     "a.domain_id",
     "DELETE FROM link_alias WHERE code = ?1 AND domain_id = ?2 AND EXISTS "
     "(SELECT 1 FROM link_archive l WHERE l.code = ?1 AND l.domain_id = ?2)"},
    {"The code %1 belongs to a link and to another one in the archive: give one of them a new code",
     "SELECT a.code, a.domain_id FROM link_archive a JOIN link l ON l.code = a.code AND l.domain_id = a.domain_id "
     "WHERE l.id <> a.id",
     nullptr},
}};

} // namespace

Result<void> findDamage(SqlConnection &connection, CheckReport &report)
{
    std::vector<std::string> lines;
    Statement check(connection, "PRAGMA integrity_check(" + std::to_string(kMostLines) + ")");
    const auto read = forEach(check, "checking the database", [&](Statement &row) { lines.push_back(row.text(0)); });
    if (!read && read.error().code != ErrorCode::Corrupt)
        return read;
    // Some damage ends the check itself.
    if (!read)
        report.add("damaged", "The file is damaged: it cannot be read to its end. Restore a backup.");
    std::map<std::string, std::vector<std::string>> byIndex;
    for (const std::string &line : lines) {
        if (line == "ok")
            continue;
        const std::string index = indexIn(line);
        if (index.empty())
            report.add("damaged", "The file is damaged: " + line + ". Restore a backup.");
        else
            byIndex[index].push_back(line);
    }
    for (const auto &[index, said] : byIndex) {
        const std::string more = said.size() > 1 ? " and " + std::to_string(said.size() - 1) + " more" : std::string();
        report.add("index", "The index " + index + " does not agree with its table: " + said.front() + more + ".",
                   [name = index](SqlConnection &writer) { return writer.exec("REINDEX " + name); });
    }
    return {};
}

Result<void> findBrokenReferences(SqlConnection &connection, CheckReport &report)
{
    // What findOrphans() looks for has its own words and repair.
    Statement check(connection, "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check "
                                "WHERE \"table\" NOT IN ('link_tag', 'look_alike', 'link_alias')");
    return forEach(check, "checking references", [&](Statement &row) {
        report.add("reference", "A row of " + row.text(0) + " names a row of " + row.text(2) + " that is not there.");
    });
}

Result<void> findSharedCodes(SqlConnection &connection, CheckReport &report)
{
    for (const SharedKind &kind : kShared) {
        Statement rows(connection, kind.find);
        auto read = forEach(rows, "comparing codes", [&](Statement &row) {
            const std::string code = row.text(0);
            const std::int64_t domain = row.integer(1);
            std::function<Result<void>(SqlConnection &)> repair;
            if (kind.remove)
                repair = [sql = kind.remove, code, domain](SqlConnection &writer) {
                    return Statement(writer, sql).bind(code).bind(domain).run("removing a former code");
                };
            report.add("shared-code", with(kind.words, code) + ".", std::move(repair));
        });
        if (!read)
            return read;
    }
    Statement twice(connection, "SELECT a.id FROM link_archive a JOIN link l ON l.id = a.id");
    return forEach(twice, "comparing the archive", [&](Statement &row) {
        const std::int64_t id = row.integer(0);
        report.add("shared-code", "Link " + std::to_string(id) + " is in the archive and among the others.",
                   [id](SqlConnection &writer) {
                       Statement remove(writer, "DELETE FROM link_archive WHERE id = ?1 AND EXISTS "
                                                "(SELECT 1 FROM link WHERE id = ?1)");
                       return remove.bind(id).run("removing a link from the archive");
                   });
    });
}

Result<void> findOrphans(SqlConnection &connection, CheckReport &report)
{
    for (const OrphanKind &kind : kOrphans) {
        Statement rows(connection, kind.find);
        auto read = forEach(rows, "looking for orphans", [&](Statement &row) {
            const std::int64_t link = row.integer(0);
            const std::int64_t other = row.integer(1);
            report.add("orphan", with(kind.words, std::to_string(link)) + ".",
                       [sql = kind.remove, link, other](SqlConnection &writer) {
                           return Statement(writer, sql).bind(link).bind(other).run("removing an orphan");
                       });
        });
        if (!read)
            return read;
    }
    return {};
}

Result<void> findWrongNumbers(SqlConnection &connection, CheckReport &report)
{
    // For snowflake codes `next` is a time.
    Statement rows(
        connection,
        "SELECT name, next, taken, used FROM sequence WHERE name <> 'snowflake' AND (next < used OR taken < used)");
    return forEach(rows, "checking counters", [&](Statement &row) {
        const std::string name = row.text(0);
        report.add("number",
                   "The counter of " + name + " codes stands at " + std::to_string(row.integer(1)) + ", but "
                       + std::to_string(row.integer(3)) + " numbers became links.",
                   [name](SqlConnection &writer) {
                       Statement raise(
                           writer,
                           "UPDATE sequence SET next = max(next, used), taken = max(taken, used) WHERE name = ?");
                       return raise.bind(name).run("moving a counter on");
                   });
    });
}

namespace {

// The index holds no texts to compare with, so some links are looked for by the end of their target.
Result<int> countMissing(SqlConnection &connection)
{
    Statement samples(connection,
                      "SELECT id, substr(long_url, -3) FROM link WHERE id <= (SELECT watermark FROM search_state) "
                      "AND id % max(1, (SELECT max(id) FROM link) / ?) = 0 "
                      "AND NOT EXISTS (SELECT 1 FROM search_dirty WHERE link_id = id) "
                      "AND substr(long_url, -3) NOT GLOB '*[^A-Za-z0-9/]*'");
    samples.bind(kSearchSamples);
    int missing = 0;
    for (Step step = samples.step(); step != Step::Done; step = samples.step()) {
        if (step != Step::Row)
            return samples.error("reading links");
        Statement find(connection, "SELECT 1 FROM link_search WHERE link_search MATCH ? AND rowid = ?");
        const std::string phrase = "\"" + samples.text(1) + "\""; // bound texts are not copied
        find.bind(phrase).bind(samples.integer(0));
        const Step found = find.step();
        if (found == Step::Failed)
            return find.error("searching");
        missing += found == Step::Done ? 1 : 0;
    }
    return missing;
}

// The indexer then takes all links in again, a little at a time.
Result<void> rebuildSearch(SqlConnection &writer)
{
    return writer.exec("INSERT INTO link_search(link_search) VALUES('delete-all'); DELETE FROM search_dirty; "
                       "UPDATE search_state SET watermark = 0");
}

} // namespace

Result<void> findSearchFaults(SqlConnection &connection, CheckReport &report)
{
    const auto whole = connection.exec("INSERT INTO link_search(link_search) VALUES('integrity-check')");
    const auto missing = whole ? countMissing(connection) : Result<int>(whole.error());
    if (!missing && missing.error().code != ErrorCode::Corrupt && missing.error().code != ErrorCode::Internal)
        return missing.error();
    if (!missing)
        report.add("search-index", "The search index is damaged (" + missing.error().detail + ").", rebuildSearch);
    else if (*missing > 0)
        report.add("search-index",
                   "The search index does not know all links: " + std::to_string(*missing)
                       + " of some hundred were not found.",
                   rebuildSearch);
    Statement mark(connection,
                   "SELECT watermark, (SELECT seq FROM sqlite_sequence WHERE name = 'link') FROM search_state");
    if (mark.step() != Step::Row)
        return mark.error("reading the search state");
    if (mark.integer(0) > mark.integer(1))
        report.add("search-index", "The search index claims to know links that are not there yet.", rebuildSearch);
    return {};
}

} // namespace linkdesk::core
