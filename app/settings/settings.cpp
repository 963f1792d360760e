#include "settings/settings.h"

#include <QDate>
#include <QHostAddress>
#include <QStringList>
#include <QTimeZone>
#include <QUrl>

namespace linkdesk::app {

namespace {

struct Row {
    SettingId id;
    const char *name;
    QVariant fallback;
    bool (*allowed)(const QVariant &);
};

bool isTheme(const QVariant &value)
{
    const QString name = value.toString();
    return name == QLatin1String("system") || name == QLatin1String("light") || name == QLatin1String("dark");
}

bool isLanguage(const QVariant &value)
{
    return QStringList{QStringLiteral("system"), QStringLiteral("en")}.contains(value.toString());
}

bool isBool(const QVariant &value)
{
    // An INI file gives text.
    return value.typeId() == QMetaType::Bool || value.toString() == QLatin1String("true")
           || value.toString() == QLatin1String("false");
}

// "address:port", IPv6 in brackets, port 0 for a free one.
bool isListen(const QVariant &value)
{
    const QString text = value.toString();
    const qsizetype colon = text.lastIndexOf(QLatin1Char(':'));
    if (colon <= 0)
        return false;
    bool isNumber = false;
    const int port = text.mid(colon + 1).toInt(&isNumber);
    QString host = text.left(colon);
    if (host.startsWith(QLatin1Char('[')) && host.endsWith(QLatin1Char(']')))
        host = host.mid(1, host.size() - 2);
    else if (host.contains(QLatin1Char(':')))
        return false;
    return isNumber && port >= 0 && port <= 65535 && !QHostAddress(host).isNull();
}

bool isWebAddress(const QVariant &value)
{
    const QString text = value.toString();
    if (text.isEmpty())
        return true;
    const QUrl url(text, QUrl::StrictMode);
    const bool web = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    return web && url.isValid() && !url.host().isEmpty() && url.userInfo().isEmpty() && !url.hasQuery()
           && !url.hasFragment();
}

bool isTimeZone(const QVariant &value)
{
    return value.toString().isEmpty() || QTimeZone::isTimeZoneIdAvailable(value.toString().toLatin1());
}

bool isDay(const QVariant &value)
{
    return value.toString().isEmpty() || QDate::fromString(value.toString(), Qt::ISODate).isValid();
}

const std::array<Row, kSettingCount> &table()
{
    static const std::array<Row, kSettingCount> kTable{{
        {SettingId::Theme, "look/theme", QStringLiteral("system"), isTheme},
        {SettingId::Language, "look/language", QStringLiteral("system"), isLanguage},
        {SettingId::CloseNoticeShown, "window/closeNoticeShown", false, isBool},
        {SettingId::LastConnection, "connection/last", QString(), isWebAddress},
        {SettingId::PublicListen, "service/listen", QStringLiteral("0.0.0.0:8080"), isListen},
        {SettingId::AdminListen, "service/adminListen", QStringLiteral("127.0.0.1:8081"), isListen},
        {SettingId::PublicUrl, "service/publicUrl", QString(), isWebAddress},
        {SettingId::TimeZone, "look/timeZone", QString(), isTimeZone},
        {SettingId::RenewalReminder, "renewal/remindedOn", QString(), isDay},
    }};
    return kTable;
}

const Row &row(SettingId id)
{
    return table()[static_cast<std::size_t>(id)];
}

} // namespace

Settings::Settings(const QString &path, QObject *parent) : QObject(parent), m_file(std::make_unique<IniFile>(path))
{
    for (SettingNotifier *&notifier : m_notifiers)
        notifier = new SettingNotifier(this);
    connect(m_file.get(), &IniFile::writeFailed, this, &Settings::writeFailed);
}

Settings::~Settings() = default;

SettingNotifier *Settings::notifier(SettingId id) const
{
    return m_notifiers[static_cast<std::size_t>(id)];
}

QString Settings::name(SettingId id)
{
    return QString::fromLatin1(row(id).name);
}

QVariant Settings::fallback(SettingId id)
{
    return row(id).fallback;
}

bool Settings::isAllowed(SettingId id, const QVariant &value)
{
    return row(id).allowed(value);
}

QVariant Settings::value(SettingId id) const
{
    const QVariant stored = m_file->value(name(id));
    return stored.isValid() && isAllowed(id, stored) ? stored : fallback(id);
}

bool Settings::setValue(SettingId id, const QVariant &to)
{
    if (!isAllowed(id, to))
        return false;
    const QVariant before = value(id);
    // The default is not written, so that a better default of a later version counts.
    m_file->setValue(name(id), to == fallback(id) ? QVariant() : to);
    if (before != to)
        Q_EMIT notifier(id)->changed();
    return true;
}

} // namespace linkdesk::app
