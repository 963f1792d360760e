// What somebody needs to decide about links that end: how many, when, and how much they are used. Functions run on the
// connection's thread.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <vector>

namespace linkdesk::core {

class SqlConnection;

struct EndingLinks {
    std::int64_t links = 0;
    std::int64_t clicks = 0; // of people, since the time asked for
};
// Active links whose end lies in [from, to) and about which nobody has decided; with their clicks since `clicksFrom`.
[[nodiscard]] Result<EndingLinks> endingLinks(SqlConnection &connection, TimePoint from, TimePoint to,
                                              TimePoint clicksFrom);
struct ExpiredLinks {
    std::int64_t links = 0;
    std::int64_t refused = 0; // visits that came too late, since the time asked for
};
// Links that are over, expired and not deleted yet, and about which nobody has decided.
[[nodiscard]] Result<ExpiredLinks> expiredLinks(SqlConnection &connection, TimePoint now, TimePoint refusedFrom);

// How many active links end between each edge and the next.
[[nodiscard]] Result<std::vector<std::int64_t>> endsPerBucket(SqlConnection &connection,
                                                              const std::vector<TimePoint> &edges);

// Links of a window, with what their clicks say.
struct EndingLink {
    Link link;
    std::vector<std::int64_t> days; // clicks of people in each bucket asked for, the earliest first
    std::int64_t refused = 0;
};
struct EndingQuery {
    TimePoint from;
    TimePoint to;              // exclusive
    bool latestFirst = false;
    std::optional<std::pair<TimePoint, LinkId>> after; // the last one of the page before
    int limit = 50;
    std::vector<TimePoint> dayEdges;
    TimePoint refusedFrom;
};
[[nodiscard]] Result<std::vector<EndingLink>> linksEnding(SqlConnection &connection, const EndingQuery &query);

struct BannedHost {
    std::string host;
    std::int64_t links = 0;
    Ban latest;
};
struct BanSummary {
    std::int64_t links = 0;
    std::vector<BannedHost> hosts; // most links first, a hundred at most
};
[[nodiscard]] Result<BanSummary> banSummary(SqlConnection &connection);

} // namespace linkdesk::core
