// LinkService: everything that may happen to a link, with its rules.
//
// Thread-safe: may be called from any thread. Answers come through the callback, on the store's writer thread (after
// the synced commit) or on a reader thread; a callback must not block. A refusal known at once (bad input, full
// queue) may call back on the calling thread. Changes are announced to the observer after the commit and before the
// callback, so whoever gets the answer can no longer meet the old state (R4).
#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"
#include "links/link.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace linkdesk::core {

class Store;

enum class LinkChange { Created, Edited, Deleted, Restored };

// Called on the writer thread.
class LinkObserver {
public:
    virtual ~LinkObserver() = default;
    // `before` has the code and domain that were valid until now; equal to `after` for a create.
    virtual void linkChanged(LinkChange change, const Link &before, const Link &after) = 0;
};

struct Created {
    Link link;
    bool reused = false; // an existing link was given (NewLink::reuse)
};

enum class SlugState { Free, Taken, Reserved, Invalid };
struct SlugCheck {
    SlugState state = SlugState::Free;
    std::string normalised; // what would be stored
    std::string reason;     // English; empty when free
};

class LinkService final {
public:
    template <typename T>
    using Callback = std::function<void(Result<T>)>;

    // Store, clock and random source are borrowed and must outlive the service.
    LinkService(Store &store, const Clock &clock, RandomSource &random);
    ~LinkService();
    LinkService(const LinkService &) = delete;
    LinkService &operator=(const LinkService &) = delete;

    // Borrowed; set once before the first write.
    void addObserver(LinkObserver *observer);

    // Hosts this service answers for ("s.example", "s.example:8080", "[::1]:8080"); they are refused as destinations,
    // as such a link would loop (R14). A host without port stands for ports 80 and 443. Replaces the former set; any
    // time.
    void setOwnHosts(std::vector<std::string> hosts);

    // actor: the key's name, for the audit. Taken slug: SlugTaken. Generated codes retry on a clash and grow (R12).
    void create(NewLink request, std::string actor, Callback<Created> done);
    // Many in one transaction, one result each, in order.
    void createMany(std::vector<NewLink> requests, std::string actor,
                    std::function<void(std::vector<Result<Created>>)> done);
    // ifVersion: the version the caller saw; a different one is VersionConflict (R28).
    void edit(LinkId id, LinkPatch patch, std::optional<std::int64_t> ifVersion, std::string actor,
              Callback<Link> done);
    // Soft delete: restorable, answers 404 to visitors, keeps its code until purged.
    void remove(LinkId id, std::optional<std::int64_t> ifVersion, std::string actor, Callback<Link> done);
    void restore(LinkId id, std::string actor, Callback<Link> done);

    void get(LinkId id, Callback<Link> done);
    void find(DomainId domain, std::string code, Callback<Link> done);
    void list(LinkQuery query, Callback<LinkPage> done);
    void checkSlug(DomainId domain, std::string slug, Callback<SlugCheck> done);

    void domains(Callback<std::vector<Domain>> done);
    // Host is parsed and normalised; a host that exists is InvalidInput. Observers of domains read the list anew.
    void createDomain(std::string host, bool caseSensitive, std::string actor, Callback<Domain> done);

private:
    class Impl;
    std::shared_ptr<Impl> m_impl; // shared with the jobs on their way
};

} // namespace linkdesk::core
