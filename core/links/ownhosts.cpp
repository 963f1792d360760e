#include "links/ownhosts.h"

#include "links/hostname.h"
#include "links/targeturl.h"

namespace linkdesk::core {

namespace {

// "s.example." and "s.example" are one host to the DNS.
std::string withoutRootDot(std::string host)
{
    if (host.size() > 1 && host.back() == '.')
        host.pop_back();
    return host;
}

} // namespace

void OwnHosts::set(const std::vector<std::string> &hosts)
{
    std::set<std::pair<std::string, int>> parsed;
    for (const std::string &text : hosts) {
        const auto host = parseHostAndPort(text, "host");
        if (!host)
            continue;
        const std::string name = withoutRootDot(host->host);
        if (host->port) {
            parsed.emplace(name, *host->port);
        } else {
            parsed.emplace(name, 80);
            parsed.emplace(name, 443);
        }
    }
    const std::lock_guard lock(m_mutex);
    m_hosts = std::move(parsed);
}

bool OwnHosts::contains(const TargetUrl &target) const
{
    const std::lock_guard lock(m_mutex);
    return !m_hosts.empty() && m_hosts.contains({withoutRootDot(target.host()), target.port()});
}

} // namespace linkdesk::core
