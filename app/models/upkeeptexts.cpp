#include "models/upkeeptexts.h"

#include "models/lifetexts.h"
#include "models/texts.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(UpkeepTexts)
};

struct Words {
    QLatin1String part; // of what was said, in any case; or the code
    const char *words;
};

constexpr Words kErrors[] = {
    {QLatin1String("no space"), QT_TRANSLATE_NOOP("UpkeepTexts", "The disk is full.")},
    {QLatin1String("disk is full"), QT_TRANSLATE_NOOP("UpkeepTexts", "The disk is full.")},
    {QLatin1String("disk-full"), QT_TRANSLATE_NOOP("UpkeepTexts", "The disk is full.")},
    {QLatin1String("permission denied"), QT_TRANSLATE_NOOP("UpkeepTexts", "The service may not write there.")},
    {QLatin1String("read-only"), QT_TRANSLATE_NOOP("UpkeepTexts", "The service may not write there.")},
    {QLatin1String("no such file"), QT_TRANSLATE_NOOP("UpkeepTexts", "The folder or the file is not there.")},
};

constexpr Words kFindings[] = {
    {QLatin1String("click-total"), QT_TRANSLATE_NOOP("UpkeepTexts", "A link's total of clicks is wrong")},
    {QLatin1String("click-day"), QT_TRANSLATE_NOOP("UpkeepTexts", "The clicks of a day are wrong")},
    {QLatin1String("click-sum"), QT_TRANSLATE_NOOP("UpkeepTexts", "Clicks of days and totals do not add up")},
    {QLatin1String("damaged"), QT_TRANSLATE_NOOP("UpkeepTexts", "The file is damaged: restore a backup")},
    {QLatin1String("index"), QT_TRANSLATE_NOOP("UpkeepTexts", "An index does not agree with its table")},
    {QLatin1String("reference"), QT_TRANSLATE_NOOP("UpkeepTexts", "Something names what is not there")},
    {QLatin1String("shared-code"), QT_TRANSLATE_NOOP("UpkeepTexts", "Two links claim the same code")},
    {QLatin1String("orphan"), QT_TRANSLATE_NOOP("UpkeepTexts", "Something belongs to a link that is gone")},
    {QLatin1String("number"), QT_TRANSLATE_NOOP("UpkeepTexts", "A counter of code numbers is behind")},
    {QLatin1String("search-index"), QT_TRANSLATE_NOOP("UpkeepTexts", "The search does not know all links")},
};

QString verb(const QString &kind)
{
    if (kind == u"backup")
        return Tr::tr("Backing up");
    if (kind == u"restore")
        return Tr::tr("Restoring");
    if (kind == u"check")
        return Tr::tr("Checking");
    if (kind == u"sweep")
        return Tr::tr("Sweeping");
    return kind == u"archive" ? Tr::tr("Archiving") : kind;
}

} // namespace

QString dayAndTime(const QDateTime &time, const QTimeZone &zone)
{
    if (!time.isValid())
        return Tr::tr("never");
    const QDateTime there = time.toTimeZone(zone);
    const QDate today = QDateTime::currentDateTimeUtc().toTimeZone(zone).date();
    const QString clock = QLocale().toString(there.time(), Tr::tr("HH:mm", "time of day"));
    switch (there.date().daysTo(today)) {
    case 0: return Tr::tr("today %1", "time of day").arg(clock);
    case 1: return Tr::tr("yesterday %1", "time of day").arg(clock);
    case -1: return Tr::tr("tomorrow %1", "time of day").arg(clock);
    default: return Tr::tr("%1, %2", "day, time of day").arg(dayText(there.date(), today), clock);
    }
}

QString backupKindText(const QString &kind)
{
    if (kind == u"daily")
        return Tr::tr("Daily");
    if (kind == u"weekly")
        return Tr::tr("Weekly");
    return kind == u"manual" ? Tr::tr("By hand") : kind;
}

QString upkeepErrorText(const QString &error)
{
    for (const Words &known : kErrors) {
        if (error.contains(known.part, Qt::CaseInsensitive))
            return Tr::tr(known.words);
    }
    return error;
}

QString findingText(const CheckProblem &problem)
{
    for (const Words &known : kFindings) {
        if (problem.code == known.part)
            return Tr::tr("%1. %2", "what is wrong, the service's own sentence")
                .arg(Tr::tr(known.words), problem.detail);
    }
    return problem.detail.isEmpty() ? problem.code : problem.detail;
}

QString keptText(const BackupSettings &settings)
{
    return settings.weekly > 0
               ? Tr::tr("keeps %1 daily and %2 weekly").arg(countText(settings.daily), countText(settings.weekly))
               : Tr::tr("keeps %1 daily").arg(countText(settings.daily));
}

QString daysText(const std::optional<int> &days, const QString &none)
{
    return days ? Tr::tr("%Ln day(s)", nullptr, *days) : none;
}

QString upkeepProgressText(const JobInfo &job, const QDateTime &now)
{
    QString text = verb(job.kind);
    const double part = jobFraction(job);
    if (part < 0)
        return job.done > 0 ? Tr::tr("%1, %2 done").arg(text, countText(job.done)) : text;
    text += u", "_qs + QLocale().toString(std::min(part, 1.0) * 100, 'f', 0) + QLocale().percent();
    const double seconds = double(job.startedAt.msecsTo(now)) / 1000.0;
    constexpr double kTooEarly = 0.02; // to say how long it takes
    if (part > kTooEarly && part < 1 && seconds > 1)
        text += Tr::tr(", %1 left", "a duration")
                    .arg(durationText(std::max<qint64>(1, std::llround(seconds * (1 - part) / part))));
    return text;
}

} // namespace linkdesk::app
