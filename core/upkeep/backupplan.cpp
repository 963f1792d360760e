#include "upkeep/backupplan.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <set>

namespace linkdesk::core {

namespace {

constexpr std::string_view kStem = "linkdesk-";
constexpr std::string_view kManual = "-manual";
constexpr std::string_view kTail = ".db";
constexpr std::int64_t kQuarterMs = 15 * 60 * 1000;

bool takeNumber(std::string_view &text, std::size_t digits, int &into)
{
    if (text.size() < digits)
        return false;
    into = 0;
    for (const char c : text.substr(0, digits)) {
        if (c < '0' || c > '9')
            return false;
        into = into * 10 + (c - '0');
    }
    text.remove_prefix(digits);
    return true;
}

bool take(std::string_view &text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

QDateTime localTime(TimePoint time, const QTimeZone &zone)
{
    return QDateTime::fromMSecsSinceEpoch(toMs(time), zone);
}

// The first moment of a local day whose clock shows `time` or later. Zones change by whole quarters of an hour.
TimePoint firstAt(const QDate &day, const QTime &time, const QTimeZone &zone)
{
    std::int64_t ms = day.startOfDay(zone).toMSecsSinceEpoch();
    for (;; ms += kQuarterMs) {
        const QDateTime local = QDateTime::fromMSecsSinceEpoch(ms, zone);
        if (local.date() > day || local.time() >= time)
            return fromMs(ms);
    }
}

// The same to the minute.
TimePoint momentOf(const QDate &day, const QTime &time, const QTimeZone &zone)
{
    const QTime quarter(time.hour(), time.minute() / 15 * 15);
    return firstAt(day, quarter, zone) + std::chrono::minutes(time.minute() % 15);
}

} // namespace

std::string_view backupKindName(BackupKind kind)
{
    switch (kind) {
    case BackupKind::Daily: return "daily";
    case BackupKind::Weekly: return "weekly";
    case BackupKind::Manual: return "manual";
    }
    return "manual";
}

std::optional<BackupName> parseBackupName(std::string_view name, const QTimeZone &zone)
{
    std::string_view rest = name;
    int year = 0;
    int month = 0;
    int day = 0;
    int hour = 0;
    int minute = 0;
    const bool hasTime = take(rest, kStem) && takeNumber(rest, 4, year) && takeNumber(rest, 2, month)
                         && takeNumber(rest, 2, day) && take(rest, "-") && takeNumber(rest, 2, hour)
                         && takeNumber(rest, 2, minute);
    if (!hasTime || !QDate::isValid(year, month, day) || !QTime::isValid(hour, minute, 0))
        return std::nullopt;
    BackupName backup;
    backup.name = std::string(name);
    backup.manual = take(rest, kManual);
    if (take(rest, "-")) {
        int attempt = 0;
        if (!takeNumber(rest, 1, attempt) || attempt < 2)
            return std::nullopt;
    }
    if (rest != kTail)
        return std::nullopt;
    backup.at = momentOf(QDate(year, month, day), QTime(hour, minute), zone);
    return backup;
}

std::string backupName(TimePoint at, bool manual, int attempt, const QTimeZone &zone)
{
    std::string name(kStem);
    name += localTime(at, zone).toString(QStringLiteral("yyyyMMdd-HHmm")).toStdString();
    name += manual ? kManual : std::string_view();
    if (attempt > 1)
        name += "-" + std::to_string(attempt);
    return name.append(kTail);
}

TimePoint plannedBefore(TimePoint now, int hour, const QTimeZone &zone)
{
    const QDate today = localTime(now, zone).date();
    for (int back = 0;; ++back) {
        const TimePoint planned = firstAt(today.addDays(-back), QTime(hour, 0), zone);
        if (planned <= now)
            return planned;
    }
}

TimePoint plannedAfter(TimePoint now, int hour, const QTimeZone &zone)
{
    const QDate today = localTime(now, zone).date();
    for (int ahead = 0;; ++ahead) {
        const TimePoint planned = firstAt(today.addDays(ahead), QTime(hour, 0), zone);
        if (planned > now)
            return planned;
    }
}

Rotation rotate(std::vector<BackupName> backups, const BackupSettings &settings, const QTimeZone &zone)
{
    std::sort(backups.begin(), backups.end(),
              [](const BackupName &a, const BackupName &b) { return a.at != b.at ? a.at > b.at : a.name > b.name; });
    Rotation rotation;
    std::set<QDate> days;
    std::set<std::pair<int, int>> weeks;
    for (BackupName &backup : backups) {
        if (backup.manual) {
            rotation.kept.push_back({std::move(backup), BackupKind::Manual});
            continue;
        }
        const QDate day = localTime(backup.at, zone).date();
        if (static_cast<int>(days.size()) < settings.daily && days.insert(day).second) {
            rotation.kept.push_back({std::move(backup), BackupKind::Daily});
            continue;
        }
        int year = 0;
        const int week = day.weekNumber(&year);
        // The latest of its day stands for the day already; so it does for its week.
        const bool isOlder = !days.contains(day);
        if (isOlder && static_cast<int>(weeks.size()) < settings.weekly && weeks.insert({year, week}).second)
            rotation.kept.push_back({std::move(backup), BackupKind::Weekly});
        else
            rotation.superseded.push_back(std::move(backup));
    }
    return rotation;
}

} // namespace linkdesk::core
