// SecondLevel: a cache behind the local one that several services share. The resolver asks it before the store.
#pragma once

#include "resolve/cachedlink.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace linkdesk::core {

// Thread-safe; nothing waits. Answers come on any thread.
class SecondLevel {
public:
    // The right to read the store for one code and to keep what was read. It is void once the code was invalidated, so
    // a late fill can never cover an edit.
    class Lease {
    public:
        virtual ~Lease() = default; // gives the right back if it was not used
        // Links with a limit and archived ones are not kept.
        virtual void fill(const CachedLinkPtr &link) = 0;
    };
    using LeasePtr = std::unique_ptr<Lease>;
    // Exactly one of the two is set, or none: then the store is to be read without keeping the answer here.
    using Answer = std::function<void(std::shared_ptr<CachedLink> found, LeasePtr lease)>;

    virtual ~SecondLevel() = default;
    // False while it is of no use: the store is asked without delay then.
    [[nodiscard]] virtual bool isUsable() const = 0;
    // What is kept, or the lease to read the store. Waits a little for another service that reads it already.
    virtual void look(DomainId domain, std::string_view key, Answer answer) = 0;
    // After a commit: what is kept here and elsewhere is void, leases included. `done` is called when the other services
    // have been told, or cannot be told now.
    virtual void invalidate(DomainId domain, std::string_view key, std::int64_t version) = 0;
    virtual void clear() = 0;
};

} // namespace linkdesk::core
