#include "style/themewatcher.h"

#include <QApplication>
#include <QPalette>

#ifdef LINKDESK_DBUS
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#endif
#ifdef Q_OS_WIN
#include <QSettings>
#endif

namespace linkdesk::app {

namespace {

#ifdef LINKDESK_DBUS
QString portalService() { return QStringLiteral("org.freedesktop.portal.Desktop"); }
QString portalPath() { return QStringLiteral("/org/freedesktop/portal/desktop"); }
QString portalInterface() { return QStringLiteral("org.freedesktop.portal.Settings"); }
#endif
QString appearanceGroup() { return QStringLiteral("org.freedesktop.appearance"); }
QString schemeKey() { return QStringLiteral("color-scheme"); }
QString contrastKey() { return QStringLiteral("contrast"); }

// Replies wrap the value in variants, old portals twice.
QVariant unwrapped(QVariant value)
{
#ifdef LINKDESK_DBUS
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
#endif
    return value;
}

Theme startTheme()
{
#ifdef Q_OS_WIN
    const QSettings personalize(QStringLiteral("HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion"
                                               "\\Themes\\Personalize"), QSettings::NativeFormat);
    const QVariant light = personalize.value(QStringLiteral("AppsUseLightTheme"));
    if (light.isValid())
        return light.toInt() == 0 ? Theme::Dark : Theme::Light;
#endif
    return QApplication::palette().color(QPalette::Window).lightness() < 128 ? Theme::Dark : Theme::Light;
}

} // namespace

ThemeWatcher::ThemeWatcher(QObject *parent) : QObject(parent), m_system(startTheme())
{
}

void ThemeWatcher::setChoice(ThemeChoice choice)
{
    m_choice = choice;
    apply();
}

Theme ThemeWatcher::theme() const
{
    switch (m_choice) {
    case ThemeChoice::System: return m_system;
    case ThemeChoice::Light: return Theme::Light;
    case ThemeChoice::Dark: return Theme::Dark;
    }
    return m_system;
}

void ThemeWatcher::watchSystem()
{
#ifdef LINKDESK_DBUS
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(portalService(), portalPath(), portalInterface(), QStringLiteral("SettingChanged"), this,
                SLOT(onPortalSignal(QString, QString, QDBusVariant)));
    ask(appearanceGroup(), schemeKey());
    ask(appearanceGroup(), contrastKey());
#endif
}

void ThemeWatcher::ask(const QString &group, const QString &key)
{
#ifdef LINKDESK_DBUS
    QDBusMessage call = QDBusMessage::createMethodCall(portalService(), portalPath(), portalInterface(),
                                                       QStringLiteral("Read"));
    call << group << key;
    auto *watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, group, key](QDBusPendingCallWatcher *done) {
        const QDBusPendingReply<QDBusVariant> reply = *done;
        if (!reply.isError())
            takeSetting(group, key, reply.value().variant());
        done->deleteLater();
    });
#else
    Q_UNUSED(group)
    Q_UNUSED(key)
#endif
}

#ifdef LINKDESK_DBUS
void ThemeWatcher::onPortalSignal(const QString &group, const QString &key, const QDBusVariant &value)
{
    takeSetting(group, key, value.variant());
}
#endif

void ThemeWatcher::takeSetting(const QString &group, const QString &key, const QVariant &value)
{
    if (group != appearanceGroup())
        return;
    bool isNumber = false;
    const uint number = unwrapped(value).toUInt(&isNumber);
    if (!isNumber)
        return;
    if (key == schemeKey()) {
        // 0 no preference, 1 dark, 2 light
        m_system = number == 1 ? Theme::Dark : (number == 2 ? Theme::Light : m_system);
    } else if (key == contrastKey()) {
        m_highContrast = number == 1;
    } else {
        return;
    }
    apply();
}

void ThemeWatcher::apply()
{
    const QPalette palette = makePalette(tokens(theme(), m_highContrast));
    if (QApplication::palette() == palette)
        return;
    QApplication::setPalette(palette);
    Q_EMIT themeChanged();
}

} // namespace linkdesk::app
