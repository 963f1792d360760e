// DomainDirectory: the short domains as every request needs them; host to domain, domain to short URL.
//
// Thread-safe. Readers take a snapshot; replace() makes a new one. The public URL (scheme, host, port, path prefix)
// belongs to the default domain, which also answers for every host that is not configured (R22).
#pragma once

#include "links/link.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace linkdesk::core {

class DomainDirectory final {
public:
    struct Entry {
        DomainId id = kDefaultDomain;
        std::string host; // empty for the default domain
        bool caseSensitive = true;
    };

    DomainDirectory();

    void replace(const std::vector<Domain> &domains);
    // Without a slash at its end.
    void setPublicUrl(std::string url);
    [[nodiscard]] std::string publicUrl() const;

    // The domain that answers for a Host header's value; its port is part of the name where the domain has one.
    [[nodiscard]] Entry forHost(std::string_view host) const;
    [[nodiscard]] std::optional<Entry> byId(DomainId id) const;
    // The exact configured host; empty is the default domain.
    [[nodiscard]] std::optional<Entry> byHost(std::string_view host) const;
    // Where visitors of a link without a fallback of its own go instead; empty: a page.
    [[nodiscard]] std::string fallbackOf(DomainId id) const;
    [[nodiscard]] std::string shortUrl(DomainId domain, std::string_view code) const;

private:
    struct Snapshot {
        std::unordered_map<std::string, Entry> byHost;
        std::unordered_map<std::int64_t, Entry> byId;
        Entry fallback;
        std::unordered_map<std::int64_t, std::string> fallbackUrls; // of the domains that have one
        std::string publicUrl;
        std::string scheme;
    };
    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;

    mutable std::mutex m_mutex; // guards m_snapshot
    std::shared_ptr<const Snapshot> m_snapshot;
    std::atomic<bool> m_onlyDefault{true}; // the usual case, answered without the lock
    std::atomic<bool> m_defaultCaseSensitive{true};
};

} // namespace linkdesk::core
