#include "models/lifetexts.h"

#include "models/texts.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace linkdesk::app {

namespace {

constexpr qint64 kHour = 3600;
constexpr qint64 kDay = 86400;

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(LifeTexts)
};

} // namespace

QString timeLeftText(const QDateTime &end, const QDateTime &now)
{
    if (!end.isValid())
        return Tr::tr("Never");
    const qint64 seconds = now.secsTo(end);
    const qint64 distance = std::abs(seconds);
    if (seconds > 0) {
        if (distance < kHour)
            return Tr::tr("in %1 min").arg(QLocale().toString(distance / 60 + 1));
        if (distance < 2 * kDay)
            return Tr::tr("in %1 h").arg(QLocale().toString(distance / kHour));
        return Tr::tr("in %n day(s)", nullptr, int(distance / kDay));
    }
    if (distance < kHour)
        return Tr::tr("%1 min ago").arg(QLocale().toString(distance / 60 + 1));
    if (distance < 2 * kDay)
        return Tr::tr("%1 h ago").arg(QLocale().toString(distance / kHour));
    return Tr::tr("%n day(s) ago", nullptr, int(distance / kDay));
}

QString zonedTime(const QDateTime &time, const QTimeZone &zone, const QDateTime &now)
{
    if (!time.isValid())
        return {};
    const QDateTime there = time.toTimeZone(zone);
    const bool thisYear = there.date().year() == now.toTimeZone(zone).date().year();
    return QLocale().toString(there, thisYear ? Tr::tr("ddd d MMM, HH:mm", "a time of this year")
                                              : Tr::tr("ddd d MMM yyyy, HH:mm", "a time of another year"));
}

QString windowText(RenewalWindow window)
{
    switch (window) {
    case RenewalWindow::Week: return Tr::tr("Next 7 days");
    case RenewalWindow::Month: return Tr::tr("8 to 30 days");
    case RenewalWindow::Quarter: return Tr::tr("31 to 90 days");
    case RenewalWindow::Expired: return Tr::tr("Expired, can be saved");
    }
    return {};
}

QString dayName(const QDate &day, const QDate &today)
{
    if (day.addDays(1).day() != 1)
        return dayText(day, today);
    if (day.month() == 12)
        return Tr::tr("Year end");
    return day.month() % 3 == 0 ? Tr::tr("Quarter end") : Tr::tr("Month end");
}

QString jobProgressText(const JobInfo &job)
{
    QString text = job.total ? Tr::tr("%1 of %2", "done of all").arg(countText(job.done), countText(*job.total))
                             : countText(job.done);
    if (job.perSecond < 1)
        return text;
    text += Tr::tr(", %1/s", "links a second, after how many are done").arg(countText(std::llround(job.perSecond)));
    if (job.total && *job.total > job.done) {
        const double left = double(*job.total - job.done) / job.perSecond;
        text += Tr::tr(", %1 left", "a duration").arg(durationText(std::max<qint64>(1, std::llround(left))));
    }
    return text;
}

double jobFraction(const JobInfo &job)
{
    return job.total && *job.total > 0 ? double(job.done) / double(*job.total) : -1;
}

QString banText(const BanInfo &ban, const QDateTime &now)
{
    QString text = ban.reason;
    if (!ban.by.isEmpty())
        text += Tr::tr(", by %1", "who banned it").arg(ban.by);
    if (ban.at.isValid())
        text += u", "_qs + agoText(ban.at, now);
    return text;
}

} // namespace linkdesk::app
