#include "clicks/clickbudget.h"

#include "clicks/clickbatch.h"

namespace linkdesk::core {

void ClickBudget::begin(LinkId link, std::int64_t used)
{
    Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    if (shard.used.try_emplace(link.value, used).second)
        m_known.fetch_add(1, std::memory_order_relaxed);
}

bool ClickBudget::take(LinkId link, std::int64_t most)
{
    Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.used.find(link.value);
    if (found == shard.used.end() || found->second >= most)
        return false;
    ++found->second;
    return true;
}

bool ClickBudget::isUsedUp(LinkId link, std::int64_t most) const
{
    const Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.used.find(link.value);
    return found == shard.used.end() || found->second >= most;
}

void ClickBudget::stored(const ClickBatch &batch)
{
    if (m_known.load(std::memory_order_relaxed) == 0)
        return;
    for (const auto &[hour, links] : batch.hours) {
        for (const auto &[id, sum] : links) {
            if (sum.humans == sum.limited)
                continue;
            Shard &shard = shardOf(LinkId{id});
            const std::lock_guard lock(shard.mutex);
            if (const auto found = shard.used.find(id); found != shard.used.end())
                found->second += sum.humans - sum.limited;
        }
    }
}

void ClickBudget::forget(LinkId link)
{
    Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    if (shard.used.erase(link.value) > 0)
        m_known.fetch_sub(1, std::memory_order_relaxed);
}

} // namespace linkdesk::core
