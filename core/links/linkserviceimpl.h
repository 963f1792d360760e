// What LinkService is made of: its state, and how its jobs get to the store and back. For the sources of LinkService alone.
#pragma once

#include "links/domainbook.h"
#include "links/linkservice.h"
#include "links/linkwrites.h"
#include "links/ownhosts.h"
#include "links/sharednumbers.h"
#include "store/sqlconnection.h"
#include "store/store.h"

#include <atomic>
#include <mutex>
#include <set>

namespace linkdesk::core {

[[nodiscard]] inline Error busy()
{
    return {ErrorCode::Busy, "Too many requests are waiting for the database: try again in a moment.", {}};
}

[[nodiscard]] inline Error noSuchDomain()
{
    return {ErrorCode::InvalidInput, "There is no such domain.", "domain"};
}

// Nothing was run because the burst failed before this job's turn.
[[nodiscard]] inline Error notRun()
{
    return {ErrorCode::Unavailable, "The write was not carried out: try again.", {}};
}

// One write on its way: what it will answer, and whom.
template <typename T>
struct Write {
    std::optional<Result<T>> outcome;
    std::vector<LinkEvent> events;
    std::function<void(Result<T>)> done;
    bool tookNumbers = false;
};

// Shared by the service and the jobs it submitted, which may end after it.
class LinkService::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(Store &theStore, const Clock &theClock, RandomSource &theRandom, const LinkServiceOptions &options)
        : store(theStore), clock(theClock), random(theRandom), codes(theClock, theRandom, options.codes)
    {
        if (options.sequence)
            sharedNumbers = std::make_shared<SharedNumbers>(store, codes, *options.sequence, options.codes.block);
    }

    Result<Draft> prepare(NewLink request, const std::string &actor);
    Result<LinkPatch> prepare(LinkPatch patch);
    Result<void> load();

    // A job on links, with what its rules need.
    template <typename T>
    void write(Atomicity atomicity, std::function<Result<T>(WriteJobContext &)> run, std::function<void(Result<T>)> done);
    template <typename T>
    void read(bool slow, std::function<Result<T>(SqlConnection &)> run, std::function<void(Result<T>)> done);
    // Goes on once so many numbers of the sequence are in hand.
    template <typename T>
    void withNumbers(std::uint64_t count, std::function<void(Result<T>)> done,
                     std::function<void(std::function<void(Result<T>)> done)> go);
    void announce(const std::vector<LinkEvent> &events) const;
    void announceDomains() const;

    static constexpr std::string_view kFilterTokenSetting = "code-filter-token";

    // Set once before the first write.
    Store &store;
    const Clock &clock;
    RandomSource &random;
    std::vector<LinkObserver *> observers;

    // Self-synchronised.
    OwnHosts ownHosts;
    DomainBook domains;
    CodeMaker codes;
    std::shared_ptr<SharedNumbers> sharedNumbers; // null where the store counts

    // Links on their way out of the archive.
    std::mutex wakingMutex; // guards waking
    std::set<std::int64_t> waking;
    std::atomic<std::int64_t> unarchived{0};

    // Set by load().
    std::string filterToken;
    std::string installationId;

    // The writer thread's own.
    bool anyAlias = false;
    bool anyArchived = false;
};

template <typename T>
void LinkService::Impl::write(Atomicity atomicity, std::function<Result<T>(WriteJobContext &)> run,
                              std::function<void(Result<T>)> done)
{
    auto state = std::make_shared<Write<T>>();
    state->done = std::move(done);
    WriteJob job;
    job.atomicity = atomicity;
    job.run = [self = this, state, run = std::move(run)](SqlConnection &connection) {
        WriteJobContext context{connection, self->domains, self->codes, self->anyAlias, self->anyArchived, self->clock.now(), state->events, {}};
        state->outcome.emplace(run(context));
        if (state->outcome->ok()) {
            if (auto confirmed = self->codes.confirm(connection, context.use); !confirmed)
                state->outcome.emplace(confirmed.error());
        }
        state->tookNumbers = context.use.tookNumbers;
        // What this job took from the counters is undone with it.
        if (!state->outcome->ok() && state->tookNumbers)
            self->codes.forget();
        return state->outcome->ok();
    };
    job.done = [self = shared_from_this(), state](const Result<void> &committed) {
        if (!committed) {
            if (state->tookNumbers)
                self->codes.forget();
            state->done(committed.error());
            return;
        }
        if (state->outcome && state->outcome->ok())
            self->announce(state->events);
        state->done(state->outcome ? std::move(*state->outcome) : Result<T>(notRun()));
    };
    if (!store.writer().submit(std::move(job)))
        state->done(busy());
}

template <typename T>
void LinkService::Impl::withNumbers(std::uint64_t count, std::function<void(Result<T>)> done,
                                    std::function<void(std::function<void(Result<T>)> done)> go)
{
    if (count == 0 || !sharedNumbers)
        return go(std::move(done));
    sharedNumbers->want(count, [self = shared_from_this(), count, done = std::move(done),
                                go = std::move(go)](const Result<void> &ready) {
        if (!ready)
            return done(ready.error());
        go([self, count, done](Result<T> result) {
            self->sharedNumbers->done(count);
            done(std::move(result));
        });
    });
}

template <typename T>
void LinkService::Impl::read(bool slow, std::function<Result<T>(SqlConnection &)> run,
                             std::function<void(Result<T>)> done)
{
    const auto shared = std::make_shared<std::function<void(Result<T>)>>(std::move(done));
    auto job = [run = std::move(run), shared](SqlConnection &connection) { (*shared)(run(connection)); };
    ReaderPool &readers = store.readers();
    const bool accepted = slow ? readers.submitSlow(std::move(job)) : readers.submit(std::move(job));
    if (!accepted)
        (*shared)(busy());
}

} // namespace linkdesk::core
