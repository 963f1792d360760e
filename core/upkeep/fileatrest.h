// FileAtRest: a database file that nobody writes to, opened to be read without leaving a trace beside it.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>

struct sqlite3;

namespace linkdesk::core {

class FileAtRest final {
public:
    FileAtRest() = default;
    ~FileAtRest();
    FileAtRest(const FileAtRest &) = delete;
    FileAtRest &operator=(const FileAtRest &) = delete;

    // Its log, where it has one, is part of it.
    Result<void> open(const std::filesystem::path &file);
    [[nodiscard]] sqlite3 *handle() const { return m_handle; }
    // The first column of the first row.
    [[nodiscard]] Result<std::int64_t> number(const char *sql) const;

private:
    sqlite3 *m_handle = nullptr;
};

} // namespace linkdesk::core
