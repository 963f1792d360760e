#include "codes/numberblock.h"

namespace linkdesk::core {

std::optional<std::uint64_t> NumberBlock::take()
{
    const std::lock_guard lock(m_mutex);
    if (m_ranges.empty())
        return std::nullopt;
    const std::uint64_t number = m_ranges.front().first++;
    if (m_ranges.front().count() == 0)
        m_ranges.pop_front();
    return number;
}

void NumberBlock::put(Range range)
{
    const std::lock_guard lock(m_mutex);
    if (range.count() > 0)
        m_ranges.push_back(range);
}

NumberBlock::Range NumberBlock::drop()
{
    const std::lock_guard lock(m_mutex);
    const Range last = m_ranges.empty() ? Range{} : m_ranges.back();
    m_ranges.clear();
    return last;
}

std::uint64_t NumberBlock::waiting() const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t count = 0;
    for (const Range &range : m_ranges)
        count += range.count();
    return count;
}

} // namespace linkdesk::core
