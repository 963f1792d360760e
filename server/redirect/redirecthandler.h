// RedirectHandler: the public side; a path becomes a code, a code an answer, an answer a click.
//
// Called on the HTTP threads. A cached link is answered on the spot from bytes rendered when it was read; anything
// else waits for the resolver without holding the thread.
#pragma once

#include "base/clock.h"
#include "clicks/click.h"
#include "http/handler.h"
#include "redirect/pages.h"
#include "resolve/cachedlink.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace linkdesk::core {
class BotList;
class ClickBudget;
class ClickRecorder;
class CodeFilter;
class DomainDirectory;
class LinkResolver;
}

namespace linkdesk::server {

class RedirectHandler final : public Handler {
public:
    struct Parts {
        core::LinkResolver &resolver;
        core::CodeFilter &filter;
        core::ClickRecorder &recorder;
        core::ClickBudget &budget;
        const core::BotList &bots;
        const core::DomainDirectory &domains;
        const core::Clock &clock;
        // A link in the archive was clicked.
        std::function<void(core::LinkId)> archivedClicked = [](core::LinkId) {};
    };
    // All borrowed; they outlive the HTTP threads.
    explicit RedirectHandler(Parts parts) : m_parts(std::move(parts)) {}

    void handle(const Request &request, Reply reply) override;
    [[nodiscard]] Response refusal(int status, std::string_view reason) override;

    // The LinkRenderer for the resolver: the answer's bytes up to Date (R1, R3), where its visitors go when it is not its
    // time, and its budget of clicks.
    static void prepare(core::CachedLink &link, const core::DomainDirectory &domains, core::ClickBudget &budget);

private:
    bool answerOwnPath(const Request &request, Reply &reply) const;
    void answerAbsent(const Request &request, Reply &reply);
    void answerLater(const Request &request, Reply reply, core::DomainId domain, std::string key);
    void answerLimited(const Request &request, std::shared_ptr<Reply> ticket, const core::CachedLinkPtr &link);
    // Appends the whole answer; counts what is to be counted.
    void answer(const Request &request, const core::CachedLink &link, unsigned thread, bool keepAlive, std::string &out);
    // The same for a link that leads nowhere now.
    void answerEnded(const Request &request, const core::CachedLink &link, Page page, unsigned thread, bool keepAlive,
                     std::string &out);
    void count(const Request &request, const core::CachedLink &link, unsigned thread, core::Visit visit);

    const Parts m_parts;
};

} // namespace linkdesk::server
