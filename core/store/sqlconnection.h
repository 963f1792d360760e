// SqlConnection: one database connection, used by one thread from open to close.
//
// Ordinary statements go through Qt SQL (query()); the few hot ones use the prepared native statement (native()),
// which Qt SQL's own handle provides, behind the same store functions.
#pragma once

#include "base/result.h"

#include <QSqlDatabase>
#include <QSqlQuery>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

namespace linkdesk::core {

class SqlConnection final {
public:
    enum class Access { ReadWrite, ReadOnly };

    [[nodiscard]] static Result<std::unique_ptr<SqlConnection>> open(const std::filesystem::path &file, Access access);
    ~SqlConnection();
    SqlConnection(const SqlConnection &) = delete;
    SqlConnection &operator=(const SqlConnection &) = delete;

    [[nodiscard]] QSqlDatabase &database() { return m_database; }
    [[nodiscard]] sqlite3 *native() const { return m_native; }

    // Runs one or several statements without parameters.
    Result<void> exec(std::string_view sql);
    // A prepared query from this connection's cache, ready to bind; finish() it after use.
    QSqlQuery &query(const char *sql);
    // A prepared native statement from the cache, reset and unbound; `sql` must be a literal.
    Result<sqlite3_stmt *> statement(const char *sql);
    // The id of the row the last INSERT added. Cheaper than RETURNING, which makes SQLite keep a journal for the
    // statement.
    [[nodiscard]] std::int64_t lastInsertId() const;
    // Rows that the last statement wrote.
    [[nodiscard]] int changedRows() const;
    // The last native error as an Error (disk full, corrupt, busy … by code).
    // Full disk, I/O, damage and what is not understood are also kept until takeFatal(): the writer must not commit
    // after them as if nothing had been.
    [[nodiscard]] Error lastError(std::string_view what);
    [[nodiscard]] std::optional<Error> takeFatal();

private:
    SqlConnection() = default;
    QSqlDatabase m_database;
    sqlite3 *m_native = nullptr;
    std::string m_name;
    std::optional<Error> m_fatal;
    std::unordered_map<const char *, std::unique_ptr<QSqlQuery>> m_queries;
    std::unordered_map<const char *, sqlite3_stmt *> m_statements;
};

// An SQLite result code as an Error with advice.
[[nodiscard]] Error sqliteError(int resultCode, std::string_view what, std::string_view detail);

} // namespace linkdesk::core
