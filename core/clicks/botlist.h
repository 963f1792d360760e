// BotList: tells programs from people by the user agent (R44); the patterns are those of isbot.
//
// Thread-safe. A new user agent costs a search through all patterns, some ten microseconds; the last few thousand are
// remembered.
#pragma once

#include <QRegularExpression>

#include <cstdint>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace linkdesk::core {

class BotList final {
public:
    // patterns: one a line; those that cannot be understood are left out and logged.
    explicit BotList(std::string_view patterns);
    // The list that is compiled in.
    BotList();

    // An empty user agent is unknown, and unknown is a person.
    [[nodiscard]] bool isBot(std::string_view userAgent) const;

private:
    [[nodiscard]] bool matches(std::string_view userAgent) const;

    QRegularExpression m_pattern;
    static constexpr std::size_t kRemembered = 4096;
    mutable std::mutex m_mutex; // guards m_seen
    mutable std::unordered_map<std::uint64_t, bool> m_seen; // by the hash of the user agent
};

} // namespace linkdesk::core
