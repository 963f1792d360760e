// QueryBudget: a statement that takes longer than it is worth is given up; its step fails then. For counts that nobody
// needs in order to go on.
//
// Used on the connection's thread, one at a time.
#pragma once

#include <chrono>

struct sqlite3;

namespace linkdesk::core {

class SqlConnection;

class QueryBudget final {
public:
    QueryBudget(SqlConnection &connection, std::chrono::milliseconds patience);
    ~QueryBudget();
    QueryBudget(const QueryBudget &) = delete;
    QueryBudget &operator=(const QueryBudget &) = delete;

    [[nodiscard]] bool isSpent() const { return m_spent; }

private:
    static int look(void *self);

    sqlite3 *m_native;
    std::chrono::steady_clock::time_point m_until;
    bool m_spent = false;
};

} // namespace linkdesk::core
