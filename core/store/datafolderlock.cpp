#include "store/datafolderlock.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace linkdesk::core {

namespace {

constexpr const char *kLockFileName = "linkdesk.lock";

Error inUse(const std::filesystem::path &folder, const std::filesystem::path &file)
{
    std::string owner;
    std::ifstream(file) >> owner;
    return {ErrorCode::InUse, "The data folder " + folder.string() + " is in use by another Linkdesk"
                                  + (owner.empty() ? std::string() : " (process " + owner + ")")
                                  + ": stop that one, or choose another folder.", {}};
}

Error cannotLock(const std::filesystem::path &folder, const std::string &reason)
{
    return {ErrorCode::NotWritable, "The data folder " + folder.string() + " cannot be written: " + reason
                                        + ". Check its permissions or choose another folder.", {}};
}

} // namespace

#ifdef _WIN32

Result<std::unique_ptr<DataFolderLock>> DataFolderLock::acquire(const std::filesystem::path &folder)
{
    const std::filesystem::path file = folder / kLockFileName;
    const HANDLE handle = CreateFileW(file.c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, nullptr, OPEN_ALWAYS,
                                      FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        if (GetLastError() == ERROR_SHARING_VIOLATION)
            return inUse(folder, file);
        return cannotLock(folder, "Windows error " + std::to_string(GetLastError()));
    }
    const std::string owner = std::to_string(GetCurrentProcessId()) + "\n";
    DWORD written = 0;
    SetEndOfFile(handle);
    WriteFile(handle, owner.data(), static_cast<DWORD>(owner.size()), &written, nullptr);
    std::unique_ptr<DataFolderLock> lock(new DataFolderLock);
    lock->m_handle = handle;
    return lock;
}

DataFolderLock::~DataFolderLock()
{
    if (m_handle)
        CloseHandle(m_handle);
}

#else

Result<std::unique_ptr<DataFolderLock>> DataFolderLock::acquire(const std::filesystem::path &folder)
{
    const std::filesystem::path file = folder / kLockFileName;
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return cannotLock(folder, std::strerror(errno));
    std::unique_ptr<DataFolderLock> lock(new DataFolderLock);
    lock->m_file = descriptor;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return inUse(folder, file);
        return cannotLock(folder, std::strerror(errno));
    }
    const std::string owner = std::to_string(::getpid()) + "\n";
    // The number only serves the message of whoever is refused; on a full disk it may be missing.
    if (::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, owner.data(), owner.size(), 0) < 0)
        (void)::ftruncate(descriptor, 0);
    return lock;
}

DataFolderLock::~DataFolderLock()
{
    if (m_file >= 0)
        ::close(m_file);
}

#endif

} // namespace linkdesk::core
