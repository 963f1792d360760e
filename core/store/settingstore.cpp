#include "store/settingstore.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

using Step = Statement::Step;

Result<std::optional<std::string>> setting(SqlConnection &connection, std::string_view key)
{
    Statement find(connection, "SELECT value FROM setting WHERE key = ?");
    const Step step = find.bind(key).step();
    if (step == Step::Failed)
        return find.error("reading a setting");
    if (step == Step::Done)
        return std::optional<std::string>();
    return std::optional<std::string>(find.text(0));
}

Result<std::map<std::string, std::string>> allSettings(SqlConnection &connection)
{
    Statement rows(connection, "SELECT key, value FROM setting");
    std::map<std::string, std::string> settings;
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("reading the settings");
        settings.emplace(rows.text(0), rows.text(1));
    }
    return settings;
}

Result<void> setSetting(SqlConnection &connection, std::string_view key, std::string_view value)
{
    Statement set(connection, "INSERT INTO setting(key, value) VALUES(?, ?) "
                              "ON CONFLICT(key) DO UPDATE SET value = excluded.value");
    return set.bind(key).bind(value).run("writing a setting");
}

Result<void> removeSetting(SqlConnection &connection, std::string_view key)
{
    Statement remove(connection, "DELETE FROM setting WHERE key = ?");
    return remove.bind(key).run("removing a setting");
}

} // namespace linkdesk::core
