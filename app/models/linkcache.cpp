#include "models/linkcache.h"

#include <algorithm>

namespace linkdesk::app {

void LinkCache::clear()
{
    m_runs.clear();
    m_places.clear();
    m_loaded = 0;
}

size_t LinkCache::firstRunEndingAfter(qint64 row) const
{
    const auto found = std::partition_point(m_runs.begin(), m_runs.end(),
                                            [row](const std::unique_ptr<Run> &run) { return run->end() <= row; });
    return size_t(found - m_runs.begin());
}

LinkCache::Run *LinkCache::runAt(qint64 row) const
{
    const size_t i = firstRunEndingAfter(row);
    return i < m_runs.size() && m_runs[i]->first <= row ? m_runs[i].get() : nullptr;
}

const LinkInfo *LinkCache::at(qint64 row) const
{
    const Run *run = runAt(row);
    return run ? &run->links[size_t(row - run->first)] : nullptr;
}

std::optional<qint64> LinkCache::rowOf(LinkId id) const
{
    const auto place = m_places.constFind(id);
    if (place == m_places.constEnd())
        return std::nullopt;
    return place->run->first + qint64(place->offset);
}

QList<LinkInfo> LinkCache::all() const
{
    QList<LinkInfo> links;
    links.reserve(m_loaded);
    for (const auto &run : m_runs) {
        for (const LinkInfo &link : run->links)
            links << link;
    }
    return links;
}

LinkCache::Window LinkCache::windowAround(qint64 row, qint64 total) const
{
    if (row < 0 || row >= total || runAt(row))
        return {};
    const size_t next = firstRunEndingAfter(row);
    const Run *before = next > 0 ? m_runs[next - 1].get() : nullptr;
    const qint64 gapFirst = before ? before->end() : 0;
    const qint64 gapEnd = next < m_runs.size() ? m_runs[next]->first : total;
    Window window;
    // Pages begin at round rows, so that scrolling back and forth asks for the same ones.
    window.first = std::max(gapFirst, row - row % kPageRows);
    window.count = int(std::min<qint64>(kPageRows, gapEnd - window.first));
    if (before && before->end() == window.first)
        window.cursor = before->nextCursor;
    return window;
}

void LinkCache::reindex(Run &run, size_t from)
{
    for (size_t i = from; i < run.links.size(); ++i)
        m_places.insert(run.links[i].id, Place{&run, i});
}

void LinkCache::forget(const Run &run, size_t offset)
{
    const auto place = m_places.constFind(run.links[offset].id);
    if (place != m_places.constEnd() && place->run == &run && place->offset == offset)
        m_places.erase(place);
}

void LinkCache::put(qint64 first, const QList<LinkInfo> &links, const QString &nextCursor)
{
    if (links.isEmpty())
        return;
    auto run = std::make_unique<Run>();
    run->first = first;
    run->links.assign(links.begin(), links.end());
    run->nextCursor = nextCursor;
    run->used = ++m_clock;
    const size_t at = firstRunEndingAfter(first);
    Q_ASSERT(at == m_runs.size() || m_runs[at]->first >= run->end());
    m_loaded += links.size();
    reindex(*run, 0);
    m_runs.insert(m_runs.begin() + std::ptrdiff_t(at), std::move(run));
}

std::optional<qint64> LinkCache::replace(const LinkInfo &link)
{
    const auto place = m_places.constFind(link.id);
    if (place == m_places.constEnd())
        return std::nullopt;
    place->run->links[place->offset] = link;
    return place->run->first + qint64(place->offset);
}

std::optional<qint64> LinkCache::addClicks(LinkId id, const Clicks &more)
{
    const auto place = m_places.constFind(id);
    if (place == m_places.constEnd())
        return std::nullopt;
    Clicks &clicks = place->run->links[place->offset].clicks;
    clicks.humans += more.humans;
    clicks.bots += more.bots;
    return place->run->first + qint64(place->offset);
}

void LinkCache::insertAt(qint64 row, const LinkInfo &link)
{
    const size_t next = firstRunEndingAfter(row);
    for (size_t i = next; i < m_runs.size(); ++i) {
        if (m_runs[i]->first >= row)
            ++m_runs[i]->first;
    }
    ++m_loaded;
    Run *run = next < m_runs.size() && m_runs[next]->first < row ? m_runs[next].get() : nullptr;
    if (!run && next < m_runs.size() && m_runs[next]->first == row + 1)
        run = m_runs[next].get(); // becomes its first row
    if (!run) {
        --m_loaded;
        put(row, {link}, {});
        return;
    }
    run->first = std::min(run->first, row);
    const size_t offset = size_t(row - run->first);
    run->links.insert(run->links.begin() + std::ptrdiff_t(offset), link);
    reindex(*run, offset);
}

void LinkCache::removeAt(qint64 row)
{
    const size_t at = firstRunEndingAfter(row);
    for (size_t i = at; i < m_runs.size(); ++i) {
        if (m_runs[i]->first > row)
            --m_runs[i]->first;
    }
    if (at == m_runs.size() || row < m_runs[at]->first || row >= m_runs[at]->end())
        return;
    Run &run = *m_runs[at];
    const size_t offset = size_t(row - run.first);
    forget(run, offset);
    run.links.erase(run.links.begin() + std::ptrdiff_t(offset));
    --m_loaded;
    if (run.links.empty())
        m_runs.erase(m_runs.begin() + std::ptrdiff_t(at));
    else
        reindex(run, offset);
}

void LinkCache::truncate(qint64 total)
{
    while (!m_runs.empty() && m_runs.back()->end() > total) {
        Run &run = *m_runs.back();
        const size_t keep = size_t(std::max<qint64>(total - run.first, 0));
        for (size_t i = keep; i < run.links.size(); ++i)
            forget(run, i);
        m_loaded -= qint64(run.links.size() - keep);
        run.links.resize(keep);
        run.nextCursor.clear();
        if (keep == 0)
            m_runs.pop_back();
    }
}

void LinkCache::trim(qint64 firstUsed, qint64 lastUsed, qint64 maxRows)
{
    ++m_clock;
    for (const auto &run : m_runs) {
        if (run->first <= lastUsed && run->end() > firstUsed)
            run->used = m_clock;
    }
    while (m_loaded > maxRows) {
        const auto oldest = std::min_element(m_runs.begin(), m_runs.end(),
                                             [](const auto &a, const auto &b) { return a->used < b->used; });
        if ((*oldest)->used == m_clock)
            return; // all that is left is in sight
        for (size_t i = 0; i < (*oldest)->links.size(); ++i)
            forget(**oldest, i);
        m_loaded -= qint64((*oldest)->links.size());
        m_runs.erase(oldest);
    }
}

} // namespace linkdesk::app
