// Statement: one use of a prepared native statement, reset when it goes out of scope.
//
// Used on its connection's thread. A failed prepare is kept and comes out of step(), so that callers check one place.
// Bound texts are borrowed: they must outlive the Statement.
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3_stmt;

namespace linkdesk::core {

class SqlConnection;

class Statement final {
public:
    enum class Step {
        Row,
        Done,
        Taken, // a unique or primary key constraint refused the row
        Failed,
    };

    // From the connection's cache: `sql` must be a literal.
    Statement(SqlConnection &connection, const char *sql);
    // Assembled from constant parts; prepared for this one use.
    Statement(SqlConnection &connection, const std::string &sql);
    ~Statement();
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;

    // Parameters are bound in order, from the first one after begin or again().
    Statement &bind(std::int64_t value);
    Statement &bind(int value) { return bind(std::int64_t{value}); }
    Statement &bind(bool value) { return bind(std::int64_t{value ? 1 : 0}); }
    Statement &bind(std::string_view text);
    Statement &bind(const std::string &text) { return bind(std::string_view(text)); }
    Statement &bind(const char *text) { return bind(std::string_view(text)); }
    Statement &bind(TimePoint time) { return bind(toMs(time)); }
    Statement &bind(std::optional<TimePoint> time) { return time ? bind(toMs(*time)) : bindNull(); }
    // NULL for an empty text.
    Statement &bindOrNull(std::string_view text) { return text.empty() ? bindNull() : bind(text); }
    Statement &bindBlob(std::string_view bytes);
    Statement &bindNull();

    [[nodiscard]] Step step();
    // step() for a statement without rows: Done is ok, Taken and Failed are errors.
    Result<void> run(std::string_view what);
    // Ready to bind and step anew.
    void again();
    [[nodiscard]] Error error(std::string_view what) const;

    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string_view view(int column) const; // valid until the next step
    [[nodiscard]] std::string text(int column) const { return std::string(view(column)); }
    [[nodiscard]] std::string blob(int column) const;
    [[nodiscard]] std::optional<TimePoint> time(int column) const;

private:
    SqlConnection &m_connection;
    sqlite3_stmt *m_statement = nullptr;
    std::optional<Error> m_error;
    int m_next = 1;
    bool m_owned = false;
};

} // namespace linkdesk::core
