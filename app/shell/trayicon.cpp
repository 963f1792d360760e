#include "shell/trayicon.h"

#include "shell/actionregistry.h"
#include "style/icons.h"

#include <QAction>
#include <QMenu>
#include <QSystemTrayIcon>

namespace linkdesk::app {

TrayIcon::TrayIcon(const ActionRegistry &actions, QObject *parent)
    : QObject(parent), m_menu(std::make_unique<QMenu>()), m_icon(std::make_unique<QSystemTrayIcon>())
{
    for (const char *id : {"window.show", "link.new", "", "app.quit"}) {
        if (QAction *action = actions.action(QString::fromLatin1(id)))
            m_menu->addAction(action);
        else
            m_menu->addSeparator();
    }
    m_icon->setIcon(appIcon());
    m_icon->setToolTip(QStringLiteral("Linkdesk"));
    m_icon->setContextMenu(m_menu.get());
    connect(m_icon.get(), &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason == QSystemTrayIcon::Trigger || reason == QSystemTrayIcon::DoubleClick)
            Q_EMIT activated();
    });
    connect(m_icon.get(), &QSystemTrayIcon::messageClicked, this, &TrayIcon::notificationClicked);
}

TrayIcon::~TrayIcon() = default;

void TrayIcon::notify(const QString &title, const QString &text)
{
    if (isAvailable() && QSystemTrayIcon::supportsMessages())
        m_icon->showMessage(title, text, appIcon());
}

bool TrayIcon::isAvailable() const
{
    return QSystemTrayIcon::isSystemTrayAvailable();
}

void TrayIcon::show()
{
    if (isAvailable())
        m_icon->show();
}

void TrayIcon::setStatus(const QString &text)
{
    m_icon->setToolTip(text);
}

} // namespace linkdesk::app
