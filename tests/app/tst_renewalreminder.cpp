// The reminder speaks once a local day, whatever happens in between.
#include "program/renewalreminder.h"
#include "settings/settings.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace linkdesk::app;

class TestRenewalReminder final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void speaksOnceADay()
    {
        QDate today(2026, 12, 1);
        Settings settings{QString()};
        RenewalReminder reminder(settings, [&today] { return today; });
        QSignalSpy due(&reminder, &RenewalReminder::due);
        reminder.offer(0, 7); // nothing to decide does not use up the day
        QCOMPARE(due.size(), 0);
        reminder.offer(23, 7);
        QCOMPARE(due.size(), 1);
        QVERIFY(due.first().first().toString().startsWith(QStringLiteral("23 ")));
        reminder.offer(24, 7);
        QCOMPARE(due.size(), 1);
        today = today.addDays(1);
        reminder.offer(24, 7);
        QCOMPARE(due.size(), 2);
    }

    void remembersOverAStart()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("settings.ini"));
        const auto today = [] { return QDate(2026, 12, 1); };
        {
            Settings settings(file);
            RenewalReminder first(settings, today);
            QSignalSpy due(&first, &RenewalReminder::due);
            first.offer(1, 7);
            QCOMPARE(due.size(), 1);
        }
        Settings settings(file);
        RenewalReminder second(settings, today);
        QSignalSpy due(&second, &RenewalReminder::due);
        second.offer(1, 7);
        QCOMPARE(due.size(), 0);
    }
};

QTEST_GUILESS_MAIN(TestRenewalReminder)
#include "tst_renewalreminder.moc"
