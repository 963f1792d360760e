#include "base/timezone.h"
#include "links/renewal.h"

#include <QDateTime>
#include <QTest>
#include <QTimeZone>

using namespace linkdesk::core;

namespace {

QTimeZone zoneOf(const char *name)
{
    return QTimeZone(QByteArray(name));
}

TimePoint at(const char *utc)
{
    return fromMs(QDateTime::fromString(QLatin1String(utc), Qt::ISODateWithMs).toMSecsSinceEpoch());
}

QString text(TimePoint time)
{
    return QDateTime::fromMSecsSinceEpoch(toMs(time), Qt::UTC).toString(Qt::ISODate);
}

} // namespace

Q_DECLARE_METATYPE(linkdesk::core::Period)

// When a renewed link ends, in zones that change their offsets.
class TestRenewal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCalendarPeriodKeepsTheTimeOfDay_data()
    {
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("from");
        QTest::addColumn<Period>("period");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *zone, const char *from, Period period, const char *expected) {
            QTest::newRow(name) << QString::fromLatin1(zone) << QString::fromLatin1(from) << period
                                << QString::fromLatin1(expected);
        };
        // Berlin goes to summer time on 29 March 2026 at 01:00 UTC and back on 25 October.
        row("Berlin, into summer", "Europe/Berlin", "2026-03-15T22:59:59Z", {0, 1, 0, 0}, "2026-04-15T21:59:59Z");
        row("Berlin, into winter", "Europe/Berlin", "2026-10-20T21:59:59Z", {0, 0, 10, 0}, "2026-10-30T22:59:59Z");
        row("Berlin, left out: 02:30 is 03:30", "Europe/Berlin", "2026-03-28T01:30:00Z", {0, 0, 1, 0},
            "2026-03-29T01:30:00Z");
        row("Berlin, twice: the first 02:30", "Europe/Berlin", "2026-10-24T00:30:00Z", {0, 0, 1, 0},
            "2026-10-25T00:30:00Z");
        // Lord Howe Island moves by half an hour: +11:00 in summer, +10:30 in winter, from 5 April 2026.
        row("Lord Howe, half an hour", "Australia/Lord_Howe", "2026-04-04T12:59:59Z", {0, 0, 7, 0},
            "2026-04-11T13:29:59Z");
        row("Lord Howe, back", "Australia/Lord_Howe", "2026-10-03T13:29:59Z", {0, 0, 7, 0}, "2026-10-10T12:59:59Z");
        // New York, 8 March and 1 November 2026.
        row("New York, a year", "America/New_York", "2026-03-08T06:30:00Z", {1, 0, 0, 0}, "2027-03-08T06:30:00Z");
        row("New York, left out", "America/New_York", "2026-02-08T07:30:00Z", {0, 1, 0, 0}, "2026-03-08T07:30:00Z");
        // Kolkata never changes; it is half an hour off.
        row("Kolkata", "Asia/Kolkata", "2026-01-31T18:29:59Z", {0, 1, 0, 0}, "2026-02-28T18:29:59Z");
        row("31 January and a month", "UTC", "2026-01-31T12:00:00Z", {0, 1, 0, 0}, "2026-02-28T12:00:00Z");
        row("leap day and a year", "UTC", "2028-02-29T12:00:00Z", {1, 0, 0, 0}, "2029-02-28T12:00:00Z");
        // Hours pass as they pass.
        row("36 hours over the change", "Europe/Berlin", "2026-03-28T12:00:00Z", {0, 0, 0, 36 * 3'600'000},
            "2026-03-30T00:00:00Z");
    }
    void aCalendarPeriodKeepsTheTimeOfDay()
    {
        QFETCH(QString, zone);
        QFETCH(QString, from);
        QFETCH(Period, period);
        QFETCH(QString, expected);
        QCOMPARE(text(plusIn(at(from.toLatin1()), period, QTimeZone(zone.toLatin1()))), expected);
    }

    // Whatever the day, a number of days later it is the same time on the clock, or as near as the change allows.
    void everyDayOfTwoYears()
    {
        for (const char *name : {"Europe/Berlin", "Australia/Lord_Howe", "America/New_York", "America/Sao_Paulo"}) {
            const QTimeZone zone = zoneOf(name);
            QVERIFY(zone.isValid());
            for (int day = 0; day < 730; ++day) {
                const QDateTime noon(QDate(2026, 1, 1).addDays(day), QTime(12, 0), zone);
                const TimePoint later = plusIn(fromMs(noon.toMSecsSinceEpoch()), {0, 0, 30, 0}, zone);
                const QDateTime local = QDateTime::fromMSecsSinceEpoch(toMs(later), zone);
                QCOMPARE(local.time(), QTime(12, 0));
                QCOMPARE(local.date(), noon.date().addDays(30));
            }
        }
    }

    void takesZonesByAllTheirNames()
    {
        for (const char *name : {"UTC", "Etc/UTC", "GMT", "Europe/Berlin", "US/Eastern", "Asia/Calcutta", "Asia/Kolkata"})
            QVERIFY2(zoneNamed(name).has_value(), name);
        for (const char *name : {"", "Nowhere", "Mars/Base", "Europe/berlin ", "EST5EDT4", "../etc/passwd", "+01:00"})
            QVERIFY2(!zoneNamed(name), name);
        QCOMPARE(zoneNamed("US/Eastern")->offsetFromUtc(QDateTime(QDate(2026, 1, 1), QTime(0, 0), Qt::UTC)), -5 * 3600);
    }

    void endsOfMonthQuarterAndYear()
    {
        const QTimeZone berlin = zoneOf("Europe/Berlin");
        QCOMPARE(text(endAfter(at("2026-03-15T12:00:00Z"), NamedEnd::Quarter, berlin)), u"2026-03-31T21:59:59Z");
        QCOMPARE(text(endAfter(at("2026-11-15T12:00:00Z"), NamedEnd::Quarter, berlin)), u"2026-12-31T22:59:59Z");
        QCOMPARE(text(endAfter(at("2026-02-10T12:00:00Z"), NamedEnd::Month, berlin)), u"2026-02-28T22:59:59Z");
        QCOMPARE(text(endAfter(at("2026-02-10T12:00:00Z"), NamedEnd::Year, berlin)), u"2026-12-31T22:59:59Z");
        // The end itself is not later than itself.
        QCOMPARE(text(endAfter(at("2026-03-31T21:59:59Z"), NamedEnd::Quarter, berlin)), u"2026-06-30T21:59:59Z");
        // In Berlin it is April already.
        QCOMPARE(text(endAfter(at("2026-03-31T22:30:00Z"), NamedEnd::Quarter, berlin)), u"2026-06-30T21:59:59Z");
        QCOMPARE(text(endAfter(at("2026-03-31T22:30:00Z"), NamedEnd::Quarter, QTimeZone::utc())), u"2026-03-31T23:59:59Z");
    }

    void goesOnFromTheLaterOfNowAndTheEnd()
    {
        const TimePoint now = at("2026-05-10T10:00:00Z");
        const RenewTo month{Period{0, 0, 30, 0}};
        const QTimeZone utc = QTimeZone::utc();
        QCOMPARE(text(**renewedEnd(month, at("2026-05-20T10:00:00Z"), now, utc)), u"2026-06-19T10:00:00Z");
        QCOMPARE(text(**renewedEnd(month, at("2026-01-01T10:00:00Z"), now, utc)), u"2026-06-09T10:00:00Z");
        QCOMPARE(text(**renewedEnd(month, std::nullopt, now, utc)), u"2026-06-09T10:00:00Z");
        QVERIFY(!renewedEnd({std::optional<TimePoint>()}, now, now, utc)->has_value());
        const auto past = renewedEnd({std::optional(at("2026-05-10T10:00:00Z"))}, std::nullopt, now, utc);
        QVERIFY(!past);
        QCOMPARE(past.error().field, std::string("expiresAt"));
    }
};

QTEST_APPLESS_MAIN(TestRenewal)
#include "tst_renewal.moc"
