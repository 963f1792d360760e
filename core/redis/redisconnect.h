// The calls of hiredis that client and subscriber share: connecting, greeting, asking. For one thread at a time.
#pragma once

#include "base/result.h"
#include "redis/redisoptions.h"
#include "redis/redisreply.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

struct redisContext;

namespace linkdesk::core {

struct RedisContextDeleter {
    void operator()(redisContext *context) const;
};
using RedisContextPtr = std::unique_ptr<redisContext, RedisContextDeleter>;
using RedisWords = std::vector<std::string>;

// Null where there is not even a socket; `why` says what happened.
[[nodiscard]] RedisContextPtr openRedis(const RedisOptions &options, std::string *why = nullptr);
// AUTH, SELECT, PING: what each new connection says first. A Redis that still loads its data says no here.
[[nodiscard]] Result<void> greetRedis(redisContext &context, const RedisOptions &options);

// Queues a command; it is sent with the next reply that is read, or by sendRedis().
void appendRedis(redisContext &context, const RedisWords &words);
// The next reply, within the command's time. After an Error the connection is to be closed: later replies could not be
// told apart.
[[nodiscard]] Result<RedisReply> readRedis(redisContext &context);
[[nodiscard]] Result<RedisReply> askRedis(redisContext &context, const RedisWords &words);

// For a connection that is listened on.
[[nodiscard]] bool sendRedis(redisContext &context, const RedisWords &words);
[[nodiscard]] bool waitForRedis(redisContext &context, std::chrono::milliseconds time);
// Reads what is there without waiting; false at the end of the connection.
[[nodiscard]] bool readWaiting(redisContext &context, std::vector<RedisReply> &replies);

} // namespace linkdesk::core
