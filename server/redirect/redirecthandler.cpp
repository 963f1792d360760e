#include "redirect/redirecthandler.h"

#include "clicks/botlist.h"
#include "clicks/clickbudget.h"
#include "clicks/clickrecorder.h"
#include "links/domaindirectory.h"
#include "links/queryforward.h"
#include "links/slug.h"
#include "redirect/pages.h"
#include "resolve/codefilter.h"
#include "resolve/linkresolver.h"

namespace linkdesk::server {

using core::CachedLink;
using core::CachedLinkPtr;
using core::LinkResolver;
using core::LinkStatus;

namespace {

void appendHead(std::string &out, int status, std::string_view target)
{
    out.append("HTTP/1.1 ").append(std::to_string(status)).append(" ").append(reasonPhrase(status));
    out.append("\r\nLocation: ").append(target);
    // Browsers keep a 301 for ever unless told otherwise, and an edit has to show within 90 seconds (R3).
    const bool permanent = status == 301 || status == 308;
    out.append(permanent ? "\r\nCache-Control: private, max-age=90\r\n" : "\r\nCache-Control: private, no-store\r\n");
    out.append("Content-Length: 0\r\n");
}

void appendTail(std::string &out, bool keepAlive, bool http11)
{
    out.append(dateLine());
    if (!keepAlive)
        out.append("Connection: close\r\n");
    else if (!http11)
        out.append("Connection: keep-alive\r\n");
    out.append("\r\n");
}

Response methodNotAllowed()
{
    Response response = refusalPage(405, "Only GET and HEAD are served here.");
    response.addHeader("Allow", "GET, HEAD");
    return response;
}

bool canRedirect(const CachedLink &link, std::int64_t now)
{
    return link.found && link.status == LinkStatus::Active && (link.expiresAtMs == 0 || now < link.expiresAtMs)
        && now >= link.validFromMs;
}

std::string_view fieldOf(const Request &request, std::string_view name)
{
    for (const Field &field : request.fields) {
        if (field.name.size() == name.size() && isField(field, name))
            return field.value;
    }
    return {};
}

// A page that another address may stand for: the link is fine, it is merely not its time.
bool hasFallback(Page page)
{
    return page == Page::NotYet || page == Page::Gone || page == Page::UsedUp;
}

Page pageOf(const CachedLink &link, std::int64_t now)
{
    if (!link.found || link.status == LinkStatus::Deleted)
        return Page::NotFound;
    if (link.status == LinkStatus::Banned)
        return Page::Banned;
    return now < link.validFromMs ? Page::NotYet : Page::Gone;
}

} // namespace

void RedirectHandler::prepare(CachedLink &link, const core::DomainDirectory &domains, core::ClickBudget &budget)
{
    if (link.maxClicks != 0)
        budget.begin(link.id, link.used);
    if (link.fallback.empty())
        link.fallback = domains.fallbackOf(link.domain);
    // The store only holds targets that TargetUrl made; a damaged row must not become a header of its own (R21).
    if (link.target.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
        link.found = false;
        return;
    }
    if (link.fallback.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos)
        link.fallback.clear();
    link.head.reserve(link.target.size() + 96);
    appendHead(link.head, link.redirectStatus, link.target);
}

Response RedirectHandler::refusal(int status, std::string_view reason)
{
    return status == 503 ? visitorPage(Page::Busy) : refusalPage(status, reason);
}

// What the server says for itself, never a slug and never a click (R10).
bool RedirectHandler::answerOwnPath(const Request &request, Reply &reply) const
{
    const std::string_view path = request.path;
    if (path == "/")
        reply.send(visitorPage(Page::Home));
    else if (path == "/robots.txt")
        reply.send(robotsTxt());
    else if (path == "/favicon.ico")
        reply.send(favicon());
    else if (path.starts_with("/.well-known/"))
        reply.send(visitorPage(Page::NotFound));
    else
        return false;
    return true;
}

void RedirectHandler::handle(const Request &request, Reply reply)
{
    if (request.method != Method::Get && request.method != Method::Head)
        return reply.send(methodNotAllowed());
    if (answerOwnPath(request, reply))
        return;
    const auto code = core::codeFromPath(request.path);
    if (!code)
        return answerAbsent(request, reply);
    const core::DomainDirectory::Entry domain = m_parts.domains.forHost(request.host);
    std::string key = domain.caseSensitive ? std::move(*code) : core::foldCase(*code);
    // A mistyped code ends before anything is looked up.
    if (m_parts.filter.failsCheck(domain.id, key))
        return answerAbsent(request, reply);
    const CachedLinkPtr link = m_parts.resolver.cached(domain.id, key);
    if (!link && m_parts.filter.answersAbsent(domain.id, key))
        return answerAbsent(request, reply);
    if (!link)
        return answerLater(request, std::move(reply), domain.id, std::move(key));
    if (link->maxClicks != 0)
        return answerLimited(request, std::make_shared<Reply>(std::move(reply)), link);
    answer(request, *link, reply.thread(), reply.keepAlive(), reply.beginRaw());
    reply.endRaw();
}

// A limit that was set this moment is known exactly once all clicks before it are counted.
void RedirectHandler::answerLimited(const Request &request, std::shared_ptr<Reply> ticket, const CachedLinkPtr &link)
{
    const auto now = [this, &request, ticket, link] {
        std::string out;
        answer(request, *link, ticket->thread(), ticket->keepAlive(), out);
        ticket->sendRaw(std::move(out));
    };
    if (!m_parts.budget.waitFor(link->id, now))
        now();
}

void RedirectHandler::answerAbsent(const Request &request, Reply &reply)
{
    if (request.method == Method::Get)
        m_parts.recorder.recordOrphan();
    appendResponse(reply.beginRaw(), absentPage(), request.isHead(), reply.keepAlive(), request.http11);
    reply.endRaw();
}

// The request's views stay valid until the reply is given, so nothing of it needs a copy.
void RedirectHandler::answerLater(const Request &request, Reply reply, core::DomainId domain, std::string key)
{
    auto ticket = std::make_shared<Reply>(std::move(reply));
    m_parts.resolver.resolve(domain, key, [this, &request, ticket](LinkResolver::Outcome outcome, const CachedLinkPtr &link) {
        if (outcome != LinkResolver::Outcome::Known)
            return ticket->send(visitorPage(Page::Busy));
        if (!link->found)
            m_parts.filter.noteFalsePositive();
        answerLimited(request, ticket, link);
    });
}

void RedirectHandler::answer(const Request &request, const CachedLink &link, unsigned thread, bool keepAlive,
                             std::string &out)
{
    if (!link.found) {
        if (request.method == Method::Get)
            m_parts.recorder.recordOrphan();
        return appendResponse(out, absentPage(), request.isHead(), keepAlive, request.http11);
    }
    const std::int64_t now = core::toMs(m_parts.clock.now());
    if (!canRedirect(link, now))
        return answerEnded(request, link, pageOf(link, now), thread, keepAlive, out);
    const bool counted = request.method == Method::Get && link.track
        && !(request.hasQuery && core::hasParameter(request.query, core::kNoCountParameter));
    core::Visit visit = core::Visit::Click;
    if (link.maxClicks != 0) {
        const bool takes = counted && !m_parts.bots.isBot(fieldOf(request, "user-agent"));
        visit = takes ? core::Visit::LimitedHuman : core::Visit::LimitedBot;
        if (takes ? !m_parts.budget.take(link.id, link.maxClicks) : m_parts.budget.isUsedUp(link.id, link.maxClicks))
            return answerEnded(request, link, Page::UsedUp, thread, keepAlive, out);
    }
    if (link.forwardQuery && !request.query.empty())
        appendHead(out, link.redirectStatus, core::forwardQuery(link.target, request.query));
    else
        out.append(link.head);
    appendTail(out, keepAlive, request.http11);
    if (!counted)
        return;
    count(request, link, thread, visit);
    if (link.archived)
        m_parts.archivedClicked(link.id);
}

void RedirectHandler::answerEnded(const Request &request, const CachedLink &link, Page page, unsigned thread,
                                  bool keepAlive, std::string &out)
{
    // People who came too late are worth knowing when somebody decides about the link.
    if ((page == Page::Gone || page == Page::UsedUp) && request.method == Method::Get && link.track
        && !m_parts.bots.isBot(fieldOf(request, "user-agent")))
        count(request, link, thread, core::Visit::Refused);
    if (!hasFallback(page) || link.fallback.empty())
        return appendResponse(out, visitorPage(page), request.isHead(), keepAlive, request.http11);
    // For now, whatever the link's own status: it may be renewed.
    appendHead(out, 302, link.fallback);
    appendTail(out, keepAlive, request.http11);
}

void RedirectHandler::count(const Request &request, const CachedLink &link, unsigned thread, core::Visit visit)
{
    core::Click click;
    click.link = link.id;
    click.domain = link.domain;
    click.code = link.code;
    click.at = m_parts.clock.now();
    click.visit = visit;
    click.address = request.peer.truncated().bytes;
    for (const Field &field : request.fields) {
        // By length first: three names among a dozen fields.
        if (field.name.size() == 10 && isField(field, "user-agent"))
            click.userAgent = field.value;
        else if (field.name.size() == 7 && isField(field, "referer"))
            click.referrer = field.value;
        else if (field.name.size() == 15 && isField(field, "accept-language"))
            click.language = field.value;
    }
    m_parts.recorder.record(thread, click);
}

} // namespace linkdesk::server
