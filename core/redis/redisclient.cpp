#include "redis/redisclient.h"

#include "base/logging.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace linkdesk::core {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kFirstBackOff{100};
constexpr std::chrono::milliseconds kLongestBackOff{3500}; // with its jitter still under five seconds
constexpr std::size_t kLongestPipeline = 512;
// An idle connection is tried now and then, so that a dead one is known before somebody needs it.
constexpr std::chrono::milliseconds kIdlePing{1000};

} // namespace

RedisClient::RedisClient(RedisOptions options, RandomSource &random) : m_options(std::move(options)), m_random(random) {}

RedisClient::~RedisClient()
{
    stop();
}

void RedisClient::start()
{
    m_thread = std::thread([this] { run(); });
}

void RedisClient::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_state = RedisState::Down;
    }
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void RedisClient::waitForFirstAttempt(std::chrono::milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    m_tried.wait_for(lock, patience, [this] { return m_triedOnce; });
}

Error RedisClient::gone(const std::string &why) const
{
    return {ErrorCode::Unavailable, "Redis at " + m_options.address() + " cannot be used: " + why, {}};
}

void RedisClient::submit(RedisWords command, Answer answer)
{
    accept({std::move(command), std::move(answer), {}});
}

void RedisClient::submitTalk(Talk talk)
{
    accept({{}, {}, std::move(talk)});
}

void RedisClient::submitLater(std::chrono::milliseconds delay, RedisWords command, Answer answer)
{
    {
        const std::lock_guard lock(m_mutex);
        if (isConnected() && !m_stopping && m_delayed.size() < kQueueLimit) {
            m_delayed.push_back({Clock::now() + delay, {std::move(command), std::move(answer), {}}});
            m_wake.notify_one();
            return;
        }
    }
    accept({std::move(command), std::move(answer), {}});
}

void RedisClient::accept(Command command)
{
    std::string why;
    {
        const std::lock_guard lock(m_mutex);
        if (isConnected() && !m_stopping && m_queue.size() < kQueueLimit) {
            m_queue.push_back(std::move(command));
            m_wake.notify_one();
            return;
        }
        why = isConnected() ? "too much is waiting for it" : m_lastError.empty() ? "not connected yet" : m_lastError;
    }
    m_failures.fetch_add(1, std::memory_order_relaxed);
    if (command.answer)
        command.answer(gone(why));
}

void RedisClient::giveUp(std::string why)
{
    const std::lock_guard lock(m_mutex);
    m_givenUp = std::move(why);
    m_state = RedisState::Down;
    m_wake.notify_one();
}

RedisStats RedisClient::stats() const
{
    RedisStats stats;
    stats.state = m_state;
    {
        const std::lock_guard lock(m_mutex);
        stats.lastError = m_lastError;
    }
    stats.commands = m_commands;
    stats.failures = m_failures;
    stats.connects = m_connects;
    stats.lastRoundTripMs = m_lastRoundTripMs;
    return stats;
}

// Doubles from a tenth of a second to five, each time up to a quarter more, so that nodes do not come back in step.
std::chrono::milliseconds RedisClient::backOff()
{
    std::array<std::uint8_t, 1> byte{};
    m_random.fill(byte);
    const auto base = std::min(kFirstBackOff * (1 << std::min(m_failedConnects, 6)), kLongestBackOff);
    return base + base * byte[0] / 1024;
}

void RedisClient::run()
{
    Clock::time_point nextAttempt = Clock::now();
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        if (!m_context) {
            if (Clock::now() < nextAttempt) {
                m_wake.wait_until(lock, nextAttempt, [this] { return m_stopping; });
                continue;
            }
            lock.unlock();
            const bool connected = connect();
            m_failedConnects = connected ? 0 : m_failedConnects + 1;
            nextAttempt = Clock::now() + backOff();
            lock.lock();
            m_triedOnce = true;
            m_tried.notify_all();
            continue;
        }
        const Clock::time_point due = takeDue();
        m_wake.wait_until(lock, due, [this, waiting = m_delayed.size()] {
            return m_stopping || !m_queue.empty() || !m_givenUp.empty() || m_delayed.size() != waiting;
        });
        if (m_stopping)
            break;
        Burst burst;
        const std::string givenUp = std::exchange(m_givenUp, {});
        (void)takeDue();
        while (!m_queue.empty() && burst.size() < kLongestPipeline) {
            burst.push_back(std::move(m_queue.front()));
            m_queue.pop_front();
        }
        if (burst.empty() && givenUp.empty()) {
            if (Clock::now() < m_lastExchange + kIdlePing)
                continue; // woken for something that is due later
            burst.push_back({{"PING"}, [](const Result<RedisReply> &) {}, {}});
        }
        lock.unlock();
        if (givenUp.empty())
            exchange(std::move(burst));
        else
            fail(givenUp, burst);
        nextAttempt = Clock::now() + (m_context ? std::chrono::milliseconds(0) : backOff());
        lock.lock();
    }
    lock.unlock();
    Burst none;
    fail("the service stops", none);
}

// Moves what is due into the queue; when to look again.
Clock::time_point RedisClient::takeDue()
{
    const Clock::time_point now = Clock::now();
    Clock::time_point next = m_lastExchange + kIdlePing;
    std::erase_if(m_delayed, [this, now, &next](Delayed &delayed) {
        if (delayed.due > now) {
            next = std::min(next, delayed.due);
            return false;
        }
        m_queue.push_back(std::move(delayed.command));
        return true;
    });
    return next;
}

bool RedisClient::connect()
{
    std::string why;
    m_context = openRedis(m_options, &why);
    if (!m_context) {
        setDown(why);
        return false;
    }
    auto ready = greetRedis(*m_context, m_options);
    if (ready && m_onConnected)
        ready = m_onConnected([this](const RedisWords &words) { return askRedis(*m_context, words); });
    if (!ready) {
        setDown(ready.error().detail);
        return false;
    }
    m_connects.fetch_add(1, std::memory_order_relaxed);
    m_lastExchange = Clock::now();
    {
        const std::lock_guard lock(m_mutex);
        if (!m_lastError.empty())
            qCInfo(lcRedis) << "Redis at" << m_options.address().c_str() << "is back";
        m_lastError.clear();
        m_givenUp.clear();
        if (!m_stopping)
            m_state = RedisState::Connected;
    }
    if (m_onUsable)
        m_onUsable();
    return true;
}

// In the order of their coming: pipelines as long as can be, with talks between them.
void RedisClient::exchange(Burst burst)
{
    while (!burst.empty() && m_context) {
        if (!burst.front().talk) {
            if (!pipeline(burst))
                return;
            continue;
        }
        const Command command = std::move(burst.front());
        burst.pop_front();
        talk(command);
        if (!m_context)
            return fail("the connection has ended", burst);
    }
    m_lastExchange = Clock::now();
}

void RedisClient::talk(const Command &command)
{
    std::optional<std::string> broken;
    command.talk([this, &broken](const RedisWords &words) -> Result<RedisReply> {
        if (broken)
            return gone(*broken);
        auto reply = askRedis(*m_context, words);
        if (!reply)
            broken = reply.error().detail;
        else
            m_commands.fetch_add(1, std::memory_order_relaxed);
        return reply;
    });
    if (broken)
        setDown(*broken);
}

// Everything up to the next talk; false when the connection has ended.
bool RedisClient::pipeline(Burst &burst)
{
    const auto started = Clock::now();
    std::size_t sent = 0;
    for (; sent < burst.size() && !burst[sent].talk; ++sent)
        appendRedis(*m_context, burst[sent].words);
    for (; sent > 0; --sent) {
        auto reply = readRedis(*m_context);
        // A pipeline that trickles in is late as a whole.
        if (reply && Clock::now() - started > m_options.commandTimeout * 2)
            reply = Error{ErrorCode::Unavailable, "it does not answer in time", {}};
        if (!reply) {
            fail(reply.error().detail, burst);
            return false;
        }
        m_commands.fetch_add(1, std::memory_order_relaxed);
        const Command command = std::move(burst.front());
        burst.pop_front();
        command.answer(reply);
    }
    m_lastRoundTripMs = std::chrono::duration<double, std::milli>(Clock::now() - started).count();
    return true;
}

void RedisClient::setDown(const std::string &why)
{
    m_context.reset();
    const std::lock_guard lock(m_mutex);
    if (m_lastError.empty())
        qCWarning(lcRedis) << "Redis at" << m_options.address().c_str() << "cannot be used:" << why.c_str();
    m_lastError = why;
    m_state = RedisState::Down;
}

// The rest of the burst, and whatever was queued meanwhile, gets no answer any more.
void RedisClient::fail(const std::string &why, Burst &burst)
{
    setDown(why);
    {
        const std::lock_guard lock(m_mutex);
        std::move(m_queue.begin(), m_queue.end(), std::back_inserter(burst));
        m_queue.clear();
        for (Delayed &delayed : m_delayed)
            burst.push_back(std::move(delayed.command));
        m_delayed.clear();
    }
    m_failures.fetch_add(burst.size(), std::memory_order_relaxed);
    for (const Command &command : burst) {
        if (command.answer)
            command.answer(gone(why));
    }
    burst.clear();
}

} // namespace linkdesk::core
