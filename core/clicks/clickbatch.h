// ClickBatch: what the recorder has gathered and not yet stored; sums per link and hour, and raw rows.
#pragma once

#include "clicks/click.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace linkdesk::core {

struct ClickRow {
    std::int64_t link = 0;
    std::int64_t at = 0;
    std::array<std::uint8_t, 16> address{};
    std::string userAgent;
    std::string referrer;
    std::string language;
};

struct ClickSum {
    std::string code;
    std::int64_t humans = 0;
    std::int64_t bots = 0;
    std::int64_t lastAt = 0;  // of a click
    std::int64_t limited = 0; // of the humans: those that were taken from the link's budget
    std::int64_t refused = 0; // visits after the link's end; no clicks
};

struct ClickBatch {
    // hour since the epoch (UTC) -> link id -> sum
    std::map<std::int64_t, std::unordered_map<std::int64_t, ClickSum>> hours;
    std::vector<ClickRow> rows;
    // orphan kind ("unknown", "root") per hour
    std::map<std::int64_t, std::int64_t> orphans;
    std::vector<LinkId> settles; // limited links of which no click is on its way once this is stored
    std::uint64_t clicks = 0;

    [[nodiscard]] bool empty() const { return hours.empty() && rows.empty() && orphans.empty() && settles.empty(); }
    // Adds a batch that could not be stored back in front of this one.
    void merge(ClickBatch &&older);
};

} // namespace linkdesk::core
