#include "upkeep/pagecopy.h"

#include "store/filesync.h"
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "store/store.h"
#include "upkeep/fileatrest.h"

#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <memory>
#include <optional>
#include <thread>

namespace linkdesk::core {

namespace {

namespace fs = std::filesystem;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// How long the writer may be kept at once, and how long it is left alone then, in times of that.
constexpr milliseconds kStep{3};
constexpr int kRestFactor = 2;
constexpr int kPagesPerLook = 16;
constexpr std::int64_t kPageBytes = 4096; // of every database that Linkdesk makes
// So much goes to the disk at once: a commit that syncs its log meanwhile does not wait for a whole backup.
constexpr std::int64_t kBytesPerSync = 8 << 20;
constexpr int kMaxRestarts = 20;
constexpr std::int64_t kRoomForService = 64LL << 20; // its log (R37)
constexpr milliseconds kStepAtRest{50};

// The copy's own connection; used by one thread at a time.
class Target final {
public:
    Target() = default;
    ~Target() { sqlite3_close(m_handle); }
    Target(const Target &) = delete;
    Target &operator=(const Target &) = delete;

    Result<void> open(const fs::path &file)
    {
        const int code =
            sqlite3_open_v2(file.string().c_str(), &m_handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
        if (code != SQLITE_OK)
            return sqliteError(code, "opening the copy", m_handle ? sqlite3_errmsg(m_handle) : "no memory");
        // A copy that is not finished is thrown away, so it needs no journal; it is synced as a file.
        if (sqlite3_exec(m_handle, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2048;",
                         nullptr, nullptr, nullptr)
            != SQLITE_OK)
            return sqliteError(sqlite3_extended_errcode(m_handle), "preparing the copy", sqlite3_errmsg(m_handle));
        return {};
    }
    [[nodiscard]] sqlite3 *handle() const { return m_handle; }

private:
    sqlite3 *m_handle = nullptr;
};

// One copy under way. All but the constructor and the getters on one thread.
class Copy final {
public:
    Copy() = default;
    ~Copy() { (void)end(); }
    Copy(const Copy &) = delete;
    Copy &operator=(const Copy &) = delete;

    // For as long as `until` says; true when it is complete.
    Result<bool> step(sqlite3 *source, const fs::path &file, steady_clock::time_point until)
    {
        if (!m_backup) {
            if (auto opened = m_target.open(file); !opened)
                return opened.error();
            m_backup = sqlite3_backup_init(m_target.handle(), "main", source, "main");
            if (!m_backup)
                return targetError();
        }
        int code = SQLITE_OK;
        do {
            code = sqlite3_backup_step(m_backup, kPagesPerLook);
        } while (code == SQLITE_OK && steady_clock::now() < until);
        const int total = sqlite3_backup_pagecount(m_backup);
        const int done = total - sqlite3_backup_remaining(m_backup);
        m_restarts += done < m_done ? 1 : 0;
        m_done = done;
        m_total = total;
        if (code == SQLITE_DONE)
            return true;
        if (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED)
            return false;
        return sqliteError(code, "copying the database", sqlite3_errstr(code));
    }

    // SQLite tells a fault of the copy, such as a full disk, only here where it came with a change of the source.
    Result<void> end()
    {
        const int code = m_backup ? sqlite3_backup_finish(m_backup) : SQLITE_OK;
        m_backup = nullptr;
        return code == SQLITE_OK ? Result<void>()
                                 : Result<void>(sqliteError(code, "copying the database", sqlite3_errstr(code)));
    }

    [[nodiscard]] int done() const { return m_done; }
    [[nodiscard]] int total() const { return m_total; }
    [[nodiscard]] int restarts() const { return m_restarts; }

private:
    [[nodiscard]] Error targetError() const
    {
        return sqliteError(sqlite3_extended_errcode(m_target.handle()), "beginning the copy",
                           sqlite3_errmsg(m_target.handle()));
    }

    Target m_target;
    sqlite3_backup *m_backup = nullptr;
    int m_done = 0;
    int m_total = 0;
    int m_restarts = 0;
};

// Runs on the writer thread and is waited for.
template <typename T>
Result<T> onWriter(Store &store, const std::function<Result<T>(SqlConnection &)> &work)
{
    std::promise<Result<T>> promise;
    auto future = promise.get_future();
    if (!store.onWriter([&](SqlConnection &connection) { promise.set_value(work(connection)); }))
        return Error{ErrorCode::Unavailable, "The service is stopping.", {}};
    return future.get();
}

// Bytes 18 and 19 of the header say that a database has a log. The copy has none: one file is all of it, and reading
// it needs no other beside it.
Result<void> markWithoutLog(const fs::path &file)
{
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(18);
    stream.write("\1\1", 2);
    if (!stream.flush())
        return Error{ErrorCode::NotWritable, file.string() + " cannot be written.", {}};
    return syncFile(file);
}

// The backup must not take from the service the room that its log needs.
Result<void> leaveRoom(const fs::path &target)
{
    const auto space = diskSpace(target.parent_path());
    if (space && space->free < std::min<std::uint64_t>(kRoomForService / 2, space->all / 50))
        return Error{
            ErrorCode::DiskFull, "The disk of " + target.parent_path().string() + " is full: free some space.", {}};
    return {};
}

class ServedCopy final {
public:
    ServedCopy(Store &store, const fs::path &target, const TaskControl &control, const std::function<void()> &atEnd)
        : m_store(store), m_target(target), m_control(control), m_atEnd(atEnd), m_copy(std::make_unique<Copy>())
    {
    }

    Result<PageCopyStats> run()
    {
        auto copied = copyAll();
        // Whatever happened, the writer must not go on changing a copy that nobody wants.
        const auto ended = onWriter<bool>(m_store, [this](SqlConnection &) -> Result<bool> {
            auto end = m_copy->end();
            m_copy.reset();
            return end ? Result<bool>(true) : Result<bool>(end.error());
        });
        if (!copied)
            return copied.error();
        if (!ended)
            return ended.error();
        if (auto marked = markWithoutLog(m_target); !marked)
            return marked.error();
        std::error_code error;
        m_stats.bytes = static_cast<std::int64_t>(fs::file_size(m_target, error));
        return m_stats;
    }

private:
    Result<void> copyAll()
    {
        std::int64_t unsynced = 0;
        for (;;) {
            if (!m_control.mayGoOn())
                return cancelled();
            const int before = m_copy->done();
            microseconds spent{0};
            const auto complete =
                onWriter<bool>(m_store, [&](SqlConnection &connection) { return step(connection, spent); });
            if (!complete)
                return complete.error();
            m_stats.longestStep = std::max(m_stats.longestStep, spent);
            m_stats.restarts = m_copy->restarts();
            m_control.report(m_copy->done(), m_copy->total());
            if (*complete)
                return {};
            if (m_stats.restarts > kMaxRestarts)
                return Error{ErrorCode::Busy,
                             "Changes of the database failed again and again meanwhile; see what keeps "
                             "them from being stored, then try again.",
                             {}};
            unsynced += std::int64_t{m_copy->done() - before} * kPageBytes;
            if (unsynced >= kBytesPerSync) {
                unsynced = 0;
                if (auto synced = syncFile(m_target); !synced)
                    return synced;
                if (auto room = leaveRoom(m_target); !room)
                    return room;
            }
            std::this_thread::sleep_for(spent * kRestFactor);
        }
    }

    Result<bool> step(SqlConnection &connection, microseconds &spent)
    {
        const auto begin = steady_clock::now();
        auto complete = m_copy->step(connection.native(), m_target, begin + kStep);
        if (complete && *complete && m_atEnd)
            m_atEnd();
        spent = std::chrono::duration_cast<microseconds>(steady_clock::now() - begin);
        return complete;
    }

    Store &m_store;
    const fs::path m_target;
    const TaskControl &m_control;
    const std::function<void()> &m_atEnd;
    std::unique_ptr<Copy> m_copy; // used and ended on the writer thread
    PageCopyStats m_stats;
};

} // namespace

Result<PageCopyStats> copyServed(Store &store, const fs::path &target, const TaskControl &control,
                                 const std::function<void()> &atEnd)
{
    return ServedCopy(store, target, control, atEnd).run();
}

Result<PageCopyStats> copyAtRest(const fs::path &source, const fs::path &target, const TaskControl &control)
{
    FileAtRest open;
    if (auto opened = open.open(source); !opened)
        return opened.error();
    Copy copy;
    PageCopyStats stats;
    for (bool complete = false; !complete;) {
        if (!control.mayGoOn())
            return cancelled();
        const auto stepped = copy.step(open.handle(), target, steady_clock::now() + kStepAtRest);
        if (!stepped)
            return stepped.error();
        complete = *stepped;
        stats.restarts = copy.restarts();
        control.report(copy.done(), copy.total());
        if (stats.restarts > kMaxRestarts)
            return Error{ErrorCode::Busy, source.string() + " is being written to: close the program that does.", {}};
    }
    if (auto ended = copy.end(); !ended)
        return ended.error();
    if (auto marked = markWithoutLog(target); !marked)
        return marked.error();
    std::error_code error;
    stats.bytes = static_cast<std::int64_t>(fs::file_size(target, error));
    return stats;
}

Result<void> checkRoom(const fs::path &folder, const fs::path &database, std::int64_t bytes)
{
    const auto space = diskSpace(folder);
    if (!space || space->all == 0) // not a disk that says
        return {};
    const auto wanted = static_cast<std::uint64_t>(bytes);
    const auto service = diskSpace(database.parent_path());
    const bool shared = service && service->all == space->all && service->free == space->free;
    // On a small disk a small part has to do.
    const std::uint64_t kept = shared ? std::min<std::uint64_t>(kRoomForService, space->all / 20) : 0;
    if (space->free >= wanted + kept)
        return {};
    const auto megabytes = [](std::uint64_t n) { return std::to_string((n + (1 << 20) - 1) >> 20); };
    return Error{ErrorCode::DiskFull,
                 "The disk of " + folder.string() + " has no room for it: " + megabytes(wanted + kept)
                     + " MB are needed, " + megabytes(space->free) + " MB are free.",
                 {}};
}

std::int64_t databaseBytes(const fs::path &database)
{
    // Not the log's size: most of its pages are newer forms of pages that are counted already.
    if (auto connection = SqlConnection::open(database, SqlConnection::Access::ReadOnly)) {
        Statement size(**connection, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
        if (size.step() == Statement::Step::Row)
            return size.integer(0);
    }
    std::error_code error;
    const auto size = fs::file_size(database, error);
    return error ? 0 : static_cast<std::int64_t>(size);
}

} // namespace linkdesk::core
