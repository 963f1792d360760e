// Renders the links page in its many states to PNG from made-up data: linkdesk_links_gallery DIR [FONT]
#include "dialogs/linkdialogs.h"
#include "fakelife.h"
#include "officedata.h"
#include "pages/filterfield.h"
#include "pages/filterhelp.h"
#include "pages/linkspage.h"
#include "pages/linkstable.h"
#include "pages/viewdialog.h"
#include "settings/inifile.h"
#include "shell/actionregistry.h"
#include "shell/actions.h"
#include "shell/mainwindow.h"
#include "shell/windowstate.h"
#include "style/appstyle.h"
#include "style/tokens.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCompleter>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QUndoStack>

using namespace linkdesk::app;
using namespace linkdesk::test;

namespace {

QJsonObject view(int id, const QString &name, const QString &filter, qint64 links)
{
    return {{u"id"_qs, id}, {u"name"_qs, name}, {u"filter"_qs, filter}, {u"sort"_qs, u"-clicks"_qs},
            {u"colour"_qs, id - 1}, {u"position"_qs, id - 1}, {u"links"_qs, links}};
}

QJsonObject entry(qint64 id, const QString &action, const QJsonObject &before, const QJsonObject &after, int daysAgo)
{
    return {{u"id"_qs, id},
            {u"at"_qs, QDateTime::currentDateTimeUtc().addDays(-daysAgo).toString(Qt::ISODateWithMs)},
            {u"actor"_qs, id % 2 ? u"marketing"_qs : u"app"_qs},
            {u"action"_qs, action},
            {u"linkId"_qs, 1},
            {u"code"_qs, u"spring"_qs},
            {u"before"_qs, before},
            {u"after"_qs, after},
            {u"batch"_qs, QJsonValue()},
            {u"links"_qs, QJsonValue()},
            {u"undoes"_qs, QJsonValue()},
            {u"undoneBy"_qs, id == 53 ? QJsonValue(60) : QJsonValue()},
            {u"undoable"_qs, id > 0 && id != 53}};
}

FakeAnswer history()
{
    const QJsonArray entries{
        entry(56, u"edit"_qs, {{u"title"_qs, u"Spring sale"_qs}, {u"redirectStatus"_qs, 302}},
              {{u"title"_qs, u"Spring sale 2026"_qs}, {u"redirectStatus"_qs, 301}}, 0),
        entry(55, u"renew"_qs, {{u"expiresAt"_qs, QJsonValue()}}, {{u"expiresAt"_qs, u"2027-06-30T21:59:59.000Z"_qs}},
              1),
        entry(54, u"edit"_qs, {{u"tags"_qs, QJsonArray{u"spring"_qs}}},
              {{u"tags"_qs, QJsonArray{u"spring"_qs, u"print"_qs}}}, 6),
        entry(53, u"ban"_qs, {{u"ban"_qs, QJsonValue()}},
              {{u"ban"_qs, QJsonObject{{u"reason"_qs, u"phishing, reported by a customer"_qs}}}}, 30),
        entry(0, u"create"_qs, {}, {}, 90)};
    return {200, "application/json",
            QJsonDocument(QJsonObject{{u"entries"_qs, entries}, {u"nextCursor"_qs, u"0"_qs}}).toJson(), {}};
}

void prepare(FakeService &service)
{
    fillOffice(service, 600);
    service.links()[0].favourite = true;
    service.links()[0].maxClicks = 500'000;
    service.links()[0].fallbackUrl = u"https://shop.example.com/over"_qs;
    service.links()[0].lastClickAt = QDateTime::currentDateTimeUtc().addSecs(-95);
    service.links()[4].favourite = true;
    service.links()[11].ban = BanInfo{u"phishing, reported by a customer"_qs, u"office"_qs,
                                      QDateTime::currentDateTimeUtc().addDays(-3)};
    for (int i = 20; i < 24; ++i)
        service.links()[i].state = LinkState::Deleted;
    for (int i = 30; i < 36; ++i)
        service.links()[i].archived = true;
    service.life().setViews({view(1, u"Spring campaign"_qs, u"tag:spring"_qs, 48),
                             view(2, u"QR posters"_qs, u"tag:qr"_qs, 212),
                             view(3, u"Partners"_qs, u"tag:partner clicks>100"_qs, 1037)});
    service.setOverride([](const FakeRequest &request) -> std::optional<FakeAnswer> {
        return request.verb == "GET" && request.path.endsWith(u"/audit"_qs) ? std::optional(history()) : std::nullopt;
    });
}

class Gallery final {
public:
    Gallery(FakeService &service, QDir dir, QString suffix)
        : m_service(service), m_dir(std::move(dir)), m_suffix(std::move(suffix)), m_state(QString()),
          m_window(m_actions, m_state, m_undo)
    {
        addStandardActions(m_actions);
        m_client.setEndpoint(service.endpoint());
        m_stream.start(service.endpoint());
        auto *dialogs = new LinkDialogs(m_client, &m_window);
        m_page = new LinksPage(m_client, m_stream, m_undo, *dialogs);
        m_window.addPage(m_page, Sidebar::Group::Links, "link");
        m_window.resize(1440, 900);
        m_window.show();
        QTest::qWait(900);
    }

    void run()
    {
        save(u"plain"_qs);
        if (m_page->model().rowCount() == 0)
            return;
        Q_EMIT m_page->findChild<LinksTable *>()->rowActivated(0);
        for (int row : {1, 2, 4})
            m_page->model().setChecked(row, true);
        QTest::qWait(400);
        save(u"checked"_qs);
        auto *scroll = m_page->findChild<QWidget *>(u"detailsPane"_qs)->findChild<QScrollArea *>();
        scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        save(u"history"_qs);
        m_window.setMinimumSize(1, 1);
        m_window.resize(900, 600);
        QTest::qWait(300);
        save(u"narrow-pane"_qs);
        QTest::keyClick(m_page->findChild<QWidget *>(u"detailsPane"_qs), Qt::Key_Escape);
        QTest::qWait(200);
        save(u"narrow"_qs);
        m_window.resize(1440, 900);
        grabJob();
        grabFilter();
        grabViews();
    }

private:
    void save(const QString &name)
    {
        QTest::qWait(120);
        m_window.grab().save(m_dir.filePath(name + u'-' + m_suffix + u".png"_qs));
    }
    void saveWidget(QWidget *widget, const QString &name)
    {
        QTest::qWait(120);
        widget->grab().save(m_dir.filePath(name + u'-' + m_suffix + u".png"_qs));
    }
    QAction *action(const QString &name) const
    {
        for (QAction *owner : m_page->findChildren<QAction *>()) {
            if (owner->objectName() == name)
                return owner;
            if (!owner->menu())
                continue;
            for (QAction *inner : owner->menu()->actions()) {
                if (inner->objectName() == name)
                    return inner;
            }
        }
        return nullptr;
    }
    void grabJob()
    {
        m_service.life().holdJobs();
        m_page->model().checkAll();
        action(u"renew90"_qs)->trigger();
        QTest::qWait(700);
        save(u"job"_qs);
        m_service.life().release();
        QTest::qWait(700);
        m_page->model().clearChecked();
        save(u"done"_qs);
    }
    void grabFilter()
    {
        auto *field = m_page->findChild<FilterField *>();
        field->setFocus();
        QTest::keyClicks(field, u"tag:spring clicks>100 st"_qs);
        QTest::qWait(400);
        auto *popup = field->findChild<QCompleter *>()->popup();
        saveWidget(popup, u"suggestions"_qs);
        popup->hide();
        QTest::keyClicks(field, u"atus:actve"_qs);
        popup->hide();
        QTest::qWait(1200);
        save(u"mistake"_qs);
        field->clear();
        m_page->findChild<QPushButton *>(u"filterHelpButton"_qs)->click();
        saveWidget(m_page->findChild<FilterHelp *>(), u"help"_qs);
        m_page->findChild<FilterHelp *>()->close();
    }
    void grabViews()
    {
        m_page->applyChoice(u"1"_qs);
        QTest::qWait(500);
        save(u"view"_qs);
        m_page->applyChoice(u"bin"_qs);
        QTest::qWait(500);
        m_page->model().setChecked(0, true);
        save(u"bin"_qs);
        m_page->model().clearChecked();
        m_page->applyChoice(u"archive"_qs);
        QTest::qWait(500);
        Q_EMIT m_page->findChild<LinksTable *>()->rowActivated(0);
        QTest::qWait(300);
        save(u"archive"_qs);
        ViewDialog dialog(u"Spring campaign"_qs, 1, u"tag:spring clicks>100"_qs, &m_window);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        saveWidget(&dialog, u"view-dialog"_qs);
    }

    FakeService &m_service;
    QDir m_dir;
    QString m_suffix;
    ActionRegistry m_actions;
    WindowState m_state;
    QUndoStack m_undo;
    AdminClient m_client;
    EventStream m_stream;
    MainWindow m_window;
    LinksPage *m_page = nullptr;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QDir dir(argc > 1 ? QString::fromLocal8Bit(argv[1]) : u"links"_qs);
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
        prepare(full);
        Gallery(full, dir, name).run();
        FakeService none;
        Gallery(none, dir, u"empty-"_qs + name).run();
    }
    return 0;
}
