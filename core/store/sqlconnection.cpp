#include "store/sqlconnection.h"

#include "store/hostmatch.h"
#include "store/textmatch.h"

#include <sqlite3.h>

#include <QFile>
#include <QSqlDriver>
#include <QSqlError>
#include <QVariant>

#include <atomic>
#include <utility>

namespace linkdesk::core {

namespace {

constexpr int kBusyTimeoutMs = 5000; // R36

constexpr const char *kCommonPragmas = "PRAGMA foreign_keys = ON;"
                                       "PRAGMA temp_store = MEMORY;"
                                       "PRAGMA trusted_schema = OFF;";
constexpr const char *kReaderPragmas = "PRAGMA cache_size = -12288; PRAGMA query_only = ON;";
// Codes are random, so every insert touches other pages of the indexes: with a small cache an import would read and
// write each page again and again. The writer gives the memory back when it rests.
constexpr const char *kWriterPragmas = "PRAGMA cache_size = -49152;"
                                       "PRAGMA journal_mode = WAL;"
                                       "PRAGMA synchronous = FULL;"
                                       "PRAGMA wal_autocheckpoint = 0;" // the writer chooses the moment
                                       "PRAGMA journal_size_limit = 33554432;";

QString uniqueConnectionName()
{
    static std::atomic<std::uint64_t> counter{0};
    return QStringLiteral("linkdesk-%1").arg(counter.fetch_add(1));
}

bool isFatal(ErrorCode code)
{
    return code == ErrorCode::DiskFull || code == ErrorCode::NotWritable || code == ErrorCode::Corrupt
           || code == ErrorCode::Internal;
}

} // namespace

Error sqliteError(int resultCode, std::string_view what, std::string_view detail)
{
    const std::string tail = " (" + std::string(what) + ": " + std::string(detail) + ")";
    switch (resultCode & 0xff) {
    case SQLITE_FULL:
        return {ErrorCode::DiskFull, "The disk is full: free some space. Nothing was written" + tail, {}};
    case SQLITE_IOERR:
        return {ErrorCode::NotWritable, "The disk reported an error: check it and its free space" + tail, {}};
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
        return {ErrorCode::NotWritable, "The database cannot be written: check the folder's permissions" + tail, {}};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return {ErrorCode::Corrupt, "The database is damaged: restore a backup or run the check" + tail, {}};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {ErrorCode::Busy, "The database is in use by another program: try again" + tail, {}};
    case SQLITE_INTERRUPT:
        return {ErrorCode::Unavailable, "The query was stopped" + tail, {}};
    case SQLITE_CONSTRAINT:
        return {ErrorCode::InvalidInput, "The value is there already or not allowed" + tail, {}};
    case SQLITE_TOOBIG:
        return {ErrorCode::InvalidInput, "A value is too long to be stored" + tail, {}};
    default:
        return {ErrorCode::Internal, "SQLite error " + std::to_string(resultCode) + tail, {}};
    }
}

Result<std::unique_ptr<SqlConnection>> SqlConnection::open(const std::filesystem::path &file, Access access)
{
    std::unique_ptr<SqlConnection> connection(new SqlConnection);
    const QString name = uniqueConnectionName();
    connection->m_name = name.toStdString();
    QString options = QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(kBusyTimeoutMs);
    if (access == Access::ReadOnly)
        options += QStringLiteral(";QSQLITE_OPEN_READONLY");
    QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
    database.setConnectOptions(options);
    database.setDatabaseName(QFile::decodeName(file.c_str()));
    if (!database.isValid())
        return Error{ErrorCode::Internal, "Qt's SQLite driver is missing: install the Qt SQLite plugin.", {}};
    if (!database.open())
        return Error{ErrorCode::NotWritable, "The database cannot be opened: " + file.string() + ": "
                                                 + database.lastError().text().toStdString(), {}};
    const QVariant handle = database.driver()->handle();
    connection->m_database = database;
    if (qstrcmp(handle.typeName(), "sqlite3*") != 0)
        return Error{ErrorCode::Internal, "Qt's SQLite driver gives no native handle.", {}};
    connection->m_native = *static_cast<sqlite3 *const *>(handle.constData());
    sqlite3_extended_result_codes(connection->m_native, 1);
    if (auto done = registerTextMatch(connection->m_native); !done)
        return done.error();
    if (auto done = registerHostMatch(connection->m_native); !done)
        return done.error();
    for (const char *pragmas : {kCommonPragmas, access == Access::ReadOnly ? kReaderPragmas : kWriterPragmas}) {
        if (auto done = connection->exec(pragmas); !done)
            return done.error();
    }
    return connection;
}

SqlConnection::~SqlConnection()
{
    m_queries.clear();
    for (const auto &[sql, statement] : m_statements)
        sqlite3_finalize(statement);
    m_statements.clear();
    m_database.close();
    m_database = QSqlDatabase(); // the last copy must be gone before the name is removed
    QSqlDatabase::removeDatabase(QString::fromStdString(m_name));
}

Result<void> SqlConnection::exec(std::string_view sql)
{
    const std::string text(sql);
    if (sqlite3_exec(m_native, text.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return lastError(sql.substr(0, 60));
    return {};
}

QSqlQuery &SqlConnection::query(const char *sql)
{
    auto &slot = m_queries[sql];
    if (!slot) {
        slot = std::make_unique<QSqlQuery>(m_database);
        slot->setForwardOnly(true);
        // A failure shows at exec(), where the caller looks.
        slot->prepare(QString::fromUtf8(sql));
    }
    return *slot;
}

Result<sqlite3_stmt *> SqlConnection::statement(const char *sql)
{
    sqlite3_stmt *&slot = m_statements[sql];
    if (!slot) {
        if (sqlite3_prepare_v3(m_native, sql, -1, SQLITE_PREPARE_PERSISTENT, &slot, nullptr) != SQLITE_OK) {
            m_statements.erase(sql);
            return lastError("preparing a statement");
        }
    }
    return slot;
}

std::int64_t SqlConnection::lastInsertId() const
{
    return sqlite3_last_insert_rowid(m_native);
}

int SqlConnection::changedRows() const
{
    return sqlite3_changes(m_native);
}

Error SqlConnection::lastError(std::string_view what)
{
    Error error = sqliteError(sqlite3_extended_errcode(m_native), what, sqlite3_errmsg(m_native));
    if (isFatal(error.code))
        m_fatal = error;
    return error;
}

std::optional<Error> SqlConnection::takeFatal()
{
    return std::exchange(m_fatal, std::nullopt);
}

} // namespace linkdesk::core
