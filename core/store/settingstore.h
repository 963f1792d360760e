// Settings kept with the data (not with this machine): key to text. Functions run on the connection's thread; writes
// belong into a WriteJob.
#pragma once

#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace linkdesk::core {

class SqlConnection;

[[nodiscard]] Result<std::optional<std::string>> setting(SqlConnection &connection, std::string_view key);
[[nodiscard]] Result<std::map<std::string, std::string>> allSettings(SqlConnection &connection);
Result<void> setSetting(SqlConnection &connection, std::string_view key, std::string_view value);
Result<void> removeSetting(SqlConnection &connection, std::string_view key);

} // namespace linkdesk::core
