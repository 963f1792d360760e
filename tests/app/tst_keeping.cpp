// Backups and upkeep on the service page: made, listed, deleted, restored with the service starting anew; checks and
// repairs; the settings of both; what a service or a key that cannot do it leaves out.
#include "dialogs/zonecombo.h"
#include "fakekeeping.h"
#include "models/backupsmodel.h"
#include "models/upkeeptexts.h"
#include "pages/backupscard.h"
#include "pages/servicepage.h"
#include "pages/upkeepcard.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/pill.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialog>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace linkdesk::app;
using namespace linkdesk::test;

class TestKeeping final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        auto *style = new AppStyle;
        style->setAnimationsEnabled(false);
        QApplication::setStyle(style);
        QApplication::setPalette(makePalette(tokens(Theme::Light)));
    }
    void init()
    {
        m_service = std::make_unique<FakeService>();
        m_keeping = std::make_unique<FakeKeeping>(*m_service);
        m_keeping->setBackups({FakeKeeping::backup(u"linkdesk-a.db"_qs, 0, u"daily"_qs),
                               FakeKeeping::backup(u"linkdesk-b.db"_qs, 7, u"weekly"_qs),
                               FakeKeeping::backup(u"linkdesk-c.db"_qs, 20, u"manual"_qs, u"cut <b>short</b>"_qs)});
        m_client = std::make_unique<AdminClient>();
        m_stream = std::make_unique<EventStream>();
        m_client->setEndpoint(m_service->endpoint());
        m_stream->start(m_service->endpoint());
        QTRY_COMPARE(m_service->streams(), 1);
        m_page = std::make_unique<ServicePage>(*m_client, *m_stream);
        m_said = std::make_unique<QSignalSpy>(m_page.get(), &Page::messageRequested);
        m_page->resize(1200, 1400);
        m_page->show();
    }
    void cleanup()
    {
        m_said.reset();
        m_page.reset();
        m_stream.reset();
        m_client.reset();
        m_keeping.reset();
        m_service.reset();
    }

    void theStateAndTheListAreShown()
    {
        open();
        const QString all = texts(m_page->findChild<BackupsCard *>());
        QVERIFY2(all.contains(u"3.8 GB, checked"_qs) || all.contains(u"GB, checked"_qs), qPrintable(all));
        QVERIFY2(all.contains(u"keeps 7 daily and 4 weekly"_qs), qPrintable(all));
        QCOMPARE(table()->model()->rowCount(), 3);
        QCOMPARE(cell(0, BackupColumn::Kind), u"Daily"_qs);
        QCOMPARE(cell(2, BackupColumn::State), u"Cannot be used"_qs);
        // A file that cannot be used can be deleted, not restored; its tooltip says why, as plain text.
        table()->selectRow(2);
        QVERIFY(!button("backupRestore")->isEnabled());
        QVERIFY(button("backupDelete")->isEnabled());
        const QString tip = table()->model()->index(2, int(BackupColumn::State)).data(Qt::ToolTipRole).toString();
        QVERIFY2(!tip.contains(u"<b>"_qs), qPrintable(tip));
        const QString upkeep = texts(m_page->findChild<UpkeepCard *>());
        QVERIFY2(upkeep.contains(u"12 expired deleted, 3 removed for good"_qs), qPrintable(upkeep));
        QVERIFY2(upkeep.contains(u"Europe/Berlin"_qs), qPrintable(upkeep));
        QVERIFY2(upkeep.contains(u"never"_qs), qPrintable(upkeep));
    }

    void aFailedBackupIsSaidInWords()
    {
        QJsonObject backup = m_service->service().value(u"backup"_qs).toObject();
        backup.insert(u"lastError"_qs, u"write: No space left on device"_qs);
        m_keeping->setState(backup, m_service->service().value(u"upkeep"_qs).toObject());
        open();
        const QString all = texts(m_page->findChild<BackupsCard *>());
        QVERIFY2(all.contains(u"The last backup failed: The disk is full."_qs), qPrintable(all));
    }

    // Progress, cancel, done and failed; the list follows.
    void aBackupIsMadeWithProgress()
    {
        open();
        click("backUpNow");
        QTRY_COMPARE(m_keeping->job().value(u"kind"_qs).toString(), u"backup"_qs);
        m_keeping->progress(45, 100);
        QTRY_VERIFY(texts(m_page.get()).contains(u"Backing up, 45%"_qs));
        QVERIFY(!button("backUpNow")->isEnabled());
        QJsonArray backups = m_keeping->backups();
        backups.prepend(FakeKeeping::backup(u"linkdesk-new.db"_qs, 0, u"manual"_qs));
        m_keeping->setBackups(backups);
        m_keeping->endJob(u"done"_qs);
        QTRY_COMPARE(table()->model()->rowCount(), 4);
        QVERIFY(button("backUpNow")->isEnabled());
        QCOMPARE(last().level, Level::Ok);

        click("backUpNow");
        QTRY_COMPARE(m_keeping->job().value(u"state"_qs).toString(), u"running"_qs);
        m_keeping->progress(1, 100);
        QPushButton *cancel = nullptr;
        QTRY_VERIFY((cancel = visibleButton(u"Cancel"_qs)));
        cancel->click();
        QTRY_COMPARE(last().level, Level::Info);
        click("backUpNow");
        QTRY_COMPARE(m_keeping->job().value(u"state"_qs).toString(), u"running"_qs);
        m_keeping->endJob(u"failed"_qs, u"Permission denied"_qs);
        QTRY_COMPARE(last().level, Level::Danger);
        QCOMPARE(last().whatToDo, u"The service may not write there."_qs);
    }

    // A restore wants to be confirmed, and the page comes back by itself when the service does.
    void aRestoreIsConfirmedAndTheAppComesBack()
    {
        open();
        table()->selectRow(1);
        click("backupRestore");
        auto *dialog = m_page->findChild<QDialog *>(u"restoreDialog"_qs);
        QVERIFY(dialog);
        auto *go = dialog->findChild<QPushButton *>(u"restoreConfirm"_qs);
        QVERIFY(!go->isEnabled());
        QVERIFY(texts(dialog).contains(u"linkdesk-before-restore"_qs));
        dialog->findChild<QCheckBox *>(u"restoreSure"_qs)->setChecked(true);
        go->click();
        QTRY_COMPARE(m_keeping->job().value(u"kind"_qs).toString(), u"restore"_qs);
        QCOMPARE(m_service->countOf("POST", u"/api/v1/backups/linkdesk-b.db/restore"_qs), 1);
        QTRY_VERIFY(m_page->findChild<BackupsCard *>()->isRestoring());
        m_keeping->progress(10, 100);
        QTRY_VERIFY(texts(m_page.get()).contains(u"Restoring, 10%"_qs));
        QVERIFY(!visibleButton(u"Cancel"_qs));
        m_keeping->endJob(u"done"_qs);
        QTRY_VERIFY(!m_said->isEmpty() && last().what.contains(u"starts anew"_qs));
        m_keeping->goAway();
        m_page->deactivated(); // people go elsewhere meanwhile
        QTRY_VERIFY_WITH_TIMEOUT(texts(m_page.get()).contains(u"Starting anew"_qs), 8000);
        QVERIFY(last().what.contains(u"starts anew"_qs)); // and no word of a service that does not answer
        m_keeping->comeBack({{u"at"_qs, QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
                             {u"from"_qs, u"linkdesk-b.db"_qs},
                             {u"former"_qs, u"linkdesk-before-restore-20261201.db"_qs},
                             {u"error"_qs, QJsonValue()}});
        QTRY_COMPARE_WITH_TIMEOUT(last().level, Level::Ok, 8000);
        QVERIFY(last().whatToDo.contains(u"linkdesk-before-restore-20261201.db"_qs));
        QVERIFY(!m_page->findChild<BackupsCard *>()->isRestoring());
    }

    void aRestoreThatFailsLeavesAllAsBefore()
    {
        open();
        table()->selectRow(0);
        confirmRestore();
        QTRY_VERIFY(m_page->findChild<BackupsCard *>()->isRestoring());
        m_keeping->endJob(u"failed"_qs, u"The file is cut <b>short</b>."_qs);
        QTRY_COMPARE(last().level, Level::Danger);
        QVERIFY(last().what.contains(u"all is as before"_qs));
        QVERIFY(!m_page->findChild<BackupsCard *>()->isRestoring());
        QVERIFY(button("backupRestore")->isEnabled());
    }

    // The service came back, but with the former database.
    void aRestoreTheServiceTookBackIsSaid()
    {
        open();
        table()->selectRow(0);
        confirmRestore();
        QTRY_VERIFY(m_page->findChild<BackupsCard *>()->isRestoring());
        m_keeping->comeBack({{u"at"_qs, QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
                             {u"from"_qs, u"linkdesk-a.db"_qs},
                             {u"former"_qs, QJsonValue()},
                             {u"error"_qs, u"it could not be opened"_qs}});
        QTRY_COMPARE_WITH_TIMEOUT(m_said->isEmpty() ? Level::Info : last().level, Level::Danger, 8000);
        QVERIFY(last().what.contains(u"in use again"_qs));
    }

    void aBackupIsDeletedAfterAQuestion()
    {
        open();
        table()->selectRow(1);
        click("backupDelete");
        auto *dialog = m_page->findChild<QDialog *>(u"deleteBackupDialog"_qs);
        QVERIFY(dialog);
        dialog->findChild<QPushButton *>(u"deleteBackupConfirm"_qs)->click();
        QTRY_COMPARE(table()->model()->rowCount(), 2);
        QCOMPARE(cell(0, BackupColumn::Kind), u"Daily"_qs);
    }

    // Only what was changed is sent; a wrong folder is said at its field, before sending and after.
    void thePlanIsChanged()
    {
        open();
        click("backupPlan");
        auto *dialog = m_page->findChild<QDialog *>(u"backupPlanDialog"_qs);
        QVERIFY(dialog);
        dialog->findChild<QComboBox *>(u"backupHour"_qs)->setCurrentIndex(4);
        dialog->findChild<QSpinBox *>(u"backupWeekly"_qs)->setValue(0);
        auto *folder = dialog->findChild<QLineEdit *>(u"backupFolder"_qs);
        auto *save = dialog->findChild<QPushButton *>(u"settingsSave"_qs);
        folder->setText(u"backups"_qs);
        save->click();
        QVERIFY(texts(dialog).contains(u"whole path"_qs));
        QCOMPARE(m_service->countOf("PATCH", u"/api/v1/settings"_qs), 0);
        folder->setText(u"/mnt/full"_qs);
        m_keeping->refuse("PATCH", u"/settings"_qs,
                          problem(422, u"invalid-input"_qs, u"folder must be writable."_qs, u"folder"_qs));
        save->click();
        QTRY_VERIFY(texts(dialog).contains(u"folder must be writable."_qs));
        m_keeping->refuse("PATCH", u"/settings"_qs, std::nullopt);
        save->click();
        QTRY_VERIFY(texts(m_page.get()).contains(u"keeps 7 daily"_qs)
                    && !texts(m_page.get()).contains(u"4 weekly"_qs));
        QCOMPARE(m_keeping->body("PATCH", u"/settings"_qs),
                 QJsonObject({{u"backup"_qs, QJsonObject{{u"hour"_qs, 4}, {u"weekly"_qs, 0},
                                                         {u"folder"_qs, u"/mnt/full"_qs}}}}));
    }

    void upkeepIsChangedWithASearchedZone()
    {
        open();
        click("upkeepChange");
        auto *dialog = m_page->findChild<QDialog *>(u"upkeepDialog"_qs);
        QVERIFY(dialog);
        dialog->findChild<QCheckBox *>(u"archiveOn"_qs)->setChecked(true);
        dialog->findChild<QSpinBox *>(u"archiveAfterDays"_qs)->setValue(400);
        dialog->findChild<QCheckBox *>(u"keepExpiredOn"_qs)->setChecked(false);
        auto *zone = dialog->findChild<ZoneCombo *>();
        zone->completer()->setCompletionPrefix(u"shang"_qs);
        QCOMPARE(zone->completer()->currentCompletion(), u"Asia/Shanghai"_qs);
        zone->setEditText(u"Berlin"_qs);
        auto *save = dialog->findChild<QPushButton *>(u"settingsSave"_qs);
        save->click();
        QVERIFY(texts(dialog).contains(u"Choose a zone of the list"_qs));
        zone->setEditText(u"asia/shanghai"_qs);
        save->click();
        QTRY_VERIFY(texts(m_page.get()).contains(u"Asia/Shanghai"_qs));
        QCOMPARE(m_keeping->body("PATCH", u"/settings"_qs),
                 QJsonObject({{u"archiveAfterDays"_qs, 400}, {u"keepExpiredDays"_qs, QJsonValue()},
                              {u"timeZone"_qs, u"Asia/Shanghai"_qs}}));
        QVERIFY(texts(m_page.get()).contains(u"until you delete them"_qs));
    }

    void aCheckFindsAndRepairs()
    {
        open();
        QVERIFY(!button("repairNow")->isVisible());
        click("checkNow");
        QTRY_COMPARE(m_keeping->job().value(u"kind"_qs).toString(), u"check"_qs);
        QJsonObject found{{u"code"_qs, u"shared-code"_qs},
                          {u"detail"_qs, u"Code spring\u202Egnp is held twice."_qs},
                          {u"repaired"_qs, false}};
        m_keeping->endJob(u"done"_qs, u"1 problems were found"_qs, {found});
        QTRY_VERIFY(texts(m_page.get()).contains(u"Two links claim the same code"_qs));
        QVERIFY(!texts(m_page.get()).contains(QChar(0x202E))); // made visible
        QVERIFY(button("repairNow")->isVisible());
        click("repairNow");
        QTRY_COMPARE(m_keeping->body("POST", u"/service/check"_qs).value(u"repair"_qs).toBool(), true);
        QTRY_COMPARE(m_keeping->job().value(u"state"_qs).toString(), u"running"_qs);
        found.insert(u"repaired"_qs, true);
        m_keeping->endJob(u"done"_qs, {}, {found});
        QTRY_VERIFY(texts(m_page.get()).contains(u"Everything that was found is repaired"_qs));
        QVERIFY(!button("repairNow")->isVisible());
    }

    void theLastCheckAndARunningJobAreFoundAgain()
    {
        open();
        click("checkNow");
        QTRY_COMPARE(m_keeping->job().value(u"kind"_qs).toString(), u"check"_qs);
        m_keeping->endJob(u"done"_qs);
        QTRY_VERIFY(texts(m_page.get()).contains(u"The database is sound"_qs));
        click("backUpNow");
        QTRY_COMPARE(m_keeping->job().value(u"kind"_qs).toString(), u"backup"_qs);
        m_keeping->progress(30, 100);
        ServicePage other(*m_client, *m_stream);
        other.resize(1200, 1400);
        other.show();
        other.activated();
        QTRY_VERIFY(texts(&other).contains(u"Backing up, 30%"_qs));
        QTRY_VERIFY(texts(&other).contains(u"The database is sound"_qs));
    }

    void anOlderServiceShowsNoCards()
    {
        m_keeping.reset();
        m_service->setService(FakeService::defaultService());
        m_service->setOverride([](const FakeRequest &request) -> std::optional<FakeAnswer> {
            for (const QString &part : {u"/settings"_qs, u"/jobs"_qs, u"/backups"_qs}) {
                if (request.path.startsWith(u"/api/v1"_qs + part))
                    return problem(404, u"not-found"_qs, u"No such path."_qs);
            }
            return std::nullopt;
        });
        m_page->activated();
        QTRY_VERIFY(texts(m_page.get()).contains(u"Answering"_qs));
        QVERIFY(!m_page->findChild<BackupsCard *>()->isVisible());
        QVERIFY(!m_page->findChild<UpkeepCard *>()->isVisible());
        QCOMPARE(m_said->size(), 0);
        m_service->setOverride({});
    }

    void aKeyWithoutTheRightSeesTheStateOnly()
    {
        m_keeping->refuse("GET", u"/backups"_qs, problem(403, u"forbidden"_qs, u"This key may not."_qs));
        m_page->activated();
        QTRY_VERIFY(texts(m_page.get()).contains(u"needs administrator rights"_qs));
        QVERIFY(!button("backUpNow")->isVisible());
        QVERIFY(!button("backupPlan")->isVisible());
        QVERIFY(!table()->isVisible());
        QCOMPARE(m_said->size(), 0);
    }

    void theModelKeepsTheRules()
    {
        BackupsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        BackupFile old;
        old.name = u"old"_qs;
        old.at = QDateTime::currentDateTimeUtc().addDays(-3);
        BackupFile young = old;
        young.name = u"young"_qs;
        young.at = QDateTime::currentDateTimeUtc();
        model.setBackups({old, young});
        QCOMPARE(model.backupAt(0)->name, u"young"_qs);
        QCOMPARE(model.rowOf(u"old"_qs), 1);
        QCOMPARE(model.rowOf(u"gone"_qs), -1);
        model.setZone(QTimeZone("Asia/Shanghai"));
        model.setBackups({});
        QCOMPARE(model.rowCount(), 0);
    }

private:
    void open()
    {
        m_page->activated();
        QTRY_VERIFY(table()->model()->rowCount() > 0 && button("upkeepChange")->isVisible());
    }
    void confirmRestore()
    {
        click("backupRestore");
        auto *dialog = m_page->findChild<QDialog *>(u"restoreDialog"_qs);
        QVERIFY(dialog);
        dialog->findChild<QCheckBox *>(u"restoreSure"_qs)->setChecked(true);
        dialog->findChild<QPushButton *>(u"restoreConfirm"_qs)->click();
    }
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        return m_page->findChild<QPushButton *>(QString::fromLatin1(name));
    }
    void click(const char *name) { QTest::mouseClick(button(name), Qt::LeftButton); }
    [[nodiscard]] QPushButton *visibleButton(const QString &text) const
    {
        for (QPushButton *found : m_page->findChildren<QPushButton *>()) {
            if (found->text() == text && found->isVisible() && !qobject_cast<QDialog *>(found->window()))
                return found;
        }
        return nullptr;
    }
    [[nodiscard]] QTableView *table() const { return m_page->findChild<QTableView *>(u"backupsTable"_qs); }
    [[nodiscard]] QString cell(int row, BackupColumn column) const
    {
        return table()->model()->index(row, int(column)).data().toString();
    }
    [[nodiscard]] Message last() const
    {
        return m_said->isEmpty() ? Message{} : m_said->last().first().value<Message>();
    }
    // All that is written in it, one line each.
    [[nodiscard]] static QString texts(const QWidget *widget)
    {
        QStringList all;
        for (const QWidget *child : widget->findChildren<QWidget *>()) {
            if (!child->isVisibleTo(widget))
                continue;
            if (const auto *pill = qobject_cast<const Pill *>(child))
                all << pill->text();
            all << child->property("text").toString();
        }
        return all.join(u'\n');
    }

    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<FakeKeeping> m_keeping;
    std::unique_ptr<AdminClient> m_client;
    std::unique_ptr<EventStream> m_stream;
    std::unique_ptr<ServicePage> m_page;
    std::unique_ptr<QSignalSpy> m_said;
};

QTEST_MAIN(TestKeeping)
#include "tst_keeping.moc"
