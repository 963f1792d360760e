// The pages for renewals and bans offscreen against the fake service: decide, undo, ban a host, fail.
#include "api/errortext.h"
#include "dialogs/lifedialogs.h"
#include "dialogs/linkdialogs.h"
#include "fakelife.h"
#include "officedata.h"
#include "pages/actiontable.h"
#include "pages/banspage.h"
#include "pages/detailspane.h"
#include "pages/expirybars.h"
#include "pages/linkspage.h"
#include "pages/linkstable.h"
#include "pages/renewalpage.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/elidedlabel.h"
#include "widgets/kpicard.h"
#include "widgets/progressline.h"
#include "widgets/segmentedcontrol.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDateEdit>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

using namespace linkdesk;
using namespace linkdesk::app;
using namespace linkdesk::test;

class TestRenewalPages final : public QObject {
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
        m_client = std::make_unique<AdminClient>();
        m_stream = std::make_unique<EventStream>();
        m_undo = std::make_unique<QUndoStack>();
        m_window = std::make_unique<QWidget>();
        m_client->setEndpoint(m_service->endpoint());
        m_stream->start(m_service->endpoint());
        m_window->resize(1180, 800);
    }
    void cleanup()
    {
        m_window.reset();
        m_undo.reset();
        m_stream.reset();
        m_client.reset();
        m_service.reset();
    }

    void cardsChooseTheWindow()
    {
        fillEnds();
        RenewalPage *page = openRenewal();
        auto *week = find<KpiCard>(page, u"window.week"_qs);
        QTRY_COMPARE(week->value(), u"3"_qs);
        QCOMPARE(find<KpiCard>(page, u"window.expired"_qs)->value(), u"2"_qs);
        QVERIFY(week->isSelected());
        QTRY_COMPARE(page->model().rowCount(), 3);
        QCOMPARE(page->badge().text, u"3"_qs);
        QVERIFY(page->badge().asksForWork);
        QVERIFY(page->findChild<ExpiryBars *>()->tallest() >= 0);
        auto *expired = find<KpiCard>(page, u"window.expired"_qs);
        expired->setFocus();
        QTest::keyClick(expired, Qt::Key_Space);
        QTRY_COMPARE(page->model().rowCount(), 2);
        QVERIFY(expired->isSelected());
        QVERIFY(!week->isSelected());
        QVERIFY(expired->accessibleName().contains(u"chosen"_qs));
    }

    void renewsTheCheckedOnesAndTakesItBack()
    {
        fillEnds();
        RenewalPage *page = openRenewal();
        QTRY_COMPARE(page->model().rowCount(), 3);
        auto *renew = find<QPushButton>(page, u"renewLinks"_qs);
        QVERIFY(!renew->isEnabled());
        page->model().setChecked(0, true);
        page->model().setChecked(2, true);
        QVERIFY(renew->isEnabled());
        QVERIFY(renew->text().contains(u'2'));
        QCOMPARE(find<ElidedLabel>(page, u"renewalChosen"_qs)->text(), u"2 of 3 chosen"_qs);
        find<QAbstractButton>(page, u"renew.90"_qs)->click();
        const QDateTime before = m_service->find(1)->expiresAt;
        QSignalSpy messages(page, &Page::messageRequested);
        renew->click();
        QTRY_COMPARE(page->model().rowCount(), 1);
        QCOMPARE(m_service->find(1)->expiresAt, before.addDays(90));
        QTRY_COMPARE(find<KpiCard>(page, u"window.week"_qs)->value(), u"1"_qs);
        QTRY_COMPARE(messages.size(), 1);
        const auto message = messages.first().first().value<Message>();
        QVERIFY(message.what.startsWith(u"Renewed 2"));
        QCOMPARE(message.buttons.first().id, u"undo"_qs);
        QVERIFY(m_undo->canUndo());
        m_undo->undo();
        QTRY_COMPARE(page->model().rowCount(), 3);
        QCOMPARE(m_service->find(1)->expiresAt, before);
        m_undo->redo();
        QTRY_COMPARE(page->model().rowCount(), 1);
        QCOMPARE(m_service->find(1)->expiresAt, before.addDays(90));
    }

    void aRowsMenuRenewsThatRow()
    {
        fillEnds();
        RenewalPage *page = openRenewal();
        QTRY_COMPARE(page->model().rowCount(), 3);
        openMenu(page, 1, u"renewMenu.never"_qs);
        QTRY_COMPARE(page->model().rowCount(), 2);
        QVERIFY(!m_service->find(2)->expiresAt.isValid());
        QVERIFY(m_service->find(1)->expiresAt.isValid());
    }

    void aDateIsAskedFor()
    {
        fillEnds();
        RenewalPage *page = openRenewal();
        QTRY_COMPARE(page->model().rowCount(), 3);
        openMenu(page, 0, u"renewMenu.date"_qs);
        auto *dialog = page->findChild<RenewDateDialog *>();
        QVERIFY(dialog);
        const QDate day = QDate::currentDate().addDays(200);
        dialog->findChild<QDateEdit *>(u"renewDate"_qs)->setDate(day);
        dialog->findChild<QPushButton *>(u"renewConfirm"_qs)->click();
        QTRY_COMPARE(page->model().rowCount(), 2);
        QCOMPARE(m_service->find(1)->expiresAt.toLocalTime(), QDateTime(day, QTime(23, 59, 59)));
    }

    void letExpireTakesItOffTheList()
    {
        fillEnds();
        RenewalPage *page = openRenewal();
        QTRY_COMPARE(page->model().rowCount(), 3);
        page->model().checkAll(true);
        find<QPushButton>(page, u"letExpire"_qs)->click();
        QTRY_COMPARE(page->badge().text, QString());
        QVERIFY(m_service->find(1)->letExpire);
        QTRY_VERIFY(find<QWidget>(page, u"renewalNothing"_qs)->isVisible());
    }

    void undoneInVainSaysWhoWasThere()
    {
        fillEnds();
        RenewalPage *page = openRenewal();
        QTRY_COMPARE(page->model().rowCount(), 3);
        page->model().setChecked(0, true);
        find<QPushButton>(page, u"renewLinks"_qs)->click();
        QTRY_COMPARE(page->model().rowCount(), 2);
        QTRY_VERIFY(m_undo->canUndo());
        ++m_service->find(1)->version;
        const QDateTime renewed = m_service->find(1)->expiresAt;
        QSignalSpy messages(page, &Page::messageRequested);
        m_undo->undo();
        QTRY_VERIFY(!messages.isEmpty());
        const auto message = messages.last().first().value<Message>();
        QCOMPARE(message.level, Level::Danger);
        QCOMPARE(message.whatToDo, u"marketing changed the title since."_qs);
        QCOMPARE(m_service->find(1)->expiresAt, renewed);
        // It is still done: doing it again changes nothing.
        const int posts = m_service->countOf("POST", u"/api/v1/links/batch"_qs);
        m_undo->redo();
        QTest::qWait(50);
        QCOMPARE(m_service->countOf("POST", u"/api/v1/links/batch"_qs), posts);
    }

    void longWorkShowsProgressAndUndoWaits()
    {
        fillEnds();
        RenewalPage *page = openRenewal();
        QTRY_COMPARE(page->model().rowCount(), 3);
        m_service->life().holdJobs();
        page->model().checkAll(true);
        find<QPushButton>(page, u"renewLinks"_qs)->click();
        QTRY_VERIFY(find<ProgressLine>(page, u"renewalProgress"_qs)->isVisible());
        QVERIFY(!find<QPushButton>(page, u"renewLinks"_qs)->isEnabled());
        QTRY_VERIFY(m_undo->canUndo());
        m_undo->undo(); // stops the job and takes back what it did
        m_service->life().release();
        QTRY_COMPARE(m_service->countOf("POST", u"/api/v1/audit"_qs), 1);
        QTRY_VERIFY(!find<ProgressLine>(page, u"renewalProgress"_qs)->isVisible());
        QTRY_COMPARE(page->model().rowCount(), 3);
    }

    void refusedWorkSaysWhy()
    {
        fillEnds();
        RenewalPage *page = openRenewal();
        QTRY_COMPARE(page->model().rowCount(), 3);
        page->model().setChecked(0, true);
        m_service->setOverride([](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (request.verb == "POST")
                return problem(403, u"forbidden"_qs, u"Read only."_qs);
            return std::nullopt;
        });
        QSignalSpy messages(page, &Page::messageRequested);
        find<QPushButton>(page, u"renewLinks"_qs)->click();
        QTRY_COMPARE(messages.size(), 1);
        QCOMPARE(messages.first().first().value<Message>().level, Level::Danger);
        QVERIFY(!m_undo->canUndo());
        QVERIFY(find<QPushButton>(page, u"renewLinks"_qs)->isEnabled());
    }

    void emptyRenewalSaysWhatItIsFor()
    {
        RenewalPage *page = openRenewal();
        QTRY_VERIFY(find<QWidget>(page, u"renewalEmpty"_qs)->isVisible());
        QSignalSpy navigate(page, &Page::navigateRequested);
        find<QPushButton>(page, u"renewalAllLinks"_qs)->click();
        QCOMPARE(navigate.first().first().toString(), u"links"_qs);
        QVERIFY(page->badge().text.isEmpty());
    }

    void failedRenewalTriesAgain()
    {
        fillEnds();
        m_service->setOverride([](const FakeRequest &) { return problem(503, u"unavailable"_qs, u"Starting."_qs); });
        RenewalPage *page = openRenewal();
        auto *failed = find<QWidget>(page, u"renewalFailed"_qs);
        QTRY_VERIFY(failed->isVisible());
        m_service->setOverride({});
        failed->findChild<QPushButton *>(u"tryAgain"_qs)->click();
        QTRY_COMPARE(page->model().rowCount(), 3);
        QVERIFY(!failed->isVisible());
    }

    void aServiceThatDoesNotKnowTheZoneUsesItsOwn()
    {
        fillEnds();
        m_service->setOverride([](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (request.query.hasQueryItem(u"tz"_qs))
                return problem(422, u"invalid-input"_qs, u"tz must be a time zone."_qs, u"tz"_qs);
            return std::nullopt;
        });
        RenewalPage *page = openRenewal();
        QTRY_COMPARE(page->badge().text, u"3"_qs);
        QCOMPARE(page->summary()->timeZone, u"Europe/Berlin"_qs);
    }

    void theBadgeFollowsBehindOtherPages()
    {
        fillEnds();
        auto *page = new RenewalPage(*m_client, *m_stream, *m_undo, m_window.get());
        QSignalSpy decisions(page, &RenewalPage::decisionsKnown);
        QTRY_COMPARE(page->badge().text, u"3"_qs); // never activated
        QCOMPARE(decisions.last().first().toLongLong(), 3);
        m_service->find(1)->letExpire = true;
        m_service->sendEvent("links", {{u"change"_qs, u"edited"_qs}, {u"count"_qs, 1000}});
        QTRY_COMPARE(page->badge().text, u"2"_qs);
        QCOMPARE(m_service->countOf("GET", u"/api/v1/renewal/links"_qs), 0); // its list waits for somebody to look
    }

    void tableByKeyboard()
    {
        fillEnds();
        RenewalPage *page = openRenewal();
        QTRY_COMPARE(page->model().rowCount(), 3);
        auto *table = find<ActionTable>(page, u"renewalTable"_qs);
        table->setFocus();
        table->setCurrentIndex(page->model().index(0, 1));
        QTest::keyClick(table, Qt::Key_Space);
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Space, Qt::ShiftModifier);
        QCOMPARE(page->model().checkedCount(), 3);
        QTest::keyClick(table, Qt::Key_Escape);
        QCOMPARE(page->model().checkedCount(), 0);
        QTest::keyClick(table, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(page->model().checkedCount(), 3);
        QSignalSpy pressed(table, &ActionTable::buttonPressed);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(pressed.size(), 1);
        delete page->findChild<QMenu *>(u"renewMenu"_qs);
    }

    void unbanIsOneClickAndUndone()
    {
        fillOffice(*m_service);
        BansPage *page = openBans();
        QTRY_COMPARE(page->model().rowCount(), 1);
        QTRY_COMPARE(page->hosts().rowCount(), 1);
        QSignalSpy messages(page, &Page::messageRequested);
        clickButton(find<ActionTable>(page, u"bansTable"_qs), 0);
        QTRY_VERIFY(find<QWidget>(page, u"bansEmpty"_qs)->isVisible());
        QTRY_COMPARE(messages.size(), 1);
        page->messageButtonClicked(messages.first().first().value<Message>().id, u"undo"_qs);
        QTRY_COMPARE(page->model().rowCount(), 1);
        QVERIFY(!find<QWidget>(page, u"bansEmpty"_qs)->isVisible());
    }

    void aHostIsBannedAfterTheCountIsSeen()
    {
        fillOffice(*m_service);
        BansPage *page = openBans();
        QTRY_COMPARE(page->model().rowCount(), 1);
        find<QPushButton>(page, u"banHostButton"_qs)->click();
        auto *dialog = page->findChild<HostBanDialog *>();
        auto *ban = dialog->findChild<QPushButton *>(u"banConfirm"_qs);
        auto *host = dialog->findChild<QLineEdit *>(u"banHost"_qs);
        QTest::keyClicks(host, u"nonsense"_qs);
        QTRY_VERIFY(host->accessibleDescription().contains(u"not the name"_qs));
        host->setText(u"https://Shop.Example.com/de/x?y"_qs);
        QTRY_VERIFY(host->accessibleDescription().contains(u"shop.example.com"_qs));
        QVERIFY(ban->text().contains(u'6'));
        QVERIFY2(!ban->isEnabled(), "a reason is needed");
        QCOMPARE(m_service->find(1)->state, LinkState::Active); // only counted
        dialog->findChild<QComboBox *>(u"banReason"_qs)->setEditText(u"  taken over "_qs);
        QVERIFY(ban->isEnabled());
        ban->click();
        QTRY_COMPARE(page->model().rowCount(), 7);
        QCOMPARE(m_service->find(1)->ban->reason, u"taken over"_qs);
        QTRY_COMPARE(page->hosts().rowCount(), 2);
        QCOMPARE(page->hosts().hostAt(0).host, u"shop.example.com"_qs);
        m_undo->undo();
        QTRY_COMPARE(page->model().rowCount(), 1);
        QCOMPARE(m_service->find(1)->state, LinkState::Active);
    }

    void aHostNobodyLeadsToCannotBeBanned()
    {
        fillOffice(*m_service);
        BansPage *page = openBans();
        QTRY_COMPARE(page->model().rowCount(), 1);
        find<QPushButton>(page, u"banHostButton"_qs)->click();
        auto *dialog = page->findChild<HostBanDialog *>();
        auto *host = dialog->findChild<QLineEdit *>(u"banHost"_qs);
        dialog->findChild<QComboBox *>(u"banReason"_qs)->setEditText(u"spam"_qs);
        host->setText(u"nowhere.example"_qs);
        QTRY_VERIFY(host->accessibleDescription().startsWith(u"No link"));
        QVERIFY(!dialog->findChild<QPushButton *>(u"banConfirm"_qs)->isEnabled());
    }

    void hostsInWhatPeoplePaste_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("host");
        QTest::newRow("a host") << u"Evil.Example."_qs << u"evil.example"_qs;
        QTest::newRow("an address") << u" http://a.evil.example:8080/x?y#z "_qs << u"a.evil.example"_qs;
        QTest::newRow("a port") << u"evil.example:8080"_qs << u"evil.example"_qs;
        QTest::newRow("a host of another script") << u"b\u00FCcher.example"_qs << u"xn--bcher-kva.example"_qs;
        QTest::newRow("a filter") << u"host:evil.example tag:x"_qs << QString();
        QTest::newRow("a word") << u"evil"_qs << QString();
        QTest::newRow("nothing") << u"  "_qs << QString();
    }
    void hostsInWhatPeoplePaste()
    {
        QFETCH(QString, typed);
        QTEST(hostIn(typed), "host");
    }

    void emptyAndFailedBans()
    {
        BansPage *page = openBans();
        QTRY_VERIFY(find<QWidget>(page, u"bansEmpty"_qs)->isVisible());
        QVERIFY(page->toolbarWidgets().isEmpty());
        page->deactivated();
        m_service->setOverride([](const FakeRequest &) { return problem(503, u"unavailable"_qs, u"x"_qs); });
        auto *other = new BansPage(*m_client, *m_stream, *m_undo);
        open(other);
        QTRY_VERIFY(find<QWidget>(other, u"bansFailed"_qs)->isVisible());
        m_service->setOverride({});
        fillOffice(*m_service);
        find<QWidget>(other, u"bansFailed"_qs)->findChild<QPushButton *>(u"tryAgain"_qs)->click();
        QTRY_COMPARE(other->model().rowCount(), 1);
    }

    void linksAreBannedFromTheirPage()
    {
        fillOffice(*m_service);
        auto *dialogs = new LinkDialogs(*m_client, m_window.get());
        auto *page = new LinksPage(*m_client, *m_stream, *m_undo, *dialogs);
        open(page);
        QTRY_COMPARE(page->model().rowCount(), 15);
        Q_EMIT page->findChild<LinksTable *>()->rowActivated(0);
        auto *ban = find<QPushButton>(page, u"detailsBan"_qs);
        auto *unban = find<QPushButton>(page, u"detailsUnban"_qs);
        QVERIFY(ban->isVisible());
        QVERIFY(!unban->isVisible());
        const qint64 id = page->model().linkAt(0)->id.value;
        ban->click();
        auto *dialog = page->findChild<BanDialog *>();
        auto *confirm = dialog->findChild<QPushButton *>(u"banConfirm"_qs);
        QVERIFY(!confirm->isEnabled());
        dialog->findChild<QComboBox *>(u"banReason"_qs)->setEditText(u"spam"_qs);
        confirm->click();
        QTRY_COMPARE(m_service->find(id)->state, LinkState::Banned);
        QTRY_VERIFY(unban->isVisible());
        QVERIFY(find<QWidget>(page, u"detailsBanned"_qs)->isVisible());
        QTRY_VERIFY(m_undo->canUndo());
        m_undo->undo();
        QTRY_COMPARE(m_service->find(id)->state, LinkState::Active);
        QTRY_VERIFY(!unban->isVisible());
    }

private:
    // Three end this week, one this month, one later; two have ended.
    void fillEnds()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const QList<int> days{2, 3, 6, 20, 60, -2, -5, 300};
        for (int i = 0; i < days.size(); ++i) {
            LinkInfo link = sampleLink(i + 1, now);
            link.expiresAt = now.addDays(days.at(i)).addSecs(3600);
            if (days.at(i) < 0)
                link.state = LinkState::Expired;
            m_service->links() << link;
        }
    }
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
    RenewalPage *openRenewal() { return open(new RenewalPage(*m_client, *m_stream, *m_undo)); }
    BansPage *openBans() { return open(new BansPage(*m_client, *m_stream, *m_undo)); }
    template <typename W>
    static W *find(QWidget *root, const QString &name)
    {
        W *found = root->findChild<W *>(name);
        if (!found)
            qFatal("no %s", qPrintable(name));
        return found;
    }
    static void clickButton(ActionTable *table, int row)
    {
        const QModelIndex index = table->model()->index(row, table->model()->columnCount() - 1);
        const QRect cell = table->visualRect(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, QPoint(cell.right() - 24, cell.center().y()));
    }
    static void openMenu(RenewalPage *page, int row, const QString &action)
    {
        clickButton(find<ActionTable>(page, u"renewalTable"_qs), row);
        auto *menu = page->findChild<QMenu *>(u"renewMenu"_qs);
        QVERIFY(menu);
        auto *chosen = menu->findChild<QAction *>(action);
        QVERIFY(chosen);
        chosen->trigger();
        menu->close();
    }

    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
    std::unique_ptr<EventStream> m_stream;
    std::unique_ptr<QUndoStack> m_undo;
    std::unique_ptr<QWidget> m_window;
};

QTEST_MAIN(TestRenewalPages)
#include "tst_renewalpages.moc"
