#include "store/filesync.h"

#include <cerrno>
#include <system_error>

#ifdef _WIN32
#include <windows.h>

#include <fstream>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace linkdesk::core {

namespace {

Error failure(std::string_view what, const std::filesystem::path &file, const std::error_code &reason)
{
    bool full = reason == std::errc::no_space_on_device;
#ifdef EDQUOT
    full = full || reason.value() == EDQUOT;
#endif
    return {full ? ErrorCode::DiskFull : ErrorCode::NotWritable,
            std::string(full ? "The disk is full: free some space. " : "") + file.string() + " cannot be "
                + std::string(what) + ": " + reason.message() + ".",
            {}};
}

#ifndef _WIN32

Error failure(std::string_view what, const std::filesystem::path &file)
{
    return failure(what, file, std::error_code(errno, std::generic_category()));
}

// An open file for the time of one call.
class Descriptor final {
public:
    Descriptor(const std::filesystem::path &file, int flags) : m_value(::open(file.c_str(), flags | O_CLOEXEC, 0600)) {}
    ~Descriptor()
    {
        if (m_value >= 0)
            ::close(m_value);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    [[nodiscard]] int value() const { return m_value; }
    [[nodiscard]] bool isOpen() const { return m_value >= 0; }

private:
    const int m_value;
};

bool writeAll(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const auto written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

#endif

} // namespace

#ifdef _WIN32

Result<void> syncFile(const std::filesystem::path &file)
{
    const HANDLE handle = CreateFileW(file.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                                      OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    const bool done = handle != INVALID_HANDLE_VALUE && FlushFileBuffers(handle);
    const std::error_code reason(static_cast<int>(GetLastError()), std::system_category());
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    return done ? Result<void>() : Result<void>(failure("written", file, reason));
}

Result<void> syncFolder(const std::filesystem::path &)
{
    return {};
}

void dropFromMemory(const std::filesystem::path &) {}

Result<void> makePrivateFile(const std::filesystem::path &file)
{
    const HANDLE handle =
        CreateFileW(file.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE)
        return failure("made", file, std::error_code(static_cast<int>(GetLastError()), std::system_category()));
    CloseHandle(handle);
    return {};
}

Result<void> replaceFile(const std::filesystem::path &file, std::string_view content)
{
    std::filesystem::path next = file;
    next += ".new";
    {
        std::ofstream stream(next, std::ios::binary | std::ios::trunc);
        stream.write(content.data(), static_cast<std::streamsize>(content.size()));
        if (!stream.flush())
            return failure("written", next, std::make_error_code(std::errc::io_error));
    }
    if (auto synced = syncFile(next); !synced)
        return synced;
    return moveFile(next, file);
}

#else

Result<void> syncFile(const std::filesystem::path &file)
{
    const Descriptor open(file, O_RDONLY);
    if (!open.isOpen() || ::fsync(open.value()) != 0)
        return failure("written", file);
    return {};
}

Result<void> syncFolder(const std::filesystem::path &folder)
{
    const Descriptor open(folder.empty() ? std::filesystem::path(".") : folder, O_RDONLY | O_DIRECTORY);
    // Some file systems cannot sync a folder and say so; their names are as safe as they get.
    if (!open.isOpen() || (::fsync(open.value()) != 0 && errno != EINVAL && errno != ENOTSUP))
        return failure("written", folder);
    return {};
}

void dropFromMemory(const std::filesystem::path &file)
{
#ifdef POSIX_FADV_DONTNEED
    const Descriptor open(file, O_RDONLY);
    if (open.isOpen())
        (void)::posix_fadvise(open.value(), 0, 0, POSIX_FADV_DONTNEED);
#else
    (void)file;
#endif
}

Result<void> makePrivateFile(const std::filesystem::path &file)
{
    const Descriptor open(file, O_WRONLY | O_CREAT | O_EXCL);
    return open.isOpen() ? Result<void>() : Result<void>(failure("made", file));
}

Result<void> replaceFile(const std::filesystem::path &file, std::string_view content)
{
    std::filesystem::path next = file;
    next += ".new";
    {
        const Descriptor open(next, O_WRONLY | O_CREAT | O_TRUNC);
        if (!open.isOpen() || !writeAll(open.value(), content) || ::fsync(open.value()) != 0) {
            const Error error = failure("written", next);
            ::unlink(next.c_str());
            return error;
        }
    }
    return moveFile(next, file);
}

#endif

Result<void> moveFile(const std::filesystem::path &from, const std::filesystem::path &to)
{
    std::error_code error;
    std::filesystem::rename(from, to, error);
    if (error)
        return failure("moved to " + to.filename().string(), from, error);
    return syncFolder(to.parent_path());
}

std::optional<DiskSpace> diskSpace(const std::filesystem::path &folder)
{
    std::error_code error;
    const auto space = std::filesystem::space(folder.empty() ? std::filesystem::path(".") : folder, error);
    if (error)
        return std::nullopt;
    return DiskSpace{space.available, space.capacity};
}

} // namespace linkdesk::core
