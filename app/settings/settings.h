// What the person chose, by typed keys from one table (settings.cpp): name in the file, default, allowed values. A
// value in the file that the table does not allow is treated as the default and left alone. Window state lies
// elsewhere (shell/windowstate.h); keys to remote services never lie here. GUI thread; owned by main.
#pragma once

#include "settings/inifile.h"

#include <QObject>
#include <QVariant>

#include <array>
#include <memory>

namespace linkdesk::app {

enum class SettingId {
    Theme,            // "system", "light", "dark"
    Language,         // "system" or a language we ship
    CloseNoticeShown, // that the service goes on when the window closes was said
    LastConnection,   // address of a remote service without its key; empty: the service inside the app
    PublicListen,     // "0.0.0.0:8080"
    AdminListen,      // "127.0.0.1:8081"
    PublicUrl,        // empty: from the bound address
    TimeZone,         // IANA name; empty: the computer's
    RenewalReminder,  // the local day of the last reminder, "2026-12-01"; empty: none yet
};
inline constexpr int kSettingCount = 9;

// The type of a key's value, known at compile time.
template <typename T>
struct Setting {
    SettingId id;
};

namespace setting {
inline constexpr Setting<QString> kTheme{SettingId::Theme};
inline constexpr Setting<QString> kLanguage{SettingId::Language};
inline constexpr Setting<bool> kCloseNoticeShown{SettingId::CloseNoticeShown};
inline constexpr Setting<QString> kLastConnection{SettingId::LastConnection};
inline constexpr Setting<QString> kPublicListen{SettingId::PublicListen};
inline constexpr Setting<QString> kAdminListen{SettingId::AdminListen};
inline constexpr Setting<QString> kPublicUrl{SettingId::PublicUrl};
inline constexpr Setting<QString> kTimeZone{SettingId::TimeZone};
inline constexpr Setting<QString> kRenewalReminder{SettingId::RenewalReminder};
} // namespace setting

// Tells of one key alone.
class SettingNotifier final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

Q_SIGNALS:
    void changed();
};

class Settings final : public QObject {
    Q_OBJECT

public:
    // An empty path keeps everything in memory.
    explicit Settings(const QString &path, QObject *parent = nullptr);
    ~Settings() override;

    template <typename T>
    [[nodiscard]] T get(Setting<T> key) const { return value(key.id).template value<T>(); }
    // False: the table does not allow the value; nothing is changed.
    template <typename T>
    bool set(Setting<T> key, const T &to) { return setValue(key.id, QVariant::fromValue(to)); }
    template <typename T>
    void reset(Setting<T> key) { setValue(key.id, fallback(key.id)); }

    [[nodiscard]] SettingNotifier *notifier(SettingId id) const;
    [[nodiscard]] static QString name(SettingId id);
    [[nodiscard]] static QVariant fallback(SettingId id);
    [[nodiscard]] static bool isAllowed(SettingId id, const QVariant &value);

    void flush() { m_file->flush(); }

Q_SIGNALS:
    void writeFailed(const QString &path);

private:
    [[nodiscard]] QVariant value(SettingId id) const;
    bool setValue(SettingId id, const QVariant &to);

    std::unique_ptr<IniFile> m_file;
    std::array<SettingNotifier *, kSettingCount> m_notifiers{};
};

} // namespace linkdesk::app
