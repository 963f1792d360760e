#include "api/connectionstate.h"

namespace linkdesk::app {

void ConnectionState::set(Reach reach)
{
    if (m_reach == reach)
        return;
    m_reach = reach;
    Q_EMIT reachChanged(reach);
}

void ConnectionState::answered(std::chrono::microseconds roundTrip)
{
    // An eighth of the new value, as TCP smooths its round trip (RFC 6298, 2.3).
    m_latency = m_latency.count() == 0 ? roundTrip : (m_latency * 7 + roundTrip) / 8;
    set(Reach::Online);
}

void ConnectionState::refused()
{
    set(Reach::Refused);
}

void ConnectionState::unreachable()
{
    set(Reach::Unreachable);
}

void ConnectionState::reset()
{
    m_latency = {};
    set(Reach::Unknown);
}

} // namespace linkdesk::app
