// RedisCounter: the sequence of short codes counted in Redis (INCRBY), for services that share one.
#pragma once

#include "codes/numbersource.h"
#include "redis/redisclient.h"

namespace linkdesk::core {

class RedisCounter final : public NumberSource {
public:
    // Borrowed; it outlives every answer.
    explicit RedisCounter(RedisClient &client) : m_client(client) {}
    void reserve(std::uint64_t count, std::uint64_t floor, Answer answer) override;

private:
    RedisClient &m_client;
};

} // namespace linkdesk::core
