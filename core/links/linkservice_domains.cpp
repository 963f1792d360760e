// LinkService: what is asked, the domains, and what comes round by itself.
#include "links/domainrules.h"
#include "links/linkaudit.h"
#include "links/linkfields.h"
#include "links/linklist.h"
#include "links/linkserviceimpl.h"
#include "links/slug.h"
#include "links/slugrules.h"
#include "store/aliasstore.h"
#include "store/auditstore.h"
#include "store/domainstore.h"
#include "store/linkstore.h"
#include "store/settingstore.h"

#include <algorithm>
#include <future>

namespace linkdesk::core {

namespace {

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
        return setSetting(connection, Impl::kFilterTokenSetting, token).ok();
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

std::int64_t LinkService::unarchived() const
{
    return m_impl->unarchived;
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
