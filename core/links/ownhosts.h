// OwnHosts: the addresses this service answers for; a link to one of them would loop (R14). Thread-safe.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace linkdesk::core {

class TargetUrl;

class OwnHosts final {
public:
    // "host" (stands for ports 80 and 443) or "host:port"; entries that are no host are passed over.
    void set(const std::vector<std::string> &hosts);
    [[nodiscard]] bool contains(const TargetUrl &target) const;

private:
    mutable std::mutex m_mutex;
    std::set<std::pair<std::string, int>> m_hosts; // guarded by m_mutex
};

} // namespace linkdesk::core
