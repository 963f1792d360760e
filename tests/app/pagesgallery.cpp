// Renders the pages and the link window to PNG from made-up data, to be looked at: linkdesk_pages_gallery DIR [FONT]
#include "dialogs/lifedialogs.h"
#include "dialogs/linkdialogs.h"
#include "dialogs/newlinkdialog.h"
#include "officedata.h"
#include "pages/banspage.h"
#include "pages/domainspage.h"
#include "pages/linkspage.h"
#include "pages/linkstable.h"
#include "pages/livepage.h"
#include "pages/renewalpage.h"
#include "pages/servicepage.h"
#include "settings/inifile.h"
#include "shell/actionregistry.h"
#include "shell/actions.h"
#include "shell/mainwindow.h"
#include "shell/windowstate.h"
#include "style/appstyle.h"
#include "style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTest>
#include <QUndoStack>

using namespace linkdesk::app;
using namespace linkdesk::test;

namespace {

struct Stage {
    explicit Stage(FakeService &service) : state(QString()), window(actions, state, undo)
    {
        addStandardActions(actions);
        client.setEndpoint(service.endpoint());
        stream.start(service.endpoint());
        dialogs = new LinkDialogs(client, &window);
        live = new LivePage(client, stream);
        links = new LinksPage(client, stream, undo, *dialogs);
        page = new ServicePage(client, stream);
        window.addPage(live, Sidebar::Group::Watch, "activity");
        window.addPage(links, Sidebar::Group::Links, "link");
        renewal = new RenewalPage(client, stream, undo);
        window.addPage(renewal, Sidebar::Group::Links, "renew");
        bans = new BansPage(client, stream, undo);
        window.addPage(bans, Sidebar::Group::Links, "shield-check");
        domains = new DomainsPage(client, stream);
        window.addPage(domains, Sidebar::Group::Links, "globe");
        window.addPage(page, Sidebar::Group::Bottom, "server");
        window.resize(1440, 900);
        window.show();
    }

    ActionRegistry actions;
    WindowState state;
    QUndoStack undo;
    AdminClient client;
    EventStream stream;
    MainWindow window;
    LinkDialogs *dialogs = nullptr;
    LivePage *live = nullptr;
    LinksPage *links = nullptr;
    RenewalPage *renewal = nullptr;
    BansPage *bans = nullptr;
    DomainsPage *domains = nullptr;
    ServicePage *page = nullptr;
};

void save(QWidget *widget, const QDir &dir, const QString &name)
{
    QTest::qWait(60);
    widget->grab().save(dir.filePath(name + u".png"_qs));
}

void grabLinks(Stage &stage, const QDir &dir, const QString &suffix)
{
    stage.window.showPage(u"links"_qs);
    QTest::qWait(300);
    save(&stage.window, dir, u"links-plain-"_qs + suffix);
    auto *table = stage.links->findChild<LinksTable *>();
    for (int row : {1, 2, 4})
        stage.links->model().setChecked(row, true);
    Q_EMIT table->rowActivated(0);
    QTest::qWait(300);
    save(&stage.window, dir, u"links-"_qs + suffix);
    stage.links->model().clearChecked();
    stage.links->setSearchText(u"nowhere"_qs);
    QTest::qWait(300);
    save(&stage.window, dir, u"links-nothing-"_qs + suffix);
    stage.links->setSearchText({});
    QTest::qWait(200);
    stage.window.resize(1120, 760);
    QTest::qWait(100);
    save(&stage.window, dir, u"links-narrow-"_qs + suffix);
    stage.window.resize(1440, 900);
}

void grabDialog(Stage &stage, const QDir &dir, const QString &suffix)
{
    NewLinkDialog *dialog = stage.dialogs->newLink();
    QTest::qWait(200);
    save(dialog, dir, u"new-link-empty-"_qs + suffix);
    dialog->setTarget(u"https://shop.example.com/de/campaign/spring-sale?utm_medium=email"_qs);
    dialog->findChild<QLineEdit *>(u"slugEdit"_qs)->setText(u"spring-nl"_qs);
    QTest::qWait(900);
    save(dialog, dir, u"new-link-"_qs + suffix);
    dialog->setTarget(u"shop.example.com/x"_qs);
    dialog->findChild<QLineEdit *>(u"slugEdit"_qs)->setText(u"spring"_qs);
    dialog->findChild<QPushButton *>(u"moreOptions"_qs)->click();
    QTest::qWait(900);
    save(dialog, dir, u"new-link-states-"_qs + suffix);
    dialog->close();
}

// As it is, edited, with what words do not have, and with a new domain.
void grabDomains(Stage &stage, const QDir &dir, const QString &suffix)
{
    stage.window.showPage(u"domains"_qs);
    QTest::qWait(400);
    save(&stage.window, dir, u"domains-"_qs + suffix);
    stage.domains->findChild<QAbstractButton *>(u"generator.words"_qs)->click();
    stage.domains->findChild<QLineEdit *>(u"codePrefix"_qs)->setText(u"go "_qs);
    save(&stage.window, dir, u"domains-words-"_qs + suffix);
    stage.window.resize(1120, 760);
    QTest::qWait(100);
    save(&stage.window, dir, u"domains-narrow-"_qs + suffix);
    stage.window.resize(1440, 900);
    stage.domains->findChild<QPushButton *>(u"addDomain"_qs)->click();
    save(&stage.window, dir, u"domains-new-"_qs + suffix);
    stage.domains->findChild<QPushButton *>(u"revertDomain"_qs)->click();
    stage.domains->findChild<QPushButton *>(u"revertDomain"_qs)->click();
}

// The kind of code in the new-link window, a look-alike, and the old name in the edit window.
void grabCodes(Stage &stage, const QDir &dir, const QString &suffix)
{
    QTest::qWait(50); // the last one goes
    NewLinkDialog *dialog = stage.dialogs->newLink();
    QTest::qWait(300);
    dialog->findChild<QPushButton *>(u"moreOptions"_qs)->click();
    dialog->findChild<QComboBox *>(u"codeGenerator"_qs)->setCurrentIndex(5);
    QTest::qWait(200);
    save(dialog, dir, u"new-link-code-"_qs + suffix);
    dialog->findChild<QLineEdit *>(u"slugEdit"_qs)->setText(u"APP"_qs);
    QTest::qWait(700);
    save(dialog, dir, u"new-link-lookalike-"_qs + suffix);
    dialog->close();
    const LinkInfo *link = stage.links->model().linkAt(0);
    if (!link)
        return;
    NewLinkDialog *edit = stage.dialogs->editLink(*link);
    QTest::qWait(300);
    edit->findChild<QLineEdit *>(u"slugEdit"_qs)->setText(u"spring-26"_qs);
    QTest::qWait(700);
    save(edit, dir, u"edit-link-renamed-"_qs + suffix);
    edit->close();
}

// The service page with Redis as second level, in use and away.
void grabRedis(Stage &stage, FakeService &service, const QDir &dir, const QString &suffix)
{
    const QJsonObject before = service.service();
    service.setService(FakeService::sharedService(u"connected"_qs));
    QTest::qWait(2400);
    save(&stage.window, dir, u"service-redis-"_qs + suffix);
    service.setService(FakeService::sharedService(u"down"_qs, u"Connection refused"_qs));
    QTest::qWait(2400);
    save(&stage.window, dir, u"service-redis-down-"_qs + suffix);
    stage.window.resize(1120, 760);
    QTest::qWait(300);
    save(&stage.window, dir, u"service-redis-narrow-"_qs + suffix);
    stage.window.resize(1440, 900);
    service.setService(before);
}

// As it is, with rows chosen, the window of the expired ones, a low and narrow window.
void grabRenewal(Stage &stage, const QDir &dir, const QString &suffix)
{
    stage.window.showPage(u"renewal"_qs);
    QTest::qWait(500);
    for (int row = 0; row < 4; ++row)
        stage.renewal->model().setChecked(row, true);
    save(&stage.window, dir, u"renewal-"_qs + suffix);
    if (auto *date = stage.renewal->findChild<QAbstractButton *>(u"renew.date"_qs); date && date->isVisible())
        date->click();
    stage.window.resize(900, 600);
    QTest::qWait(200);
    save(&stage.window, dir, u"renewal-narrow-"_qs + suffix);
    stage.window.resize(1440, 900);
    QTest::keyClick(stage.renewal->findChild<QWidget *>(u"window.expired"_qs), Qt::Key_Space);
    QTest::qWait(300);
    save(&stage.window, dir, u"renewal-expired-"_qs + suffix);
    RenewDateDialog date(4, &stage.window);
    date.setAttribute(Qt::WA_DeleteOnClose, false);
    date.show();
    save(&date, dir, u"renewal-date-"_qs + suffix);
}

void grabBans(Stage &stage, const QDir &dir, const QString &suffix)
{
    stage.window.showPage(u"bans"_qs);
    QTest::qWait(500);
    stage.bans->model().setChecked(1, true);
    save(&stage.window, dir, u"bans-"_qs + suffix);
    stage.window.resize(900, 600);
    QTest::qWait(200);
    save(&stage.window, dir, u"bans-narrow-"_qs + suffix);
    stage.window.resize(1440, 900);
    HostBanDialog host(stage.client, &stage.window);
    host.setAttribute(Qt::WA_DeleteOnClose, false);
    host.show();
    host.findChild<QLineEdit *>(u"banHost"_qs)->setText(u"https://shop.example.com/de"_qs);
    QTest::qWait(700);
    save(&host, dir, u"bans-host-"_qs + suffix);
    BanDialog link(u"go.example.com/win-now"_qs, 1, &stage.window);
    link.setAttribute(Qt::WA_DeleteOnClose, false);
    link.show();
    save(&link, dir, u"bans-link-"_qs + suffix);
}

void grabAll(FakeService &service, const QDir &dir, const QString &suffix)
{
    Stage stage(service);
    QTest::qWait(700);
    if (!service.links().isEmpty())
        for (int i = 0; i < 3; ++i) {
            service.sendEvent("link", {{u"change"_qs, i == 0 ? u"deleted"_qs : u"edited"_qs},
                                       {u"link"_qs, linkJson(service.links().at(i + 3))}});
            QTest::qWait(200);
        }
    service.sendEvent("service", {{u"state"_qs, u"running"_qs},
                                  {u"cacheHitRatio"_qs, 0.99},
                                  {u"clicksPerSecond"_qs, 12},
                                  {u"problems"_qs, QJsonArray()}});
    QTest::qWait(1200);
    save(&stage.window, dir, u"live-"_qs + suffix);
    stage.window.resize(1120, 760);
    QTest::qWait(300);
    save(&stage.window, dir, u"live-narrow-"_qs + suffix);
    stage.window.resize(1440, 900);
    grabLinks(stage, dir, suffix);
    grabRenewal(stage, dir, suffix);
    grabBans(stage, dir, suffix);
    stage.window.showPage(u"service"_qs);
    QTest::qWait(2400);
    save(&stage.window, dir, u"service-"_qs + suffix);
    if (!service.links().isEmpty())
        grabRedis(stage, service, dir, suffix);
    grabDomains(stage, dir, suffix);
    grabDialog(stage, dir, suffix);
    grabCodes(stage, dir, suffix);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QDir dir(argc > 1 ? QString::fromLocal8Bit(argv[1]) : u"pages"_qs);
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
        FakeService full;
        fillOffice(full, 600);
        fillDecisions(full);
        grabAll(full, dir, name);
        FakeService none;
        QJsonObject service = FakeService::defaultService();
        service.insert(u"links"_qs, 0);
        QJsonObject clicks = service.value(u"clicks"_qs).toObject();
        clicks.insert(u"recorded"_qs, 0);
        service.insert(u"clicks"_qs, clicks);
        none.setService(service);
        grabAll(none, dir, u"empty-"_qs + name);
    }
    return 0;
}
