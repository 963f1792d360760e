// Renders the link window's further options, the domain form and the service page's backups and upkeep, with their
// dialogs and errors, to PNG: linkdesk_keeping_gallery DIR [FONT]
#include "dialogs/linkdialogs.h"
#include "dialogs/momentedit.h"
#include "dialogs/newlinkdialog.h"
#include "fakekeeping.h"
#include "officedata.h"
#include "pages/domainspage.h"
#include "pages/servicepage.h"
#include "settings/inifile.h"
#include "shell/actionregistry.h"
#include "shell/actions.h"
#include "shell/mainwindow.h"
#include "shell/windowstate.h"
#include "style/appstyle.h"
#include "style/tokens.h"

#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QDir>
#include <QJsonArray>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QUndoStack>

using namespace linkdesk::app;
using namespace linkdesk::test;

namespace {

struct Stage {
    explicit Stage(FakeService &fake) : service(fake), keeping(fake), state(QString()), window(actions, state, undo)
    {
        keeping.setBackups({FakeKeeping::backup(u"linkdesk-20261201-0200.db"_qs, 0, u"daily"_qs),
                            FakeKeeping::backup(u"linkdesk-20261130-0200.db"_qs, 1, u"daily"_qs),
                            FakeKeeping::backup(u"linkdesk-20261129-0200.db"_qs, 2, u"daily"_qs),
                            FakeKeeping::backup(u"linkdesk-20261124-0200.db"_qs, 7, u"weekly"_qs),
                            FakeKeeping::backup(u"linkdesk-20261117-0200.db"_qs, 14, u"weekly"_qs),
                            FakeKeeping::backup(u"linkdesk-20260930-1711.db"_qs, 62, u"manual"_qs, u"cut short"_qs)});
        addStandardActions(actions);
        client.setEndpoint(service.endpoint());
        stream.start(service.endpoint());
        dialogs = new LinkDialogs(client, &window);
        domains = new DomainsPage(client, stream);
        page = new ServicePage(client, stream);
        window.addPage(domains, Sidebar::Group::Links, "globe");
        window.addPage(page, Sidebar::Group::Bottom, "server");
        window.resize(1440, 900);
        window.show();
        QTest::qWait(500);
    }

    FakeService &service;
    FakeKeeping keeping;
    ActionRegistry actions;
    WindowState state;
    QUndoStack undo;
    AdminClient client;
    EventStream stream;
    MainWindow window;
    LinkDialogs *dialogs = nullptr;
    DomainsPage *domains = nullptr;
    ServicePage *page = nullptr;
};

void save(QWidget *widget, const QDir &dir, const QString &name)
{
    QTest::qWait(80);
    widget->grab().save(dir.filePath(name + u".png"_qs));
}

void scrollDown(QWidget *widget)
{
    QTest::qWait(50);
    for (QScrollArea *area : widget->findChildren<QScrollArea *>())
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
}

// Until a job of this kind has begun.
void waitForJob(const FakeKeeping &keeping, const QString &kind)
{
    const auto begun = [&] { return keeping.job().value(u"kind"_qs).toString() == kind; };
    if (!QTest::qWaitFor(begun, 20000))
        qFatal("no job has begun");
}

template <typename T>
T *find(QWidget *parent, const char *name)
{
    return parent->findChild<T *>(QString::fromLatin1(name));
}

void click(QWidget *parent, const char *name)
{
    find<QAbstractButton>(parent, name)->click();
    QTest::qWait(150);
}

void grabForm(Stage &stage, const QDir &dir, const QString &suffix)
{
    NewLinkDialog *dialog = stage.dialogs->newLink(u"https://shop.example.com/de/campaign/spring-sale"_qs);
    QTest::qWait(600);
    save(dialog, dir, u"form-plain-"_qs + suffix);
    click(dialog, "expiryDate");
    click(dialog, "moreOptions");
    save(dialog, dir, u"form-date-"_qs + suffix);
    click(dialog, "startLater");
    click(dialog, "limitClicks");
    find<QLineEdit>(dialog, "fallbackEdit")->setText(u"https://shop.example.com/over"_qs);
    dialog->resize(920, 900);
    save(dialog, dir, u"form-life-"_qs + suffix);
    const int year = QDate::currentDate().year() + 1;
    QDate night(year, 10, 31);
    night = night.addDays(-(night.dayOfWeek() % 7));
    find<MomentEdit>(dialog, "expiryEdit")->setDateTime(QDateTime(night, QTime(2, 30), Qt::UTC));
    find<MomentEdit>(dialog, "startEdit")->setDateTime(QDateTime(night.addDays(3), QTime(9, 0), Qt::UTC));
    find<QLineEdit>(dialog, "fallbackEdit")->setText(u"shop.example.com/over"_qs);
    click(dialog, "primaryButton");
    save(dialog, dir, u"form-errors-"_qs + suffix);
    dialog->close();
}

void grabDialogs(Stage &stage, const QDir &dir, const QString &suffix)
{
    const std::pair<const char *, const char *> dialogs[] = {{"backupPlan", "backupPlanDialog"},
                                                             {"upkeepChange", "upkeepDialog"},
                                                             {"backupRestore", "restoreDialog"},
                                                             {"backupDelete", "deleteBackupDialog"}};
    for (const auto &[button, name] : dialogs) {
        click(stage.page, button);
        auto *dialog = find<QDialog>(stage.page, name);
        if (!dialog)
            continue;
        save(dialog, dir, QString::fromLatin1(name) + u'-' + suffix);
        dialog->reject();
        QTest::qWait(50);
    }
}

void grabService(Stage &stage, const QDir &dir, const QString &suffix)
{
    stage.window.showPage(u"service"_qs);
    auto *table = find<QTableView>(stage.page, "backupsTable");
    if (!QTest::qWaitFor([&] { return table->isVisible(); }, 20000))
        qFatal("no backups are shown");
    QTest::qWait(300);
    scrollDown(stage.page);
    table->selectRow(1);
    save(&stage.window, dir, u"keeping-"_qs + suffix);
    grabDialogs(stage, dir, suffix);
    click(stage.page, "backUpNow");
    waitForJob(stage.keeping, u"backup"_qs);
    stage.keeping.progress(45, 100);
    QTest::qWait(200);
    save(&stage.window, dir, u"keeping-progress-"_qs + suffix);
    stage.keeping.endJob(u"failed"_qs, u"No space left on device"_qs);
    QTest::qWait(300);
    click(stage.page, "checkNow");
    waitForJob(stage.keeping, u"check"_qs);
    stage.keeping.endJob(u"done"_qs, {},
                         {QJsonObject{{u"code"_qs, u"click-total"_qs},
                                      {u"detail"_qs, u"Link 812 has 64,310 clicks in its days and 64,300 in all."_qs},
                                      {u"repaired"_qs, false}},
                          QJsonObject{{u"code"_qs, u"search-index"_qs},
                                      {u"detail"_qs, u"The search index does not know 3 links."_qs},
                                      {u"repaired"_qs, true}}});
    QJsonObject backup = stage.service.service().value(u"backup"_qs).toObject();
    backup.insert(u"lastError"_qs, u"No space left on device"_qs);
    stage.keeping.setState(backup, stage.service.service().value(u"upkeep"_qs).toObject());
    QTest::qWait(2300);
    scrollDown(stage.page);
    save(&stage.window, dir, u"keeping-problems-"_qs + suffix);
    stage.window.setMinimumSize(0, 0);
    stage.window.resize(900, 600);
    scrollDown(stage.page);
    save(&stage.window, dir, u"keeping-narrow-"_qs + suffix);
    stage.page->resize(836, 1900);
    stage.window.resize(1024, 1900);
    save(&stage.window, dir, u"keeping-narrow-tall-"_qs + suffix);
    stage.window.resize(1440, 900);
    find<QTableView>(stage.page, "backupsTable")->selectRow(1);
    click(stage.page, "backupRestore");
    find<QCheckBox>(stage.page, "restoreSure")->setChecked(true);
    click(stage.page, "restoreConfirm");
    waitForJob(stage.keeping, u"restore"_qs);
    QTest::qWait(500);
    stage.keeping.endJob(u"done"_qs);
    stage.keeping.goAway();
    QTest::qWait(2500);
    save(&stage.window, dir, u"keeping-restoring-"_qs + suffix);
    stage.keeping.comeBack({{u"at"_qs, QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
                            {u"from"_qs, u"linkdesk-20261130-0200.db"_qs},
                            {u"former"_qs, u"linkdesk-before-restore-20261201-0412.db"_qs},
                            {u"error"_qs, QJsonValue()}});
    QTest::qWait(2600);
    save(&stage.window, dir, u"keeping-restored-"_qs + suffix);
}

void grabDomains(Stage &stage, const QDir &dir, const QString &suffix)
{
    stage.window.showPage(u"domains"_qs);
    QTest::qWait(400);
    find<QLineEdit>(stage.domains, "domainFallback")->setText(u"shop.example.com"_qs);
    click(stage.domains, "saveDomain");
    save(&stage.window, dir, u"domain-fallback-"_qs + suffix);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QDir dir(argc > 1 ? QString::fromLocal8Bit(argv[1]) : u"keeping"_qs);
    dir.mkpath(u"."_qs);
    QFont ui(argc > 2 ? QString::fromLocal8Bit(argv[2]) : u"Inter"_qs);
    ui.setPixelSize(13);
    QApplication::setFont(ui);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    auto *style = new AppStyle;
    style->setAnimationsEnabled(false);
    QApplication::setStyle(style);
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        QApplication::setPalette(makePalette(tokens(theme)));
        const QString name = theme == Theme::Light ? u"light"_qs : u"dark"_qs;
        FakeService service;
        fillOffice(service);
        Stage stage(service);
        grabForm(stage, dir, name);
        grabService(stage, dir, name);
        grabDomains(stage, dir, name);
    }
    return 0;
}
