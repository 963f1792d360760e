// The links page offscreen against the fake service: many links at once with undo, the typed filter, saved views, the
// history of a link, archive and bin.
#include "dialogs/linkdialogs.h"
#include "dialogs/tagedit.h"
#include "fakelife.h"
#include "officedata.h"
#include "pages/audittexts.h"
#include "pages/detailspane.h"
#include "pages/filterfield.h"
#include "pages/filterhelp.h"
#include "pages/linkhistory.h"
#include "pages/linkspage.h"
#include "pages/linkstable.h"
#include "pages/savedviews.h"
#include "pages/tagdialog.h"
#include "pages/viewdialog.h"
#include "settings/inifile.h"
#include "shell/actionregistry.h"
#include "shell/actions.h"
#include "shell/mainwindow.h"
#include "shell/windowstate.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/batchbar.h"
#include "widgets/elidedlabel.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QJsonArray>
#include <QJsonDocument>
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

class TestLinksLife final : public QObject {
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
        m_actions = std::make_unique<ActionRegistry>();
        addStandardActions(*m_actions);
        m_state = std::make_unique<WindowState>(QString());
        m_client->setEndpoint(m_service->endpoint());
        m_stream->start(m_service->endpoint());
    }
    void cleanup()
    {
        m_window.reset();
        m_undo.reset();
        m_stream.reset();
        m_client.reset();
        m_service.reset();
        m_state.reset();
        m_actions.reset();
    }

    void checkedRowsAreRenewedAndUndone()
    {
        open(30);
        const qint64 id = m_page->model().linkAt(3)->id.value;
        m_page->model().setChecked(3, true);
        m_page->model().setChecked(4, true);
        const QDateTime end = m_service->find(id)->expiresAt;
        action(u"renew90"_qs)->trigger();
        QTRY_COMPARE(said().id, u"batch"_qs);
        QCOMPARE(said().what, u"Renewed 2 link(s)"_qs);
        QVERIFY(m_service->find(id)->expiresAt != end);
        QCOMPARE(m_undo->count(), 1);
        m_undo->undo();
        QTRY_COMPARE(m_service->find(id)->expiresAt, end);
        QTRY_COMPARE(said().what, u"2 link(s) are as before"_qs);
    }

    void everythingTheFilterFinds()
    {
        QAbstractItemModelTester tester(&open(300), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_page->model().setChecked(0, true);
        auto *all = m_page->findChild<QPushButton *>(u"batchAll"_qs);
        QCOMPARE(all->text(), u"Select all 300"_qs);
        QTest::mouseClick(all, Qt::LeftButton);
        QVERIFY(m_page->model().allChecked());
        QCOMPARE(m_page->model().checkedCount(), 300);
        QVERIFY(all->isHidden());
        QVERIFY(!action(u"copyLinks"_qs)->isEnabled());
        action(u"favouriteLinks"_qs)->trigger();
        QTRY_COMPARE(said().what, u"Changed 300 link(s)"_qs);
        const QJsonObject sent = QJsonDocument::fromJson(lastRequest("POST", u"/links/batch"_qs).body).object();
        QVERIFY(!sent.value(u"filter"_qs).toString().isEmpty());
        QVERIFY(readFilter(sent.value(u"filter"_qs).toString()).isValid());
        QVERIFY(!sent.contains(u"ids"_qs));
        QVERIFY(m_service->links().at(299).favourite);
        // One unchecked: those that are loaded, without it.
        m_page->model().setChecked(2, false);
        QVERIFY(!m_page->model().allChecked());
        QVERIFY(!m_page->model().isChecked(m_page->model().linkAt(2)->id));
        // Another filter finds something else: nothing stays chosen unseen.
        m_page->model().checkAll();
        type(u"code0000001"_qs);
        QTRY_VERIFY(!m_page->model().allChecked());
    }

    void banByFilterCountsFirst()
    {
        open(40);
        m_page->model().setChecked(0, true);
        m_page->model().checkAll();
        action(u"banLinks"_qs)->trigger();
        QTRY_VERIFY(m_page->findChild<QDialog *>(u"banDialog"_qs));
        auto *dialog = m_page->findChild<QDialog *>(u"banDialog"_qs);
        auto *confirm = dialog->findChild<QPushButton *>(u"banConfirm"_qs);
        QCOMPARE(confirm->text(), u"Ban 40 link(s)"_qs);
        dialog->findChild<QComboBox *>(u"banReason"_qs)->setEditText(u"phishing"_qs);
        confirm->click();
        QTRY_COMPARE(said().what, u"Banned 40 link(s)"_qs);
        QCOMPARE(m_service->links().at(7).state, LinkState::Banned);
        m_undo->undo();
        QTRY_COMPARE(m_service->links().at(7).state, LinkState::Active);
    }

    void workUnderWayIsSeenAndStopped()
    {
        open(2000);
        m_service->life().holdJobs();
        m_page->model().checkAll();
        action(u"renewYear"_qs)->trigger();
        auto *row = m_page->findChild<QWidget *>(u"jobProgress"_qs);
        QTRY_VERIFY(row->isVisible());
        const auto labels = row->findChildren<ElidedLabel *>();
        const bool told = std::any_of(labels.begin(), labels.end(), [](const ElidedLabel *label) {
            return label->text().startsWith(u"1,000 of 2,000, 6,400/s"_qs);
        });
        QVERIFY(told);
        m_page->deactivated(); // goes on
        QTest::mouseClick(row->findChild<QPushButton *>(u"progressCancel"_qs), Qt::LeftButton);
        QTRY_VERIFY(!row->isVisible());
        QTRY_COMPARE(said().id, u"batch"_qs);
        QVERIFY(!said().buttons.isEmpty()); // what is done can be undone
    }

    void undoTellsWhatItLeftAlone()
    {
        open(30);
        m_service->life().setUndoesPartly(true);
        for (int row : {0, 1, 2})
            m_page->model().setChecked(row, true);
        const LinkInfo changed = *m_page->model().linkAt(1);
        action(u"deleteLinks"_qs)->trigger();
        QTRY_COMPARE(said().what, u"Deleted 3 link(s)"_qs);
        ++m_service->find(changed.id.value)->version; // somebody else
        m_undo->undo();
        QTRY_COMPARE(said().what, u"2 link(s) are as before"_qs);
        QVERIFY2(said().whatToDo.startsWith(u"1 link(s) were changed meanwhile and left alone: go.example.com/"_qs),
                 qPrintable(said().whatToDo));
        QCOMPARE(said().level, Level::Warn);
        QCOMPARE(said().timeoutMs, 0);
    }

    void refusedUndoSaysWho()
    {
        open(30);
        m_page->model().setChecked(0, true);
        const qint64 id = m_page->model().linkAt(0)->id.value;
        action(u"favouriteLinks"_qs)->trigger();
        QTRY_VERIFY(m_service->find(id)->favourite);
        QTRY_COMPARE(said().id, u"batch"_qs);
        ++m_service->find(id)->version;
        m_undo->undo();
        QTRY_COMPARE(said().level, Level::Danger);
        QVERIFY2(said().whatToDo.contains(u"marketing"_qs), qPrintable(said().whatToDo));
        QVERIFY(m_service->find(id)->favourite);
    }

    void failedBatchIsTold()
    {
        open(10);
        m_service->setOverride([](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (request.path.endsWith(u"/links/batch"_qs))
                return problem(503, u"busy"_qs, u"Too many jobs."_qs);
            return std::nullopt;
        });
        m_page->model().setChecked(0, true);
        action(u"renew30"_qs)->trigger();
        QTRY_COMPARE(said().level, Level::Danger);
        QCOMPARE(said().what, u"The service is busy."_qs);
        QCOMPARE(m_undo->count(), 0);
    }

    void tagsAreAddedAndTakenOff()
    {
        open(10);
        m_page->model().setChecked(0, true);
        const qint64 id = m_page->model().linkAt(0)->id.value;
        action(u"addTags"_qs)->trigger();
        auto *dialog = m_page->findChild<TagDialog *>();
        QVERIFY(dialog);
        QVERIFY(!dialog->findChild<QPushButton *>(u"tagConfirm"_qs)->isEnabled());
        dialog->findChild<TagEdit *>()->lineEdit()->setText(u"sommer 2027"_qs);
        dialog->findChild<QPushButton *>(u"tagConfirm"_qs)->click();
        QTRY_VERIFY(m_service->find(id)->tags.contains(u"sommer 2027"_qs));
        QTRY_COMPARE(m_undo->count(), 1);
        m_undo->undo();
        QTRY_VERIFY(!m_service->find(id)->tags.contains(u"sommer 2027"_qs));
    }

    void linksMoveToAnotherDomain()
    {
        fillOffice(*m_service);
        open(0);
        auto *move = action(u"moveLinks"_qs);
        QTRY_VERIFY(move->isEnabled());
        m_page->model().setChecked(0, true);
        action(u"moveTo.s.example.net"_qs)->trigger();
        QTRY_COMPARE(lastBody(u"/links/batch"_qs).value(u"arguments"_qs).toObject().value(u"domain"_qs).toString(),
                     u"s.example.net"_qs);
    }

    void favouriteOfOneLink()
    {
        open(10);
        Q_EMIT table()->rowActivated(0);
        const qint64 id = m_page->model().linkAt(0)->id.value;
        auto *star = m_page->findChild<QPushButton *>(u"detailsStar"_qs);
        QTest::mouseClick(star, Qt::LeftButton);
        QTRY_VERIFY(m_service->find(id)->favourite);
        QTRY_VERIFY(m_page->model().linkAt(0)->favourite);
        QTRY_VERIFY(star->isChecked());
        QTRY_COMPARE(m_undo->count(), 1); // the event may come before the answer
        m_undo->undo();
        QTRY_VERIFY(!star->isChecked());
    }

    void paneTellsBanLimitFallbackAndLastClick()
    {
        m_service->fill(3);
        LinkInfo &link = m_service->links().last();
        link.state = LinkState::Banned;
        link.ban = BanInfo{u"phishing \u202Efdp"_qs, u"office"_qs, QDateTime::currentDateTimeUtc().addDays(-2)};
        link.maxClicks = 100;
        link.clicks = {47, 3};
        link.fallbackUrl = u"https://example.com/over"_qs;
        link.lastClickAt = QDateTime::currentDateTimeUtc().addSecs(-120);
        open(0);
        Q_EMIT table()->rowActivated(m_page->model().rowOf(link.id));
        const auto text = [this](const QString &name) {
            QStringList texts;
            for (const ElidedLabel *label : m_page->findChild<QWidget *>(name)->findChildren<ElidedLabel *>())
                texts << label->text();
            return texts.join(u' ');
        };
        QVERIFY2(text(u"detailsBanned"_qs).contains(u"phishing"_qs), qPrintable(text(u"detailsBanned"_qs)));
        QVERIFY(text(u"detailsBanned"_qs).contains(u"office"_qs));
        QVERIFY(text(u"detailsLimit"_qs).contains(u"47 of 100 visits used"_qs));
        QVERIFY(text(u"detailsFallback"_qs).contains(u"example.com/over"_qs));
        QVERIFY(text(u"detailsLastClick"_qs).contains(u"min ago"_qs));
    }

    void historyInWordsWithUndo()
    {
        m_service->fill(3);
        const LinkInfo link = m_service->links().last();
        int asked = 0;
        m_service->setOverride([&](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (request.verb == "POST" && request.path.contains(u"/audit/"_qs))
                return problem(409, u"changed-meanwhile"_qs, u"The link was changed since (title, by anna)."_qs);
            if (!request.path.endsWith(u"/audit"_qs))
                return std::nullopt;
            ++asked;
            return history(!request.query.queryItemValue(u"cursor"_qs).isEmpty());
        });
        open(0);
        Q_EMIT table()->rowActivated(m_page->model().rowOf(link.id));
        auto *pane = m_page->findChild<LinkHistory *>();
        QTRY_COMPARE(texts(pane, u"historyWhat"_qs).size(), 3);
        const QStringList what = texts(pane, u"historyWhat"_qs);
        QCOMPARE(what.at(0), u"Title changed from “Old” to “New”, and 1 more"_qs);
        QVERIFY2(what.at(1).startsWith(u"Renewed until 31 May"_qs), qPrintable(what.at(1)));
        QCOMPARE(what.at(2), u"Banned: phishing"_qs);
        QVERIFY(texts(pane, u"historyWho"_qs).at(0).startsWith(u"anna, "_qs));
        QVERIFY(texts(pane, u"historyWho"_qs).at(2).endsWith(u"undone"_qs));
        const QString tip = visible(pane, u"historyWho"_qs).at(0)->parentWidget()->toolTip();
        QVERIFY(tip.contains(u"Redirect changed to 301"_qs));
        QTest::mouseClick(pane->findChild<QPushButton *>(u"historyMore"_qs), Qt::LeftButton);
        QTRY_COMPARE(texts(pane, u"historyWhat"_qs).size(), 4);
        QCOMPARE(texts(pane, u"historyWhat"_qs).at(3), u"Created"_qs);
        // Somebody changed it since: told, and offered again.
        const int before = asked;
        auto *undo = qobject_cast<QPushButton *>(pane->findChild<QPushButton *>(u"historyUndo"_qs));
        QVERIFY(undo);
        QTest::mouseClick(undo, Qt::LeftButton);
        QTRY_COMPARE(said().level, Level::Danger);
        QVERIFY(said().whatToDo.contains(u"by anna"_qs));
        QTRY_VERIFY(asked > before);
    }

    void historyErrorCanBeTriedAgain()
    {
        m_service->fill(3);
        bool broken = true;
        m_service->setOverride([&](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (!request.path.endsWith(u"/audit"_qs))
                return std::nullopt;
            return broken ? problem(503, u"busy"_qs, u"Busy."_qs) : history(true);
        });
        open(0);
        Q_EMIT table()->rowActivated(0);
        auto *pane = m_page->findChild<LinkHistory *>();
        auto *problemLine = pane->findChild<ElidedLabel *>(u"historyProblem"_qs);
        QTRY_VERIFY(problemLine->isVisible());
        QCOMPARE(problemLine->text(), u"The service is busy."_qs);
        broken = false;
        QTest::mouseClick(pane->findChild<QPushButton *>(u"historyMore"_qs), Qt::LeftButton);
        QTRY_COMPARE(texts(pane, u"historyWhat"_qs).size(), 1);
        QVERIFY(!problemLine->isVisible());
    }

    void editCanBeUndone()
    {
        m_service->fill(3);
        const LinkInfo link = m_service->links().last();
        QList<qint64> undone;
        m_service->setOverride([&](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (request.verb == "POST" && request.path.contains(u"/audit/"_qs)) {
                undone << request.path.section(u'/', -2, -2).toLongLong();
                return json({{u"entry"_qs, QJsonObject{{u"id"_qs, 70 + undone.size()}}},
                             {u"link"_qs, linkJson(*m_service->find(link.id.value))}});
            }
            return request.path.endsWith(u"/audit"_qs) ? std::optional(history(false)) : std::nullopt;
        });
        open(0);
        Q_EMIT m_dialogs->edited(link);
        QTRY_COMPARE(m_undo->count(), 1);
        QCOMPARE(said().id, u"edited"_qs);
        m_page->messageButtonClicked(said().id, u"undo"_qs);
        QTRY_COMPARE(undone, QList<qint64>{55});
        QTRY_VERIFY(said().what.endsWith(u"is as it was"_qs));
        m_undo->redo(); // takes the undo's own entry back
        QTRY_COMPARE(undone, (QList<qint64>{55, 71}));
    }

    void auditTextsShowForeignMarks()
    {
        AuditEntry entry;
        entry.action = u"edit"_qs;
        entry.before = {{u"tags"_qs, QJsonArray{u"print"_qs}}};
        entry.after = {{u"tags"_qs, QJsonArray{u"print"_qs, u"a\u202Eb"_qs}}};
        QVERIFY(!auditText(entry, QDate::currentDate()).contains(QChar(0x202E)));
        entry.before = {{u"favourite"_qs, false}};
        entry.after = {{u"favourite"_qs, true}};
        QCOMPARE(auditText(entry, QDate::currentDate()), u"Marked as favourite"_qs);
        entry.action = u"undo"_qs;
        QCOMPARE(auditText(entry, QDate::currentDate()), u"Undone: Marked as favourite"_qs);
        entry.after = {};
        QCOMPARE(auditText(entry, QDate::currentDate()), u"Change undone"_qs);
    }

    void wrongFilterIsSaidAndNotSent()
    {
        open(30);
        m_service->clearRequests();
        type(u"clicks>many"_qs);
        auto *mistake = m_page->findChild<ElidedLabel *>(u"filterMistake"_qs);
        QTRY_VERIFY(mistake->isVisible());
        QVERIFY(!mistake->text().isEmpty());
        QVERIFY(!filter()->reading().isValid());
        QTest::qWait(250);
        // Half of it may have been a right filter for a moment.
        for (const FakeRequest &request : m_service->requests())
            QVERIFY(!request.query.queryItemValue(u"filter"_qs, QUrl::FullyDecoded).contains(u'>'));
        filter()->clear();
        QTRY_VERIFY(!mistake->isVisible());
        type(u"tag:nothing"_qs);
        QTRY_COMPARE(m_page->model().rowCount(), 0);
        QCOMPARE(lastRequest("GET", u"/links"_qs).query.queryItemValue(u"filter"_qs, QUrl::FullyDecoded),
                 u"tag:nothing"_qs);
    }

    void mistakeThatOnlyTheServiceKnows()
    {
        open(30);
        m_service->setOverride([](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (!request.query.hasQueryItem(u"filter"_qs))
                return std::nullopt;
            return FakeAnswer{422, "application/problem+json",
                              R"({"code":"invalid-filter","title":"x","status":422,"field":"filter",)"
                              R"("detail":"There is no domain of this name.","position":7,"length":4})", {}};
        });
        type(u"domain:nope"_qs);
        auto *mistake = m_page->findChild<ElidedLabel *>(u"filterMistake"_qs);
        QTRY_VERIFY(mistake->isVisible());
        QCOMPARE(mistake->text(), u"There is no domain of this name."_qs);
        QCOMPARE(filter()->reading().position, 7);
        QCOMPARE(m_page->model().rowCount(), 30); // what was there stays
    }

    void filterOffersNamesAndValues()
    {
        m_service->fill(3);
        m_service->links().first().tags = {u"spring sale"_qs};
        open(0);
        QTRY_VERIFY(m_service->countOf("GET", u"/api/v1/tags"_qs) > 0);
        QTest::qWait(50);
        filter()->setFocus();
        QTest::keyClicks(filter(), u"ta"_qs);
        auto *popup = filter()->findChild<QCompleter *>()->popup();
        QTRY_VERIFY(popup->isVisible());
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QCOMPARE(filter()->text(), u"tag:"_qs);
        QTest::keyClicks(filter(), u"spr"_qs);
        QTRY_VERIFY(popup->isVisible());
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QCOMPARE(filter()->text(), u"tag:\"spring sale\""_qs);
        QVERIFY(filter()->reading().isValid());
    }

    void helpPutsAnExampleIntoTheFilter()
    {
        open(3);
        QTest::mouseClick(m_page->findChild<QPushButton *>(u"filterHelpButton"_qs), Qt::LeftButton);
        auto *help = m_page->findChild<FilterHelp *>();
        QVERIFY(help && help->isVisible());
        Q_EMIT help->chosen(u"expires<7d"_qs);
        help->close();
        QCOMPARE(filter()->text(), u"expires<7d"_qs);
    }

    void viewIsSavedChosenAndDeletedWithUndo()
    {
        open(30);
        auto *save = m_page->findChild<QPushButton *>(u"saveView"_qs);
        QVERIFY(!save->isEnabled());
        type(u"tag:spring"_qs);
        QTRY_VERIFY(save->isEnabled());
        QTest::mouseClick(save, Qt::LeftButton);
        auto *dialog = m_page->findChild<ViewDialog *>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>(u"viewName"_qs)->setText(u"Spring campaign"_qs);
        dialog->findChild<QAbstractButton *>(u"colour.2"_qs)->click();
        dialog->findChild<QPushButton *>(u"viewSave"_qs)->click();
        QTRY_COMPARE(m_page->choices().size(), 3); // with archive and bin
        QCOMPARE(m_page->choices().first().text, u"Spring campaign"_qs);
        QCOMPARE(m_page->choices().first().colour, 2);
        QCOMPARE(m_page->currentChoice(), m_page->choices().first().id);
        QTRY_VERIFY(choice(u"choice."_qs + m_page->choices().first().id));
        QVERIFY(choice(u"choice."_qs + m_page->choices().first().id)->isChecked());
        QVERIFY(!save->isEnabled());
        // "All links" is everything again.
        QTest::mouseClick(m_window->findChild<QAbstractButton *>(u"nav.links"_qs), Qt::LeftButton);
        QTRY_VERIFY(filter()->text().isEmpty());
        QVERIFY(m_page->currentChoice().isEmpty());
        QTest::mouseClick(choice(u"choice."_qs + m_page->choices().first().id), Qt::LeftButton);
        QTRY_COMPARE(filter()->text(), u"tag:spring"_qs);
        m_page->findChild<SavedViews *>()->remove(m_page->choices().first().id.toLongLong());
        QTRY_COMPARE(m_page->choices().size(), 2);
        m_undo->undo();
        QTRY_COMPARE(m_page->choices().size(), 3);
        QCOMPARE(m_page->choices().first().text, u"Spring campaign"_qs);
    }

    void viewsSetFilterAndSortAndChangePlaces()
    {
        m_service->life().setViews({view(1, u"A"_qs, u"tag:a"_qs, u"-clicks"_qs), view(2, u"B"_qs, u"tag:b"_qs, {})});
        open(30);
        QTRY_COMPARE(m_page->choices().size(), 4);
        m_page->applyChoice(u"1"_qs);
        QTRY_COMPARE(m_page->model().query().filter, u"tag:a"_qs);
        QCOMPARE(m_page->model().query().sort, LinkSort::Clicks);
        QVERIFY(m_page->model().query().descending);
        QCOMPARE(m_page->currentChoice(), u"1"_qs);
        m_page->moveChoice(u"1"_qs, 1);
        QTRY_COMPARE(lastBody(u"/views/1"_qs).value(u"position"_qs).toInt(), 1);
        m_page->showChoiceMenu(u"2"_qs, {});
        auto *menu = m_page->findChild<QMenu *>(u"viewMenu"_qs);
        QVERIFY(menu);
        action(u"viewUpdate"_qs)->trigger();
        QTRY_COMPARE(lastBody(u"/views/2"_qs).value(u"filter"_qs).toString(), u"tag:a"_qs);
        menu->close();
    }

    void viewErrorsAreTold()
    {
        m_service->life().setViews({view(1, u"A"_qs, u"tag:a"_qs, {})});
        open(3);
        QTRY_COMPARE(m_page->choices().size(), 3);
        m_service->life().setViews({});
        m_page->moveChoice(u"1"_qs, 0);
        QTRY_COMPARE(said().level, Level::Danger);
        QTRY_COMPARE(m_page->choices().size(), 2); // it is gone here, too
    }

    void binRestores()
    {
        m_service->fill(5);
        m_service->links()[1].state = LinkState::Deleted;
        const qint64 id = m_service->links().at(1).id.value;
        open(0);
        QTRY_COMPARE(m_page->model().rowCount(), 4);
        QTest::mouseClick(choice(u"choice.bin"_qs), Qt::LeftButton);
        QTRY_COMPARE(m_page->model().rowCount(), 1);
        QVERIFY(choice(u"choice.bin"_qs)->isChecked());
        m_page->model().setChecked(0, true);
        QVERIFY(action(u"restoreLinks"_qs)->isVisible());
        QVERIFY(!action(u"renewLinks"_qs)->isVisible());
        action(u"restoreLinks"_qs)->trigger();
        QTRY_COMPARE(m_service->find(id)->state, LinkState::Active);
        QTRY_COMPARE(m_page->model().rowCount(), 0);
    }

    void archivedLinksAreTakenOut()
    {
        m_service->fill(5);
        m_service->links()[1].archived = true;
        const qint64 id = m_service->links().at(1).id.value;
        open(0);
        QTest::mouseClick(choice(u"choice.archive"_qs), Qt::LeftButton);
        QTRY_COMPARE(m_page->model().rowCount(), 1);
        Q_EMIT table()->rowActivated(0);
        auto *out = m_page->findChild<QPushButton *>(u"detailsUnarchive"_qs);
        QVERIFY(out->isVisible());
        QTest::mouseClick(out, Qt::LeftButton);
        QTRY_VERIFY(!m_service->find(id)->archived);
        QTRY_COMPARE(m_page->model().rowCount(), 0);
    }

    void typedFilterOutlivesAnotherPage()
    {
        open(30);
        type(u"code0000001"_qs);
        QTRY_COMPARE(m_page->model().query().filter, u"code0000001"_qs);
        m_page->setSearchText({}); // what the shell says whenever the page comes to the front
        QTest::qWait(50);
        QCOMPARE(m_page->model().query().filter, u"code0000001"_qs);
    }

private:
    LinksModel &open(int links)
    {
        if (links > 0)
            m_service->fill(links);
        m_window = std::make_unique<MainWindow>(*m_actions, *m_state, *m_undo);
        m_dialogs = new LinkDialogs(*m_client, m_window.get());
        m_page = new LinksPage(*m_client, *m_stream, *m_undo, *m_dialogs);
        m_window->addPage(m_page, Sidebar::Group::Links, "link");
        m_messages.clear();
        connect(m_page, &Page::messageRequested, this, [this](const Message &message) { m_messages << message; });
        m_window->resize(1440, 900);
        m_window->show();
        [&] { QTRY_VERIFY(m_page->model().hasAnswer()); }();
        return m_page->model();
    }
    LinksTable *table() const { return m_page->findChild<LinksTable *>(); }
    FilterField *filter() const { return m_page->findChild<FilterField *>(); }
    QAbstractButton *choice(const QString &name) const { return m_window->findChild<QAbstractButton *>(name); }
    QAction *action(const QString &name) const
    {
        if (auto *found = m_page->findChild<QAction *>(name))
            return found;
        const auto actions = m_page->findChildren<QAction *>();
        for (QAction *owner : actions) {
            if (!owner->menu())
                continue;
            for (QAction *entry : owner->menu()->actions()) {
                if (entry->objectName() == name)
                    return entry;
            }
        }
        return nullptr;
    }
    void type(const QString &text) const
    {
        filter()->clear();
        filter()->setFocus();
        QTest::keyClicks(filter(), text);
        filter()->findChild<QCompleter *>()->popup()->hide();
    }
    [[nodiscard]] Message said() const { return m_messages.isEmpty() ? Message() : m_messages.last(); }
    [[nodiscard]] FakeRequest lastRequest(const QByteArray &verb, const QString &end) const
    {
        for (auto it = m_service->requests().crbegin(); it != m_service->requests().crend(); ++it) {
            if ((verb.isEmpty() || it->verb == verb) && it->path.endsWith(end))
                return *it;
        }
        return {};
    }
    [[nodiscard]] QJsonObject lastBody(const QString &end) const
    {
        return QJsonDocument::fromJson(lastRequest({}, end).body).object();
    }
    static QList<ElidedLabel *> visible(QWidget *root, const QString &name)
    {
        QList<ElidedLabel *> found;
        for (ElidedLabel *label : root->findChildren<ElidedLabel *>(name)) {
            if (label->isVisible())
                found << label;
        }
        std::sort(found.begin(), found.end(), [](const QWidget *a, const QWidget *b) {
            return a->mapToGlobal(QPoint()).y() < b->mapToGlobal(QPoint()).y();
        });
        return found;
    }
    static QStringList texts(QWidget *root, const QString &name)
    {
        QStringList list;
        for (const ElidedLabel *label : visible(root, name))
            list << label->text();
        return list;
    }
    static FakeAnswer json(const QJsonObject &object)
    {
        return {200, "application/json", QJsonDocument(object).toJson(QJsonDocument::Compact), {}};
    }
    static QJsonObject entry(qint64 id, const QString &action, const QJsonValue &before, const QJsonValue &after)
    {
        return {{u"id"_qs, id}, {u"at"_qs, u"2026-11-28T10:00:00Z"_qs}, {u"actor"_qs, u"anna"_qs},
                {u"action"_qs, action}, {u"linkId"_qs, 3}, {u"code"_qs, u"abc"_qs}, {u"before"_qs, before},
                {u"after"_qs, after}, {u"batch"_qs, QJsonValue()}, {u"links"_qs, QJsonValue()},
                {u"undoes"_qs, QJsonValue()}, {u"undoneBy"_qs, QJsonValue()}, {u"undoable"_qs, id > 0}};
    }
    static FakeAnswer history(bool rest)
    {
        QJsonArray entries;
        if (rest) {
            entries << entry(0, u"create"_qs, QJsonValue(), QJsonValue());
        } else {
            entries << entry(55, u"edit"_qs, QJsonObject{{u"title"_qs, u"Old"_qs}, {u"redirectStatus"_qs, 302}},
                             QJsonObject{{u"title"_qs, u"New"_qs}, {u"redirectStatus"_qs, 301}})
                    << entry(54, u"renew"_qs, QJsonObject{{u"expiresAt"_qs, QJsonValue()}},
                             QJsonObject{{u"expiresAt"_qs, u"2027-05-31T12:00:00.000Z"_qs}});
            QJsonObject ban = entry(53, u"ban"_qs, QJsonObject{{u"ban"_qs, QJsonValue()}},
                                    QJsonObject{{u"ban"_qs, QJsonObject{{u"reason"_qs, u"phishing"_qs}}}});
            ban.insert(u"undoneBy"_qs, 60);
            ban.insert(u"undoable"_qs, false);
            entries << ban;
        }
        return json({{u"entries"_qs, entries}, {u"nextCursor"_qs, rest ? QJsonValue() : QJsonValue(u"53"_qs)}});
    }
    static QJsonObject view(int id, const QString &name, const QString &filterText, const QString &sort)
    {
        return {{u"id"_qs, id}, {u"name"_qs, name}, {u"filter"_qs, filterText}, {u"sort"_qs, sort},
                {u"colour"_qs, id}, {u"position"_qs, id - 1}, {u"links"_qs, 12 * id}};
    }

    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
    std::unique_ptr<EventStream> m_stream;
    std::unique_ptr<QUndoStack> m_undo;
    std::unique_ptr<ActionRegistry> m_actions;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<MainWindow> m_window;
    LinkDialogs *m_dialogs = nullptr; // the window's
    LinksPage *m_page = nullptr;      // the same
    QList<Message> m_messages;
};

QTEST_MAIN(TestLinksLife)
#include "tst_linkslife.moc"
