// PublicSide: the public side over real sockets, with a real store behind it.
#pragma once

#include "redirect/redirecthandler.h"

#include "clicks/botlist.h"
#include "clicks/clickbudget.h"
#include "clicks/clickrecorder.h"
#include "fakes.h"
#include "httpclient.h"
#include "links/domaindirectory.h"
#include "resolve/codefilter.h"
#include "resolve/linkresolver.h"
#include "store/linkstore.h"
#include "tempstore.h"

#include <QtGlobal>

#include <string>
#include <vector>

namespace linkdesk::test {

inline constexpr const char *kTarget = "https://e.example/?a%20b=%2B#f";

[[nodiscard]] inline std::string request(const std::string &path, const std::string &fields = {}, const std::string &method = "GET",
                    const std::string &host = "s.example")
{
    return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + fields + "\r\n";
}

[[nodiscard]] inline core::Link linkTo(const std::string &code, const std::string &target = kTarget)
{
    core::Link link;
    link.code = code;
    link.generator = "custom";
    link.target = target;
    return link;
}

// All that the public side is made of.
class PublicSide final {
public:
    explicit PublicSide(FakeClock &clock)
        : store(clock)
        , resolver(store.store().readers(), clock,
                   [this](core::CachedLink &link) { server::RedirectHandler::prepare(link, domains, budget); })
        , recorder(store.store().writer(), clock, feed, 2, {std::chrono::milliseconds(5), 500, 100'000, &bots, &budget})
        , handler({resolver, filter, recorder, budget, bots, domains, clock,
                   [this](core::LinkId link) { archivedClicks.push_back(link); }})
        , server(handler)
    {
        recorder.start();
    }

    void insert(const core::Link &link) { insertAs(link, link.code); }
    void insertAs(const core::Link &link, const std::string &key)
    {
        const auto done = store.write([&](core::SqlConnection &connection) -> core::Result<void> {
            const auto inserted = core::insertLink(connection, link, key);
            return inserted ? core::Result<void>() : inserted.error();
        });
        if (!done)
            qFatal("%s", done.error().detail.c_str());
    }

    // Ends the recorder, so that everything is counted.
    std::int64_t clicks()
    {
        recorder.stop();
        return store.number("SELECT coalesce(sum(humans), 0) FROM link_total");
    }

    TempStore store;
    core::DomainDirectory domains;
    core::LiveFeed feed;
    SeededRandom random;
    core::CodeFilter filter{random}; // knows nothing until it is built
    core::BotList bots;
    core::ClickBudget budget;
    std::vector<core::LinkId> archivedClicks; // read between requests
    core::LinkResolver resolver;
    core::ClickRecorder recorder;
    server::RedirectHandler handler;
    RunningServer server;
};

} // namespace linkdesk::test
