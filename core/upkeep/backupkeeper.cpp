#include "upkeep/backupkeeper.h"

#include "base/logging.h"
#include "store/settingsbook.h"
#include "store/store.h"
#include "upkeep/backupfile.h"

#include <QTimeZone>

#include <algorithm>

namespace linkdesk::core {

namespace {

namespace fs = std::filesystem;

QTimeZone zoneOf(const Settings &settings)
{
    return QTimeZone(QByteArray::fromStdString(zoneName(settings)));
}

Error noBackup(std::string_view name)
{
    return {ErrorCode::NotFound, "There is no backup " + std::string(name) + ".", {}};
}

} // namespace

// The one backup that may be under way.
class BackupKeeper::Turn final {
public:
    explicit Turn(BackupKeeper &keeper) : m_keeper(keeper)
    {
        const std::lock_guard lock(keeper.m_mutex);
        m_taken = !keeper.m_state.running;
        keeper.m_state.running = true;
    }
    ~Turn()
    {
        const std::lock_guard lock(m_keeper.m_mutex);
        if (m_taken)
            m_keeper.m_state.running = false;
    }
    Turn(const Turn &) = delete;
    Turn &operator=(const Turn &) = delete;
    [[nodiscard]] bool isTaken() const { return m_taken; }
    [[nodiscard]] static Error refused()
    {
        return {ErrorCode::Busy, "A backup is being made already: wait for its end.", {}};
    }

private:
    BackupKeeper &m_keeper;
    bool m_taken = false;
};

BackupKeeper::BackupKeeper(Store &store, const SettingsBook &settings, const Clock &clock, fs::path dataDir)
    : m_store(store), m_settings(settings), m_clock(clock), m_dataDir(std::move(dataDir))
{
}

fs::path BackupKeeper::folder() const
{
    const std::string set = m_settings.current().backup.folder;
    return set.empty() ? m_dataDir / "backups" : fs::path(set);
}

std::vector<BackupName> BackupKeeper::names() const
{
    const QTimeZone zone = zoneOf(m_settings.current());
    std::vector<BackupName> names;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(folder(), error)) {
        auto name = parseBackupName(entry.path().filename().string(), zone);
        if (name && entry.is_regular_file(error))
            names.push_back(std::move(*name));
    }
    std::sort(names.begin(), names.end(),
              [](const BackupName &a, const BackupName &b) { return a.at != b.at ? a.at > b.at : a.name > b.name; });
    return names;
}

void BackupKeeper::load()
{
    const Turn turn(*this);
    if (turn.isTaken())
        removeUnfinished(folder());
    noteLatest();
}

void BackupKeeper::noteLatest()
{
    const std::vector<BackupName> all = names();
    std::error_code error;
    const auto bytes = all.empty() ? 0 : fs::file_size(folder() / all.front().name, error);
    const std::lock_guard lock(m_mutex);
    m_state.lastAt = all.empty() ? std::nullopt : std::optional(all.front().at);
    m_state.lastFile = all.empty() ? std::string() : all.front().name;
    m_state.lastBytes = error ? 0 : static_cast<std::int64_t>(bytes);
}

bool BackupKeeper::isDue() const
{
    const Settings settings = m_settings.current();
    if (!settings.backup.enabled)
        return false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_state.running || (m_retryAt && m_clock.steadyNow() < *m_retryAt))
            return false;
    }
    const TimePoint planned = plannedBefore(m_clock.now(), settings.backup.hour, zoneOf(settings));
    const std::vector<BackupName> all = names();
    return std::none_of(all.begin(), all.end(),
                        [planned](const BackupName &backup) { return !backup.manual && backup.at >= planned; });
}

Result<BackupMade> BackupKeeper::make(bool manual, const TaskControl &control)
{
    const Turn turn(*this);
    if (!turn.isTaken())
        return Turn::refused();
    auto made = makeInFolder(manual, control);
    const bool wasStopped = !made && !control.mayGoOn();
    const std::lock_guard lock(m_mutex);
    if (made) {
        m_state.lastAt = m_clock.now();
        m_state.lastFile = made->file.filename().string();
        m_state.lastBytes = made->bytes;
        m_state.lastError.clear();
        m_retryAt.reset();
    } else if (!wasStopped) {
        m_state.lastError = made.error().detail;
        m_retryAt = m_clock.steadyNow() + kRetry;
        qCWarning(lcStore, "The backup failed: %s", made.error().detail.c_str());
    }
    return made;
}

Result<BackupMade> BackupKeeper::makeInFolder(bool manual, const TaskControl &control)
{
    const fs::path target = folder();
    std::error_code error;
    if (!fs::is_directory(target, error)) {
        fs::create_directories(target, error);
        if (error)
            return Error{ErrorCode::NotWritable,
                         "The folder " + target.string() + " for backups cannot be made: " + error.message()
                             + ". Choose another in the settings.",
                         {}};
        fs::permissions(target, fs::perms::owner_all, error);
    }
    removeUnfinished(target);
    const QTimeZone zone = zoneOf(m_settings.current());
    const TimePoint now = m_clock.now();
    fs::path file;
    int attempt = 1;
    do {
        file = target / backupName(now, manual, attempt++, zone);
    } while (fs::exists(file, error) && attempt < 10);
    auto made = makeBackup(m_store, file, control);
    if (made && !manual)
        clearAway();
    return made;
}

Result<BackupMade> BackupKeeper::makeAt(const fs::path &file, const TaskControl &control)
{
    const Turn turn(*this);
    return turn.isTaken() ? makeBackup(m_store, file, control) : Result<BackupMade>(Turn::refused());
}

void BackupKeeper::clearAway()
{
    const Settings settings = m_settings.current();
    for (const BackupName &old : rotate(names(), settings.backup, zoneOf(settings)).superseded) {
        std::error_code error;
        fs::remove(folder() / old.name, error);
        if (error)
            qCWarning(lcStore, "An old backup cannot be removed: %s: %s", old.name.c_str(), error.message().c_str());
    }
}

BackupState BackupKeeper::state() const
{
    const Settings settings = m_settings.current();
    BackupState state;
    {
        const std::lock_guard lock(m_mutex);
        state = m_state;
    }
    if (settings.backup.enabled)
        state.nextAt = plannedAfter(m_clock.now(), settings.backup.hour, zoneOf(settings));
    return state;
}

std::vector<ListedBackup> BackupKeeper::list() const
{
    const Settings settings = m_settings.current();
    const Rotation rotation = rotate(names(), settings.backup, zoneOf(settings));
    std::vector<ListedBackup> out;
    const auto add = [&](const BackupName &backup, BackupKind kind) {
        ListedBackup listed{backup, kind, 0, 0, {}};
        std::error_code error;
        const auto bytes = fs::file_size(folder() / backup.name, error);
        listed.bytes = error ? 0 : static_cast<std::int64_t>(bytes);
        if (const auto facts = inspectBackup(folder() / backup.name))
            listed.schema = facts->schema;
        else
            listed.fault = facts.error().detail;
        out.push_back(std::move(listed));
    };
    for (const KeptBackup &kept : rotation.kept)
        add(kept.backup, kept.kind);
    for (const BackupName &old : rotation.superseded) // until the next one is made
        add(old, BackupKind::Daily);
    std::sort(out.begin(), out.end(), [](const ListedBackup &a, const ListedBackup &b) {
        return a.backup.at != b.backup.at ? a.backup.at > b.backup.at : a.backup.name > b.backup.name;
    });
    return out;
}

Result<fs::path> BackupKeeper::find(std::string_view name) const
{
    const fs::path file = folder() / std::string(name);
    std::error_code error;
    if (!parseBackupName(name, QTimeZone::utc()) || !fs::is_regular_file(file, error))
        return noBackup(name);
    return file;
}

Result<void> BackupKeeper::remove(std::string_view name)
{
    const auto file = find(name);
    if (!file)
        return file.error();
    std::error_code error;
    fs::remove(*file, error);
    if (error)
        return Error{ErrorCode::NotWritable, file->string() + " cannot be removed: " + error.message() + ".", {}};
    noteLatest();
    return {};
}

} // namespace linkdesk::core
