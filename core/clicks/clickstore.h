// Click rows and sums in the database. Functions run on the connection's thread.
#pragma once

#include "base/result.h"
#include "clicks/clickbatch.h"

#include <chrono>
#include <string>
#include <vector>

class QTimeZone;

namespace linkdesk::core {

class SqlConnection;

// One batch: raw rows, hour and day sums of each link and of all links together (link_id 0), the list's totals and the
// orphans.
[[nodiscard]] Result<void> storeClicks(SqlConnection &connection, const ClickBatch &batch);

enum class StatsBucket { Hour, Day, Week, Month };

struct StatsQuery {
    std::int64_t link = 0; // 0: all links together
    TimePoint from;        // inclusive
    TimePoint to;          // exclusive
    StatsBucket bucket = StatsBucket::Day;
};

struct StatsPoint {
    TimePoint start; // the bucket's first instant in the query's zone
    std::int64_t humans = 0;
    std::int64_t bots = 0;
};

// Every bucket between from and to, also the empty ones, cut at local midnight (weeks at Monday, months at the 1st) of
// `zone` with its changes to and from daylight saving (R46). The sum of the points is the sum of all hours in range,
// whatever the bucket. Sums are kept by UTC hour: in a zone of half or quarter hours a day's borders are that much off.
[[nodiscard]] Result<std::vector<StatsPoint>> clickSeries(SqlConnection &connection, const StatsQuery &query,
                                                          const QTimeZone &zone);

// Clicks since `from`, of one link or (0) of all.
[[nodiscard]] Result<StatsPoint> clicksSince(SqlConnection &connection, std::int64_t link, TimePoint from);

// The starts of all buckets that overlap [from, to), and the end of the last. Pure.
[[nodiscard]] std::vector<TimePoint> bucketEdges(TimePoint from, TimePoint to, StatsBucket bucket, const QTimeZone &zone);

// The text form of an address of 16 bytes (IPv4 in mapped form).
[[nodiscard]] std::string addressText(const std::array<std::uint8_t, 16> &address);

// The codes of the links that were asked for most since `from`, most first. Reads all hours: for the background.
[[nodiscard]] Result<std::vector<std::pair<DomainId, std::string>>> hottestCodes(SqlConnection &connection, TimePoint from,
                                                                                 int limit);

} // namespace linkdesk::core
