// CachedLink: all that a redirect needs, immutable, shared by the cache and whoever is answering with it.
#pragma once

#include "base/clock.h"
#include "links/link.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace linkdesk::core {

struct RedirectRow;

struct CachedLink {
    // The key stands first: a hit compares it in the cache line it has to load anyway.
    std::string key; // cacheKey() of it
    LinkId id;
    LinkStatus status = LinkStatus::Active;
    bool found = false; // false: "no such link", remembered for a short time
    bool forwardQuery = true;
    bool track = true;
    bool archived = false; // read from the archive: the first click takes it out
    int redirectStatus = 302;
    std::int64_t version = 0;
    std::int64_t expiresAtMs = 0; // 0: never
    std::int64_t validFromMs = 0; // 0: always
    std::int64_t aliasUntilMs = 0; // asked for by a former code, which ends then; 0: by its own
    std::int64_t maxClicks = 0;    // of people; 0: no limit
    std::int64_t used = 0;         // clicks stored when the link was read; with a limit only
    std::string code;             // as shown, for the click
    DomainId domain;
    std::string target;
    std::string fallback; // before the start and after the end; empty: a page
    std::string head; // rendered once by the redirect layer: the answer's bytes up to what changes per request

    [[nodiscard]] std::size_t bytes() const
    {
        return sizeof(CachedLink) + 64 + key.capacity() + code.capacity() + target.capacity() + fallback.capacity()
            + head.capacity();
    }
};

using CachedLinkPtr = std::shared_ptr<const CachedLink>;

// Fills `head`; injected by the layer that speaks HTTP. Called on a reader or the writer thread.
using LinkRenderer = std::function<void(CachedLink &)>;

} // namespace linkdesk::core
