#include "store/soundness.h"

#include "store/migrations.h"
#include "store/sqlconnection.h"
#include "store/statement.h"

#include <array>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace linkdesk::core {

namespace {

constexpr std::uintmax_t kWholeCheckBytes = std::uintmax_t{48} << 20; // some 50 ms
constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::size_t kHeaderBytes = 100;

Error damaged(const std::filesystem::path &file, const std::string &reason)
{
    return {ErrorCode::Corrupt, "The database " + file.string() + " cannot be used: " + reason
                                    + ". Restore a backup, or move the file away to start empty.", {}};
}

std::uint32_t bigEndian32(const char *bytes)
{
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
        value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    return value;
}

// A clean close leaves no log.
bool hasLog(const std::filesystem::path &file)
{
    std::error_code error;
    const auto bytes = std::filesystem::file_size(std::filesystem::path(file) += "-wal", error);
    return !error && bytes > 0;
}

// A file cut short is found by its header, unless a log still holds the missing pages.
Result<void> checkHeader(const std::filesystem::path &file, std::uintmax_t size)
{
    std::array<char, kHeaderBytes> header{};
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(header.data(), header.size()) || std::string_view(header.data(), kMagic.size()) != kMagic)
        return damaged(file, "it does not begin like a SQLite database");
    std::uint32_t pageSize = (static_cast<std::uint32_t>(static_cast<unsigned char>(header[16])) << 8)
                             | static_cast<unsigned char>(header[17]);
    if (pageSize == 1)
        pageSize = 65536;
    if (pageSize < 512 || (pageSize & (pageSize - 1)) != 0)
        return damaged(file, "its page size is impossible");
    const bool countIsValid = bigEndian32(&header[24]) == bigEndian32(&header[92]);
    if (!hasLog(file) && countIsValid && std::uintmax_t{bigEndian32(&header[28])} * pageSize > size)
        return damaged(file, "it was cut short");
    return {};
}

// Reads the first and the last row of each table, and with them its root page.
Result<void> checkTables(SqlConnection &connection, const std::filesystem::path &file)
{
    std::vector<std::string> names;
    Statement tables(connection,
                     "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'link_search%'");
    for (auto step = tables.step(); step != Statement::Step::Done; step = tables.step()) {
        if (step != Statement::Step::Row)
            return damaged(file, "its list of tables cannot be read");
        names.push_back(tables.text(0));
    }
    for (const std::string &name : names) {
        for (const char *order : {"ASC", "DESC"}) {
            Statement row(connection, "SELECT * FROM \"" + name + "\" ORDER BY 1 " + order + " LIMIT 1");
            if (row.step() == Statement::Step::Failed)
                return damaged(file, "the table " + name + " cannot be read");
        }
    }
    return {};
}

// What a check says: nothing where all is well.
Result<std::optional<std::string>> complaint(SqlConnection &connection, const std::string &sql)
{
    Statement check(connection, sql);
    const auto step = check.step();
    if (step == Statement::Step::Failed)
        return check.error("checking");
    if (step == Statement::Step::Row && check.view(0) != "ok")
        return std::optional(check.text(0));
    return std::optional<std::string>();
}

// SQLite 3.40's quick_check takes a sound table without rowid for damaged ("NULL value in link_tag.link_id") where its key
// is not in the order of its columns. The slower integrity_check is right, so it has the last word.
Result<void> confirmed(SqlConnection &connection, const std::filesystem::path &file, const std::string &suspicion)
{
    const auto found = complaint(connection, "PRAGMA integrity_check(1)");
    if (!found)
        return damaged(file, found.error().detail);
    return *found ? damaged(file, suspicion) : Result<void>();
}

// `PRAGMA quick_check` reads every page in one step that cannot be stopped, so a large file gets it only where little
// enough has to be read; the tables without which nothing works are always checked.
Result<void> quickCheck(SqlConnection &connection, const std::filesystem::path &file, std::uintmax_t size)
{
    static constexpr std::array kVital{"PRAGMA quick_check(schema_version)", "PRAGMA quick_check(domain)",
                                       "PRAGMA quick_check(api_key)", "PRAGMA quick_check(setting)"};
    std::vector<std::string> checks(kVital.begin(), kVital.end());
    if (size <= kWholeCheckBytes)
        checks = {"PRAGMA quick_check(1)"};
    for (const std::string &sql : checks) {
        const auto found = complaint(connection, sql);
        if (!found)
            return damaged(file, found.error().detail);
        if (!*found)
            continue;
        if (auto sure = confirmed(connection, file, **found); !sure)
            return sure;
    }
    return {};
}

} // namespace

Result<void> checkDatabaseFile(const std::filesystem::path &file)
{
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        return {};
    const auto size = std::filesystem::file_size(file, error);
    const bool writable = !error && std::fstream(file, std::ios::binary | std::ios::in | std::ios::out).is_open();
    if (!writable)
        return Error{ErrorCode::NotWritable, "The database " + file.string()
                                                 + " cannot be written: check its permissions.", {}};
    if (size == 0)
        return {};
    if (auto header = checkHeader(file, size); !header)
        return header;
    auto opened = SqlConnection::open(file, SqlConnection::Access::ReadOnly);
    if (!opened)
        return opened.error().code == ErrorCode::Corrupt ? damaged(file, opened.error().detail) : opened.error();
    SqlConnection &connection = **opened;
    const auto version = schemaVersion(connection);
    if (!version)
        return version.error().code == ErrorCode::Corrupt ? damaged(file, version.error().detail) : version.error();
    if (*version > kSchemaVersion)
        return Error{ErrorCode::NewerSchema, "The database " + file.string()
                                                 + " was written by a newer Linkdesk: install the newer version.", {}};
    if (auto tables = checkTables(connection, file); !tables)
        return tables;
    return quickCheck(connection, file, size);
}

} // namespace linkdesk::core
