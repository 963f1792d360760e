#include "models/clickwindow.h"

namespace linkdesk::app {

void ClickWindow::clear()
{
    m_seconds.clear();
    m_sums.clear();
}

void ClickWindow::load(const LiveSnapshot &snapshot)
{
    clear();
    const qint64 newest = snapshot.now.toSecsSinceEpoch() - 1;
    for (int i = 0; i < kSeconds; ++i) {
        Second second;
        second.at = newest - (kSeconds - 1) + i;
        const auto share = [i](qint64 sum) { return sum * (i + 1) / kSeconds - sum * i / kSeconds; };
        for (const LinkCount &link : snapshot.top)
            second.links << std::pair(link.id, Clicks{share(link.clicks.humans), share(link.clicks.bots)});
        m_seconds.push_back(std::move(second));
    }
    for (const LinkCount &link : snapshot.top)
        m_sums.insert(link.id, link);
}

void ClickWindow::add(const ClickTick &tick)
{
    const qint64 at = tick.at.toSecsSinceEpoch();
    Second second;
    second.at = at;
    for (const LinkCount &link : tick.links) {
        if (link.clicks.all() == 0)
            continue;
        second.links << std::pair(link.id, link.clicks);
        auto sum = m_sums.find(link.id);
        if (sum == m_sums.end()) {
            m_sums.insert(link.id, link);
            continue;
        }
        sum->clicks.humans += link.clicks.humans;
        sum->clicks.bots += link.clicks.bots;
    }
    m_seconds.push_back(std::move(second));
    dropBefore(at - kSeconds + 1);
}

void ClickWindow::dropBefore(qint64 second)
{
    while (!m_seconds.empty() && m_seconds.front().at < second) {
        for (const auto &[id, clicks] : m_seconds.front().links) {
            const auto sum = m_sums.find(id);
            if (sum == m_sums.end())
                continue;
            sum->clicks.humans -= clicks.humans;
            sum->clicks.bots -= clicks.bots;
            if (sum->clicks.all() <= 0)
                m_sums.erase(sum);
        }
        m_seconds.pop_front();
    }
}

void ClickWindow::learn(const LinkInfo &link)
{
    const auto sum = m_sums.find(link.id);
    if (sum == m_sums.end())
        return;
    sum->shortUrl = link.shortUrl;
    sum->title = link.title;
    sum->code = link.code;
}

} // namespace linkdesk::app
