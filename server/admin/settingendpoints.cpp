#include "admin/settingendpoints.h"

#include "admin/json.h"
#include "store/settingsbook.h"

#include <algorithm>

namespace linkdesk::server {

namespace json = boost::json;
using core::Result;
using core::Settings;

namespace {

json::value daysJson(const std::optional<int> &days)
{
    return days ? json::value(*days) : json::value(nullptr);
}

json::object settingsJson(const Settings &settings)
{
    const core::BackupSettings &backup = settings.backup;
    return {{"restoreDays", settings.restoreDays},
            {"keepExpiredDays", daysJson(settings.keepExpiredDays)},
            {"archiveAfterDays", daysJson(settings.archiveAfterDays)},
            {"reminderDays", settings.reminderDays},
            {"timeZone", core::zoneName(settings)},
            {"backup",
             {{"enabled", backup.enabled},
              {"hour", backup.hour},
              {"daily", backup.daily},
              {"weekly", backup.weekly},
              {"folder", backup.folder}}}};
}

// What does not fit an int is refused by the settings' own rules like any other wrong number.
int narrowed(std::int64_t number)
{
    return static_cast<int>(std::clamp<std::int64_t>(number, -1, 1'000'000));
}

void set(int &field, const std::optional<std::int64_t> &value)
{
    if (value)
        field = narrowed(*value);
}

void set(std::optional<int> &field, const std::optional<std::optional<std::int64_t>> &value)
{
    if (value)
        field = *value ? std::optional(narrowed(**value)) : std::nullopt;
}

template <typename T>
void set(T &field, const std::optional<T> &value)
{
    if (value)
        field = *value;
}

Result<void> readBackup(const json::value &value, core::BackupSettings &backup)
{
    ObjectReader in(value);
    set(backup.enabled, in.boolean("enabled"));
    set(backup.hour, in.integer("hour"));
    set(backup.daily, in.integer("daily"));
    set(backup.weekly, in.integer("weekly"));
    set(backup.folder, in.text("folder"));
    return in.finish();
}

Result<Settings> patched(Settings settings, const json::value &body)
{
    ObjectReader in(body);
    set(settings.restoreDays, in.integer("restoreDays"));
    set(settings.keepExpiredDays, in.integerOrNull("keepExpiredDays"));
    set(settings.archiveAfterDays, in.integerOrNull("archiveAfterDays"));
    set(settings.reminderDays, in.integer("reminderDays"));
    set(settings.timeZone, in.text("timeZone"));
    const json::value *backup = in.object("backup");
    if (auto read = in.finish(); !read)
        return read.error();
    if (backup) {
        if (auto read = readBackup(*backup, settings.backup); !read)
            return read.error();
    }
    return settings;
}

} // namespace

void addSettingEndpoints(Router &router, core::SettingsBook &settings)
{
    router.add(Method::Get, "settings", Scope::Read,
               [&settings](const Call &call) { call.json(200, settingsJson(settings.current())); });
    router.add(Method::Patch, "settings", Scope::Admin, [&settings](const Call &call) {
        auto body = call.body();
        if (!body)
            return;
        settings.change([body = std::move(*body)](Settings current) { return patched(std::move(current), body); },
                        call.actor(), [call](const Result<Settings> &changed) {
                            if (!changed)
                                return call.fail(changed.error());
                            call.json(200, settingsJson(*changed));
                        });
    });
}

} // namespace linkdesk::server
