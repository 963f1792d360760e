#include "redis/nodeclaim.h"

namespace linkdesk::core {

namespace {

std::string leaseMs()
{
    return std::to_string(std::chrono::milliseconds(NodeClaim::kLease).count());
}

} // namespace

NodeClaim::NodeClaim(RedisClient &client, std::uint8_t node, std::string owner)
    : m_client(client), m_key(client.options().prefix + "node:" + std::to_string(node)), m_owner(std::move(owner))
{
}

// SET NX tells who was first; whoever finds its own name there renews the lease.
void NodeClaim::renew(std::function<void(NodeState)> then)
{
    const auto settle = [shared = m_shared, then = std::move(then)](NodeState state) {
        shared->state = state;
        if (then)
            then(state);
    };
    m_client.submit({"SET", m_key, m_owner, "NX", "PX", leaseMs()}, [](const Result<RedisReply> &) {});
    m_client.submit({"GET", m_key}, [this, settle](const Result<RedisReply> &holder) {
        if (!holder || holder->kind != RedisReply::Kind::Text)
            return settle(NodeState::Unknown);
        if (holder->text != m_owner)
            return settle(NodeState::Taken);
        m_client.submit({"PEXPIRE", m_key, leaseMs()}, [](const Result<RedisReply> &) {});
        settle(NodeState::Held);
    });
}

} // namespace linkdesk::core
