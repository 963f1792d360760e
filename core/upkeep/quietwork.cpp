#include "upkeep/quietwork.h"

#include <sqlite3.h>

#include <chrono>

#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace linkdesk::core {

namespace {

constexpr std::chrono::milliseconds kLook{20};

void giveWay()
{
#ifdef __linux__
    // Of this thread alone, and for good: a thread may not raise its priority again.
    (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), 15);
#endif
}

} // namespace

void runQuietly(const std::function<void()> &work)
{
    std::thread thread([&work] {
        giveWay();
        work();
    });
    thread.join();
}

Interrupter::Interrupter(sqlite3 *connection, const std::function<bool()> &goOn)
{
    if (!goOn)
        return;
    m_thread = std::thread([this, connection, goOn] {
        while (!m_over) {
            // Again and again: the statement may only be about to begin.
            if (!goOn())
                sqlite3_interrupt(connection);
            std::this_thread::sleep_for(kLook);
        }
    });
}

Interrupter::~Interrupter()
{
    m_over = true;
    if (m_thread.joinable())
        m_thread.join();
}

} // namespace linkdesk::core
