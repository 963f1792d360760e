#include "store/searchindexer.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

namespace {

using std::chrono::steady_clock;
using Step = Statement::Step;

constexpr int kRowsPerSlice = 1000;
constexpr int kRowsPerLook = 16; // rows between two looks at the clock

bool outOfTime(int rows, steady_clock::time_point until)
{
    return rows % kRowsPerLook == 0 && steady_clock::now() >= until;
}

Result<void> forget(SqlConnection &connection, const Statement &dirty)
{
    Statement remove(connection, "INSERT INTO link_search(link_search, rowid, code, long_url, title) "
                                 "VALUES('delete', ?, ?, ?, ?)");
    remove.bind(dirty.integer(0)).bind(dirty.view(1)).bind(dirty.view(2)).bind(dirty.view(3));
    return remove.run("removing from the search index");
}

Result<void> indexAgain(SqlConnection &connection, std::int64_t id)
{
    Statement add(connection,
                  "INSERT INTO link_search(rowid, code, long_url, title) "
                  "SELECT id, coalesce(code_shown, code), long_url, coalesce(title, '') FROM link WHERE id = ?");
    if (auto done = add.bind(id).run("adding to the search index"); !done)
        return done;
    Statement clean(connection, "DELETE FROM search_dirty WHERE link_id = ?");
    return clean.bind(id).run("clearing a change");
}

// True when changed rows are left.
Result<bool> indexChanges(SqlConnection &connection, steady_clock::time_point until)
{
    for (int rows = 1;; ++rows) {
        Statement dirty(connection, "SELECT link_id, coalesce(code, ''), coalesce(long_url, ''), coalesce(title, ''), "
                                    "code IS NOT NULL FROM search_dirty ORDER BY link_id LIMIT 1");
        const Step step = dirty.step();
        if (step == Step::Done)
            return false;
        if (step != Step::Row)
            return dirty.error("reading changed links");
        const std::int64_t id = dirty.integer(0);
        const bool isIndexed = dirty.integer(4) != 0;
        if (auto done = isIndexed ? forget(connection, dirty) : Result<void>(); !done)
            return done.error();
        if (auto done = indexAgain(connection, id); !done)
            return done.error();
        if (outOfTime(rows, until))
            return true;
    }
}

Result<std::int64_t> readWatermark(SqlConnection &connection)
{
    Statement read(connection, "SELECT watermark FROM search_state");
    if (read.step() != Step::Row)
        return read.error("reading the search state");
    return read.integer(0);
}

// True when new rows are left.
Result<bool> indexNew(SqlConnection &connection, steady_clock::time_point until)
{
    const auto from = readWatermark(connection);
    if (!from)
        return from.error();
    std::int64_t reached = *from;
    bool more = false;
    Statement rows(connection, "SELECT id, coalesce(code_shown, code), long_url, coalesce(title, '') FROM link "
                               "WHERE id > ? ORDER BY id LIMIT ?");
    rows.bind(*from).bind(kRowsPerSlice);
    int count = 0;
    for (Step step = rows.step(); step != Step::Done && !more; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("reading new links");
        Statement add(connection, "INSERT INTO link_search(rowid, code, long_url, title) VALUES(?, ?, ?, ?)");
        add.bind(rows.integer(0)).bind(rows.view(1)).bind(rows.view(2)).bind(rows.view(3));
        if (auto done = add.run("adding to the search index"); !done)
            return done.error();
        reached = rows.integer(0);
        ++count;
        more = outOfTime(count, until);
    }
    if (count == 0)
        return false;
    Statement advance(connection, "UPDATE search_state SET watermark = ?");
    if (auto done = advance.bind(reached).run("moving the search state"); !done)
        return done.error();
    return more || count == kRowsPerSlice;
}

} // namespace

Result<bool> SearchIndexer::runSlice(SqlConnection &connection, steady_clock::time_point until)
{
    const auto changesLeft = indexChanges(connection, until);
    if (!changesLeft || *changesLeft)
        return changesLeft;
    return indexNew(connection, until);
}

} // namespace linkdesk::core
