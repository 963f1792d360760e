// TempStore: a Store in a folder of its own, which can be closed and opened again.
#pragma once

#include "base/clock.h"
#include "store/sqlconnection.h"
#include "store/store.h"

#include <QTemporaryDir>

#include <filesystem>
#include <functional>
#include <memory>

namespace linkdesk::test {

class TempStore final {
public:
    // Opens at once; a failure stops the test program.
    explicit TempStore(const core::Clock &clock);

    [[nodiscard]] core::Store &store() { return *m_store; }
    [[nodiscard]] std::filesystem::path folder() const;
    void close() { m_store.reset(); }
    void reopen();

    // Runs SQL on the writer, synced; for setting up what no interface makes.
    core::Result<void> exec(const std::string &sql);
    // Runs on the writer thread and waits for the commit.
    core::Result<void> write(std::function<core::Result<void>(core::SqlConnection &)> run);
    // Runs on a reader thread and waits.
    void read(const std::function<void(core::SqlConnection &)> &run);
    // The first column of the first row as a number.
    [[nodiscard]] std::int64_t number(const std::string &sql);
    // Waits until the search index has caught up.
    void settleSearch();

private:
    const core::Clock &m_clock;
    QTemporaryDir m_folder;
    std::unique_ptr<core::Store> m_store;
};

} // namespace linkdesk::test
