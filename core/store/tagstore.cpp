#include "store/tagstore.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

} // namespace

Result<std::vector<TagRow>> allTags(SqlConnection &connection)
{
    // Links in the bin are few and have an index: counting all and taking those off reads no link's row.
    Statement rows(connection,
                   "SELECT t.id, t.name, a.links - coalesce(d.links, 0) AS links FROM tag t "
                   "JOIN (SELECT tag_id, count(*) AS links FROM link_tag GROUP BY tag_id) a ON a.tag_id = t.id "
                   "LEFT JOIN (SELECT g.tag_id, count(*) AS links FROM link x INDEXED BY link_state "
                   "CROSS JOIN link_tag g INDEXED BY link_tag_link ON g.link_id = x.id "
                   "WHERE x.status <> 'active' AND x.status = 'deleted' GROUP BY g.tag_id) d ON d.tag_id = t.id "
                   "WHERE a.links > coalesce(d.links, 0) ORDER BY links DESC, t.name_key");
    std::vector<TagRow> tags;
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("listing tags");
        tags.push_back({rows.integer(0), rows.text(1), rows.integer(2)});
    }
    return tags;
}

Result<std::optional<TagRow>> tagByKey(SqlConnection &connection, std::string_view key)
{
    Statement find(connection, "SELECT id, name FROM tag WHERE name_key = ?");
    const Step step = find.bind(key).step();
    if (step == Step::Done)
        return std::optional<TagRow>();
    if (step != Step::Row)
        return find.error("finding a tag");
    return std::optional(TagRow{find.integer(0), find.text(1), 0});
}

Result<std::int64_t> countTagged(SqlConnection &connection, std::int64_t tag)
{
    Statement count(connection, "SELECT count(*) FROM link_tag WHERE tag_id = ?");
    if (count.bind(tag).step() != Step::Row)
        return count.error("counting a tag's links");
    return count.integer(0);
}

Result<void> renameTag(SqlConnection &connection, std::int64_t tag, std::string_view name, std::string_view key)
{
    Statement rename(connection, "UPDATE tag SET name = ?, name_key = ? WHERE id = ?");
    return rename.bind(name).bind(key).bind(tag).run("renaming a tag");
}

Result<int> moveTagged(SqlConnection &connection, std::int64_t from, std::int64_t to, int limit)
{
    Statement last(connection, "SELECT max(link_id), count(*) FROM (SELECT link_id FROM link_tag WHERE tag_id = ? "
                               "ORDER BY link_id LIMIT ?)");
    if (last.bind(from).bind(limit).step() != Step::Row)
        return last.error("finding a tag's links");
    const std::int64_t lastLink = last.integer(0);
    const int count = static_cast<int>(last.integer(1));
    if (to != 0) {
        Statement add(connection, "INSERT OR IGNORE INTO link_tag(tag_id, link_id) "
                                  "SELECT ?, link_id FROM link_tag WHERE tag_id = ? AND link_id <= ?");
        if (auto done = add.bind(to).bind(from).bind(lastLink).run("tagging links"); !done)
            return done.error();
    }
    Statement remove(connection, "DELETE FROM link_tag WHERE tag_id = ? AND link_id <= ?");
    if (auto done = remove.bind(from).bind(lastLink).run("taking a tag off links"); !done)
        return done.error();
    if (count < limit) {
        Statement gone(connection, "DELETE FROM tag WHERE id = ?");
        if (auto done = gone.bind(from).run("removing a tag"); !done)
            return done.error();
    }
    return count;
}

} // namespace linkdesk::core
