#include "pages/servicetexts.h"

#include "pages/servicepage.h"
#include "widgets/elidedlabel.h"

#include <QLocale>

namespace linkdesk::app {

namespace {

struct RedisWords {
    QLatin1String part; // of what was said, in any case
    const char *words;
};

constexpr RedisWords kRedisWords[] = {
    {QLatin1String("connection refused"), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "Nothing answers there")},
    {QLatin1String("no such file"), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "Nothing answers there")},
    {QLatin1String("permission denied"),
     QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "The service may not open the socket")},
    {QLatin1String("in time"), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "It does not answer in time")},
    {QLatin1String("timed out"), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "It does not answer in time")},
    {QLatin1String("closed the connection"),
     QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "It closed the connection")},
    {QLatin1String("connection has ended"),
     QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "It closed the connection")},
    {QLatin1String("readonly"), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "It is a copy that takes no changes")},
    {QLatin1String("oom "), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "Its memory is full")},
    {QLatin1String("loading"), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "It is still loading its data")},
    {QLatin1String("moved "), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "It is part of a cluster")},
    {QLatin1String("auth"), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "It does not accept the password")},
    {QLatin1String("wrongpass"), QT_TRANSLATE_NOOP("linkdesk::app::ServicePage", "It does not accept the password")},
};

} // namespace

QString problemText(const Problem &problem)
{
    if (problem.code == u"disk-full")
        return ServicePage::tr(
            "The disk is full. Redirects go on; new links and clicks cannot be stored until there is space.");
    if (problem.code == u"clicks-shed")
        return ServicePage::tr(
            "More clicks came than could be stored. Totals are right; some single clicks have no details.");
    if (problem.code == u"not-writable")
        return ServicePage::tr("The data folder cannot be written. Redirects go on; nothing new is stored.");
    if (problem.code == u"redis-down")
        return ServicePage::tr("Redis cannot be used. Links are answered from the database; changes are told to the "
                               "other services as soon as it is back.");
    if (problem.code == u"node-taken")
        return ServicePage::tr("Another service has this one's node number. Snowflake codes are refused until each has "
                               "its own.");
    if (problem.code == u"numbers-wasted")
        return ServicePage::tr("Many numbers for codes are wasted, mostly by restarts. Links are made as before; the "
                               "codes get longer sooner.");
    if (problem.code == u"clock-moved-back")
        return ServicePage::tr("The clock of the service's computer was moved back. Snowflake codes wait until it has "
                               "caught up; set the clock right or let it follow a time server.");
    if (problem.code == u"snowflake-ending")
        return ServicePage::tr("Snowflake codes can be made for less than a year from now. Choose another kind for the "
                               "domains that use them.");
    if (problem.code == u"snowflake-ended")
        return ServicePage::tr("No more snowflake codes can be made. Choose another kind for the domains that use "
                               "them; links that exist go on working.");
    return problem.detail.isEmpty() ? problem.code : problem.detail;
}

QString redisErrorText(const QString &error)
{
    for (const RedisWords &known : kRedisWords) {
        if (error.contains(known.part, Qt::CaseInsensitive))
            return ServicePage::tr(known.words);
    }
    return visibleText(error);
}

QString pendingText(qint64 pending)
{
    return pending > 0 ? ServicePage::tr("%n change(s) to be told", nullptr, int(pending)) : QString();
}

QString redisNote(const RedisInfo &redis)
{
    QString note;
    if (redis.state != u"connected")
        note = redis.lastError.isEmpty() ? ServicePage::tr("Being connected") : redisErrorText(redis.lastError);
    else if (!redis.listening)
        note = ServicePage::tr("Does not hear of changes by others yet");
    else
        note = ServicePage::tr("Answers in %1 ms").arg(QLocale().toString(redis.roundTripMs, 'f', 2));
    const QString pending = pendingText(redis.pending);
    return pending.isEmpty() ? note : ServicePage::tr("%1; %2", "state of Redis, what waits").arg(note, pending);
}

} // namespace linkdesk::app
