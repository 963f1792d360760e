// Counters in the store: numbers for codes, handed out in blocks. Functions run on the connection's thread; all but
// readCounter() belong into a WriteJob.
#pragma once

#include "base/result.h"
#include "codes/numberblock.h"

#include <cstdint>
#include <string_view>

namespace linkdesk::core {

class SqlConnection;

struct Counter {
    std::int64_t next = 0;  // one past the highest number that was handed out
    std::int64_t taken = 0; // numbers handed out from here
    std::int64_t used = 0;  // numbers that became links
};
[[nodiscard]] Result<Counter> readCounter(SqlConnection &connection, std::string_view name);

// The next `count` numbers. Two callers never get the same one: the row changes in the caller's write transaction.
[[nodiscard]] Result<NumberBlock::Range> reserveNumbers(SqlConnection &connection, std::string_view name,
                                                        std::uint64_t count);
// Numbers that another counter handed out to this database.
Result<void> noteTaken(SqlConnection &connection, std::string_view name, NumberBlock::Range range);
// Takes numbers back that were not used, if nobody has been given later ones.
Result<void> giveNumbersBack(SqlConnection &connection, std::string_view name, NumberBlock::Range rest);
Result<void> addUsed(SqlConnection &connection, std::string_view name, std::int64_t count);
// next = max(next, value).
Result<void> raiseCounter(SqlConnection &connection, std::string_view name, std::int64_t value);

} // namespace linkdesk::core
