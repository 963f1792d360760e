#include "links/linkservice.h"

#include "base/logging.h"
#include "links/domainbook.h"
#include "links/domainrules.h"
#include "links/linkaudit.h"
#include "links/linkchanges.h"
#include "links/linkfields.h"
#include "links/linklist.h"
#include "links/linkundo.h"
#include "links/linkwrites.h"
#include "links/ownhosts.h"
#include "links/sharednumbers.h"
#include "links/slug.h"
#include "links/slugrules.h"
#include "store/aliasstore.h"
#include "store/archivestore.h"
#include "store/auditstore.h"
#include "store/domainstore.h"
#include "store/linkstore.h"
#include "store/settingstore.h"
#include "store/sqlconnection.h"
#include "store/store.h"

#include <algorithm>
#include <future>
#include <mutex>
#include <set>

namespace linkdesk::core {

namespace {

constexpr std::string_view kInstallationIdSetting = "installation-id";
constexpr std::size_t kInstallationIdBytes = 16;
constexpr std::string_view kFilterTokenSetting = "code-filter-token";

Error busy()
{
    return {ErrorCode::Busy, "Too many requests are waiting for the database: try again in a moment.", {}};
}

Error noSuchDomain()
{
    return {ErrorCode::InvalidInput, "There is no such domain.", "domain"};
}

// Nothing was run because the burst failed before this job's turn.
Error notRun()
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

// For jobs that have nothing to say but that they are done.
struct Done {};

std::function<void(Result<Changed>)> givingLink(LinkService::Callback<Link> done)
{
    return [done = std::move(done)](Result<Changed> changed) {
        done(changed ? Result<Link>(std::move(changed->link)) : Result<Link>(changed.error()));
    };
}

Result<std::string> idOfInstallation(SqlConnection &writer, RandomSource &random)
{
    auto kept = setting(writer, kInstallationIdSetting);
    if (!kept)
        return kept.error();
    if (*kept)
        return std::move(**kept);
    std::string id = randomHex(random, kInstallationIdBytes);
    if (auto set = setSetting(writer, kInstallationIdSetting, id); !set)
        return set.error();
    return id;
}

// What is known of a name that its domain's rules allow.
Result<SlugCheck> slugState(SqlConnection &connection, DomainId domain, const std::string &name, const std::string &key,
                            TimePoint now)
{
    const auto row = findForRedirect(connection, domain, key);
    if (!row)
        return row.error();
    // An expired link gives its name up (R48), and a former name is free once its time is over.
    const bool isFree = !*row || ((*row)->aliasUntil ? *(*row)->aliasUntil <= now
                                                     : (*row)->status == LinkStatus::Active && (*row)->expiresAt
                                                           && *(*row)->expiresAt <= now);
    if (!isFree && (*row)->aliasUntil)
        return SlugCheck{SlugState::Taken, name,
                         "The short name is the former name of \"" + (*row)->code + "\" and still leads there: choose "
                             "another.",
                         {}};
    if (!isFree)
        return SlugCheck{SlugState::Taken, name, "The short name is taken: choose another.", {}};
    const LinkId holder = *row && !(*row)->aliasUntil ? (*row)->id : LinkId{};
    auto similar = linksLookingLike(connection, domain, lookAlikeHashes(name), holder, kMaxSimilar);
    if (!similar)
        return similar.error();
    return SlugCheck{SlugState::Free, name, {}, std::move(*similar)};
}

} // namespace

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

    // Set by load().
    std::string filterToken;
    std::string installationId;

    // The writer thread's own.
    bool anyAlias = false;
    bool anyArchived = false;
};

// On the writer: a new database gets its shuffle key here.
Result<void> LinkService::Impl::load()
{
    std::promise<Result<void>> loaded;
    auto outcome = std::make_shared<Result<void>>();
    WriteJob job;
    job.run = [this, outcome](SqlConnection &connection) {
        *outcome = codes.load(connection);
        const auto known = allDomains(connection, false);
        const auto aliases = hasAliases(connection);
        const auto archived = hasArchived(connection);
        if (!known || !aliases || !archived) {
            *outcome = !known ? known.error() : !aliases ? aliases.error() : archived.error();
            return false;
        }
        anyArchived = *archived;
        for (const Domain &domain : *known)
            domains.put(domain);
        anyAlias = *aliases;
        if (auto id = idOfInstallation(connection, random); id)
            installationId = std::move(*id);
        else
            *outcome = id.error();
        if (const auto token = setting(connection, kFilterTokenSetting); token && *token)
            filterToken = **token;
        if (auto removed = removeSetting(connection, kFilterTokenSetting); !removed)
            *outcome = removed.error();
        return outcome->ok();
    };
    job.done = [outcome, &loaded](const Result<void> &committed) { loaded.set_value(committed ? *outcome : committed); };
    if (!store.writer().submit(std::move(job)))
        return busy();
    return loaded.get_future().get();
}

Result<Draft> LinkService::Impl::prepare(NewLink request, const std::string &actor)
{
    auto target = checkTarget(request.target, ownHosts);
    if (!target)
        return target.error();
    if (auto checked = checkFields(request); !checked)
        return checked.error();
    auto fallback = checkFallback(request.fallback, ownHosts);
    if (!fallback)
        return fallback.error();
    const DomainPtr domain = domains.find(request.domain);
    if (!domain)
        return noSuchDomain();
    Draft draft;
    draft.generated = !request.slug;
    draft.reuse = request.reuse;
    draft.wish = {request.generator.value_or(domain->codes.generator), request.length};
    Link &link = draft.link;
    if (request.slug) {
        auto slug = slugFor(*domain, *request.slug, codes.commonNames());
        if (!slug)
            return slug.error();
        link.code = std::move(*slug);
        draft.lookAlikes = lookAlikeHashes(link.code);
    } else if (!CodeMaker::isCounted(draft.wish.kind)) {
        auto made = codes.make(*domain, draft.wish, draft.tries);
        if (!made)
            return made.error();
        link.code = std::move(made->code);
        draft.mark = made->mark;
    }
    link.domain = request.domain;
    link.generator = draft.generated ? generatorName(draft.wish.kind) : kCustomCode;
    link.target = std::move(*target);
    link.title = std::move(request.title);
    link.note = std::move(request.note);
    link.owner = request.owner.empty() ? actor : std::move(request.owner);
    if (link.owner != actor)
        draft.madeBy = actor;
    link.tags = std::move(request.tags);
    link.expiresAt = request.expiresAt;
    link.validFrom = request.validFrom;
    link.maxClicks = request.maxClicks;
    link.fallback = std::move(*fallback);
    link.favourite = request.favourite;
    link.redirectStatus = request.redirectStatus;
    link.forwardQuery = request.forwardQuery;
    link.track = request.track;
    return draft;
}

Result<LinkPatch> LinkService::Impl::prepare(LinkPatch patch)
{
    if (patch.target) {
        auto target = checkTarget(*patch.target, ownHosts);
        if (!target)
            return target.error();
        patch.target = std::move(*target);
    }
    if (patch.fallback) {
        auto fallback = checkFallback(*patch.fallback, ownHosts);
        if (!fallback)
            return fallback.error();
        patch.fallback = std::move(*fallback);
    }
    if (patch.slug) {
        // Its domain's own rules are checked in the job, which knows the link.
        auto slug = normaliseSlug(*patch.slug, Segments::Many);
        if (!slug)
            return slug.error();
        patch.slug = std::move(*slug);
    }
    if (auto checked = checkFields(patch); !checked)
        return checked.error();
    return patch;
}

void LinkService::Impl::announce(const std::vector<LinkEvent> &events) const
{
    if (events.empty())
        return;
    for (LinkObserver *observer : observers)
        observer->linksChanged(events);
}

void LinkService::Impl::announceDomains() const
{
    const std::vector<Domain> all = domains.all();
    for (LinkObserver *observer : observers)
        observer->domainsChanged(all);
}

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

LinkService::LinkService(Store &store, const Clock &clock, RandomSource &random, const LinkServiceOptions &options)
    : m_impl(std::make_shared<Impl>(store, clock, random, options))
{
    if (auto loaded = m_impl->load(); !loaded)
        qCCritical(lcLinks) << "cannot read domains and counters:" << loaded.error().detail.c_str();
}

// Observers are borrowed: after this no job may reach them.
LinkService::~LinkService()
{
    WriteJob giveBack;
    giveBack.run = [impl = m_impl](SqlConnection &connection) { return impl->codes.giveBack(connection).ok(); };
    giveBack.done = [](const Result<void> &) {};
    (void)m_impl->store.writer().submit(std::move(giveBack));
    m_impl->store.writer().flush();
}

void LinkService::addObserver(LinkObserver *observer)
{
    m_impl->observers.push_back(observer);
}

void LinkService::setOwnHosts(std::vector<std::string> hosts)
{
    m_impl->ownHosts.set(hosts);
}

void LinkService::create(NewLink request, std::string actor, Callback<Created> done)
{
    auto draft = m_impl->prepare(std::move(request), actor);
    if (!draft) {
        done(draft.error());
        return;
    }
    // A drawn code without tags is one statement, which undoes itself when it fails.
    const bool single = draft->generated && !CodeMaker::isCounted(draft->wish.kind) && draft->link.tags.empty();
    const auto atomicity = single ? Atomicity::SingleStatement : Atomicity::Savepoint;
    const std::uint64_t numbers = draft->generated && draft->wish.kind == GeneratorKind::Sequence ? 1 : 0;
    auto run = [draft = std::move(*draft)](WriteJobContext &job) mutable { return createLink(job, std::move(draft)); };
    if (numbers == 0 || !m_impl->sharedNumbers)
        return m_impl->write<Created>(atomicity, std::move(run), std::move(done));
    m_impl->withNumbers<Created>(numbers, std::move(done), [impl = m_impl, atomicity, run](Callback<Created> finished) {
        impl->write<Created>(atomicity, run, std::move(finished));
    });
}

void LinkService::createMany(std::vector<NewLink> requests, std::string actor,
                             std::function<void(std::vector<Result<Created>>)> done)
{
    using Results = std::vector<Result<Created>>;
    auto drafts = std::make_shared<std::vector<Result<Draft>>>();
    drafts->reserve(requests.size());
    for (NewLink &request : requests)
        drafts->push_back(m_impl->prepare(std::move(request), actor));
    auto run = [drafts, actor = std::move(actor)](WriteJobContext &job) -> Result<Results> {
        Results results;
        results.reserve(drafts->size());
        for (const Result<Draft> &draft : *drafts)
            results.push_back(draft ? createLink(job, *draft) : Result<Created>(draft.error()));
        if (auto noted = noteCreated(job, results, actor); !noted)
            return noted.error();
        return results;
    };
    const std::size_t count = drafts->size();
    const auto numbers = static_cast<std::uint64_t>(
        std::count_if(drafts->begin(), drafts->end(), [](const Result<Draft> &draft) {
            return draft && draft->generated && draft->wish.kind == GeneratorKind::Sequence;
        }));
    auto finish = [done = std::move(done), count](Result<Results> results) {
        done(results ? std::move(*results) : Results(count, Result<Created>(results.error())));
    };
    // A refused create writes nothing and a failed statement fails the whole burst, so there is nothing to undo one by
    // one; a savepoint around thousands of rows would make SQLite keep a copy of every page they touch.
    m_impl->withNumbers<Results>(numbers, std::move(finish), [impl = m_impl, run](Callback<Results> finished) {
        impl->write<Results>(Atomicity::SingleStatement, run, std::move(finished));
    });
}

void LinkService::edit(LinkId id, LinkPatch patch, std::optional<std::int64_t> ifVersion, std::string actor,
                       Callback<Link> done)
{
    LinkAction action;
    action.name = "edit";
    action.patch = std::move(patch);
    change(id, std::move(action), {std::move(actor), ifVersion, 0, 0}, givingLink(std::move(done)));
}

void LinkService::remove(LinkId id, std::optional<std::int64_t> ifVersion, std::string actor, Callback<Link> done)
{
    LinkAction action;
    action.kind = LinkAction::Kind::Delete;
    action.name = "delete";
    change(id, std::move(action), {std::move(actor), ifVersion, 0, 0}, givingLink(std::move(done)));
}

void LinkService::restore(LinkId id, std::string actor, Callback<Link> done)
{
    LinkAction action;
    action.kind = LinkAction::Kind::Restore;
    action.name = "restore";
    change(id, std::move(action), {std::move(actor), {}, 0, 0}, givingLink(std::move(done)));
}

void LinkService::change(LinkId id, LinkAction action, ChangeBy by, Callback<Changed> done)
{
    auto ready = checked(std::move(action));
    if (!ready) {
        done(ready.error());
        return;
    }
    auto run = [id, action = std::move(*ready), by = std::move(by)](WriteJobContext &job) {
        return applyAction(job, id, action, by);
    };
    m_impl->write<Changed>(Atomicity::Savepoint, std::move(run), std::move(done));
}

Result<LinkAction> LinkService::checked(LinkAction action) const
{
    auto ready = checkAction(std::move(action));
    if (!ready)
        return ready;
    if (ready->kind == LinkAction::Kind::Move && !m_impl->domains.find(ready->domain))
        return noSuchDomain();
    auto patch = m_impl->prepare(std::move(ready->patch));
    if (!patch)
        return patch.error();
    ready->patch = std::move(*patch);
    return ready;
}

void LinkService::undo(std::int64_t auditId, std::string actor, Callback<Changed> done)
{
    auto run = [auditId, actor = std::move(actor)](WriteJobContext &job) -> Result<Changed> {
        const auto entry = auditById(job.connection, auditId);
        if (!entry)
            return entry.error();
        if (!*entry)
            return Error{ErrorCode::NotFound, "The audit has no such entry.", {}};
        return undoChange(job, **entry, actor, 0);
    };
    m_impl->write<Changed>(Atomicity::Savepoint, std::move(run), std::move(done));
}

void LinkService::purge(LinkId id, std::string actor, Callback<Link> done)
{
    auto run = [id, actor = std::move(actor)](WriteJobContext &job) { return purgeDeleted(job, id, actor); };
    m_impl->write<Link>(Atomicity::Savepoint, std::move(run), std::move(done));
}

void LinkService::wake(LinkId id)
{
    {
        const std::lock_guard lock(m_impl->wakingMutex);
        if (!m_impl->waking.insert(id.value).second)
            return;
    }
    unarchive(id, [impl = m_impl, id](const Result<Link> &) {
        const std::lock_guard lock(impl->wakingMutex);
        impl->waking.erase(id.value);
    });
}

void LinkService::unarchive(LinkId id, Callback<Link> done)
{
    auto run = [id](WriteJobContext &job) -> Result<Link> {
        const auto found = linkById(job.connection, id);
        if (!found)
            return found.error();
        auto link = linkToChange(job, id, std::nullopt);
        if (link && (*found)->archived)
            job.events.push_back({LinkChange::Edited, *link, *link, true});
        return link;
    };
    m_impl->write<Link>(Atomicity::Savepoint, std::move(run), std::move(done));
}

void LinkService::inJob(Atomicity atomicity, std::function<Result<void>(WriteJobContext &)> run,
                        std::function<void(Result<void>)> done)
{
    m_impl->write<Done>(
        atomicity,
        [run = std::move(run)](WriteJobContext &job) -> Result<Done> {
            auto outcome = run(job);
            return outcome ? Result<Done>(Done{}) : Result<Done>(outcome.error());
        },
        [done = std::move(done)](const Result<Done> &outcome) {
            done(outcome ? Result<void>() : Result<void>(outcome.error()));
        });
}

Result<void> LinkService::inJobNow(Atomicity atomicity, std::function<Result<void>(WriteJobContext &)> run)
{
    std::promise<Result<void>> outcome;
    inJob(atomicity, std::move(run), [&outcome](Result<void> done) { outcome.set_value(std::move(done)); });
    return outcome.get_future().get();
}

void LinkObserver::linksChanged(const std::vector<LinkEvent> &events)
{
    for (const LinkEvent &event : events)
        linkChanged(event.change, event.before ? *event.before : event.after, event.after);
}

void LinkService::endAlias(LinkId id, std::string code, std::string actor, Callback<Link> done)
{
    auto run = [id, code = std::move(code), actor = std::move(actor)](WriteJobContext &job) {
        return core::endAlias(job, id, code, actor);
    };
    m_impl->write<Link>(Atomicity::Savepoint, std::move(run), std::move(done));
}

void LinkService::get(LinkId id, Callback<Link> done)
{
    auto run = [id](SqlConnection &connection) -> Result<Link> {
        auto link = linkById(connection, id);
        if (!link)
            return link.error();
        if (!*link)
            return Error{ErrorCode::NotFound, "There is no such link.", {}};
        return std::move(**link);
    };
    m_impl->read<Link>(false, std::move(run), std::move(done));
}

void LinkService::find(DomainId domain, std::string code, Callback<Link> done)
{
    const DomainPtr rules = m_impl->domains.find(domain);
    if (!rules) {
        done(noSuchDomain());
        return;
    }
    // The same way a visitor's path is read, but the text is not percent-encoded here.
    auto normalised = codeFromPath(pathFromCode(code));
    if (!normalised) {
        done(Error{ErrorCode::NotFound, "There is no such link.", {}});
        return;
    }
    auto run = [domain, key = codeKey(*normalised, rules->caseSensitive),
                now = m_impl->clock.now()](SqlConnection &connection) -> Result<Link> {
        auto link = linkByKey(connection, domain, key);
        if (link && !*link)
            link = linkByFormerKey(connection, domain, key, now);
        if (!link)
            return link.error();
        if (!*link || (*link)->status == LinkStatus::Deleted)
            return Error{ErrorCode::NotFound, "There is no such link.", {}};
        return std::move(**link);
    };
    m_impl->read<Link>(false, std::move(run), std::move(done));
}

void LinkService::list(LinkQuery query, Callback<LinkPage> done)
{
    auto run = [query = std::move(query)](SqlConnection &connection) { return listLinks(connection, query); };
    m_impl->read<LinkPage>(true, std::move(run), std::move(done));
}

void LinkService::checkSlug(DomainId domain, std::string slug, Callback<SlugCheck> done)
{
    const DomainPtr rules = m_impl->domains.find(domain);
    if (!rules) {
        done(noSuchDomain());
        return;
    }
    const auto normalised = slugFor(*rules, slug, m_impl->codes.commonNames());
    if (!normalised) {
        const bool reserved = normalised.error().code == ErrorCode::SlugReserved;
        done(SlugCheck{reserved ? SlugState::Reserved : SlugState::Invalid, {}, normalised.error().detail, {}});
        return;
    }
    auto run = [domain, name = *normalised, key = codeKey(*normalised, rules->caseSensitive),
                now = m_impl->clock.now()](SqlConnection &connection) {
        return slugState(connection, domain, name, key, now);
    };
    m_impl->read<SlugCheck>(false, std::move(run), std::move(done));
}

void LinkService::domains(Callback<std::vector<Domain>> done)
{
    auto run = [](SqlConnection &connection) { return allDomains(connection, true); };
    m_impl->read<std::vector<Domain>>(true, std::move(run), std::move(done));
}

void LinkService::createDomain(std::string host, DomainPatch settings, std::string actor, Callback<Domain> done)
{
    auto name = domainHost(host);
    if (!name) {
        done(name.error());
        return;
    }
    Domain fresh;
    fresh.host = std::move(*name);
    auto wanted = patched(std::move(fresh), settings);
    if (wanted) {
        auto fallback = checkFallback(wanted->fallback, m_impl->ownHosts);
        if (fallback)
            wanted->fallback = std::move(*fallback);
        else
            wanted = fallback.error();
    }
    if (!wanted) {
        done(wanted.error());
        return;
    }
    auto run = [wanted = std::move(*wanted), actor = std::move(actor)](WriteJobContext &job) mutable -> Result<Domain> {
        const auto id = insertDomain(job.connection, wanted, job.now);
        if (!id)
            return id.error();
        if (!*id)
            return Error{ErrorCode::InvalidInput, "The domain " + wanted.host + " exists already.", "host"};
        wanted.id = **id;
        if (auto noted = insertAudit(job.connection, job.now, actor, "create-domain " + wanted.host, LinkId{}, {}, {});
            !noted)
            return noted.error();
        return wanted;
    };
    m_impl->write<Domain>(Atomicity::Savepoint, std::move(run),
                          [impl = m_impl, done = std::move(done)](Result<Domain> domain) {
                              if (domain) {
                                  impl->domains.put(*domain);
                                  impl->announceDomains();
                              }
                              done(std::move(domain));
                          });
}

void LinkService::changeDomain(DomainId id, DomainPatch settings, std::string actor, Callback<Domain> done)
{
    const DomainPtr asked = m_impl->domains.find(id);
    if (!asked) {
        done(Error{ErrorCode::NotFound, "There is no such domain.", {}});
        return;
    }
    if (settings.fallback) {
        auto fallback = checkFallback(*settings.fallback, m_impl->ownHosts);
        if (!fallback) {
            done(fallback.error());
            return;
        }
        settings.fallback = std::move(*fallback);
    }
    // Jobs behind this one in the same transaction see the new rules already; if it fails they fail with it.
    auto undo = std::make_shared<DomainPtr>();
    auto run = [impl = m_impl.get(), id, settings = std::move(settings), actor = std::move(actor),
                undo](WriteJobContext &job) -> Result<Domain> {
        const DomainPtr before = impl->domains.find(id);
        auto after = patched(*before, settings);
        if (!after)
            return after;
        *undo = before;
        if (after->caseSensitive != before->caseSensitive) {
            for (LinkObserver *observer : impl->observers)
                observer->domainKeysChanging(id);
        }
        if (auto stored = storeDomainChange(job.connection, *before, *after); !stored)
            return stored.error();
        const AuditDiff diff = auditDiff(*before, *after);
        if (auto noted = insertAudit(job.connection, job.now, actor, "change-domain " + after->host, LinkId{}, diff.before,
                                     diff.after);
            !noted)
            return noted.error();
        impl->domains.put(*after);
        return after;
    };
    m_impl->write<Domain>(Atomicity::Savepoint, std::move(run),
                          [impl = m_impl, undo, done = std::move(done)](Result<Domain> domain) {
                              if (!domain && *undo)
                                  impl->domains.put(**undo);
                              if (*undo)
                                  impl->announceDomains();
                              done(std::move(domain));
                          });
}

const std::string &LinkService::filterToken() const
{
    return m_impl->filterToken;
}

void LinkService::keepFilterToken(std::string token)
{
    WriteJob job;
    job.run = [token = std::move(token)](SqlConnection &connection) {
        return setSetting(connection, kFilterTokenSetting, token).ok();
    };
    job.done = [](const Result<void> &) {};
    if (m_impl->store.writer().submit(std::move(job)))
        m_impl->store.writer().flush();
}

std::vector<Domain> LinkService::knownDomains() const
{
    return m_impl->domains.all();
}

void LinkService::setNodeTaken(bool taken)
{
    m_impl->codes.setNodeTaken(taken);
}

const std::string &LinkService::installationId() const
{
    return m_impl->installationId;
}

CodeStats LinkService::codeStats() const
{
    return m_impl->codes.stats();
}

void LinkService::refreshLookAlikes(const std::function<bool()> &goOn)
{
    constexpr int kBatch = 1000;
    // One write job, waited for; 0 as well where it failed, which is tried again at the next start.
    const auto inJob = [this](std::function<Result<std::int64_t>(WriteJobContext &)> run) {
        std::promise<std::int64_t> done;
        m_impl->write<std::int64_t>(Atomicity::Savepoint, std::move(run),
                                    [&done](const Result<std::int64_t> &last) { done.set_value(last ? *last : 0); });
        return done.get_future().get();
    };
    const bool isOld = inJob([](WriteJobContext &job) -> Result<std::int64_t> {
        const auto old = lookAlikesAreOld(job.connection);
        return old ? Result<std::int64_t>(*old ? 1 : 0) : old.error();
    }) != 0;
    std::int64_t last = 0;
    for (bool more = isOld; more && goOn(); more = last != 0)
        last = inJob([last](WriteJobContext &job) { return core::refreshLookAlikes(job.connection, last, kBatch); });
}

void LinkService::purgeAliases()
{
    constexpr int kBatch = 1000;
    for (bool more = true; more;) {
        std::promise<Result<int>> purged;
        auto run = [](WriteJobContext &job) -> Result<int> {
            auto removed = core::purgeAliases(job.connection, job.now, kBatch);
            if (removed && *removed < kBatch) {
                const auto left = hasAliases(job.connection);
                job.anyAlias = !left || *left;
            }
            return removed;
        };
        m_impl->write<int>(Atomicity::Savepoint, std::move(run),
                           [&purged](Result<int> removed) { purged.set_value(std::move(removed)); });
        const auto removed = purged.get_future().get();
        more = removed && *removed == kBatch;
    }
}

} // namespace linkdesk::core
