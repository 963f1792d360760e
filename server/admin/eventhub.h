// EventHub: the server-sent events of GET /events (WHATWG HTML, section 9.2).
//
// One text per event is shared by all subscribers; a subscriber that does not keep up is dropped, never waited for.
// Thread-safe: link changes arrive on the writer thread, seconds on the recorder's, subscribers on the HTTP threads.
#pragma once

#include "clicks/livefeed.h"
#include "http/handler.h"
#include "links/linkservice.h"

#include <boost/json/object.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace linkdesk::core {
class DomainDirectory;
}

namespace linkdesk::server {

class EventHub final : public core::LinkObserver {
public:
    // Of link changes in one second; more become one "links" event, because a bulk import is no news feed.
    static constexpr int kLinkEventsPerSecond = 100;

    EventHub(const core::DomainDirectory &domains, const core::Clock &clock);

    // The content of the "service" event; set before the first second.
    void setServiceState(std::function<boost::json::object()> state) { m_serviceState = std::move(state); }

    void subscribe(std::shared_ptr<Stream> stream);
    void closeAll();
    [[nodiscard]] std::size_t subscribers() const { return m_count; }

    void linkChanged(core::LinkChange change, const core::Link &before, const core::Link &after) override;
    void linksChanged(const std::vector<core::LinkEvent> &events) override;
    // The content of a "job" event.
    void jobChanged(const boost::json::object &job);
    void secondPassed(const core::LiveSecond &second);

private:
    void send(std::string_view event, const boost::json::value &data);
    void sendText(std::string_view event, std::string_view data);

    const core::DomainDirectory &m_domains;
    const core::Clock &m_clock;
    std::function<boost::json::object()> m_serviceState;
    std::mutex m_mutex; // guards m_streams
    std::vector<std::shared_ptr<Stream>> m_streams;
    std::atomic<std::size_t> m_count{0};
    std::atomic<int> m_linkEvents{0}; // in this second
    std::atomic<int> m_untold{0};     // changes in this second that were not sent one by one
    unsigned m_seconds = 0;           // the recorder thread's
};

} // namespace linkdesk::server
