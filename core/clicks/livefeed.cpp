#include "clicks/livefeed.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

constexpr std::int64_t kSecondMs = 1000;
// Clicks reach the recorder up to an interval after they happened: a second is over a little later than the clock says.
constexpr std::int64_t kLateMs = 150;

void keepBusiest(std::vector<LiveLink> &links, std::size_t count)
{
    const auto busier = [](const LiveLink &a, const LiveLink &b) {
        const auto x = a.humans + a.bots;
        const auto y = b.humans + b.bots;
        return x != y ? x > y : a.link < b.link;
    };
    if (links.size() > count) {
        std::nth_element(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(count), links.end(), busier);
        links.resize(count);
    }
    std::sort(links.begin(), links.end(), busier);
}

} // namespace

void LiveFeed::subscribe(Subscriber subscriber)
{
    m_subscribers.push_back(std::move(subscriber));
}

void LiveFeed::add(LinkId link, DomainId domain, std::string_view code, TimePoint at, std::int64_t humans, std::int64_t bots)
{
    const std::lock_guard lock(m_mutex);
    if (m_second == 0)
        m_second = toMs(at) / kSecondMs;
    // A click from a moment ago counts in the second being shown: every click appears once.
    m_current.humans += humans;
    m_current.bots += bots;
    LiveLink &entry = m_currentLinks[link.value];
    if (entry.code.empty()) {
        entry.link = link;
        entry.domain = domain;
        entry.code = code;
    }
    entry.humans += humans;
    entry.bots += bots;
}

void LiveFeed::advance(TimePoint now)
{
    std::unique_lock lock(m_mutex);
    const std::int64_t second = (toMs(now) - kLateMs) / kSecondMs;
    // After a sleep of the computer or a step of its clock there is no use in publishing hours of silence.
    if (m_second == 0 || second > m_second + static_cast<std::int64_t>(kSeconds) || second < m_second - 5)
        m_second = second;
    while (m_second < second) {
        publish(lock);
        ++m_second;
    }
}

void LiveFeed::publish(std::unique_lock<std::mutex> &lock)
{
    m_current.at = fromMs(m_second * kSecondMs);
    for (auto &[id, link] : m_currentLinks)
        m_current.links.push_back(std::move(link));
    m_currentLinks.clear();
    keepBusiest(m_current.links, kLinksPerSecond);
    if (m_current.humans > m_peak.humans) {
        m_peak = {m_current.at, m_current.humans, m_current.bots, {}};
    }
    const LiveSecond done = m_current;
    m_past.push_back(std::move(m_current));
    m_current = {};
    if (m_past.size() > kSeconds)
        m_past.pop_front();
    if (m_past.size() > kTopSeconds)
        m_past[m_past.size() - kTopSeconds - 1].links.clear();
    lock.unlock();
    for (const Subscriber &subscriber : m_subscribers)
        subscriber(done);
    lock.lock();
}

LivePicture LiveFeed::picture() const
{
    const std::lock_guard lock(m_mutex);
    LivePicture picture;
    std::unordered_map<std::int64_t, LiveLink> sums;
    for (const LiveSecond &second : m_past) {
        picture.seconds.push_back({second.at, second.humans, second.bots, {}});
        for (const LiveLink &link : second.links) {
            LiveLink &sum = sums.try_emplace(link.link.value, LiveLink{link.link, link.domain, link.code, 0, 0}).first->second;
            sum.humans += link.humans;
            sum.bots += link.bots;
        }
    }
    for (auto &[id, link] : sums)
        picture.top.push_back(std::move(link));
    keepBusiest(picture.top, kTop);
    picture.peak = m_peak;
    return picture;
}

std::int64_t LiveFeed::perSecond() const
{
    const std::lock_guard lock(m_mutex);
    return m_past.empty() ? 0 : m_past.back().humans;
}

} // namespace linkdesk::core
