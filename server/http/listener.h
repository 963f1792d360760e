// Listener: one bound address, shared by the acceptors of all HTTP threads; counts and caps its connections (R18).
#pragma once

#include "http/handler.h"
#include "http/limits.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace linkdesk::server {

struct ListenerStats {
    std::size_t connections = 0;
    std::uint64_t accepted = 0;
    std::uint64_t requests = 0;
    std::uint64_t refusedConnections = 0; // over a cap
    std::uint64_t badRequests = 0;        // refused before the handler
};

// Thread-safe.
class Listener final {
public:
    // The handler is borrowed and outlives every connection.
    Listener(Handler &handler, const Limits &limits, unsigned threads);

    [[nodiscard]] Handler &handler() const { return m_handler; }
    [[nodiscard]] const Limits &limits() const { return m_limits; }

    // Takes a place for a client of this address, or refuses; each admit() that says yes needs one leave().
    [[nodiscard]] bool admit(const Address &peer);
    void leave(const Address &peer);

    // Counted per thread, so that the hot path shares no cache line.
    void countRequest(unsigned thread) { m_counts[thread].requests.fetch_add(1, std::memory_order_relaxed); }
    void countBad(unsigned thread) { m_counts[thread].bad.fetch_add(1, std::memory_order_relaxed); }
    [[nodiscard]] ListenerStats stats() const;

private:
    struct alignas(64) Counts {
        std::atomic<std::uint64_t> requests{0};
        std::atomic<std::uint64_t> bad{0};
    };

    Handler &m_handler;
    const Limits m_limits;
    std::vector<Counts> m_counts;
    mutable std::mutex m_mutex; // guards the three below
    std::unordered_map<Address, std::size_t> m_perAddress;
    std::size_t m_connections = 0;
    std::uint64_t m_accepted = 0;
    std::uint64_t m_refused = 0;
};

} // namespace linkdesk::server
