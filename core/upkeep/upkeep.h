// Upkeep: one thread for the work that comes round by itself, such as building filters anew and clearing away what has
// ended. Tasks run one after the other and may take their time; nothing that answers anybody waits for them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace linkdesk::core {

class Upkeep final {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Period = std::chrono::milliseconds;

    Upkeep() = default;
    ~Upkeep() { stop(); }
    Upkeep(const Upkeep &) = delete;
    Upkeep &operator=(const Upkeep &) = delete;

    // Before start(): `task` first runs after `delay`, then `period` after each end.
    void add(Period delay, Period period, std::function<void()> task);
    void start();
    // Waits for the task that is running.
    void stop();
    // For a long task to ask.
    [[nodiscard]] bool isStopping() const { return m_stopping; }

    // Runs what is due at `now`; gives the time to sleep until the next one. What the thread does; for tests.
    [[nodiscard]] Period runDue(Time now);

private:
    struct Task {
        Period delay;
        Period period;
        std::function<void()> run;
        Time next{};
    };
    void loop();

    std::vector<Task> m_tasks; // the thread's own once started
    std::thread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::atomic<bool> m_stopping{false}; // set under m_mutex, so that no wait misses it
};

// From `now` to the next three o'clock at night, by this computer's time zone.
[[nodiscard]] std::chrono::milliseconds untilNight(std::chrono::sys_time<std::chrono::milliseconds> now);

} // namespace linkdesk::core
