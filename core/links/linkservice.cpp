#include "links/linkservice.h"

#include "base/logging.h"
#include "links/domainrules.h"
#include "links/linkaudit.h"
#include "links/linkchanges.h"
#include "links/linkfields.h"
#include "links/linkserviceimpl.h"
#include "links/linkundo.h"
#include "links/slug.h"
#include "links/slugrules.h"
#include "store/aliasstore.h"
#include "store/archivestore.h"
#include "store/auditstore.h"
#include "store/domainstore.h"
#include "store/linkstore.h"
#include "store/settingstore.h"

#include <algorithm>
#include <future>

namespace linkdesk::core {

namespace {

constexpr std::string_view kInstallationIdSetting = "installation-id";
constexpr std::size_t kInstallationIdBytes = 16;

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

} // namespace

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
        if (const auto token = setting(connection, Impl::kFilterTokenSetting); token && *token)
            filterToken = **token;
        if (auto removed = removeSetting(connection, Impl::kFilterTokenSetting); !removed)
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
    auto run = [id, impl = m_impl.get()](WriteJobContext &job) -> Result<Link> {
        const auto found = linkById(job.connection, id);
        if (!found)
            return found.error();
        auto link = linkToChange(job, id, std::nullopt);
        if (link && (*found)->archived) {
            job.events.push_back({LinkChange::Edited, *link, *link, true});
            impl->unarchived.fetch_add(1);
        }
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

} // namespace linkdesk::core
