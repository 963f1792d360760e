#include "http/listener.h"

namespace linkdesk::server {

Listener::Listener(Handler &handler, const Limits &limits, unsigned threads)
    : m_handler(handler), m_limits(limits), m_counts(threads)
{
}

bool Listener::admit(const Address &peer)
{
    const std::lock_guard lock(m_mutex);
    if (m_connections >= m_limits.connections) {
        ++m_refused;
        return false;
    }
    std::size_t &here = m_perAddress[peer.limitKey()];
    if (here >= m_limits.connectionsPerAddress) {
        ++m_refused;
        return false;
    }
    ++here;
    ++m_connections;
    ++m_accepted;
    return true;
}

void Listener::leave(const Address &peer)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_perAddress.find(peer.limitKey());
    if (found != m_perAddress.end() && --found->second == 0)
        m_perAddress.erase(found);
    --m_connections;
}

ListenerStats Listener::stats() const
{
    ListenerStats stats;
    {
        const std::lock_guard lock(m_mutex);
        stats.connections = m_connections;
        stats.accepted = m_accepted;
        stats.refusedConnections = m_refused;
    }
    for (const Counts &counts : m_counts) {
        stats.requests += counts.requests.load(std::memory_order_relaxed);
        stats.badRequests += counts.bad.load(std::memory_order_relaxed);
    }
    return stats;
}

} // namespace linkdesk::server
