#include "upkeep/upkeep.h"

#include <QDateTime>

#include <algorithm>

namespace linkdesk::core {

namespace {

constexpr std::chrono::hours kLongestSleep{1};
constexpr int kQuietHour = 3;

} // namespace

void Upkeep::add(Period delay, Period period, std::function<void()> task)
{
    m_tasks.push_back({delay, period, std::move(task), Time{}});
}

void Upkeep::start()
{
    m_thread = std::thread([this] { loop(); });
}

void Upkeep::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

Upkeep::Period Upkeep::runDue(Time now)
{
    Period sleep = kLongestSleep;
    for (Task &task : m_tasks) {
        if (task.next == Time{})
            task.next = now + task.delay;
        if (task.next <= now) {
            task.run();
            task.next = now + task.period;
        }
        sleep = std::min(sleep, std::chrono::ceil<Period>(task.next - now));
    }
    return sleep;
}

void Upkeep::loop()
{
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        lock.unlock();
        const Period sleep = runDue(std::chrono::steady_clock::now());
        lock.lock();
        m_wake.wait_for(lock, sleep, [this] { return m_stopping.load(); });
    }
}

std::chrono::milliseconds untilNight(std::chrono::sys_time<std::chrono::milliseconds> now)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(now.time_since_epoch().count());
    QDateTime night(local.date(), QTime(kQuietHour, 0));
    if (night <= local)
        night = QDateTime(local.date().addDays(1), QTime(kQuietHour, 0));
    return std::chrono::milliseconds(local.msecsTo(night));
}

} // namespace linkdesk::core
