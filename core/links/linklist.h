// The list of links: filters, four orders in both directions, keyset pages. Runs on a reader thread.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <chrono>
#include <cstddef>

namespace linkdesk::core {

class SqlConnection;

inline constexpr int kMaxListLimit = 500;

// Up to smallSet candidates are fetched and sorted. More are found sooner by walking the list in its order, unless they all
// stand at its far end: after the patience is over, a larger set is sorted after all.
struct ListEffort {
    std::size_t smallSet = 5'000;
    std::size_t largeSet = 200'000;
    std::chrono::milliseconds walkPatience{40};
};

[[nodiscard]] Result<LinkPage> listLinks(SqlConnection &connection, const LinkQuery &query,
                                         const ListEffort &effort = {});

} // namespace linkdesk::core
