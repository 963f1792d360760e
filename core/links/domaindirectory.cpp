#include "links/domaindirectory.h"

#include "links/slug.h"

namespace linkdesk::core {

namespace {

std::string lowerHost(std::string_view host)
{
    std::string out(host);
    for (char &c : out) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c + 32);
    }
    return out;
}

std::string_view withoutPort(std::string_view host)
{
    const std::size_t from = host.starts_with('[') ? host.find(']') : 0;
    host = host.substr(0, from == std::string_view::npos ? from : host.find(':', from));
    // "go.example.com." is the same name, written from the root.
    return host.ends_with('.') ? host.substr(0, host.size() - 1) : host;
}

} // namespace

DomainDirectory::DomainDirectory()
{
    auto first = std::make_shared<Snapshot>();
    first->byId.emplace(kDefaultDomain.value, first->fallback);
    first->scheme = "http";
    m_snapshot = std::move(first);
}

std::shared_ptr<const DomainDirectory::Snapshot> DomainDirectory::snapshot() const
{
    const std::lock_guard lock(m_mutex);
    return m_snapshot;
}

void DomainDirectory::replace(const std::vector<Domain> &domains)
{
    const std::lock_guard lock(m_mutex);
    auto next = std::make_shared<Snapshot>();
    next->publicUrl = m_snapshot->publicUrl;
    next->scheme = m_snapshot->scheme;
    for (const Domain &domain : domains) {
        const Entry entry{domain.id, domain.host, domain.caseSensitive};
        next->byId.emplace(domain.id.value, entry);
        if (!domain.fallback.empty())
            next->fallbackUrls.emplace(domain.id.value, domain.fallback);
        if (domain.host.empty())
            next->fallback = entry;
        else
            next->byHost.emplace(domain.host, entry);
    }
    m_onlyDefault = next->byHost.empty();
    m_defaultCaseSensitive = next->fallback.caseSensitive;
    m_snapshot = std::move(next);
}

void DomainDirectory::setPublicUrl(std::string url)
{
    while (url.ends_with('/'))
        url.pop_back();
    const std::lock_guard lock(m_mutex);
    auto next = std::make_shared<Snapshot>(*m_snapshot);
    next->scheme = url.substr(0, url.find(':'));
    next->publicUrl = std::move(url);
    m_snapshot = std::move(next);
}

std::string DomainDirectory::publicUrl() const
{
    return snapshot()->publicUrl;
}

DomainDirectory::Entry DomainDirectory::forHost(std::string_view host) const
{
    if (m_onlyDefault)
        return {kDefaultDomain, {}, m_defaultCaseSensitive};
    const auto now = snapshot();
    const std::string name = lowerHost(host);
    if (const auto exact = now->byHost.find(name); exact != now->byHost.end())
        return exact->second;
    if (const auto bare = now->byHost.find(std::string(withoutPort(name))); bare != now->byHost.end())
        return bare->second;
    return now->fallback;
}

std::optional<DomainDirectory::Entry> DomainDirectory::byId(DomainId id) const
{
    const auto now = snapshot();
    const auto found = now->byId.find(id.value);
    return found == now->byId.end() ? std::nullopt : std::optional(found->second);
}

std::optional<DomainDirectory::Entry> DomainDirectory::byHost(std::string_view host) const
{
    const auto now = snapshot();
    if (host.empty())
        return now->fallback;
    const auto found = now->byHost.find(lowerHost(host));
    return found == now->byHost.end() ? std::nullopt : std::optional(found->second);
}

std::string DomainDirectory::fallbackOf(DomainId id) const
{
    const auto now = snapshot();
    const auto found = now->fallbackUrls.find(id.value);
    return found == now->fallbackUrls.end() ? std::string() : found->second;
}

std::string DomainDirectory::shortUrl(DomainId domain, std::string_view code) const
{
    const auto now = snapshot();
    const auto found = now->byId.find(domain.value);
    const bool own = found != now->byId.end() && !found->second.host.empty();
    return (own ? now->scheme + "://" + found->second.host : now->publicUrl) + "/" + pathFromCode(code);
}

} // namespace linkdesk::core
