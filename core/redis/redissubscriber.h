// RedisSubscriber: listens to one channel on a connection and a thread of its own.
//
// Reconnects by itself, after 0.1 to 4 s. Whatever was published while it was away is lost, so each connection says so
// (onLost when it ends, onSubscribed when it listens again); the listener has to forget what it may have missed.
// All calls come from this thread and must not block.
#pragma once

#include "redis/redisoptions.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

struct redisContext;

namespace linkdesk::core {

class RedisSubscriber final {
public:
    struct Listener {
        std::function<void(std::string_view message)> message;
        std::function<void()> subscribed;
        std::function<void()> lost;
    };

    RedisSubscriber(RedisOptions options, std::string channel, Listener listener);
    ~RedisSubscriber();
    RedisSubscriber(const RedisSubscriber &) = delete;
    RedisSubscriber &operator=(const RedisSubscriber &) = delete;

    void start();
    void stop();
    [[nodiscard]] bool isListening() const { return m_listening; }

private:
    void run();
    // Until the connection ends or stop() is called; false where it could not begin.
    bool listen();
    [[nodiscard]] bool receive(redisContext *context);
    [[nodiscard]] bool wait(std::chrono::milliseconds time);

    const RedisOptions m_options;
    const std::string m_channel;
    const Listener m_listener;
    std::thread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stopping = false; // guarded by m_mutex
    std::atomic<bool> m_listening{false};
};

} // namespace linkdesk::core
