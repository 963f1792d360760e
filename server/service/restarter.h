// Restarter: a thread that does one thing when asked, such as starting a service anew from within one of its own jobs,
// which cannot wait for its own end.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace linkdesk::server {

class Restarter final {
public:
    explicit Restarter(std::function<void()> restart) : m_restart(std::move(restart)), m_thread([this] { run(); }) {}
    ~Restarter() { stop(); }
    Restarter(const Restarter &) = delete;
    Restarter &operator=(const Restarter &) = delete;

    // From any thread; returns at once.
    void request();
    // Waits for a restart that is under way; requests that come later, or did not have their turn, are forgotten.
    void stop();

private:
    void run();

    const std::function<void()> m_restart;
    std::mutex m_mutex; // guards the two below
    bool m_requested = false;
    bool m_stopping = false;
    std::condition_variable m_wake;
    std::thread m_thread;
};

} // namespace linkdesk::server
