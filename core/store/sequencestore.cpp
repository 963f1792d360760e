#include "store/sequencestore.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

using Step = Statement::Step;

Result<Counter> readCounter(SqlConnection &connection, std::string_view name)
{
    Statement find(connection, "SELECT next, taken, used FROM sequence WHERE name = ?");
    const Step step = find.bind(name).step();
    if (step == Step::Failed)
        return find.error("reading a counter");
    return step == Step::Row ? Counter{find.integer(0), find.integer(1), find.integer(2)} : Counter{};
}

Result<NumberBlock::Range> reserveNumbers(SqlConnection &connection, std::string_view name, std::uint64_t count)
{
    const auto counter = readCounter(connection, name);
    if (!counter)
        return counter.error();
    const auto first = static_cast<std::uint64_t>(counter->next);
    const NumberBlock::Range range{first, first + count};
    if (auto noted = noteTaken(connection, name, range); !noted)
        return noted.error();
    return range;
}

Result<void> noteTaken(SqlConnection &connection, std::string_view name, NumberBlock::Range range)
{
    Statement note(connection, "INSERT INTO sequence(name, next, taken) VALUES(?, ?, ?) ON CONFLICT(name) "
                               "DO UPDATE SET next = max(next, excluded.next), taken = taken + excluded.taken");
    note.bind(name).bind(static_cast<std::int64_t>(range.end)).bind(static_cast<std::int64_t>(range.count()));
    return note.run("taking numbers");
}

Result<void> giveNumbersBack(SqlConnection &connection, std::string_view name, NumberBlock::Range rest)
{
    Statement back(connection, "UPDATE sequence SET next = ?, taken = taken - ? WHERE name = ? AND next = ?");
    back.bind(static_cast<std::int64_t>(rest.first)).bind(static_cast<std::int64_t>(rest.count())).bind(name);
    back.bind(static_cast<std::int64_t>(rest.end));
    return back.run("giving numbers back");
}

Result<void> addUsed(SqlConnection &connection, std::string_view name, std::int64_t count)
{
    Statement add(connection, "INSERT INTO sequence(name, next, used) VALUES(?, 0, ?) "
                              "ON CONFLICT(name) DO UPDATE SET used = used + excluded.used");
    return add.bind(name).bind(count).run("counting used numbers");
}

Result<void> raiseCounter(SqlConnection &connection, std::string_view name, std::int64_t value)
{
    Statement raise(connection, "INSERT INTO sequence(name, next) VALUES(?, ?) "
                                "ON CONFLICT(name) DO UPDATE SET next = excluded.next WHERE excluded.next > next");
    return raise.bind(name).bind(value).run("moving a counter on");
}

} // namespace linkdesk::core
