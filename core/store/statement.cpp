#include "store/statement.h"

#include "store/sqlconnection.h"

#include <sqlite3.h>

namespace linkdesk::core {

Statement::Statement(SqlConnection &connection, const char *sql) : m_connection(connection)
{
    auto statement = connection.statement(sql);
    if (statement)
        m_statement = *statement;
    else
        m_error = statement.error();
}

Statement::Statement(SqlConnection &connection, const std::string &sql) : m_connection(connection), m_owned(true)
{
    if (sqlite3_prepare_v2(connection.native(), sql.data(), static_cast<int>(sql.size()), &m_statement, nullptr)
        != SQLITE_OK)
        m_error = connection.lastError("preparing a statement");
}

Statement::~Statement()
{
    if (m_owned) {
        sqlite3_finalize(m_statement);
    } else if (m_statement) {
        sqlite3_reset(m_statement);
        sqlite3_clear_bindings(m_statement); // the texts are borrowed and may be gone before the next use
    }
}

Statement &Statement::bind(std::int64_t value)
{
    sqlite3_bind_int64(m_statement, m_next++, value);
    return *this;
}

Statement &Statement::bind(std::string_view text)
{
    // A null pointer would bind NULL, not the empty text.
    sqlite3_bind_text64(m_statement, m_next++, text.data() ? text.data() : "", text.size(), SQLITE_STATIC, SQLITE_UTF8);
    return *this;
}

Statement &Statement::bindBlob(std::string_view bytes)
{
    sqlite3_bind_blob64(m_statement, m_next++, bytes.data() ? bytes.data() : "", bytes.size(), SQLITE_STATIC);
    return *this;
}

Statement &Statement::bindNull()
{
    sqlite3_bind_null(m_statement, m_next++);
    return *this;
}

Statement::Step Statement::step()
{
    if (!m_statement)
        return Step::Failed;
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return Step::Row;
    if (code == SQLITE_DONE)
        return Step::Done;
    if (code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY)
        return Step::Taken;
    // Noted at once: a reset would hide it from the writer, which must not commit after it.
    m_error = m_connection.lastError("running a statement");
    return Step::Failed;
}

Result<void> Statement::run(std::string_view what)
{
    Step result = step();
    while (result == Step::Row)
        result = step();
    if (result == Step::Done)
        return {};
    return error(what);
}

void Statement::again()
{
    if (m_statement)
        sqlite3_reset(m_statement);
    m_error.reset();
    m_next = 1;
}

Error Statement::error(std::string_view what) const
{
    if (m_error)
        return m_error->code == ErrorCode::Internal
                   ? Error{ErrorCode::Internal, std::string(what) + ": " + m_error->detail, {}}
                   : *m_error;
    return m_connection.lastError(what);
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

std::string_view Statement::view(int column) const
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(m_statement, column));
    if (!text)
        return {};
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

std::string Statement::blob(int column) const
{
    const auto *bytes = static_cast<const char *>(sqlite3_column_blob(m_statement, column));
    if (!bytes)
        return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

std::optional<TimePoint> Statement::time(int column) const
{
    if (isNull(column))
        return std::nullopt;
    return fromMs(integer(column));
}

} // namespace linkdesk::core
