// HashSet: 64-bit hashes in one flat table, a few bytes each. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace linkdesk::core {

class HashSet final {
public:
    void insert(std::uint64_t hash)
    {
        if ((m_count + 1) * 2 > m_slots.size())
            grow();
        if (place(m_slots, keyOf(hash)))
            ++m_count;
    }
    [[nodiscard]] bool contains(std::uint64_t hash) const
    {
        if (m_slots.empty())
            return false;
        const std::uint64_t key = keyOf(hash);
        std::size_t at = key & (m_slots.size() - 1);
        while (m_slots[at] != 0 && m_slots[at] != key)
            at = (at + 1) & (m_slots.size() - 1);
        return m_slots[at] == key;
    }
    [[nodiscard]] std::size_t size() const { return m_count; }

private:
    // Zero marks a free slot.
    static std::uint64_t keyOf(std::uint64_t hash) { return hash == 0 ? 1 : hash; }
    static bool place(std::vector<std::uint64_t> &slots, std::uint64_t key)
    {
        std::size_t at = key & (slots.size() - 1);
        while (slots[at] != 0 && slots[at] != key)
            at = (at + 1) & (slots.size() - 1);
        const bool isNew = slots[at] == 0;
        slots[at] = key;
        return isNew;
    }
    void grow()
    {
        std::vector<std::uint64_t> next(m_slots.empty() ? 16 : m_slots.size() * 2, 0);
        for (const std::uint64_t key : m_slots) {
            if (key != 0)
                place(next, key);
        }
        m_slots.swap(next);
    }

    std::vector<std::uint64_t> m_slots;
    std::size_t m_count = 0;
};

} // namespace linkdesk::core
