// Rows of saved views: a filter with a name. Functions run on the connection's thread; writes belong into a WriteJob.
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

struct SavedView {
    std::int64_t id = 0;
    std::string name;
    std::string filter;
    std::string sort = "-created";
    int colour = 0;
    int position = 0; // from 0, without gaps
    bool operator==(const SavedView &) const = default;
};

// In the order of their positions.
[[nodiscard]] Result<std::vector<SavedView>> allViews(SqlConnection &connection);
[[nodiscard]] Result<std::optional<SavedView>> viewById(SqlConnection &connection, std::int64_t id);

// InvalidInput, field "name", where another view has the name. The id is not read.
[[nodiscard]] Result<std::int64_t> insertView(SqlConnection &connection, const SavedView &view, TimePoint now);
Result<void> updateView(SqlConnection &connection, const SavedView &view);
Result<void> deleteView(SqlConnection &connection, std::int64_t id);
// The views in the order of `ids` get the positions 0, 1, …
Result<void> orderViews(SqlConnection &connection, const std::vector<std::int64_t> &ids);

} // namespace linkdesk::core
