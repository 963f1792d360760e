// When backups are made and which are kept, across clock changes and the ends of months and years.
#include "upkeep/backupplan.h"

#include <QDateTime>
#include <QTest>
#include <QTimeZone>

using namespace linkdesk::core;

namespace {

TimePoint utc(const char *text)
{
    return fromMs(QDateTime::fromString(QLatin1String(text), Qt::ISODate).toMSecsSinceEpoch());
}

QString text(TimePoint time)
{
    return QDateTime::fromMSecsSinceEpoch(toMs(time), Qt::UTC).toString(QStringLiteral("yyyy-MM-ddTHH:mmZ"));
}

QTimeZone zone(const char *name)
{
    return QTimeZone(name);
}

} // namespace

class TestBackupPlan final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plannedTimes_data();
    void plannedTimes();
    void everyDayHasExactlyOne_data();
    void everyDayHasExactlyOne();
    void namesAreReadAgain_data();
    void namesAreReadAgain();
    void otherNamesAreNone_data();
    void otherNamesAreNone();
    void aYearOfBackupsKeepsElevenOfThem();
    void manualOnesStay();
    void onlyTheLatestOfADayStays();
    void noWeeks();
    void aPauseKeepsTheLastOnes();
};

void TestBackupPlan::plannedTimes_data()
{
    QTest::addColumn<QByteArray>("zoneId");
    QTest::addColumn<int>("hour");
    QTest::addColumn<QByteArray>("now");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char *name, const char *id, int hour, const char *now, const char *before,
                        const char *after) {
        QTest::newRow(name) << QByteArray(id) << hour << QByteArray(now) << QString::fromLatin1(before)
                            << QString::fromLatin1(after);
    };
    row("an ordinary night", "Europe/Berlin", 2, "2026-12-01T12:00:00Z", "2026-12-01T01:00Z", "2026-12-02T01:00Z");
    row("at the very moment it is due", "Europe/Berlin", 2, "2026-12-01T01:00:00Z", "2026-12-01T01:00Z",
        "2026-12-02T01:00Z");
    row("a moment before", "Europe/Berlin", 2, "2026-12-01T00:59:59Z", "2026-11-30T01:00Z", "2026-12-01T01:00Z");
    row("an hour that is left out comes at three", "Europe/Berlin", 2, "2026-03-29T12:00:00Z", "2026-03-29T01:00Z",
        "2026-03-30T00:00Z");
    row("an hour that comes twice is taken once", "Europe/Berlin", 2, "2026-10-25T00:30:00Z", "2026-10-25T00:00Z",
        "2026-10-26T01:00Z");
    row("and not again in its second half", "Europe/Berlin", 2, "2026-10-25T01:30:00Z", "2026-10-25T00:00Z",
        "2026-10-26T01:00Z");
    row("midnight that is left out", "America/Sao_Paulo", 0, "2018-11-04T12:00:00Z", "2018-11-04T03:00Z",
        "2018-11-05T02:00Z");
    row("half an hour of clock change", "Australia/Lord_Howe", 2, "2026-10-03T15:00:00Z", "2026-10-02T15:30Z",
        "2026-10-03T15:30Z");
    row("the end of a year", "Europe/Berlin", 23, "2026-12-31T22:30:00Z", "2026-12-31T22:00Z", "2027-01-01T22:00Z");
    row("the end of February", "UTC", 2, "2028-02-28T03:00:00Z", "2028-02-28T02:00Z", "2028-02-29T02:00Z");
}

void TestBackupPlan::plannedTimes()
{
    QFETCH(QByteArray, zoneId);
    QFETCH(int, hour);
    QFETCH(QByteArray, now);
    QFETCH(QString, before);
    QFETCH(QString, after);
    QCOMPARE(text(plannedBefore(utc(now.constData()), hour, QTimeZone(zoneId))), before);
    QCOMPARE(text(plannedAfter(utc(now.constData()), hour, QTimeZone(zoneId))), after);
}

void TestBackupPlan::everyDayHasExactlyOne_data()
{
    QTest::addColumn<QByteArray>("zoneId");
    for (const char *id :
         {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo"})
        QTest::newRow(id) << QByteArray(id);
}

void TestBackupPlan::everyDayHasExactlyOne()
{
    QFETCH(QByteArray, zoneId);
    const QTimeZone local(zoneId);
    for (const int hour : {0, 2, 3, 23}) {
        TimePoint now = utc("2026-01-01T12:00:00Z");
        QDate day = QDateTime::fromMSecsSinceEpoch(toMs(plannedAfter(now, hour, local)), local).date();
        for (int i = 0; i < 366; ++i) {
            now = plannedAfter(now, hour, local);
            QCOMPARE(QDateTime::fromMSecsSinceEpoch(toMs(now), local).date(), day);
            QCOMPARE(plannedBefore(now, hour, local), now);
            day = day.addDays(1);
        }
    }
}

void TestBackupPlan::namesAreReadAgain_data()
{
    QTest::addColumn<QByteArray>("at");
    QTest::addColumn<bool>("manual");
    QTest::addColumn<int>("attempt");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("planned") << QByteArray("2026-12-01T01:00:00Z") << false << 1
                             << QByteArray("linkdesk-20261201-0200.db");
    QTest::newRow("manual") << QByteArray("2026-12-01T14:37:00Z") << true << 1
                            << QByteArray("linkdesk-20261201-1537-manual.db");
    QTest::newRow("a second in one minute")
        << QByteArray("2026-12-01T14:37:00Z") << true << 2 << QByteArray("linkdesk-20261201-1537-manual-2.db");
    QTest::newRow("in summer") << QByteArray("2026-07-01T00:00:00Z") << false << 1
                               << QByteArray("linkdesk-20260701-0200.db");
}

void TestBackupPlan::namesAreReadAgain()
{
    QFETCH(QByteArray, at);
    QFETCH(bool, manual);
    QFETCH(int, attempt);
    QFETCH(QByteArray, name);
    const QTimeZone berlin = zone("Europe/Berlin");
    QCOMPARE(backupName(utc(at.constData()), manual, attempt, berlin), name.toStdString());
    const auto read = parseBackupName(name.toStdString(), berlin);
    QVERIFY(read);
    QCOMPARE(text(read->at), text(utc(at.constData())));
    QCOMPARE(read->manual, manual);
    QCOMPARE(read->name, name.toStdString());
}

void TestBackupPlan::otherNamesAreNone_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name :
         {"", "linkdesk.db", "linkdesk-20261201-0200.db-wal", "linkdesk-20261201-0200.db.unfinished",
          "linkdesk-20261301-0200.db", "linkdesk-20261201-2500.db", "linkdesk-20261201-0200-other.db",
          "../linkdesk-20261201-0200.db", "linkdesk-20261201-0200.db/", "/linkdesk-20261201-0200.db",
          "linkdesk-2026120-0200.db", "linkdesk-20261201-0200-.db", "linkdesk-20261201-0200-1.db",
          "Linkdesk-20261201-0200.db", "linkdesk-before-restore-20261201-020000.db"})
        QTest::newRow(name) << QByteArray(name);
}

void TestBackupPlan::otherNamesAreNone()
{
    QFETCH(QByteArray, name);
    QVERIFY(!parseBackupName(name.toStdString(), zone("Europe/Berlin")));
}

// As it goes: each night one more, and what is superseded is removed. Beginning at any weekday, across both clock
// changes.
void TestBackupPlan::aYearOfBackupsKeepsElevenOfThem()
{
    const QTimeZone berlin = zone("Europe/Berlin");
    const BackupSettings settings;
    std::vector<BackupName> there;
    TimePoint now = utc("2026-01-01T12:00:00Z");
    for (int night = 1; night <= 400; ++night) {
        now = plannedAfter(now, 2, berlin);
        there.push_back({backupName(now, false, 1, berlin), now, false});
        Rotation rotation = rotate(there, settings, berlin);
        QVERIFY(rotation.superseded.size() <= 1);
        there.clear();
        int daily = 0;
        int weekly = 0;
        for (const KeptBackup &kept : rotation.kept) {
            there.push_back(kept.backup);
            daily += kept.kind == BackupKind::Daily ? 1 : 0;
            weekly += kept.kind == BackupKind::Weekly ? 1 : 0;
        }
        QCOMPARE(daily, std::min(night, 7));
        QVERIFY(weekly <= 4);
        if (night < 60)
            continue;
        QCOMPARE(weekly, 4);
        // The last week day by day, and the ends of the weeks before it.
        const QDate today = QDateTime::fromMSecsSinceEpoch(toMs(now), berlin).date();
        for (int i = 0; i < 7; ++i)
            QCOMPARE(QDateTime::fromMSecsSinceEpoch(toMs(rotation.kept[static_cast<std::size_t>(i)].backup.at), berlin)
                         .date(),
                     today.addDays(-i));
        const QDate oldest = QDateTime::fromMSecsSinceEpoch(toMs(rotation.kept.back().backup.at), berlin).date();
        QVERIFY2(oldest.daysTo(today) >= 22 && oldest.daysTo(today) <= 35,
                 qPrintable(QString::number(oldest.daysTo(today))));
    }
}

void TestBackupPlan::manualOnesStay()
{
    const QTimeZone berlin = zone("Europe/Berlin");
    std::vector<BackupName> there;
    for (int day = 1; day <= 28; ++day) {
        const TimePoint at =
            utc(QStringLiteral("2026-02-%1T12:00:00Z").arg(day, 2, 10, QLatin1Char('0')).toLatin1().constData());
        there.push_back({backupName(at, true, 1, berlin), at, true});
    }
    const Rotation rotation = rotate(there, BackupSettings{}, berlin);
    QCOMPARE(rotation.kept.size(), 28u);
    QVERIFY(rotation.superseded.empty());
    QCOMPARE(backupKindName(rotation.kept.front().kind), std::string_view("manual"));
}

void TestBackupPlan::onlyTheLatestOfADayStays()
{
    const QTimeZone berlin = zone("Europe/Berlin");
    std::vector<BackupName> there;
    for (const char *at : {"2026-12-01T01:00:00Z", "2026-12-01T09:00:00Z", "2026-11-30T01:00:00Z"})
        there.push_back({backupName(utc(at), false, 1, berlin), utc(at), false});
    const Rotation rotation = rotate(there, BackupSettings{}, berlin);
    QCOMPARE(rotation.kept.size(), 2u);
    QCOMPARE(rotation.kept[0].backup.name, std::string("linkdesk-20261201-1000.db"));
    QCOMPARE(rotation.superseded.size(), 1u);
    QCOMPARE(rotation.superseded[0].name, std::string("linkdesk-20261201-0200.db"));
}

void TestBackupPlan::noWeeks()
{
    const QTimeZone berlin = zone("Europe/Berlin");
    BackupSettings settings;
    settings.daily = 1;
    settings.weekly = 0;
    std::vector<BackupName> there;
    for (const char *at : {"2026-12-01T01:00:00Z", "2026-11-30T01:00:00Z", "2026-11-20T01:00:00Z"})
        there.push_back({backupName(utc(at), false, 1, berlin), utc(at), false});
    QCOMPARE(rotate(there, settings, berlin).kept.size(), 1u);
}

// A computer that was off for months has its last backups still: days count by what there is, not by the calendar.
void TestBackupPlan::aPauseKeepsTheLastOnes()
{
    const QTimeZone berlin = zone("Europe/Berlin");
    std::vector<BackupName> there;
    for (const char *at :
         {"2026-12-01T01:00:00Z", "2026-03-01T01:00:00Z", "2026-02-28T01:00:00Z", "2026-01-15T01:00:00Z"})
        there.push_back({backupName(utc(at), false, 1, berlin), utc(at), false});
    QVERIFY(rotate(there, BackupSettings{}, berlin).superseded.empty());
}

QTEST_GUILESS_MAIN(TestBackupPlan)
#include "tst_backupplan.moc"
