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
#include "codes/numbersource.h"
#include "links/codemaker.h"
#include "links/link.h"
#include "links/linkaction.h"
#include "store/lookalikestore.h"
#include "store/writequeue.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace linkdesk::core {

class Store;
struct Changed;
struct LinkEvent;
struct WriteJobContext;

// Purged: removed for good; it was deleted before. Archived: out of the way, and as it was otherwise.
enum class LinkChange { Created, Edited, Deleted, Restored, Purged, Archived };

// Called on the writer thread.
class LinkObserver {
public:
    virtual ~LinkObserver() = default;
    // `before` has the code and domain that were valid until now; equal to `after` for a create.
    virtual void linkChanged(LinkChange change, const Link &before, const Link &after) = 0;
    // All changes of one write job, in their order.
    virtual void linksChanged(const std::vector<LinkEvent> &events);
    // The keys of the domain's codes are about to change, inside a transaction that may yet fail; in any case
    // domainsChanged() follows.
    virtual void domainKeysChanging(DomainId) {}
    // All domains as they are now, without link counts.
    virtual void domainsChanged(const std::vector<Domain> &) {}
};

inline constexpr int kMaxSimilar = 5; // links named in a look-alike warning

struct Created {
    Link link;
    bool reused = false;              // an existing link was given (NewLink::reuse)
    std::vector<SimilarLink> similar; // links whose slug looks like the chosen one
};

enum class SlugState { Free, Taken, Reserved, Invalid };
struct SlugCheck {
    SlugState state = SlugState::Free;
    std::string normalised;           // what would be stored
    std::string reason;               // English; empty when free
    std::vector<SimilarLink> similar; // links whose slug looks like it
};

struct LinkServiceOptions {
    CodeMakerOptions codes;
    NumberSource *sequence = nullptr; // borrowed; counts the sequence instead of the store
};

class LinkService final {
public:
    template <typename T>
    using Callback = std::function<void(Result<T>)>;

    // Store, clock and random source are borrowed and must outlive the service. Waits for the store: what there is of
    // domains and counters is read and, for a new database, made.
    LinkService(Store &store, const Clock &clock, RandomSource &random, const LinkServiceOptions &options = {});
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

    // Any action; edit(), remove() and restore() are short for three of them.
    void change(LinkId id, LinkAction action, ChangeBy by, Callback<Changed> done);
    // The action with its values in the form they are stored in, or why it is refused. For jobs on many links.
    [[nodiscard]] Result<LinkAction> checked(LinkAction action) const;
    // Turns one change back (see linkundo.h); rows of a batch are undone by LinkBatch.
    void undo(std::int64_t auditId, std::string actor, Callback<Changed> done);
    // Removes a link in the bin for good.
    void purge(LinkId id, std::string actor, Callback<Link> done);
    // Takes a link out of the archive; nothing where it is not there.
    void unarchive(LinkId id, Callback<Link> done);
    // A link in the archive was clicked: it moves back. Cheap where it is on its way already.
    void wake(LinkId id);
    // How many a click or a call took out of the archive since the start.
    [[nodiscard]] std::int64_t unarchived() const;
    // A write job of one's own on links, with what their rules need; observers hear of its events. `run` is called on the
    // writer thread and must leave nothing half done that it gives an Error for where `atomicity` is SingleStatement.
    void inJob(Atomicity atomicity, std::function<Result<void>(WriteJobContext &)> run,
               std::function<void(Result<void>)> done);
    // The same, waited for. Not from the writer thread.
    Result<void> inJobNow(Atomicity atomicity, std::function<Result<void>(WriteJobContext &)> run);

    void get(LinkId id, Callback<Link> done);
    void find(DomainId domain, std::string code, Callback<Link> done);
    void list(LinkQuery query, Callback<LinkPage> done);
    void checkSlug(DomainId domain, std::string slug, Callback<SlugCheck> done);

    // Ends one of the link's former codes.
    void endAlias(LinkId id, std::string code, std::string actor, Callback<Link> done);

    void domains(Callback<std::vector<Domain>> done);
    // Host is parsed and normalised; a host that exists is InvalidInput.
    void createDomain(std::string host, DomainPatch settings, std::string actor, Callback<Domain> done);
    // Codes made from then on follow the new rules; links keep theirs. Another case rule rewrites the domain's keys in
    // one transaction; CaseClash where two codes differ in nothing else.
    void changeDomain(DomainId id, DomainPatch settings, std::string actor, Callback<Domain> done);
    // Without link counts, from memory.
    [[nodiscard]] std::vector<Domain> knownDomains() const;

    // What the last service left in the store about a file kept beside it (CodeFilter::save); empty: nothing. It was
    // taken out when this service began, as the file is old from then on, whoever writes.
    [[nodiscard]] const std::string &filterToken() const;
    // The last thing before the end: nothing may be written after it.
    void keepFilterToken(std::string token);

    [[nodiscard]] CodeStats codeStats() const;
    // Another service has this one's node number: snowflake codes are refused meanwhile.
    void setNodeTaken(bool taken);
    // Names this database among others; made once, with it.
    [[nodiscard]] const std::string &installationId() const;
    // Makes look-alikes of all slugs anew where an update of their rules asks for it, in small write jobs while `goOn`;
    // returns when done. Not from the writer thread.
    void refreshLookAlikes(const std::function<bool()> &goOn);
    // Removes former codes whose time is over, in small write jobs; returns when done. Not from the writer thread.
    void purgeAliases();

private:
    class Impl;
    std::shared_ptr<Impl> m_impl; // shared with the jobs on their way
};

} // namespace linkdesk::core
