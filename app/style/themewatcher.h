// Knows whether the app is to be light or dark: the person's choice, or the system's. The system is asked without
// blocking (XDG portal over D-Bus where there is one); until it answers, the palette the program started with decides.
// apply() sets the application palette; widgets follow by QEvent::PaletteChange. GUI thread. Owned by main.
#pragma once

#include "style/tokens.h"

#include <QObject>
#include <QVariant>

namespace linkdesk::app {

enum class ThemeChoice { System, Light, Dark };

class ThemeWatcher final : public QObject {
    Q_OBJECT

public:
    explicit ThemeWatcher(QObject *parent = nullptr);

    void setChoice(ThemeChoice choice);
    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    [[nodiscard]] Theme theme() const;
    [[nodiscard]] bool highContrast() const { return m_highContrast; }
    // Starts listening to the system. Without it (tests, pictures) System means the start palette.
    void watchSystem();

Q_SIGNALS:
    void themeChanged();

private Q_SLOTS:
    void onPortalSetting(const QString &group, const QString &key, const QVariant &value);

private:
    void ask(const QString &group, const QString &key);
    void apply();

    ThemeChoice m_choice = ThemeChoice::System;
    Theme m_system;
    bool m_highContrast = false;
};

} // namespace linkdesk::app
