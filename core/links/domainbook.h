// DomainBook: the domains with their rules, as the store's writer has them. Thread-safe.
#pragma once

#include "links/link.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace linkdesk::core {

using DomainPtr = std::shared_ptr<const Domain>;

class DomainBook final {
public:
    // Null: there is no such domain.
    [[nodiscard]] DomainPtr find(DomainId id) const
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_domains.find(id);
        return found == m_domains.end() ? nullptr : found->second;
    }
    // In the order of their ids; without link counts.
    [[nodiscard]] std::vector<Domain> all() const
    {
        const std::lock_guard lock(m_mutex);
        std::vector<Domain> domains;
        for (const auto &[id, domain] : m_domains)
            domains.push_back(*domain);
        return domains;
    }
    void put(const Domain &domain)
    {
        auto kept = std::make_shared<const Domain>(domain);
        const std::lock_guard lock(m_mutex);
        m_domains[domain.id] = std::move(kept);
    }
    void remove(DomainId id)
    {
        const std::lock_guard lock(m_mutex);
        m_domains.erase(id);
    }

private:
    mutable std::mutex m_mutex;
    std::map<DomainId, DomainPtr> m_domains; // guarded by m_mutex
};

} // namespace linkdesk::core
