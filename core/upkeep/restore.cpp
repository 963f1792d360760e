#include "upkeep/restore.h"

#include "store/filesync.h"
#include "store/migrations.h"
#include "store/restoreswap.h"
#include "store/settingstore.h"
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "upkeep/backupfile.h"
#include "upkeep/pagecopy.h"
#include "upkeep/quietwork.h"

#include <optional>

namespace linkdesk::core {

namespace {

namespace fs = std::filesystem;

// The codes' filter and what Redis holds belong to the data before, so whoever opens the new database must not take
// them for its own (see CodeFilter and RedisCache).
constexpr std::string_view kFilterToken = "code-filter-token";

Error about(const fs::path &backup, const Error &error)
{
    return {error.code, backup.string() + " cannot be restored: " + error.detail + ".", error.field};
}

void removeStaged(const fs::path &staged)
{
    std::error_code error;
    fs::remove(staged, error);
    for (const char *tail : {"-wal", "-shm", "-journal"})
        fs::remove(fs::path(staged) += tail, error);
}

// Without it no service can start.
bool hasDefaultDomain(SqlConnection &connection)
{
    Statement domain(connection, "SELECT count(*) FROM domain WHERE id = 1 AND host = ''");
    return domain.step() == Statement::Step::Row && domain.integer(0) == 1;
}

Result<void> makeReady(SqlConnection &connection, const fs::path &backup, TimePoint now, const TaskControl &control)
{
    // Before the migration: what is damaged must not be read as if it were not.
    if (auto sound = checkSoundness(connection, control, true); !sound)
        return sound.error().code == ErrorCode::Corrupt ? about(backup, sound.error()) : sound;
    if (auto migrated = migrate(connection, now); !migrated)
        return migrated;
    if (auto removed = removeSetting(connection, kFilterToken); !removed)
        return removed;
    if (!hasDefaultDomain(connection))
        return about(backup, {ErrorCode::Corrupt, "it has no default domain", {}});
    return connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

Result<void> stage(const fs::path &dataDir, const fs::path &backup, TimePoint now, const TaskControl &control)
{
    const fs::path staged = incomingFile(dataDir);
    removeStaged(staged);
    if (auto made = makePrivateFile(staged); !made)
        return made;
    if (auto copied = copyAtRest(backup, staged, control); !copied)
        return copied.error();
    {
        auto connection = SqlConnection::open(staged, SqlConnection::Access::ReadWrite);
        if (!connection)
            return connection.error().code == ErrorCode::Corrupt
                       ? about(backup, {ErrorCode::Corrupt, "it is damaged", {}})
                       : connection.error();
        if (auto ready = makeReady(**connection, backup, now, control); !ready)
            return ready;
    }
    std::error_code error;
    if (fs::exists(fs::path(staged) += "-wal", error))
        return Error{ErrorCode::Busy, "Another program has " + staged.string() + " open: close it and try again.", {}};
    if (!control.mayGoOn())
        return cancelled();
    return syncFile(staged);
}

} // namespace

Result<void> stageRestore(const fs::path &dataDir, const fs::path &backup, TimePoint now, const TaskControl &control)
{
    std::error_code error;
    const fs::path database = dataDir / kDatabaseName;
    if (fs::equivalent(backup, database, error))
        return Error{ErrorCode::InvalidInput, backup.string() + " is the database itself.", "file"};
    const auto facts = inspectBackup(backup);
    if (!facts)
        return facts.error();
    if (auto room = checkRoom(dataDir, database, facts->bytes); !room)
        return room;
    std::optional<Result<void>> staged;
    runQuietly([&] { staged = stage(dataDir, backup, now, control); });
    if (!*staged)
        removeStaged(incomingFile(dataDir));
    return *staged;
}

Result<void> decideOnStaged(const fs::path &dataDir, const fs::path &backup, TimePoint now)
{
    std::error_code error;
    Restored restored;
    restored.at = now;
    restored.from = backup.string();
    restored.incoming = kIncomingName;
    if (fs::exists(dataDir / kDatabaseName, error))
        restored.former = formerName(dataDir, now);
    return decideRestore(dataDir, restored);
}

} // namespace linkdesk::core
