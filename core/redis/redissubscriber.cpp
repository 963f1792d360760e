#include "redis/redissubscriber.h"

#include "base/logging.h"
#include "redis/redisconnect.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kFirstBackOff{100};
constexpr std::chrono::milliseconds kLongestBackOff{4000};
// How long a stop may have to wait for this thread.
constexpr std::chrono::milliseconds kLook{100};
// A connection over which nothing comes is asked for a sign of life, and given up when none comes.
constexpr std::chrono::seconds kQuiet{2};
constexpr std::chrono::seconds kDead{5};

} // namespace

RedisSubscriber::RedisSubscriber(RedisOptions options, std::string channel, Listener listener)
    : m_options(std::move(options)), m_channel(std::move(channel)), m_listener(std::move(listener))
{
}

RedisSubscriber::~RedisSubscriber()
{
    stop();
}

void RedisSubscriber::start()
{
    m_thread = std::thread([this] { run(); });
}

void RedisSubscriber::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

// False when it is time to stop.
bool RedisSubscriber::wait(std::chrono::milliseconds time)
{
    std::unique_lock lock(m_mutex);
    return !m_wake.wait_for(lock, time, [this] { return m_stopping; });
}

void RedisSubscriber::run()
{
    auto backOff = kFirstBackOff;
    do {
        backOff = listen() ? kFirstBackOff : std::min(backOff * 2, kLongestBackOff);
    } while (wait(backOff));
}

bool RedisSubscriber::listen()
{
    const RedisContextPtr context = openRedis(m_options);
    if (!context || !greetRedis(*context, m_options))
        return false;
    if (!askRedis(*context, {"SUBSCRIBE", m_channel}))
        return false;
    m_listening = true;
    m_listener.subscribed();
    auto lastSign = Clock::now();
    bool asked = false;
    bool alive = true;
    while (alive && wait(std::chrono::milliseconds(0))) {
        if (waitForRedis(*context, kLook)) {
            alive = receive(context.get());
            lastSign = Clock::now();
            asked = false;
        } else if (!asked && Clock::now() - lastSign > kQuiet) {
            alive = sendRedis(*context, {"PING"});
            asked = true;
        } else if (Clock::now() - lastSign > kDead) {
            alive = false;
        }
    }
    m_listening = false;
    m_listener.lost();
    return true;
}

// All messages that have come; other replies (to SUBSCRIBE and PING) are signs of life only.
bool RedisSubscriber::receive(redisContext *context)
{
    std::vector<RedisReply> replies;
    const bool alive = readWaiting(*context, replies);
    for (const RedisReply &reply : replies) {
        const auto &parts = reply.elements;
        if (parts.size() == 3 && parts[0].text == "message" && parts[1].text == m_channel)
            m_listener.message(parts[2].text);
    }
    return alive;
}

} // namespace linkdesk::core
