// The tray icon: the service goes on while the window is closed, and from here the window comes back. Where the desktop
// has no tray isAvailable() is false and nothing is shown. GUI thread; main owns it.
#pragma once

#include <QObject>

#include <memory>

class QMenu;
class QSystemTrayIcon;

namespace linkdesk::app {

class ActionRegistry;

class TrayIcon final : public QObject {
    Q_OBJECT

public:
    // Uses the actions "window.show", "link.new" and "app.quit".
    explicit TrayIcon(const ActionRegistry &actions, QObject *parent = nullptr);
    ~TrayIcon() override;

    [[nodiscard]] bool isAvailable() const;
    void show();
    // What the pointer finds: "Linkdesk: running, 12 clicks/s".
    void setStatus(const QString &text);
    // A notification of the desktop, where it has them.
    void notify(const QString &title, const QString &text);

Q_SIGNALS:
    void activated(); // clicked: show the window
    void notificationClicked();

private:
    std::unique_ptr<QMenu> m_menu;
    std::unique_ptr<QSystemTrayIcon> m_icon;
};

} // namespace linkdesk::app
