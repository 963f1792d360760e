// Knows whether the app is to be light or dark: the person's choice, or the system's. The system is asked without
// blocking (XDG portal over D-Bus where there is one); until it answers, the palette the program started with decides.
// Sets the application palette; widgets follow by QEvent::PaletteChange. GUI thread. Owned by main.
#pragma once

#include "style/tokens.h"

#include <QObject>
#include <QVariant>

class QDBusVariant;

namespace linkdesk::app {

enum class ThemeChoice { System, Light, Dark };

class ThemeWatcher final : public QObject {
    Q_OBJECT

public:
    // Before the first palette is set: it remembers the system's.
    explicit ThemeWatcher(QObject *parent = nullptr);

    // Applies at once.
    void setChoice(ThemeChoice choice);
    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    [[nodiscard]] Theme theme() const;
    [[nodiscard]] bool highContrast() const { return m_highContrast; }
    // Starts listening to the system. Without it (tests, pictures) System means the start palette.
    void watchSystem();
    // What the portal says; public for tests. Unknown groups, keys and types are ignored.
    void takeSetting(const QString &group, const QString &key, const QVariant &value);

Q_SIGNALS:
    void themeChanged();

#ifdef LINKDESK_DBUS
private Q_SLOTS:
    void onPortalSignal(const QString &group, const QString &key, const QDBusVariant &value);
#endif

private:
    void ask(const QString &group, const QString &key);
    void apply();

    ThemeChoice m_choice = ThemeChoice::System;
    Theme m_system;
    bool m_highContrast = false;
};

} // namespace linkdesk::app
