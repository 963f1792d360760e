#include "redis/redisclient.h"

#include "base/logging.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <array>

namespace linkdesk::core {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kFirstBackOff{100};
constexpr std::chrono::milliseconds kLongestBackOff{5000};
constexpr std::size_t kLongestPipeline = 512;
// An idle connection is tried now and then, so that a dead one is known before somebody needs it.
constexpr std::chrono::milliseconds kIdlePing{1000};

timeval timeOf(std::chrono::milliseconds time)
{
    timeval value{};
    value.tv_sec = static_cast<decltype(value.tv_sec)>(time.count() / 1000);
    value.tv_usec = static_cast<decltype(value.tv_usec)>(time.count() % 1000 * 1000);
    return value;
}

struct ReplyDeleter {
    void operator()(redisReply *reply) const { freeReplyObject(reply); }
};

RedisReply toReply(const redisReply &raw)
{
    RedisReply reply;
    switch (raw.type) {
    case REDIS_REPLY_INTEGER:
        reply.kind = RedisReply::Kind::Integer;
        reply.integer = raw.integer;
        break;
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
        reply.kind = RedisReply::Kind::Text;
        reply.text.assign(raw.str, raw.len);
        break;
    case REDIS_REPLY_ERROR:
        reply.kind = RedisReply::Kind::Error;
        reply.text.assign(raw.str, raw.len);
        break;
    case REDIS_REPLY_ARRAY:
        reply.kind = RedisReply::Kind::Array;
        for (std::size_t i = 0; i < raw.elements; ++i)
            reply.elements.push_back(toReply(*raw.element[i]));
        break;
    default:
        break;
    }
    return reply;
}

void append(redisContext *context, const std::vector<std::string> &words)
{
    std::vector<const char *> arguments;
    std::vector<std::size_t> sizes;
    for (const std::string &word : words) {
        arguments.push_back(word.data());
        sizes.push_back(word.size());
    }
    redisAppendCommandArgv(context, static_cast<int>(arguments.size()), arguments.data(), sizes.data());
}

std::string errorOf(const redisContext *context)
{
    if (!context)
        return "out of memory";
    if (context->err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ETIMEDOUT))
        return "it does not answer in time";
    return context->errstr;
}

Result<RedisReply> readReply(redisContext *context)
{
    void *raw = nullptr;
    if (redisGetReply(context, &raw) != REDIS_OK || !raw)
        return Error{ErrorCode::Unavailable, errorOf(context), {}};
    const std::unique_ptr<redisReply, ReplyDeleter> reply(static_cast<redisReply *>(raw));
    return toReply(*reply);
}

} // namespace

void RedisClient::ContextDeleter::operator()(redisContext *context) const
{
    redisFree(context);
}

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

void RedisClient::submit(std::vector<std::string> command, Answer answer)
{
    std::string why;
    {
        const std::lock_guard lock(m_mutex);
        if (isConnected() && !m_stopping && m_queue.size() < kQueueLimit) {
            m_queue.push_back({std::move(command), std::move(answer)});
            m_wake.notify_one();
            return;
        }
        why = isConnected() ? "too much is waiting for it" : m_lastError.empty() ? "not connected yet" : m_lastError;
    }
    m_failures.fetch_add(1, std::memory_order_relaxed);
    answer(gone(why));
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
        m_wake.wait_for(lock, kIdlePing, [this] { return m_stopping || !m_queue.empty(); });
        if (m_stopping)
            break;
        Burst burst;
        while (!m_queue.empty() && burst.size() < kLongestPipeline) {
            burst.push_back(std::move(m_queue.front()));
            m_queue.pop_front();
        }
        if (burst.empty())
            burst.push_back({{"PING"}, [](const Result<RedisReply> &) {}});
        lock.unlock();
        exchange(std::move(burst));
        nextAttempt = Clock::now() + (m_context ? std::chrono::milliseconds(0) : backOff());
        lock.lock();
    }
    lock.unlock();
    Burst none;
    fail("the service stops", none);
}

bool RedisClient::connect()
{
    const timeval patience = timeOf(m_options.connectTimeout);
    m_context.reset(m_options.unixPath.empty()
                        ? redisConnectWithTimeout(m_options.host.c_str(), m_options.port, patience)
                        : redisConnectUnixWithTimeout(m_options.unixPath.c_str(), patience));
    if (!m_context || m_context->err != 0) {
        setDown(errorOf(m_context.get()));
        return false;
    }
    redisSetTimeout(m_context.get(), timeOf(m_options.commandTimeout));
    if (m_options.unixPath.empty())
        redisEnableKeepAlive(m_context.get());
    if (auto greeted = greet(); !greeted) {
        setDown(greeted.error().detail);
        return false;
    }
    m_connects.fetch_add(1, std::memory_order_relaxed);
    {
        const std::lock_guard lock(m_mutex);
        if (!m_lastError.empty())
            qCInfo(lcRedis) << "Redis at" << m_options.address().c_str() << "is back";
        m_lastError.clear();
        if (!m_stopping)
            m_state = RedisState::Connected;
    }
    if (m_onConnected)
        m_onConnected();
    return true;
}

// What each new connection says first; a Redis that still loads its data says no here.
Result<void> RedisClient::greet()
{
    std::vector<std::vector<std::string>> commands;
    if (!m_options.password.empty() && m_options.user.empty())
        commands.push_back({"AUTH", m_options.password});
    else if (!m_options.password.empty())
        commands.push_back({"AUTH", m_options.user, m_options.password});
    if (m_options.database != 0)
        commands.push_back({"SELECT", std::to_string(m_options.database)});
    commands.push_back({"PING"});
    for (const auto &command : commands) {
        const auto reply = ask(command);
        if (!reply)
            return reply.error();
        if (reply->kind == RedisReply::Kind::Error)
            return Error{ErrorCode::Unavailable, command.front() + " was refused: " + reply->text, {}};
    }
    return {};
}

Result<RedisReply> RedisClient::ask(const std::vector<std::string> &words)
{
    append(m_context.get(), words);
    return readReply(m_context.get());
}

void RedisClient::exchange(Burst burst)
{
    const auto started = Clock::now();
    for (const Command &command : burst)
        append(m_context.get(), command.words);
    while (!burst.empty()) {
        auto reply = readReply(m_context.get());
        // A pipeline that trickles in is late as a whole.
        if (reply && Clock::now() - started > m_options.commandTimeout * 2)
            reply = Error{ErrorCode::Unavailable, "it does not answer in time", {}};
        if (!reply)
            return fail(reply.error().detail, burst);
        m_commands.fetch_add(1, std::memory_order_relaxed);
        const Command command = std::move(burst.front());
        burst.pop_front();
        command.answer(reply);
    }
    m_lastRoundTripMs = std::chrono::duration<double, std::milli>(Clock::now() - started).count();
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
    }
    m_failures.fetch_add(burst.size(), std::memory_order_relaxed);
    for (const Command &command : burst)
        command.answer(gone(why));
    burst.clear();
}

} // namespace linkdesk::core
