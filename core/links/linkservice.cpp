#include "links/linkservice.h"

#include "codes/randomcode.h"
#include "links/hostname.h"
#include "links/linkfields.h"
#include "links/linklist.h"
#include "links/linkwrites.h"
#include "links/ownhosts.h"
#include "links/slug.h"
#include "store/linkstore.h"
#include "store/sqlconnection.h"
#include "store/store.h"

#include <algorithm>
#include <future>
#include <map>
#include <mutex>

namespace linkdesk::core {

namespace {

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
};

} // namespace

// Shared by the service and the jobs it submitted, which may end after it.
class LinkService::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(Store &theStore, const Clock &theClock, RandomSource &random)
        : store(theStore), clock(theClock), m_codes(random)
    {
    }

    Result<Draft> prepare(NewLink request, const std::string &actor);
    Result<EditRequest> prepare(LinkId id, LinkPatch patch, std::optional<std::int64_t> ifVersion, std::string actor);
    std::string freshCode(int length);
    void loadDomains();
    std::optional<bool> caseRule(DomainId domain) const;
    bool caseSensitive(DomainId domain) const { return caseRule(domain).value_or(true); }
    void rememberDomain(DomainId domain, bool sensitive);

    template <typename T>
    void write(Atomicity atomicity, std::function<Result<T>(SqlConnection &, std::vector<LinkEvent> &)> run,
               std::function<void(Result<T>)> done);
    template <typename T>
    void read(bool slow, std::function<Result<T>(SqlConnection &)> run, std::function<void(Result<T>)> done);
    void announce(const std::vector<LinkEvent> &events) const;

    // Set once before the first write.
    Store &store;
    const Clock &clock;
    std::vector<LinkObserver *> observers;

    // Self-synchronised.
    OwnHosts ownHosts;

private:
    mutable std::mutex m_mutex;
    RandomCode m_codes;                  // guarded by m_mutex
    std::map<DomainId, bool> m_domains;  // guarded by m_mutex; case rule of each domain
};

std::string LinkService::Impl::freshCode(int length)
{
    const std::lock_guard lock(m_mutex);
    for (;;) {
        std::string code = m_codes.next(length);
        if (!isReservedSlug(code)) // R9
            return code;
    }
}

void LinkService::Impl::loadDomains()
{
    std::promise<void> loaded;
    const bool accepted = store.readers().submit([this, &loaded](SqlConnection &connection) {
        if (const auto domains = allDomains(connection, false)) {
            for (const Domain &domain : *domains)
                rememberDomain(domain.id, domain.caseSensitive);
        }
        loaded.set_value();
    });
    if (accepted)
        loaded.get_future().wait();
}

std::optional<bool> LinkService::Impl::caseRule(DomainId domain) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_domains.find(domain);
    return found == m_domains.end() ? std::nullopt : std::optional(found->second);
}

void LinkService::Impl::rememberDomain(DomainId domain, bool sensitive)
{
    const std::lock_guard lock(m_mutex);
    m_domains[domain] = sensitive;
}

Result<Draft> LinkService::Impl::prepare(NewLink request, const std::string &actor)
{
    auto target = checkTarget(request.target, ownHosts);
    if (!target)
        return target.error();
    if (auto checked = checkFields(request); !checked)
        return checked.error();
    const auto sensitive = caseRule(request.domain);
    if (!sensitive)
        return noSuchDomain();
    Draft draft;
    draft.caseSensitive = *sensitive;
    draft.generated = !request.slug;
    draft.length = request.length.value_or(kDefaultCodeLength);
    draft.reuse = request.reuse;
    Link &link = draft.link;
    if (request.slug) {
        auto slug = normaliseSlug(*request.slug);
        if (!slug)
            return slug.error();
        link.code = std::move(*slug);
    } else {
        link.code = freshCode(draft.length);
    }
    link.domain = request.domain;
    link.generator = draft.generated ? "random" : "custom";
    link.target = std::move(*target);
    link.title = std::move(request.title);
    link.note = std::move(request.note);
    link.owner = request.owner.empty() ? actor : std::move(request.owner);
    link.tags = std::move(request.tags);
    link.expiresAt = request.expiresAt;
    link.validFrom = request.validFrom;
    link.redirectStatus = request.redirectStatus;
    link.forwardQuery = request.forwardQuery;
    link.track = request.track;
    return draft;
}

Result<EditRequest> LinkService::Impl::prepare(LinkId id, LinkPatch patch, std::optional<std::int64_t> ifVersion,
                                               std::string actor)
{
    if (patch.target) {
        auto target = checkTarget(*patch.target, ownHosts);
        if (!target)
            return target.error();
        patch.target = std::move(*target);
    }
    if (patch.slug) {
        auto slug = normaliseSlug(*patch.slug);
        if (!slug)
            return slug.error();
        patch.slug = std::move(*slug);
    }
    if (auto checked = checkFields(patch); !checked)
        return checked.error();
    return EditRequest{id, std::move(patch), ifVersion, std::move(actor)};
}

void LinkService::Impl::announce(const std::vector<LinkEvent> &events) const
{
    for (const LinkEvent &event : events) {
        for (LinkObserver *observer : observers)
            observer->linkChanged(event.change, event.before ? *event.before : event.after, event.after);
    }
}

template <typename T>
void LinkService::Impl::write(Atomicity atomicity,
                              std::function<Result<T>(SqlConnection &, std::vector<LinkEvent> &)> run,
                              std::function<void(Result<T>)> done)
{
    auto state = std::make_shared<Write<T>>();
    state->done = std::move(done);
    WriteJob job;
    job.atomicity = atomicity;
    job.run = [state, run = std::move(run)](SqlConnection &connection) {
        state->outcome.emplace(run(connection, state->events));
        return state->outcome->ok();
    };
    job.done = [self = shared_from_this(), state](const Result<void> &committed) {
        if (!committed) {
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

LinkService::LinkService(Store &store, const Clock &clock, RandomSource &random)
    : m_impl(std::make_shared<Impl>(store, clock, random))
{
    m_impl->loadDomains();
}

// Observers are borrowed: after this no job may reach them.
LinkService::~LinkService()
{
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
    // Without tags a create is one statement, which undoes itself when it fails.
    const auto atomicity = draft->link.tags.empty() ? Atomicity::SingleStatement : Atomicity::Savepoint;
    auto run = [impl = m_impl.get(), draft = std::move(*draft)](SqlConnection &connection,
                                                                std::vector<LinkEvent> &events) mutable {
        return createLink(connection, std::move(draft), impl->clock.now(),
                          [impl](int length) { return impl->freshCode(length); }, events);
    };
    m_impl->write<Created>(atomicity, std::move(run), std::move(done));
}

void LinkService::createMany(std::vector<NewLink> requests, std::string actor,
                             std::function<void(std::vector<Result<Created>>)> done)
{
    using Results = std::vector<Result<Created>>;
    auto drafts = std::make_shared<std::vector<Result<Draft>>>();
    drafts->reserve(requests.size());
    for (NewLink &request : requests)
        drafts->push_back(m_impl->prepare(std::move(request), actor));
    auto run = [impl = m_impl.get(), drafts](SqlConnection &connection,
                                             std::vector<LinkEvent> &events) -> Result<Results> {
        const TimePoint now = impl->clock.now();
        const auto codes = [impl](int length) { return impl->freshCode(length); };
        Results results;
        results.reserve(drafts->size());
        for (const Result<Draft> &draft : *drafts)
            results.push_back(draft ? createLink(connection, *draft, now, codes, events)
                                    : Result<Created>(draft.error()));
        return results;
    };
    const std::size_t count = drafts->size();
    // A refused create writes nothing and a failed statement fails the whole burst, so there is nothing to undo one by
    // one; a savepoint around thousands of rows would make SQLite keep a copy of every page they touch.
    m_impl->write<Results>(Atomicity::SingleStatement, std::move(run),
                           [done = std::move(done), count](Result<Results> results) {
                               done(results ? std::move(*results) : Results(count, Result<Created>(results.error())));
                           });
}

void LinkService::edit(LinkId id, LinkPatch patch, std::optional<std::int64_t> ifVersion, std::string actor,
                       Callback<Link> done)
{
    auto request = m_impl->prepare(id, std::move(patch), ifVersion, std::move(actor));
    if (!request) {
        done(request.error());
        return;
    }
    auto run = [impl = m_impl.get(), request = std::move(*request)](SqlConnection &connection,
                                                                    std::vector<LinkEvent> &events) {
        return editLink(connection, request, [impl](DomainId domain) { return impl->caseSensitive(domain); },
                        impl->clock.now(), events);
    };
    m_impl->write<Link>(Atomicity::Savepoint, std::move(run), std::move(done));
}

void LinkService::remove(LinkId id, std::optional<std::int64_t> ifVersion, std::string actor, Callback<Link> done)
{
    auto run = [impl = m_impl.get(), id, ifVersion, actor = std::move(actor)](SqlConnection &connection,
                                                                              std::vector<LinkEvent> &events) {
        return deleteLink(connection, id, ifVersion, actor,
                          [impl](DomainId domain) { return impl->caseSensitive(domain); }, impl->clock.now(), events);
    };
    m_impl->write<Link>(Atomicity::Savepoint, std::move(run), std::move(done));
}

void LinkService::restore(LinkId id, std::string actor, Callback<Link> done)
{
    auto run = [impl = m_impl.get(), id, actor = std::move(actor)](SqlConnection &connection,
                                                                   std::vector<LinkEvent> &events) {
        return restoreLink(connection, id, actor, [impl](DomainId domain) { return impl->caseSensitive(domain); },
                           impl->clock.now(), events);
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
    const auto sensitive = m_impl->caseRule(domain);
    if (!sensitive) {
        done(noSuchDomain());
        return;
    }
    // The same way a visitor's path is read, but the text is not percent-encoded here.
    auto normalised = codeFromPath(pathFromCode(code));
    if (!normalised) {
        done(Error{ErrorCode::NotFound, "There is no such link.", {}});
        return;
    }
    auto run = [domain, key = codeKey(*normalised, *sensitive)](SqlConnection &connection) -> Result<Link> {
        auto link = linkByKey(connection, domain, key);
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
    const auto sensitive = m_impl->caseRule(domain);
    if (!sensitive) {
        done(noSuchDomain());
        return;
    }
    const auto normalised = normaliseSlug(slug);
    if (!normalised) {
        const bool reserved = normalised.error().code == ErrorCode::SlugReserved;
        done(SlugCheck{reserved ? SlugState::Reserved : SlugState::Invalid, {}, normalised.error().detail});
        return;
    }
    auto run = [domain, name = *normalised, key = codeKey(*normalised, *sensitive),
                now = m_impl->clock.now()](SqlConnection &connection) -> Result<SlugCheck> {
        const auto row = findForRedirect(connection, domain, key);
        if (!row)
            return row.error();
        // An expired link gives its name up (R48).
        const bool isFree =
            !*row || ((*row)->status == LinkStatus::Active && (*row)->expiresAt && *(*row)->expiresAt <= now);
        if (isFree)
            return SlugCheck{SlugState::Free, name, {}};
        return SlugCheck{SlugState::Taken, name, "The short name is taken: choose another."};
    };
    m_impl->read<SlugCheck>(false, std::move(run), std::move(done));
}

void LinkService::domains(Callback<std::vector<Domain>> done)
{
    auto run = [](SqlConnection &connection) { return allDomains(connection, true); };
    m_impl->read<std::vector<Domain>>(true, std::move(run), std::move(done));
}

void LinkService::createDomain(std::string host, bool caseSensitive, std::string actor, Callback<Domain> done)
{
    const auto parsed = parseHostAndPort(host, "host");
    if (!parsed) {
        done(parsed.error());
        return;
    }
    std::string name = parsed->host;
    if (name.size() > 1 && name.back() == '.')
        name.pop_back();
    // As a browser writes it into the Host header: the default ports are left out.
    if (parsed->port && *parsed->port != 80 && *parsed->port != 443)
        name += ":" + std::to_string(*parsed->port);
    auto run = [impl = m_impl.get(), name, caseSensitive, actor = std::move(actor)](
                   SqlConnection &connection, std::vector<LinkEvent> &) -> Result<Domain> {
        const auto id = insertDomain(connection, name, caseSensitive, impl->clock.now());
        if (!id)
            return id.error();
        if (!*id)
            return Error{ErrorCode::InvalidInput, "The domain " + name + " exists already.", "host"};
        if (auto noted = insertAudit(connection, impl->clock.now(), actor, "create-domain " + name, LinkId{}, {}, {});
            !noted)
            return noted.error();
        return Domain{**id, name, caseSensitive, 0};
    };
    m_impl->write<Domain>(Atomicity::Savepoint, std::move(run),
                          [impl = m_impl, done = std::move(done)](Result<Domain> domain) {
                              if (domain)
                                  impl->rememberDomain(domain->id, domain->caseSensitive);
                              done(std::move(domain));
                          });
}

} // namespace linkdesk::core
