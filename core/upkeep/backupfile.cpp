#include "upkeep/backupfile.h"

#include "store/migrations.h"
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "upkeep/fileatrest.h"
#include "upkeep/quietwork.h"

#include <array>
#include <fstream>
#include <optional>
#include <string_view>

namespace linkdesk::core {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::size_t kHeaderBytes = 100;

Error unusable(const fs::path &file, std::string_view reason)
{
    return {ErrorCode::Corrupt, file.string() + " cannot be used: " + std::string(reason) + ".", {}};
}

std::uint32_t number(const std::array<char, kHeaderBytes> &header, std::size_t at, std::size_t bytes)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        value = (value << 8) | static_cast<unsigned char>(header[at + i]);
    return value;
}

// The database file format, section 1.3.
Result<void> checkHeader(const fs::path &file, std::uintmax_t size)
{
    std::error_code error;
    // It may be all that there is of a young database.
    const auto log = fs::file_size(fs::path(file) += "-wal", error);
    const bool hasLog = !error && log > 0;
    if (size == 0)
        return hasLog ? Result<void>() : unusable(file, "it is empty");
    std::array<char, kHeaderBytes> header{};
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return Error{ErrorCode::NotWritable, file.string() + " cannot be read: check its permissions.", {}};
    if (!stream.read(header.data(), header.size()) || std::string_view(header.data(), kMagic.size()) != kMagic)
        return unusable(file, "it is no database");
    const std::uint32_t pageSize = number(header, 16, 2) == 1 ? 65536 : number(header, 16, 2);
    const bool countIsValid = number(header, 24, 4) == number(header, 92, 4);
    if (countIsValid && !hasLog && std::uintmax_t{number(header, 28, 4)} * pageSize > size)
        return unusable(file, "it was cut short");
    return {};
}

// A table may be missing in a file of an older schema.
constexpr std::array kCounted{"api_key",  "audit",    "domain",     "link",    "link_alias", "link_archive",
                              "link_tag", "sequence", "link_total", "setting", "tag",        "saved_view"};

Result<std::optional<std::string>> complaint(SqlConnection &connection, const char *sql)
{
    Statement check(connection, sql);
    const auto step = check.step();
    if (step == Statement::Step::Failed)
        return check.error("checking");
    return step == Statement::Step::Row && check.view(0) != "ok" ? std::optional(check.text(0)) : std::nullopt;
}

} // namespace

Result<BackupFacts> inspectBackup(const fs::path &file)
{
    std::error_code error;
    if (!fs::exists(file, error))
        return Error{ErrorCode::NotFound, "There is no file " + file.string() + ".", {}};
    if (!fs::is_regular_file(file, error))
        return unusable(file, "it is no file");
    const auto size = fs::file_size(file, error);
    if (error)
        return Error{ErrorCode::NotWritable, file.string() + " cannot be read: " + error.message() + ".", {}};
    if (auto header = checkHeader(file, size); !header)
        return header.error();
    FileAtRest open;
    if (auto opened = open.open(file); !opened)
        return opened.error().code == ErrorCode::Corrupt ? unusable(file, "it is damaged") : opened.error();
    const auto application = open.number("PRAGMA application_id");
    if (!application)
        return unusable(file, "it is damaged");
    if (*application != kApplicationId)
        return unusable(file, "it is a database, but not one of Linkdesk");
    const auto tables =
        open.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema_version'");
    if (!tables)
        return unusable(file, "it is damaged");
    if (*tables == 0)
        return unusable(file, "it holds nothing of Linkdesk");
    const auto version = open.number("SELECT coalesce(max(version), 0) FROM schema_version");
    if (!version || *version < 1)
        return unusable(file, "it does not say its version");
    if (*version > kSchemaVersion)
        return Error{ErrorCode::NewerSchema,
                     file.string() + " was written by a newer Linkdesk (schema " + std::to_string(*version)
                         + ", this one knows " + std::to_string(kSchemaVersion) + "): install the newer version.",
                     {}};
    return BackupFacts{static_cast<std::int64_t>(size), *version};
}

Result<void> checkSoundness(SqlConnection &connection, const TaskControl &control, bool withIndexes)
{
    const Interrupter interrupter(connection.native(), control.goOn);
    for (const char *check : {"PRAGMA quick_check(1)", "PRAGMA integrity_check(1)"}) {
        if (withIndexes && std::string_view(check) == "PRAGMA quick_check(1)")
            continue;
        const auto found = complaint(connection, check);
        if (!control.mayGoOn())
            return cancelled();
        if (!found)
            return Error{ErrorCode::Corrupt, "it is damaged (" + found.error().detail + ")", {}};
        if (!*found)
            return {};
        // What quick_check suspects, integrity_check decides (see soundness.cpp).
        if (std::string_view(check) == "PRAGMA integrity_check(1)")
            return Error{ErrorCode::Corrupt, "it is damaged: " + **found, {}};
    }
    return {};
}

Result<RowCounts> countRows(SqlConnection &connection)
{
    RowCounts counts;
    for (const char *table : kCounted) {
        Statement known(connection, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?");
        if (known.bind(table).step() != Statement::Step::Row)
            return known.error("reading the schema");
        if (known.integer(0) == 0)
            continue;
        Statement rows(connection, std::string("SELECT count(*) FROM ") + table);
        if (rows.step() != Statement::Step::Row)
            return rows.error("counting rows");
        counts.emplace_back(table, rows.integer(0));
    }
    return counts;
}

} // namespace linkdesk::core
