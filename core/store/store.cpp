#include "store/store.h"

#include "store/datafolderlock.h"
#include "store/migrations.h"
#include "store/reader.h"
#include "store/restoreswap.h"
#include "store/searchindexer.h"
#include "store/soundness.h"
#include "store/sqlconnection.h"
#include "store/writer.h"

#include <fstream>
#include <system_error>

namespace linkdesk::core {

namespace {

Error folderError(const std::filesystem::path &folder, const std::error_code &reason)
{
    return {ErrorCode::NotWritable, "The data folder " + folder.string() + " cannot be used: " + reason.message()
                                        + ". Check its permissions or choose another folder.", {}};
}

Result<void> makeFolder(const std::filesystem::path &folder)
{
    std::error_code error;
    if (std::filesystem::is_directory(folder, error))
        return {};
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder))
        return folderError(folder, error ? error : std::make_error_code(std::errc::not_a_directory));
    // Keys and visitors' data lie in it: nobody else's business.
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
    return {};
}

// SQLite gives its log the permissions of the database, so it is enough to make that one before SQLite does.
void makeDatabaseFile(const std::filesystem::path &file)
{
    std::error_code error;
    if (std::filesystem::exists(file, error))
        return;
    std::ofstream(file, std::ios::binary | std::ios::app).close();
    std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, error);
}

std::int64_t sizeOf(const std::filesystem::path &file)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    return error ? 0 : static_cast<std::int64_t>(size);
}

} // namespace

class Store::Impl {
public:
    std::filesystem::path file;
    std::unique_ptr<DataFolderLock> lock;
    std::unique_ptr<Writer> writer;
    std::unique_ptr<Readers> readers;
    std::optional<Restored> restored;
};

Result<std::unique_ptr<Store>> Store::open(const StoreOptions &options, const Clock &clock)
{
    if (auto made = makeFolder(options.dataDir); !made)
        return made.error();
    std::unique_ptr<Store> store(new Store);
    store->m_impl = std::make_unique<Impl>();
    Impl &impl = *store->m_impl;
    impl.file = options.dataDir / kDatabaseName;
    auto lock = DataFolderLock::acquire(options.dataDir);
    if (!lock)
        return lock.error();
    impl.lock = std::move(*lock);
    auto restored = completeRestore(options.dataDir);
    if (!restored)
        return restored.error();
    impl.restored = std::move(*restored);
    if (auto sound = checkDatabaseFile(impl.file); !sound)
        return sound.error();
    makeDatabaseFile(impl.file);
    impl.writer = std::make_unique<Writer>(impl.file, options.writerQueue, std::make_unique<SearchIndexer>());
    const TimePoint now = clock.now();
    if (auto started = impl.writer->start([now](SqlConnection &connection) { return migrate(connection, now); });
        !started)
        return started.error();
    impl.readers = std::make_unique<Readers>(impl.file, options.readers, options.readerQueue);
    if (auto started = impl.readers->start(); !started)
        return started.error();
    return store;
}

// Readers end first: the writer's last checkpoint wants the log to itself. Both objects stay until both have ended, as
// the last answers may still want to submit something (and are refused). The lock goes last.
Store::~Store()
{
    if (m_impl && m_impl->readers)
        m_impl->readers->stop();
    if (m_impl && m_impl->writer)
        m_impl->writer->stop();
}

WriteQueue &Store::writer()
{
    return *m_impl->writer;
}

ReaderPool &Store::readers()
{
    return *m_impl->readers;
}

bool Store::onWriter(std::function<void(SqlConnection &)> work)
{
    return m_impl->writer->submitBetween(std::move(work));
}

const std::optional<Restored> &Store::restored() const
{
    return m_impl->restored;
}

StoreSizes Store::sizes() const
{
    std::filesystem::path wal = m_impl->file;
    wal += "-wal";
    return {sizeOf(m_impl->file), sizeOf(wal)};
}

const std::filesystem::path &Store::databaseFile() const
{
    return m_impl->file;
}

} // namespace linkdesk::core
