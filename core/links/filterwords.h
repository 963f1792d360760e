// The words of the filter text: fields and what they take, names of states, and the nearest name to a mistyped one. Pure.
#pragma once

#include "links/linkfilter.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace linkdesk::core {

enum class FilterKind { Text, Tag, Domain, Choice, Host, Number, Time };

struct FilterFieldInfo {
    FilterField field;
    FilterKind kind;
    bool comparable;          // takes < and >
    std::string_view example; // a right use, for messages
};

// By the name before the colon, in any case; null for a name that is no field.
[[nodiscard]] const FilterFieldInfo *filterFieldNamed(std::string_view name);
[[nodiscard]] const FilterFieldInfo &filterFieldInfo(FilterField field);

// The names that `field` (Status, Is, Has or Generator) takes; a value's choice is its place in the list.
[[nodiscard]] std::span<const std::string_view> filterChoices(FilterField field);
[[nodiscard]] std::optional<int> filterChoice(FilterField field, std::string_view name);

// The field that was probably meant; empty where none is near.
[[nodiscard]] std::string_view nearestField(std::string_view name);
[[nodiscard]] std::string_view nearestOf(std::span<const std::string_view> names, std::string_view name);

// As it may stand in a message: cut to 40 signs, with controls and marks that turn the writing direction as U+XXXX.
[[nodiscard]] std::string shownInMessage(std::string_view text);

[[nodiscard]] std::string lowerAscii(std::string_view text);

} // namespace linkdesk::core
