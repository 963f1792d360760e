#include "redis/redisconnect.h"

#include <hiredis/hiredis.h>

#include <cerrno>
#include <poll.h>

namespace linkdesk::core {

namespace {

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
using RawReply = std::unique_ptr<redisReply, ReplyDeleter>;

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

std::string errorOf(const redisContext &context)
{
    const bool late = context.err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ETIMEDOUT);
    return late ? "it does not answer in time" : context.errstr;
}

} // namespace

void RedisContextDeleter::operator()(redisContext *context) const
{
    redisFree(context);
}

RedisContextPtr openRedis(const RedisOptions &options, std::string *why)
{
    const timeval patience = timeOf(options.connectTimeout);
    RedisContextPtr context(options.unixPath.empty()
                                ? redisConnectWithTimeout(options.host.c_str(), options.port, patience)
                                : redisConnectUnixWithTimeout(options.unixPath.c_str(), patience));
    if (!context || context->err != 0) {
        if (why)
            *why = context ? errorOf(*context) : "out of memory";
        return nullptr;
    }
    redisSetTimeout(context.get(), timeOf(options.commandTimeout));
    if (options.unixPath.empty())
        redisEnableKeepAlive(context.get());
    return context;
}

Result<void> greetRedis(redisContext &context, const RedisOptions &options)
{
    std::vector<RedisWords> commands;
    if (!options.password.empty() && options.user.empty())
        commands.push_back({"AUTH", options.password});
    else if (!options.password.empty())
        commands.push_back({"AUTH", options.user, options.password});
    if (options.database != 0)
        commands.push_back({"SELECT", std::to_string(options.database)});
    commands.push_back({"PING"});
    for (const RedisWords &command : commands) {
        const auto reply = askRedis(context, command);
        if (!reply)
            return reply.error();
        if (reply->isError())
            return Error{ErrorCode::Unavailable, command.front() + " was refused: " + reply->text, {}};
    }
    return {};
}

void appendRedis(redisContext &context, const RedisWords &words)
{
    std::vector<const char *> arguments;
    std::vector<std::size_t> sizes;
    for (const std::string &word : words) {
        arguments.push_back(word.data());
        sizes.push_back(word.size());
    }
    redisAppendCommandArgv(&context, static_cast<int>(arguments.size()), arguments.data(), sizes.data());
}

Result<RedisReply> readRedis(redisContext &context)
{
    void *raw = nullptr;
    if (redisGetReply(&context, &raw) != REDIS_OK || !raw)
        return Error{ErrorCode::Unavailable, errorOf(context), {}};
    const RawReply reply(static_cast<redisReply *>(raw));
    return toReply(*reply);
}

Result<RedisReply> askRedis(redisContext &context, const RedisWords &words)
{
    appendRedis(context, words);
    return readRedis(context);
}

bool sendRedis(redisContext &context, const RedisWords &words)
{
    appendRedis(context, words);
    for (int done = 0; done == 0;) {
        if (redisBufferWrite(&context, &done) != REDIS_OK)
            return false;
    }
    return true;
}

bool waitForRedis(redisContext &context, std::chrono::milliseconds time)
{
    pollfd descriptor{context.fd, POLLIN, 0};
    return poll(&descriptor, 1, static_cast<int>(time.count())) > 0;
}

bool readWaiting(redisContext &context, std::vector<RedisReply> &replies)
{
    if (redisBufferRead(&context) != REDIS_OK)
        return false;
    for (;;) {
        void *raw = nullptr;
        if (redisGetReplyFromReader(&context, &raw) != REDIS_OK)
            return false;
        if (!raw)
            return true;
        const RawReply reply(static_cast<redisReply *>(raw));
        replies.push_back(toReply(*reply));
    }
}

} // namespace linkdesk::core
