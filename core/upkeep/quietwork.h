// Work that gives way to everything else, and statements that can be stopped.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

struct sqlite3;

namespace linkdesk::core {

// Runs `work` on a thread of low priority, where the system has such, and waits for it.
void runQuietly(const std::function<void()> &work);

// While it lives, the connection's statement is interrupted once `goOn` says no. Nothing happens without `goOn`.
class Interrupter final {
public:
    Interrupter(sqlite3 *connection, const std::function<bool()> &goOn);
    ~Interrupter();
    Interrupter(const Interrupter &) = delete;
    Interrupter &operator=(const Interrupter &) = delete;

private:
    std::atomic<bool> m_over{false};
    std::thread m_thread;
};

} // namespace linkdesk::core
