// Settings keep typed values, refuse what the table does not allow, tell of one key, and write the file in one step.
#include "settings/settings.h"

#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace linkdesk::app;

namespace {

QString s(const char *text)
{
    return QString::fromLatin1(text);
}

} // namespace

class TestSettings final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKeyAllowsItsOwnDefault()
    {
        for (int i = 0; i < kSettingCount; ++i) {
            const auto id = static_cast<SettingId>(i);
            QVERIFY2(Settings::isAllowed(id, Settings::fallback(id)), qPrintable(Settings::name(id)));
        }
    }

    void aValueSurvivesTheProgram()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(s("deep/er/linkdesk.ini"));
        {
            Settings settings(path);
            QVERIFY(settings.set(setting::kTheme, s("dark")));
            QVERIFY(settings.set(setting::kCloseNoticeShown, true));
        }
        Settings again(path);
        QCOMPARE(again.get(setting::kTheme), s("dark"));
        QCOMPARE(again.get(setting::kCloseNoticeShown), true);
    }

    void theDefaultIsNotWritten()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(s("a.ini"));
        Settings settings(path);
        settings.set(setting::kTheme, s("dark"));
        settings.flush();
        QVERIFY(QSettings(path, QSettings::IniFormat).contains(s("look/theme")));
        settings.reset(setting::kTheme);
        settings.flush();
        QVERIFY(!QSettings(path, QSettings::IniFormat).contains(s("look/theme")));
    }

    void onlyTheChangedKeyTells()
    {
        Settings settings{QString()};
        QSignalSpy theme(settings.notifier(SettingId::Theme), &SettingNotifier::changed);
        QSignalSpy zone(settings.notifier(SettingId::TimeZone), &SettingNotifier::changed);
        settings.set(setting::kTheme, s("light"));
        settings.set(setting::kTheme, s("light"));
        QCOMPARE(theme.count(), 1);
        QCOMPARE(zone.count(), 0);
    }

    void refusesWhatIsOutOfRange_data()
    {
        QTest::addColumn<int>("id");
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char *name, SettingId id, const char *value, bool allowed) {
            QTest::newRow(name) << static_cast<int>(id) << QString::fromUtf8(value) << allowed;
        };
        row("a theme that is none", SettingId::Theme, "pink", false);
        row("no theme", SettingId::Theme, "", false);
        row("any address, a port", SettingId::PublicListen, "0.0.0.0:8080", true);
        row("IPv6 in brackets", SettingId::PublicListen, "[::1]:80", true);
        row("IPv6 without brackets", SettingId::PublicListen, "::1:80", false);
        row("a port alone", SettingId::PublicListen, "8080", false);
        row("a port too high", SettingId::PublicListen, "0.0.0.0:65536", false);
        row("the highest port", SettingId::PublicListen, "0.0.0.0:65535", true);
        row("a name for an address", SettingId::PublicListen, "example.com:80", false);
        row("a web address", SettingId::PublicUrl, "https://go.example.com", true);
        row("none: the service decides", SettingId::PublicUrl, "", true);
        row("a web address with a password", SettingId::PublicUrl, "https://a:b@go.example.com", false);
        row("a web address with a query", SettingId::PublicUrl, "https://go.example.com?x", false);
        row("a script", SettingId::PublicUrl, "javascript:alert(1)", false);
        row("a zone", SettingId::TimeZone, "Europe/Berlin", true);
        row("a zone that is none", SettingId::TimeZone, "Mars/Olympus", false);
    }
    void refusesWhatIsOutOfRange()
    {
        QFETCH(int, id);
        QFETCH(QString, value);
        QFETCH(bool, allowed);
        QCOMPARE(Settings::isAllowed(static_cast<SettingId>(id), value), allowed);
    }

    void aDamagedFileGivesDefaults()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(s("a.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[look]\ntheme=pink\ntimeZone=Mars/Olympus\n[service]\nlisten=@@@\n\0\xff[");
        file.close();
        const Settings settings(path);
        QCOMPARE(settings.get(setting::kTheme), s("system"));
        QCOMPARE(settings.get(setting::kTimeZone), QString());
        QCOMPARE(settings.get(setting::kPublicListen), s("0.0.0.0:8080"));
    }

    void saysThatItCannotWrite()
    {
        QTemporaryDir dir;
        QFile blocker(dir.filePath(s("file")));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        Settings settings(dir.filePath(s("file/linkdesk.ini")));
        QSignalSpy failed(&settings, &Settings::writeFailed);
        settings.set(setting::kTheme, s("dark"));
        settings.flush();
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(settings.get(setting::kTheme), s("dark"));
    }

    void manyChangesAreOneWrite()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(s("a.ini"));
        Settings settings(path);
        for (int i = 0; i < 100; ++i)
            settings.set(setting::kTheme, i % 2 ? s("dark") : s("light"));
        QVERIFY(!QFile::exists(path)); // gathered, not yet written
        QTRY_VERIFY(QFile::exists(path));
        QCOMPARE(QSettings(path, QSettings::IniFormat).value(s("look/theme")).toString(), s("dark"));
    }
};

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
