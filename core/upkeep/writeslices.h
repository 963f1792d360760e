// WriteSlices: how many rows a write job may take so that nobody waits behind it for long.
//
// Begins small and follows what the last job took. Not thread-safe.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace linkdesk::core {

class WriteSlices final {
public:
    static constexpr std::size_t kMost = 1000;
    static constexpr std::chrono::milliseconds kAim{12}; // of running, its commit comes on top

    [[nodiscard]] std::size_t rows() const { return m_rows; }

    // `rows` took `spent`.
    void note(std::size_t rows, std::chrono::steady_clock::duration spent)
    {
        if (rows < m_rows / 2)
            return; // an end says nothing
        if (spent > kAim)
            m_rows = std::max<std::size_t>(kLeast, m_rows / 2);
        else if (spent < kAim / 2)
            m_rows = std::min(kMost, m_rows + m_rows / 2);
    }

private:
    static constexpr std::size_t kLeast = 20;
    std::size_t m_rows = 100;
};

} // namespace linkdesk::core
