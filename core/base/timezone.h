// Time zones by their IANA names. Pure; any thread.
#pragma once

#include <QTimeZone>

#include <optional>
#include <string_view>

namespace linkdesk::core {

// Nothing for a name that the tz database does not have, as a zone or as another name of one. QTimeZone itself takes any
// word for a zone of its own rules.
[[nodiscard]] std::optional<QTimeZone> zoneNamed(std::string_view name);

// For names that were checked before; UTC where the list has lost one since.
[[nodiscard]] QTimeZone zoneOrUtc(std::string_view name);

} // namespace linkdesk::core
