#include "admin/eventhub.h"

#include "admin/linkjson.h"
#include "links/domaindirectory.h"
#include "links/linkwrites.h"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace linkdesk::server {

namespace json = boost::json;

namespace {

std::string_view changeName(core::LinkChange change)
{
    switch (change) {
    case core::LinkChange::Created: return "created";
    case core::LinkChange::Edited: return "edited";
    case core::LinkChange::Deleted: return "deleted";
    case core::LinkChange::Restored: return "restored";
    case core::LinkChange::Purged: return "purged";
    case core::LinkChange::Archived: return "archived";
    }
    return "edited";
}

} // namespace

EventHub::EventHub(const core::DomainDirectory &domains, const core::Clock &clock) : m_domains(domains), m_clock(clock) {}

void EventHub::subscribe(std::shared_ptr<Stream> stream)
{
    // The reconnection time, and a first sign of life: whoever has read it misses nothing that happens from then on.
    static const auto kHello = std::make_shared<const std::string>("retry: 1000\n\n");
    const std::lock_guard lock(m_mutex);
    m_streams.push_back(stream);
    m_count = m_streams.size();
    stream->send(kHello);
}

void EventHub::closeAll()
{
    const std::lock_guard lock(m_mutex);
    for (const auto &stream : m_streams)
        stream->close();
    m_streams.clear();
    m_count = 0;
}

void EventHub::send(std::string_view event, const json::value &data)
{
    sendText(event, json::serialize(data));
}

// JSON text has no line break of its own, so one data line carries it.
void EventHub::sendText(std::string_view event, std::string_view data)
{
    auto text = std::make_shared<std::string>();
    text->append("event: ").append(event).append("\ndata: ").append(data).append("\n\n");
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_streams, [&text](const std::shared_ptr<Stream> &stream) { return !stream->send(text); });
    m_count = m_streams.size();
}

void EventHub::linkChanged(core::LinkChange change, const core::Link &, const core::Link &after)
{
    if (m_count == 0)
        return;
    if (m_linkEvents.fetch_add(1) >= kLinkEventsPerSecond) {
        m_untold.fetch_add(1);
        return;
    }
    std::string data = "{\"change\":";
    appendJsonString(data, changeName(change));
    data.append(",\"link\":");
    appendLinkJson(data, after, m_domains, m_clock.now());
    sendText("link", data.append("}"));
}

void EventHub::linksChanged(const std::vector<core::LinkEvent> &events)
{
    const bool isWhole = std::all_of(events.begin(), events.end(), [](const core::LinkEvent &event) { return event.isWhole; });
    if (isWhole && events.size() <= kLinkEventsPerSecond)
        return LinkObserver::linksChanged(events);
    // Too many to tell one by one, or not known well enough: whoever listens is told to look again.
    m_untold.fetch_add(static_cast<int>(events.size()));
}

void EventHub::jobChanged(const json::object &job)
{
    if (m_count != 0)
        send("job", job);
}

void EventHub::secondPassed(const core::LiveSecond &second)
{
    m_linkEvents = 0;
    const int untold = m_untold.exchange(0);
    ++m_seconds;
    if (m_count == 0)
        return;
    if (untold > 0)
        send("links", json::object{{"change", "many"}, {"count", untold}});
    json::array links;
    for (const core::LiveLink &link : second.links) {
        const auto domain = m_domains.byId(link.domain);
        links.push_back({{"id", link.link.value},
                         {"code", link.code},
                         {"domain", domain && !domain->host.empty() ? json::value(domain->host) : json::value(nullptr)},
                         {"humans", link.humans},
                         {"bots", link.bots}});
    }
    send("clicks", json::object{{"at", formatTime(second.at)},
                                {"total", {{"humans", second.humans}, {"bots", second.bots}}},
                                {"links", std::move(links)}});
    if (m_serviceState && m_seconds % 2 == 0)
        send("service", m_serviceState());
}

} // namespace linkdesk::server
