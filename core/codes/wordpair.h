// WordPairs: codes made of an adjective and an animal, plant or thing of nature, such as "quiet-otter": easy to read
// out, to remember and to type. There are few of them and they can be guessed, so they are for links that are no
// secret. Where many are taken, digits follow: "quiet-otter-42".
#pragma once

#include "base/random.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

// As thread-safe as the source, which is borrowed and must outlive it.
class WordPairs final {
public:
    explicit WordPairs(RandomSource &source);

    // Drawn evenly. `extra` 0 or less: words alone; 1: two digits more, 2: four, 3 and above: six.
    [[nodiscard]] std::string next(int extra) const;
    // How many different ones next() gives.
    [[nodiscard]] double space(int extra) const;

private:
    [[nodiscard]] std::uint32_t below(std::uint32_t count) const;

    RandomSource &m_source;
    std::vector<std::string_view> m_adjectives; // of the lists compiled in
    std::vector<std::string_view> m_names;
};

} // namespace linkdesk::core
