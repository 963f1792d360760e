#include "clicks/clickbudget.h"

#include "clicks/clickbatch.h"

#include <utility>

namespace linkdesk::core {

// Under the shard's lock.
ClickBudget::Entry &ClickBudget::entryOf(Shard &shard, LinkId link, std::int64_t used)
{
    const auto [entry, isNew] = shard.entries.try_emplace(link.value);
    if (isNew) {
        entry->second.used = used;
        m_known.fetch_add(1, std::memory_order_relaxed);
    }
    return entry->second;
}

void ClickBudget::begin(LinkId link, std::int64_t used)
{
    Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    entryOf(shard, link, used);
}

void ClickBudget::beginUnsettled(LinkId link, std::int64_t used)
{
    Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    entryOf(shard, link, used).isSettled = false;
}

void ClickBudget::settled(LinkId link)
{
    std::vector<std::function<void()>> waiting;
    Shard &shard = shardOf(link);
    {
        const std::lock_guard lock(shard.mutex);
        const auto found = shard.entries.find(link.value);
        if (found == shard.entries.end())
            return;
        found->second.isSettled = true;
        waiting.swap(found->second.waiting);
    }
    for (const auto &then : waiting)
        then();
}

bool ClickBudget::waitFor(LinkId link, std::function<void()> then)
{
    Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.entries.find(link.value);
    if (found == shard.entries.end() || found->second.isSettled)
        return false;
    found->second.waiting.push_back(std::move(then));
    return true;
}

bool ClickBudget::take(LinkId link, std::int64_t most)
{
    Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.entries.find(link.value);
    if (found == shard.entries.end() || found->second.used >= most)
        return false;
    ++found->second.used;
    return true;
}

bool ClickBudget::isUsedUp(LinkId link, std::int64_t most) const
{
    const Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.entries.find(link.value);
    return found == shard.entries.end() || found->second.used >= most;
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
            if (const auto found = shard.entries.find(id); found != shard.entries.end())
                found->second.used += sum.humans - sum.limited;
        }
    }
}

void ClickBudget::forget(LinkId link)
{
    settled(link); // nobody is left waiting
    Shard &shard = shardOf(link);
    const std::lock_guard lock(shard.mutex);
    if (shard.entries.erase(link.value) > 0)
        m_known.fetch_sub(1, std::memory_order_relaxed);
}

} // namespace linkdesk::core
