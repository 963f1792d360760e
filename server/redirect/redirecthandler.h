// RedirectHandler: the public side; a path becomes a code, a code an answer, an answer a click.
//
// Called on the HTTP threads. A cached link is answered on the spot from bytes rendered when it was read; anything
// else waits for the resolver without holding the thread.
#pragma once

#include "base/clock.h"
#include "http/handler.h"
#include "resolve/cachedlink.h"

#include <memory>
#include <string>
#include <string_view>

namespace linkdesk::core {
class ClickRecorder;
class CodeFilter;
class DomainDirectory;
class LinkResolver;
}

namespace linkdesk::server {

class RedirectHandler final : public Handler {
public:
    // All borrowed; they outlive the HTTP threads.
    RedirectHandler(core::LinkResolver &resolver, core::CodeFilter &filter, core::ClickRecorder &recorder,
                    const core::DomainDirectory &domains, const core::Clock &clock);

    void handle(const Request &request, Reply reply) override;
    [[nodiscard]] Response refusal(int status, std::string_view reason) override;

    // The LinkRenderer for the resolver: the answer's bytes up to Date (R1, R3).
    static void render(core::CachedLink &link);

private:
    bool answerOwnPath(const Request &request, Reply &reply) const;
    void answerAbsent(const Request &request, Reply &reply);
    void answerLater(const Request &request, Reply reply, core::DomainId domain, std::string key);
    // Appends the whole answer; counts what is to be counted.
    void answer(const Request &request, const core::CachedLink &link, unsigned thread, bool keepAlive, std::string &out);
    void count(const Request &request, const core::CachedLink &link, unsigned thread, core::TimePoint now);

    core::LinkResolver &m_resolver;
    core::CodeFilter &m_filter;
    core::ClickRecorder &m_recorder;
    const core::DomainDirectory &m_domains;
    const core::Clock &m_clock;
};

} // namespace linkdesk::server
