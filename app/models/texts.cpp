#include "models/texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTimeZone>
#include <QUrl>

#include <cmath>

namespace linkdesk::app {

namespace {

constexpr qint64 kMinute = 60;
constexpr qint64 kHour = 3600;
constexpr qint64 kDay = 86400;

// One context for all of them, so that translators see them together.
struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Texts)
};

QString decimal(double value)
{
    QString text = QLocale().toString(value, 'f', 1);
    const QString point = QLocale().decimalPoint();
    if (text.endsWith(point + u'0'))
        text.chop(point.size() + 1);
    return text;
}

} // namespace

ShortName shortName(const LinkInfo &link)
{
    const QString host = QUrl(link.shortUrl).authority(QUrl::PrettyDecoded);
    return {(host.isEmpty() ? link.domain : host) + u'/', link.code};
}

QString addressText(const QString &url)
{
    QString text = url;
    if (text.startsWith(u"https://"))
        text.remove(0, 8);
    if (text.endsWith(u'/') && text.count(u'/') == 1)
        text.chop(1);
    return text;
}

QString countText(qint64 count)
{
    return QLocale().toString(count);
}

QString axisText(double value)
{
    if (value >= 1e6)
        return Tr::tr("%1 M", "axis label, millions").arg(decimal(value / 1e6));
    if (value >= 1e4)
        return Tr::tr("%1 k", "axis label, thousands").arg(decimal(value / 1e3));
    return QLocale().toString(qint64(std::llround(value)));
}

QString sizeText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeTraditionalFormat);
}

QString shareText(double share)
{
    const double percent = share * 100;
    const int digits = percent >= 99.95 || percent == 0 ? 0 : percent < 2 ? 2 : 1;
    return QLocale().toString(percent, 'f', digits) + QLocale().percent();
}

QString durationText(qint64 seconds)
{
    if (seconds >= 2 * kDay)
        return Tr::tr("%n day(s)", nullptr, int(seconds / kDay));
    if (seconds >= 2 * kHour)
        return Tr::tr("%n hour(s)", nullptr, int(seconds / kHour));
    if (seconds >= 2 * kMinute)
        return Tr::tr("%n minute(s)", nullptr, int(seconds / kMinute));
    return Tr::tr("%n second(s)", nullptr, int(seconds));
}

QString timeOfDay(const QDateTime &time)
{
    return QLocale().toString(time.toLocalTime().time(), u"HH:mm:ss"_qs);
}

QString zoneName()
{
    return QString::fromLatin1(zoneId());
}

QByteArray zoneId()
{
    // Servers and containers call UTC by one of its other names, which services need not know.
    static const QByteArrayList kUtcNames{"Etc/UTC", "Etc/UCT", "Etc/GMT", "Etc/Universal", "Etc/Zulu",
                                          "UCT",     "GMT",     "Universal", "Zulu"};
    const QByteArray id = QTimeZone::systemTimeZoneId();
    return kUtcNames.contains(id) ? QByteArrayLiteral("UTC") : id;
}

QString dayText(const QDate &day, const QDate &today)
{
    return QLocale().toString(day, day.year() == today.year() ? Tr::tr("d MMM", "day of this year")
                                                              : Tr::tr("d MMM yyyy", "day of another year"));
}

QString agoText(const QDateTime &time, const QDateTime &now)
{
    const qint64 seconds = time.secsTo(now);
    const QDate day = time.toLocalTime().date();
    const QDate today = now.toLocalTime().date();
    if (seconds < kMinute && seconds > -kMinute)
        return Tr::tr("just now");
    if (seconds > 0 && seconds < kHour)
        return Tr::tr("%1 min ago").arg(QLocale().toString(seconds / kMinute));
    if (seconds > 0 && seconds < 12 * kHour)
        return Tr::tr("%1 h ago").arg(QLocale().toString(seconds / kHour));
    if (day == today)
        return Tr::tr("today");
    if (day == today.addDays(-1))
        return Tr::tr("yesterday");
    return dayText(day, today);
}

bool expiresSoon(const QDateTime &expires, const QDateTime &now)
{
    return expires.isValid() && expires > now && now.secsTo(expires) < 7 * kDay;
}

QString expiryText(const QDateTime &expires, const QDateTime &now)
{
    if (!expires.isValid())
        return Tr::tr("Never");
    if (!expiresSoon(expires, now))
        return dayText(expires.toLocalTime().date(), now.toLocalTime().date());
    const qint64 seconds = now.secsTo(expires);
    if (seconds < kHour)
        return Tr::tr("in %1 min").arg(QLocale().toString(seconds / kMinute + 1));
    if (seconds < 2 * kDay)
        return Tr::tr("in %1 h").arg(QLocale().toString(seconds / kHour));
    return Tr::tr("in %n day(s)", nullptr, int(seconds / kDay));
}

QString exactTime(const QDateTime &time)
{
    return QLocale().toString(time.toLocalTime(), Tr::tr("d MMM yyyy, HH:mm:ss", "an exact time"));
}

QString stateText(const LinkInfo &link, const QDateTime &now)
{
    const bool apart = link.state == LinkState::Banned || link.state == LinkState::Deleted;
    if (link.archived && !apart)
        return Tr::tr("Archived");
    switch (link.state) {
    case LinkState::Active:
        // The service's word may be minutes old; the clock is not.
        if (link.expiresAt.isValid() && link.expiresAt <= now)
            return Tr::tr("Expired");
        return expiresSoon(link.expiresAt, now) ? Tr::tr("Expires soon") : Tr::tr("Active");
    case LinkState::Scheduled: return Tr::tr("Scheduled");
    case LinkState::Expired: return Tr::tr("Expired");
    case LinkState::UsedUp: return Tr::tr("Used up");
    case LinkState::Banned: return Tr::tr("Banned");
    case LinkState::Deleted: return Tr::tr("Deleted");
    }
    return {};
}

QString redirectText(const LinkInfo &link)
{
    return link.forwardQuery ? Tr::tr("%1, query forwarded").arg(link.redirectStatus)
                             : Tr::tr("%1, query not forwarded").arg(link.redirectStatus);
}

} // namespace linkdesk::app
