// What stands behind a field of the filter text, understood: numbers and times as ranges, texts folded, hosts as A-labels.
// Pure.
#pragma once

#include "links/filterparser.h"
#include "links/filterwords.h"

#include <optional>
#include <string>

namespace linkdesk::core {

// value.text is filled and not empty; the rest is filled here. Gives one sentence for what cannot be understood. Fields of
// kind Choice are not for this.
[[nodiscard]] std::optional<std::string> readFilterValue(const FilterFieldInfo &info, FilterOperator op,
                                                         const FilterContext &context, FilterValue &value);

} // namespace linkdesk::core
