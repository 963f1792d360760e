// NodeClaim: no two services that share a Redis have the same node number in their snowflake codes.
//
// A claim is a key with a lease that its owner renews. Thread-safe.
#pragma once

#include "redis/redisclient.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace linkdesk::core {

enum class NodeState {
    Unknown, // Redis has not been asked, or does not answer
    Held,
    Taken, // another service has this number
};

class NodeClaim final {
public:
    // Borrowed client. `owner` names this installation, the same after each start: its old claim is no obstacle.
    NodeClaim(RedisClient &client, std::uint8_t node, std::string owner);

    // Claims or renews; to be called more often than the lease is long. `then` gets the outcome, on any thread.
    void renew(std::function<void(NodeState)> then = {});
    [[nodiscard]] NodeState state() const { return m_shared->state; }

    static constexpr std::chrono::seconds kLease{30};

private:
    // Answers may come after the end of this object.
    struct Shared {
        std::atomic<NodeState> state{NodeState::Unknown};
    };

    RedisClient &m_client;
    const std::string m_key;
    const std::string m_owner;
    const std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
};

} // namespace linkdesk::core
