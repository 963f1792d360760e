// The pages offscreen against the fake service: what people do, found by object name, waited for with QTRY.
#include "dialogs/duplicatenote.h"
#include "dialogs/linkdialogs.h"
#include "dialogs/newlinkdialog.h"
#include "dialogs/qrview.h"
#include "officedata.h"
#include "pages/clickratechart.h"
#include "pages/detailspane.h"
#include "pages/linkspage.h"
#include "pages/linkstable.h"
#include "pages/livepage.h"
#include "pages/servicepage.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/batchbar.h"
#include "widgets/elidedlabel.h"
#include "widgets/kpicard.h"
#include "widgets/messagebar.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTcpServer>
#include <QTest>
#include <QUndoStack>

using namespace linkdesk;
using namespace linkdesk::app;
using namespace linkdesk::test;

class TestPages final : public QObject {
    Q_OBJECT

public Q_SLOTS:
    void opened(const QUrl &url) { m_opened << url; }

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        auto *style = new AppStyle;
        style->setAnimationsEnabled(false);
        QApplication::setStyle(style);
        QApplication::setPalette(makePalette(tokens(Theme::Light)));
        QDesktopServices::setUrlHandler(u"http"_qs, this, "opened");
        QDesktopServices::setUrlHandler(u"https"_qs, this, "opened");
    }

    void init()
    {
        QGuiApplication::clipboard()->clear();
        m_opened.clear();
        m_service = std::make_unique<FakeService>();
        m_client = std::make_unique<AdminClient>();
        m_stream = std::make_unique<EventStream>();
        m_undo = std::make_unique<QUndoStack>();
        m_window = std::make_unique<QWidget>();
        m_client->setEndpoint(m_service->endpoint());
        m_stream->start(m_service->endpoint());
        m_dialogs = new LinkDialogs(*m_client, m_window.get());
        m_window->resize(1300, 800);
    }
    void cleanup()
    {
        m_window.reset();
        m_undo.reset();
        m_stream.reset();
        m_client.reset();
        m_service.reset();
    }

    void cleanupTestCase()
    {
        QDesktopServices::unsetUrlHandler(u"http"_qs);
        QDesktopServices::unsetUrlHandler(u"https"_qs);
    }

    void emptyPageOffersTheFirstLink()
    {
        LinksPage *page = openLinks();
        QSignalSpy action(page, &Page::actionRequested);
        auto *button = page->findChild<QPushButton *>(u"emptyNewLink"_qs);
        QTRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(action.size(), 1);
        QCOMPARE(action.first().first().toString(), u"link.new"_qs);
    }

    void failureSaysWhatToDoAndTriesAgain()
    {
        m_service->fill(5);
        m_service->setOverride([](const FakeRequest &) { return problem(503, u"unavailable"_qs, u"Starting."_qs); });
        LinksPage *page = openLinks();
        auto *again = page->findChild<QPushButton *>(u"tryAgain"_qs);
        QTRY_VERIFY(again->isVisible());
        m_service->setOverride({});
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_COMPARE(page->model().rowCount(), 5);
        QVERIFY(page->findChild<LinksTable *>()->isVisible());
    }

    void nothingFoundLeadsBack()
    {
        m_service->fill(5);
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 5);
        page->setSearchText(u"nowhere at all"_qs);
        auto *all = page->findChild<QPushButton *>(u"showAllLinks"_qs);
        QTRY_VERIFY(all->isVisible());
        QCOMPARE(page->caption(), u"0 of 5"_qs);
        QTest::mouseClick(all, Qt::LeftButton);
        QTRY_COMPARE(page->model().rowCount(), 5);
        QVERIFY(page->findChild<QLineEdit *>(u"linksFilter"_qs)->text().isEmpty());
    }

    void copyPutsTheExactShortUrl()
    {
        fillOffice(*m_service);
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 15);
        showRow(page, 5);
        QTest::mouseClick(page->findChild<QPushButton *>(u"detailsCopy"_qs), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), page->model().linkAt(5)->shortUrl);
        QCOMPARE(page->findChild<QrView *>(u"detailsQr"_qs)->text(), page->model().linkAt(5)->shortUrl);
    }

    void openGoesToTheBrowser()
    {
        fillOffice(*m_service);
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 15);
        showRow(page, 0);
        QTest::mouseClick(page->findChild<QPushButton *>(u"detailsOpen"_qs), Qt::LeftButton);
        QCOMPARE(m_opened, QList<QUrl>{QUrl(page->model().linkAt(0)->shortUrl)});
    }

    void deleteTouchesTheCheckedIdsAfterSortingAndIsUndone()
    {
        m_service->fill(30);
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 30);
        const QList<qint64> ids{page->model().linkAt(3)->id.value, page->model().linkAt(7)->id.value};
        page->model().setChecked(3, true);
        page->model().setChecked(7, true);
        QVERIFY(page->findChild<BatchBar *>()->isVisible());
        page->model().sort(toInt(LinkColumn::Clicks), Qt::DescendingOrder);
        QTRY_VERIFY(!page->model().isLoading());
        QSignalSpy messages(page, &Page::messageRequested);
        page->findChild<QAction *>(u"deleteLinks"_qs)->trigger();
        QTRY_COMPARE(page->model().rowCount(), 28);
        for (const LinkInfo &link : m_service->links())
            QCOMPARE(link.state == LinkState::Deleted, ids.contains(link.id.value));
        QTRY_COMPARE(messages.size(), 1);
        const auto message = messages.first().first().value<Message>();
        QCOMPARE(message.id, u"batch"_qs);
        QCOMPARE(message.buttons.first().id, u"undo"_qs);
        page->messageButtonClicked(message.id, u"undo"_qs);
        QTRY_COMPARE(page->model().rowCount(), 30);
        for (const LinkInfo &link : m_service->links())
            QCOMPARE(link.state, LinkState::Active);
    }

    void deleteOfOneNamesIt()
    {
        fillOffice(*m_service);
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 15);
        showRow(page, 0);
        const QString code = page->model().linkAt(0)->code;
        QSignalSpy messages(page, &Page::messageRequested);
        QTest::mouseClick(page->findChild<QPushButton *>(u"detailsDelete"_qs), Qt::LeftButton);
        QTRY_COMPARE(messages.size(), 1);
        QCOMPARE(messages.first().first().value<Message>().what, QString(u"Deleted go.example.com/"_qs + code));
        QTRY_VERIFY(!page->findChild<DetailsPane *>()->isVisible());
        m_undo->undo();
        QTRY_COMPARE(page->model().rowCount(), 15);
    }

    void keyboardChecksAndOpens()
    {
        m_service->fill(30);
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 30);
        auto *table = page->findChild<LinksTable *>();
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Space);
        QCOMPARE(page->model().checkedCount(), 1);
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Space, Qt::ShiftModifier);
        QCOMPARE(page->model().checkedCount(), 2);
        QTest::keyClick(table, Qt::Key_Escape);
        QCOMPARE(page->model().checkedCount(), 0);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(page->findChild<DetailsPane *>()->isVisible());
    }

    void hostileTextsStayTexts()
    {
        // Somebody would have to ask this server for the picture.
        QTcpServer trap;
        QVERIFY(trap.listen(QHostAddress::LocalHost, 0));
        QSignalSpy asked(&trap, &QTcpServer::newConnection);
        LinkInfo link = sampleLink(1);
        link.title = u"<img src=http://127.0.0.1:%1/x>\u202Etxt.exe"_qs.arg(trap.serverPort());
        link.note = link.title;
        link.tags = {link.title};
        link.owner = u"<b>x</b>"_qs;
        m_service->links() << link;
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 1);
        showRow(page, 0);
        m_window->grab();
        QTest::qWait(100);
        QCOMPARE(asked.size(), 0);
        const auto *title = page->findChild<ElidedLabel *>(u"detailsTitle"_qs);
        QVERIFY(title->text().contains(u"<img"_qs));
        for (int column = 0; column < kLinkColumns; ++column) {
            const QString tip = page->model().index(0, column).data(Qt::ToolTipRole).toString();
            QVERIFY2(!tip.contains(QChar(0x202E)), qPrintable(tip));
            QVERIFY2(!tip.contains(u"<img"_qs), qPrintable(tip));
        }
    }

    void columnsGoWithTheWidth()
    {
        m_service->fill(3);
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 3);
        auto *table = page->findChild<LinksTable *>();
        QVERIFY(!table->isColumnHidden(toInt(LinkColumn::Created)));
        m_window->resize(860, 700);
        QTRY_VERIFY(table->isColumnHidden(toInt(LinkColumn::Created)));
        QVERIFY(!table->isColumnHidden(toInt(LinkColumn::Clicks)));
        m_window->resize(1300, 700);
        QTRY_VERIFY(!table->isColumnHidden(toInt(LinkColumn::Created)));
        table->setHiddenByChoice(LinkColumn::Tags, true);
        QVERIFY(table->isColumnHidden(toInt(LinkColumn::Tags)));
    }

    void liveFollowsTheStream()
    {
        fillOffice(*m_service);
        auto *page = open(new LivePage(*m_client, *m_stream));
        auto *today = page->findChild<KpiCard *>(u"kpiToday"_qs);
        QTRY_COMPARE(today->value(), u"3,482,190"_qs);
        QTRY_VERIFY(m_stream->isConnected());
        tick(2000);
        QTRY_COMPARE(today->value(), u"3,484,190"_qs);
        QCOMPARE(page->findChild<KpiCard *>(u"kpiRate"_qs)->value(), u"2,000"_qs);
        page->findChild<QPushButton *>(u"pauseButton"_qs)->setChecked(true);
        tick(10);
        QTest::qWait(100);
        QCOMPARE(today->value(), u"3,484,190"_qs);
        page->findChild<QPushButton *>(u"pauseButton"_qs)->setChecked(false);
        QTRY_COMPARE(today->value(), u"3,484,200"_qs);
    }

    void hiddenLivePageDoesNotDraw()
    {
        fillOffice(*m_service);
        auto *page = open(new LivePage(*m_client, *m_stream));
        auto *chart = page->findChild<ClickRateChart *>();
        QTRY_VERIFY(chart->frames() > 2);
        page->deactivated();
        const qint64 frames = chart->frames();
        tick(50);
        QTest::qWait(450);
        QCOMPARE(chart->frames(), frames);
        page->activated();
        QTRY_VERIFY(chart->frames() > frames);
    }

    void busyMinuteKeepsTheGuiFree()
    {
        fillOffice(*m_service, 2000);
        auto *page = open(new LivePage(*m_client, *m_stream));
        auto *chart = page->findChild<ClickRateChart *>();
        QTRY_VERIFY(m_stream->isConnected());
        QElapsedTimer timer;
        timer.start();
        const qint64 before = chart->frames();
        for (int i = 0; i < 10; ++i) {
            tick(5000, 1500);
            QTest::qWait(100);
        }
        // Five updates a second, however many events there are.
        QVERIFY(chart->frames() - before <= timer.elapsed() / 200 + 2);
    }

    void serviceSaysWhatIsWrong()
    {
        auto *page = open(new ServicePage(*m_client, *m_stream));
        QTRY_VERIFY(page->caption().contains(u"Linkdesk"_qs));
        QVERIFY(page->badge().text.isEmpty());
        QTRY_VERIFY(m_stream->isConnected());
        m_service->sendEvent(
            "service",
            {{u"state"_qs, u"running"_qs},
             {u"cacheHitRatio"_qs, QJsonValue()},
             {u"clicksPerSecond"_qs, 0},
             {u"problems"_qs, QJsonArray{QJsonObject{{u"code"_qs, u"disk-full"_qs}, {u"detail"_qs, u"x"_qs}}}}});
        QTRY_COMPARE(page->badge().text, u"1"_qs);
        QVERIFY(page->badge().asksForWork);
    }

    void createAndCopy()
    {
        QSignalSpy created(m_dialogs, &LinkDialogs::created);
        NewLinkDialog *dialog = m_dialogs->newLink();
        type(dialog, u"targetEdit"_qs, u"https://shop.example.com/a?b=%20c"_qs);
        type(dialog, u"slugEdit"_qs, u"spring"_qs);
        QTest::keyClick(dialog->findChild<QLineEdit *>(u"titleEdit"_qs), Qt::Key_Return);
        QTRY_COMPARE(created.size(), 1);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"http://go.example.com/spring"_qs);
        QCOMPARE(m_service->links().first().url, u"https://shop.example.com/a?b=%20c"_qs);
    }

    void schemelessTargetIsOfferedHttps()
    {
        NewLinkDialog *dialog = m_dialogs->newLink();
        type(dialog, u"targetEdit"_qs, u"shop.example.com/x"_qs);
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"primaryButton"_qs), Qt::LeftButton);
        QTest::qWait(50);
        QCOMPARE(m_service->countOf("POST", u"/api/v1/links"_qs), 0);
        QPushButton *fix = buttonWith(dialog, u"Add https://"_qs);
        QVERIFY(fix && fix->isVisible());
        QTest::mouseClick(fix, Qt::LeftButton);
        QCOMPARE(dialog->findChild<QLineEdit *>(u"targetEdit"_qs)->text(), u"https://shop.example.com/x"_qs);
    }

    void slugIsCheckedOnceTypingPauses()
    {
        m_service->fill(3);
        NewLinkDialog *dialog = m_dialogs->newLink();
        auto *slug = dialog->findChild<QLineEdit *>(u"slugEdit"_qs);
        QTest::keyClicks(slug, u"code0000002"_qs);
        QTRY_VERIFY(slug->accessibleDescription().contains(u"Taken"_qs));
        QCOMPARE(m_service->countOf("GET", u"/api/v1/slugs/check"_qs), 1);
    }

    void takenSlugIsToldAtItsField()
    {
        m_service->fill(3);
        NewLinkDialog *dialog = m_dialogs->newLink();
        type(dialog, u"targetEdit"_qs, u"https://a.example/"_qs);
        type(dialog, u"slugEdit"_qs, u"code0000002"_qs);
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"primaryButton"_qs), Qt::LeftButton);
        auto *slug = dialog->findChild<QLineEdit *>(u"slugEdit"_qs);
        QTRY_VERIFY(slug->accessibleDescription().contains(u"taken"_qs, Qt::CaseInsensitive));
        QVERIFY(dialog->isVisible());
    }

    void duplicateTargetOffersTheExistingLink()
    {
        m_service->fill(3);
        QSignalSpy used(m_dialogs, &LinkDialogs::existingUsed);
        NewLinkDialog *dialog = m_dialogs->newLink();
        type(dialog, u"targetEdit"_qs, m_service->links().at(1).url);
        auto *note = dialog->findChild<DuplicateNote *>();
        QTRY_VERIFY(note->isVisible());
        QTest::mouseClick(note->findChild<QPushButton *>(u"useDuplicate"_qs), Qt::LeftButton);
        QCOMPARE(used.size(), 1);
        QCOMPARE(QGuiApplication::clipboard()->text(), m_service->links().at(1).shortUrl);
    }

    void editConflictLoadsTheirs()
    {
        m_service->fill(3);
        NewLinkDialog *dialog = m_dialogs->editLink(m_service->links().at(0));
        m_service->links()[0].version = 9;
        m_service->links()[0].title = u"Theirs"_qs;
        type(dialog, u"titleEdit"_qs, u"Mine"_qs);
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"primaryButton"_qs), Qt::LeftButton);
        auto *bar = dialog->findChild<MessageBar *>();
        QTRY_VERIFY(bar->isShowing());
        QVERIFY(dialog->isVisible());
        Q_EMIT bar->buttonClicked(bar->current().id, u"theirs"_qs);
        QTRY_COMPARE(dialog->findChild<QLineEdit *>(u"titleEdit"_qs)->text(), u"Theirs"_qs);
    }

    void editConflictSavesMine()
    {
        m_service->fill(3);
        QSignalSpy edited(m_dialogs, &LinkDialogs::edited);
        NewLinkDialog *dialog = m_dialogs->editLink(m_service->links().at(0));
        m_service->links()[0].version = 9;
        m_service->links()[0].url = u"https://theirs.example/"_qs;
        type(dialog, u"titleEdit"_qs, u"Mine"_qs);
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"primaryButton"_qs), Qt::LeftButton);
        auto *bar = dialog->findChild<MessageBar *>();
        QTRY_VERIFY(bar->isShowing());
        Q_EMIT bar->buttonClicked(bar->current().id, u"mine"_qs);
        QTRY_COMPARE(edited.size(), 1);
        QCOMPARE(m_service->links().at(0).title, u"Mine"_qs);
        QCOMPARE(m_service->links().at(0).url, u"https://theirs.example/"_qs); // untouched here, so kept
    }

    void escapeCloses()
    {
        QPointer<NewLinkDialog> dialog = m_dialogs->newLink();
        QTest::keyClick(dialog->findChild<QLineEdit *>(u"targetEdit"_qs), Qt::Key_Escape);
        QTRY_VERIFY(!dialog);
    }

private:
    template <typename P>
    P *open(P *page)
    {
        page->setParent(m_window.get());
        page->resize(m_window->size());
        m_window->show();
        page->show();
        page->activated();
        return page;
    }
    LinksPage *openLinks()
    {
        auto *page = new LinksPage(*m_client, *m_stream, *m_undo, *m_dialogs);
        page->setParent(m_window.get());
        m_window->installEventFilter(this);
        m_page = page;
        return open(page);
    }
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == m_window.get() && event->type() == QEvent::Resize && m_page)
            m_page->resize(m_window->size());
        return QObject::eventFilter(watched, event);
    }
    void showRow(LinksPage *page, int row)
    {
        Q_EMIT page->findChild<LinksTable *>()->rowActivated(row);
        QVERIFY(page->findChild<DetailsPane *>()->isVisible());
    }
    void tick(qint64 humans, int links = 1)
    {
        QJsonArray list;
        for (int i = 1; i <= links; ++i)
            list << QJsonObject{{u"id"_qs, i},
                                {u"code"_qs, u"c"_qs},
                                {u"domain"_qs, QJsonValue()},
                                {u"humans"_qs, humans / links},
                                {u"bots"_qs, 0}};
        m_service->sendEvent("clicks", {{u"at"_qs, QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
                                        {u"total"_qs, QJsonObject{{u"humans"_qs, humans}, {u"bots"_qs, 0}}},
                                        {u"links"_qs, list}});
    }
    static void type(QWidget *dialog, const QString &name, const QString &text)
    {
        auto *edit = dialog->findChild<QLineEdit *>(name);
        QVERIFY(edit);
        edit->setText(text);
    }
    static QPushButton *buttonWith(QWidget *root, const QString &text)
    {
        const auto buttons = root->findChildren<QPushButton *>();
        for (QPushButton *button : buttons) {
            if (button->text() == text)
                return button;
        }
        return nullptr;
    }

    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
    std::unique_ptr<EventStream> m_stream;
    std::unique_ptr<QUndoStack> m_undo;
    std::unique_ptr<QWidget> m_window;
    LinkDialogs *m_dialogs = nullptr; // the window's
    QPointer<QWidget> m_page;
    QList<QUrl> m_opened;
};

QTEST_MAIN(TestPages)
#include "tst_pages.moc"
