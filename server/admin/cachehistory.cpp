#include "admin/cachehistory.h"

#include <numeric>

namespace linkdesk::server {

LevelCounts countsOf(const core::ResolverStats &stats)
{
    return {stats.links.hits, stats.absent.hits, stats.secondHits, stats.storeReads};
}

std::optional<double> shareOf(const LevelCounts &counts, CacheLevel level)
{
    const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    if (all == 0)
        return std::nullopt;
    return static_cast<double>(counts[static_cast<std::size_t>(level)]) / static_cast<double>(all);
}

void CacheHistory::add(const LevelCounts &counts)
{
    const std::lock_guard lock(m_mutex);
    m_samples.push_back(counts);
    if (m_samples.size() > kHour)
        m_samples.pop_front();
}

LevelCounts CacheHistory::since(const LevelCounts &now, std::size_t steps) const
{
    LevelCounts counts = now;
    // Before the first sample is the start, with nothing counted.
    if (m_samples.size() < steps)
        return counts;
    const LevelCounts &then = m_samples[m_samples.size() - steps];
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] -= std::min(then[i], counts[i]);
    return counts;
}

LookupWindows CacheHistory::windows(const LevelCounts &now) const
{
    const std::lock_guard lock(m_mutex);
    return {since(now, kMinute), since(now, kHour), now};
}

} // namespace linkdesk::server
