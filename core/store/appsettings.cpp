#include "store/appsettings.h"

#include "base/timezone.h"

#include <charconv>

namespace linkdesk::core {

namespace {

constexpr std::string_view kNever = "never";
constexpr int kMaxDays = 36500;

using Kept = std::map<std::string, std::string>;

std::optional<int> numberIn(const Kept &kept, const std::string &key)
{
    const auto found = kept.find(key);
    if (found == kept.end())
        return std::nullopt;
    int number = 0;
    const std::string &text = found->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

void read(const Kept &kept, const std::string &key, int &into)
{
    into = numberIn(kept, key).value_or(into);
}

void read(const Kept &kept, const std::string &key, std::optional<int> &into)
{
    const auto found = kept.find(key);
    if (found != kept.end() && found->second == kNever)
        into.reset();
    else if (const auto number = numberIn(kept, key))
        into = number;
}

void read(const Kept &kept, const std::string &key, std::string &into)
{
    if (const auto found = kept.find(key); found != kept.end())
        into = found->second;
}

std::string daysText(const std::optional<int> &days)
{
    return days ? std::to_string(*days) : std::string(kNever);
}

Result<void> checkRange(int value, int low, int high, std::string_view field)
{
    if (value >= low && value <= high)
        return {};
    return Error{ErrorCode::InvalidInput,
                 std::string(field) + " must be a whole number from " + std::to_string(low) + " to " + std::to_string(high)
                     + ".",
                 std::string(field)};
}

} // namespace

std::string zoneName(const Settings &settings)
{
    if (zoneNamed(settings.timeZone))
        return settings.timeZone;
    std::string own = QTimeZone::systemTimeZoneId().toStdString();
    return zoneNamed(own) ? own : std::string("UTC");
}

Result<void> checkSettings(const Settings &settings)
{
    if (!settings.timeZone.empty() && !zoneNamed(settings.timeZone))
        return Error{ErrorCode::InvalidInput, "timeZone must be a time zone such as Europe/Berlin.", "timeZone"};
    const BackupSettings &backup = settings.backup;
    for (const auto &checked : {checkRange(settings.restoreDays, 0, kMaxDays, "restoreDays"),
                                checkRange(settings.keepExpiredDays.value_or(0), 0, kMaxDays, "keepExpiredDays"),
                                checkRange(settings.archiveAfterDays.value_or(1), 1, kMaxDays, "archiveAfterDays"),
                                checkRange(settings.reminderDays, 1, 90, "reminderDays"),
                                checkRange(backup.hour, 0, 23, "hour"), checkRange(backup.daily, 1, 366, "daily"),
                                checkRange(backup.weekly, 0, 520, "weekly")}) {
        if (!checked)
            return checked;
    }
    if (backup.folder.find('\0') != std::string::npos || backup.folder.size() > 4096)
        return Error{ErrorCode::InvalidInput, "folder must be the path of a folder.", "folder"};
    if (!backup.folder.empty() && backup.folder.front() != '/' && backup.folder.find(':') == std::string::npos)
        return Error{ErrorCode::InvalidInput, "folder must be a whole path, from the root on.", "folder"};
    return {};
}

Settings settingsFrom(const Kept &kept)
{
    Settings settings;
    read(kept, "restore-days", settings.restoreDays);
    read(kept, "keep-expired-days", settings.keepExpiredDays);
    read(kept, "archive-after-days", settings.archiveAfterDays);
    read(kept, "reminder-days", settings.reminderDays);
    read(kept, "time-zone", settings.timeZone);
    int enabled = settings.backup.enabled ? 1 : 0;
    read(kept, "backup-enabled", enabled);
    settings.backup.enabled = enabled != 0;
    read(kept, "backup-hour", settings.backup.hour);
    read(kept, "backups-daily", settings.backup.daily);
    read(kept, "backups-weekly", settings.backup.weekly);
    read(kept, "backup-folder", settings.backup.folder);
    return checkSettings(settings) ? settings : Settings{};
}

std::vector<std::pair<std::string, std::string>> settingTexts(const Settings &settings)
{
    const BackupSettings &backup = settings.backup;
    return {{"restore-days", std::to_string(settings.restoreDays)},
            {"keep-expired-days", daysText(settings.keepExpiredDays)},
            {"archive-after-days", daysText(settings.archiveAfterDays)},
            {"reminder-days", std::to_string(settings.reminderDays)},
            {"time-zone", settings.timeZone},
            {"backup-enabled", backup.enabled ? "1" : "0"},
            {"backup-hour", std::to_string(backup.hour)},
            {"backups-daily", std::to_string(backup.daily)},
            {"backups-weekly", std::to_string(backup.weekly)},
            {"backup-folder", backup.folder}};
}

} // namespace linkdesk::core
