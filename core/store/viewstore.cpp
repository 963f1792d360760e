#include "store/viewstore.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

namespace {

using Step = Statement::Step;

SavedView readView(const Statement &row)
{
    return {row.integer(0),
            row.text(1),
            row.text(2),
            row.text(3),
            static_cast<int>(row.integer(4)),
            static_cast<int>(row.integer(5))};
}

Error nameTaken(const SavedView &view)
{
    return {ErrorCode::InvalidInput, "There is a view named \"" + view.name + "\" already.", "name"};
}

} // namespace

Result<std::vector<SavedView>> allViews(SqlConnection &connection)
{
    Statement rows(connection, "SELECT id, name, filter, sort, colour, position FROM saved_view ORDER BY position, id");
    std::vector<SavedView> views;
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("listing views");
        views.push_back(readView(rows));
    }
    return views;
}

Result<std::optional<SavedView>> viewById(SqlConnection &connection, std::int64_t id)
{
    Statement find(connection, "SELECT id, name, filter, sort, colour, position FROM saved_view WHERE id = ?");
    const Step step = find.bind(id).step();
    if (step == Step::Done)
        return std::optional<SavedView>();
    if (step != Step::Row)
        return find.error("reading a view");
    return std::optional(readView(find));
}

Result<std::int64_t> insertView(SqlConnection &connection, const SavedView &view, TimePoint now)
{
    Statement add(connection, "INSERT INTO saved_view(name, filter, sort, colour, position, created_at) "
                              "VALUES(?, ?, ?, ?, ?, ?)");
    add.bind(view.name).bind(view.filter).bind(view.sort).bind(view.colour).bind(view.position).bind(now);
    const Step step = add.step();
    if (step == Step::Taken)
        return nameTaken(view);
    if (step != Step::Done)
        return add.error("adding a view");
    return connection.lastInsertId();
}

Result<void> updateView(SqlConnection &connection, const SavedView &view)
{
    Statement update(connection, "UPDATE saved_view SET name = ?, filter = ?, sort = ?, colour = ? WHERE id = ?");
    update.bind(view.name).bind(view.filter).bind(view.sort).bind(view.colour).bind(view.id);
    const Step step = update.step();
    if (step == Step::Taken)
        return nameTaken(view);
    return step == Step::Done ? Result<void>() : update.error("changing a view");
}

Result<void> deleteView(SqlConnection &connection, std::int64_t id)
{
    Statement remove(connection, "DELETE FROM saved_view WHERE id = ?");
    return remove.bind(id).run("removing a view");
}

Result<void> orderViews(SqlConnection &connection, const std::vector<std::int64_t> &ids)
{
    for (std::size_t i = 0; i < ids.size(); ++i) {
        Statement place(connection, "UPDATE saved_view SET position = ?1 WHERE id = ?2 AND position <> ?1");
        if (auto done = place.bind(static_cast<std::int64_t>(i)).bind(ids[i]).run("ordering the views"); !done)
            return done;
    }
    return {};
}

} // namespace linkdesk::core
