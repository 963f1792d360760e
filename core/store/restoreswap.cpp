#include "store/restoreswap.h"

#include "base/logging.h"
#include "store/filesync.h"
#include "store/sqlconnection.h"

#include <QDateTime>

#include <array>
#include <charconv>
#include <fstream>
#include <string_view>
#include <system_error>

namespace linkdesk::core {

namespace {

namespace fs = std::filesystem;

constexpr const char *kNoteName = "linkdesk.restore";
constexpr std::string_view kFirstLine = "linkdesk restore 1";
// What SQLite keeps beside a database: its log, its shared memory, its journal.
constexpr std::array kBeside{"-wal", "-shm", "-journal"};

fs::path with(fs::path file, const char *tail)
{
    file += tail;
    return file;
}

bool isThere(const fs::path &file)
{
    std::error_code error;
    return fs::exists(fs::symlink_status(file, error));
}

bool isPlainName(std::string_view name)
{
    return name.find('/') == std::string_view::npos && name.find('\\') == std::string_view::npos && name != "."
           && name != "..";
}

void removeWithCompanions(const fs::path &file)
{
    std::error_code error;
    fs::remove(file, error);
    for (const char *tail : kBeside)
        fs::remove(with(file, tail), error);
}

std::string noteText(const Restored &restored)
{
    std::string from = restored.from;
    for (char &c : from)
        c = c == '\n' || c == '\r' ? '?' : c;
    return std::string(kFirstLine) + "\n" + std::to_string(toMs(restored.at)) + "\n" + restored.incoming + "\n"
           + restored.former + "\n" + from + "\n";
}

Result<std::optional<Restored>> readNote(const fs::path &folder)
{
    const fs::path file = folder / kNoteName;
    if (!isThere(file))
        return std::optional<Restored>();
    std::ifstream stream(file, std::ios::binary);
    std::string first;
    std::string at;
    Restored restored;
    std::getline(stream, first);
    std::getline(stream, at);
    std::getline(stream, restored.incoming);
    std::getline(stream, restored.former);
    std::getline(stream, restored.from);
    std::int64_t ms = 0;
    const auto [end, error] = std::from_chars(at.data(), at.data() + at.size(), ms);
    const bool isWhole = stream && first == kFirstLine && error == std::errc() && end == at.data() + at.size();
    if (!isWhole || !isPlainName(restored.former) || !isPlainName(restored.incoming) || restored.incoming.empty())
        return Error{ErrorCode::Corrupt,
                     "The note " + file.string() + " about a restore cannot be understood. Remove it to go on with the "
                         + "database that is there.",
                     {}};
    restored.at = fromMs(ms);
    return std::optional(std::move(restored));
}

bool isDatabase(const fs::path &file)
{
    std::array<char, 16> magic{};
    return static_cast<bool>(std::ifstream(file, std::ios::binary).read(magic.data(), magic.size()))
           && std::string_view(magic.data(), magic.size()) == std::string_view("SQLite format 3\0", 16);
}

// Brings what the log holds into the file, so that one file is all of the database. A damaged database, which may be
// why somebody restores another, moves with its log as it is.
Result<void> settlePresent(const fs::path &database)
{
    // SQLite would throw the log of what is no database away, and it may be all that is left.
    if (!isDatabase(database))
        return {};
    auto connection = SqlConnection::open(database, SqlConnection::Access::ReadWrite);
    const auto settled =
        connection ? (*connection)->exec("PRAGMA journal_mode = DELETE") : Result<void>(connection.error());
    if (!settled && settled.error().code == ErrorCode::Busy)
        return Error{ErrorCode::InUse,
                     "Another program has the database " + database.string() + " open: close it, then start again.",
                     {}};
    if (!settled)
        qCWarning(lcStore, "The database before the restore cannot be tidied up and is kept as it is: %s",
                  settled.error().detail.c_str());
    return {};
}

Result<void> movePresentAway(const fs::path &folder, const std::string &former)
{
    const fs::path database = folder / kDatabaseName;
    if (isThere(database) && !former.empty()) {
        if (auto settled = settlePresent(database); !settled)
            return settled;
        if (auto moved = moveFile(database, folder / former); !moved)
            return moved;
    }
    // A log that stayed would be taken for the new database's.
    for (const char *tail : kBeside) {
        const fs::path beside = with(database, tail);
        if (!isThere(beside))
            continue;
        std::error_code error;
        if (std::string_view(tail) == "-shm" || former.empty() || fs::file_size(beside, error) == 0) {
            fs::remove(beside, error);
            continue;
        }
        if (auto moved = moveFile(beside, with(folder / former, tail)); !moved)
            return moved;
    }
    return syncFolder(folder);
}

} // namespace

fs::path incomingFile(const fs::path &folder)
{
    return folder / kIncomingName;
}

std::string formerName(const fs::path &folder, TimePoint now)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(toMs(now), Qt::UTC);
    const std::string stem =
        "linkdesk-before-restore-" + time.toString(QStringLiteral("yyyyMMdd-HHmmss")).toStdString();
    std::string name = stem + ".db";
    for (int i = 2; isThere(folder / name); ++i)
        name = stem + "-" + std::to_string(i) + ".db";
    return name;
}

Result<void> decideRestore(const fs::path &folder, const Restored &restored)
{
    if (auto synced = syncFolder(folder); !synced)
        return synced;
    return replaceFile(folder / kNoteName, noteText(restored));
}

bool isRestoreDecided(const fs::path &folder)
{
    return isThere(folder / kNoteName);
}

Result<std::optional<Restored>> completeRestore(const fs::path &folder)
{
    auto note = readNote(folder);
    if (!note)
        return note.error();
    std::error_code error;
    if (!*note) {
        if (isThere(incomingFile(folder)))
            qCWarning(lcStore, "A restore ended before it had changed anything: the database is the former one.");
        removeWithCompanions(incomingFile(folder));
        return std::optional<Restored>();
    }
    Restored restored = std::move(**note);
    const fs::path incoming = folder / restored.incoming;
    if (isThere(incoming)) {
        if (auto moved = movePresentAway(folder, restored.former); !moved)
            return moved.error();
        if (auto moved = moveFile(incoming, folder / kDatabaseName); !moved)
            return moved.error();
    } else if (!isThere(folder / kDatabaseName) || (!restored.former.empty() && !isThere(folder / restored.former))) {
        return Error{ErrorCode::NotFound,
                     "A restore was to be completed, but " + incoming.string() + " is gone. Remove "
                         + (folder / kNoteName).string() + " to go on without it.",
                     {}};
    }
    // The filter speaks of other data.
    fs::remove(folder / "codes.bloom", error);
    fs::remove(folder / kNoteName, error);
    if (auto synced = syncFolder(folder); !synced)
        return synced.error();
    qCWarning(lcStore, "The database was restored from %s; %s%s.", restored.from.c_str(),
              restored.former.empty() ? "there was none before" : "the former one is now ", restored.former.c_str());
    restored.incoming.clear();
    return std::optional(std::move(restored));
}

void cancelRestore(const fs::path &folder)
{
    std::error_code error;
    if (isThere(folder / kDatabaseName)) {
        fs::remove(folder / kNoteName, error);
        removeWithCompanions(incomingFile(folder));
        (void)syncFolder(folder);
    }
}

Result<void> decideReturn(const fs::path &folder, const Restored &restored, TimePoint now)
{
    if (restored.former.empty() || !isThere(folder / restored.former))
        return Error{ErrorCode::NotFound, "There is no former database to return to.", {}};
    // Its log, if it has one, would have to become the incoming one's.
    for (const char *tail : kBeside) {
        if (isThere(with(folder / restored.former, tail)))
            return Error{
                ErrorCode::Corrupt, "The former database is damaged; it stays as " + restored.former + ".", {}};
    }
    Restored back;
    back.at = now;
    back.from = (folder / restored.former).string();
    back.incoming = restored.former;
    back.former = "linkdesk-not-usable-" + formerName(folder, now).substr(sizeof("linkdesk-before-restore-") - 1);
    return decideRestore(folder, back);
}

} // namespace linkdesk::core
