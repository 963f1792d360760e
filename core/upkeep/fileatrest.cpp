#include "upkeep/fileatrest.h"

#include "store/sqlconnection.h"

#include <sqlite3.h>

#include <string>

namespace linkdesk::core {

namespace {

constexpr int kBusyTimeoutMs = 5000;

// As SQLite's URI names want it.
std::string uriOf(const std::filesystem::path &file)
{
    constexpr char kDigits[] = "0123456789abcdef";
    std::string uri = "file:";
    const std::string path = std::filesystem::absolute(file).generic_string();
    uri += path.starts_with('/') ? "" : "/";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '%' || c == '?' || c == '#' || byte < 0x21) {
            uri += '%';
            uri += kDigits[byte >> 4];
            uri += kDigits[byte & 15];
        } else {
            uri += c;
        }
    }
    return uri;
}

} // namespace

FileAtRest::~FileAtRest()
{
    sqlite3_close(m_handle);
}

Result<void> FileAtRest::open(const std::filesystem::path &file)
{
    std::error_code error;
    const auto log = std::filesystem::file_size(std::filesystem::path(file) += "-wal", error);
    const bool hasLog = !error && log > 0;
    // A database in WAL mode gets files beside it even from a reader, unless it is said that it cannot change.
    const std::string name = uriOf(file) + (hasLog ? "?mode=ro" : "?immutable=1");
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(name.c_str(), &m_handle, flags, nullptr);
    if (code != SQLITE_OK)
        return sqliteError(code, "opening " + file.string(), m_handle ? sqlite3_errmsg(m_handle) : "no memory");
    sqlite3_busy_timeout(m_handle, kBusyTimeoutMs);
    return {};
}

Result<std::int64_t> FileAtRest::number(const char *sql) const
{
    sqlite3_stmt *statement = nullptr;
    int code = sqlite3_prepare_v2(m_handle, sql, -1, &statement, nullptr);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    const std::int64_t value = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    if (code != SQLITE_ROW)
        return sqliteError(code, "reading", sqlite3_errmsg(m_handle));
    return value;
}

} // namespace linkdesk::core
