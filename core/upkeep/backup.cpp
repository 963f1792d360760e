#include "upkeep/backup.h"

#include "store/filesync.h"
#include "store/migrations.h"
#include "store/sqlconnection.h"
#include "store/store.h"
#include "upkeep/backupfile.h"
#include "upkeep/pagecopy.h"
#include "upkeep/quietwork.h"

#include <optional>

namespace linkdesk::core {

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::string_view kUnfinished = ".unfinished";

std::chrono::milliseconds since(steady_clock::time_point begin)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - begin);
}

Error wrongFile(std::string detail)
{
    return {ErrorCode::InvalidInput, std::move(detail), "file"};
}

Result<void> checkTarget(const Store &store, const fs::path &file)
{
    std::error_code error;
    if (!fs::is_directory(file.parent_path(), error))
        return wrongFile("There is no folder " + file.parent_path().string() + ".");
    if (!fs::exists(fs::symlink_status(file, error)))
        return {};
    if (fs::equivalent(file, store.databaseFile(), error))
        return wrongFile(file.string() + " is the database itself: choose another name.");
    if (!fs::is_regular_file(file, error))
        return wrongFile(file.string() + " is there already and is no file.");
    // Whatever is newer or damaged was a backup once; an empty file is nobody's loss.
    const auto facts = inspectBackup(file);
    if (facts || facts.error().code == ErrorCode::NewerSchema || fs::file_size(file, error) == 0)
        return {};
    return wrongFile(file.string() + " is there already and is no backup of Linkdesk: choose another name.");
}

class Backup final {
public:
    Backup(Store &store, const fs::path &file, const TaskControl &control) : m_store(store), m_control(control)
    {
        m_made.file = file;
        m_unfinished = file;
        m_unfinished += kUnfinished;
    }
    ~Backup()
    {
        std::error_code error;
        fs::remove(m_unfinished, error);
    }
    Backup(const Backup &) = delete;
    Backup &operator=(const Backup &) = delete;

    Result<BackupMade> run()
    {
        if (auto wanted = checkTarget(m_store, m_made.file); !wanted)
            return wanted.error();
        if (auto room =
                checkRoom(m_made.file.parent_path(), m_store.databaseFile(), databaseBytes(m_store.databaseFile()));
            !room)
            return room.error();
        std::error_code error;
        fs::remove(m_unfinished, error);
        if (auto made = makePrivateFile(m_unfinished); !made)
            return made.error();
        if (auto copied = copy(); !copied)
            return copied.error();
        const auto begin = steady_clock::now();
        dropFromMemory(m_unfinished);
        if (auto checked = check(); !checked)
            return checked.error();
        dropFromMemory(m_unfinished);
        m_made.checking = since(begin);
        if (!m_control.mayGoOn())
            return cancelled();
        if (auto moved = moveFile(m_unfinished, m_made.file); !moved)
            return moved.error();
        return m_made;
    }

private:
    Result<void> copy()
    {
        const auto begin = steady_clock::now();
        auto reader = SqlConnection::open(m_store.databaseFile(), SqlConnection::Access::ReadOnly);
        if (!reader)
            return reader.error();
        // The state that was copied, to compare the rows with: nothing can be written between the last page and this.
        Result<void> pinned;
        const auto pin = [&] { pinned = (*reader)->exec("BEGIN; SELECT count(*) FROM schema_version"); };
        const auto stats = copyServed(m_store, m_unfinished, m_control, pin);
        if (!stats)
            return stats.error();
        if (!pinned)
            return pinned;
        auto counts = countRows(**reader);
        if (!counts)
            return counts.error();
        const auto version = schemaVersion(**reader);
        if (!version)
            return version.error();
        m_counts = std::move(*counts);
        m_schema = *version;
        m_made.bytes = stats->bytes;
        m_made.longestStep = stats->longestStep;
        m_made.copying = since(begin);
        return {};
    }

    Result<void> check()
    {
        const auto facts = inspectBackup(m_unfinished);
        if (!facts)
            return facts.error();
        auto connection = SqlConnection::open(m_unfinished, SqlConnection::Access::ReadOnly);
        if (!connection)
            return connection.error();
        if (auto sound = checkSoundness(**connection, m_control, false); !sound) {
            if (sound.error().code != ErrorCode::Corrupt)
                return sound;
            return Error{
                ErrorCode::Corrupt, "The backup was not kept: " + sound.error().detail + ". Run the check.", {}};
        }
        const auto counts = countRows(**connection);
        if (!counts)
            return counts.error();
        if (facts->schema != m_schema || *counts != m_counts)
            return Error{ErrorCode::Corrupt,
                         "The backup was not kept: it does not hold what the database holds. Try again.",
                         {}};
        for (const auto &[table, rows] : *counts)
            m_made.links += table == "link" || table == "link_archive" ? rows : 0;
        return {};
    }

    Store &m_store;
    const TaskControl &m_control;
    fs::path m_unfinished;
    BackupMade m_made;
    RowCounts m_counts;
    std::int64_t m_schema = 0;
};

} // namespace

Result<BackupMade> makeBackup(Store &store, const fs::path &file, const TaskControl &control)
{
    std::optional<Result<BackupMade>> made;
    runQuietly([&] { made = Backup(store, file, control).run(); });
    return *made;
}

void removeUnfinished(const fs::path &folder)
{
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("linkdesk-") && name.find(kUnfinished) != std::string::npos
            && entry.is_regular_file(error))
            fs::remove(entry.path(), error);
    }
}

} // namespace linkdesk::core
