#include "redis/rediscounter.h"

namespace linkdesk::core {

namespace {

// Every key of ours ends some day (R41); one that is used does not.
constexpr const char *kKeepSeconds = "31536000";

Error notANumber(const RedisReply &reply)
{
    return {ErrorCode::Unavailable, "Redis did not count: " + (reply.text.empty() ? "no number came" : reply.text), {}};
}

} // namespace

void RedisCounter::reserve(std::uint64_t count, std::uint64_t floor, Answer answer)
{
    const std::string key = m_client.options().prefix + "numbers:sequence";
    auto counted = [this, count, floor, key, answer = std::move(answer)](const Result<RedisReply> &reply) {
        if (!reply)
            return answer(reply.error());
        if (reply->kind != RedisReply::Kind::Integer || reply->integer < static_cast<std::int64_t>(count))
            return answer(notANumber(*reply));
        const auto end = static_cast<std::uint64_t>(reply->integer);
        if (end - count >= floor)
            return answer(NumberBlock::Range{end - count, end});
        // The counter was lost: it is moved past what is used up, and these numbers are let go.
        m_client.submit({"INCRBY", key, std::to_string(floor - end)},
                        [this, count, floor, answer](const Result<RedisReply> &moved) {
                            if (!moved || moved->kind != RedisReply::Kind::Integer)
                                return answer(moved ? Result<NumberBlock::Range>(notANumber(*moved)) : moved.error());
                            reserve(count, floor, answer);
                        });
    };
    m_client.submit({"INCRBY", key, std::to_string(count)}, std::move(counted));
    m_client.submit({"EXPIRE", key, kKeepSeconds}, [](const Result<RedisReply> &) {});
}

} // namespace linkdesk::core
