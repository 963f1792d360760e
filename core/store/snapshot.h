// Snapshot: while it lives, all reads of a connection see one state, and their locks are taken once.
#pragma once

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

class Snapshot final {
public:
    explicit Snapshot(SqlConnection &connection)
        : m_connection(connection), m_open(Statement(connection, "BEGIN").run("beginning to read").ok())
    {
    }
    ~Snapshot()
    {
        if (m_open)
            (void)Statement(m_connection, "COMMIT").run("ending to read");
    }
    Snapshot(const Snapshot &) = delete;
    Snapshot &operator=(const Snapshot &) = delete;

private:
    SqlConnection &m_connection;
    const bool m_open;
};

} // namespace linkdesk::core
