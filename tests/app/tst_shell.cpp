// The window: pages, rail, search, messages to their owners, undo offer, activity, actions without clashes.
#include "shell/actionregistry.h"
#include "shell/actions.h"
#include "shell/mainwindow.h"
#include "shell/windowstate.h"
#include "style/appstyle.h"
#include "widgets/messagebar.h"
#include "widgets/page.h"
#include "widgets/searchfield.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

using namespace linkdesk::app;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

class FakePage final : public Page {
public:
    FakePage(const char *id, bool search) : m_id(s(id)), m_search(search) {}

    [[nodiscard]] QString pageId() const override { return m_id; }
    [[nodiscard]] QString title() const override { return s("Title of ") + m_id; }
    [[nodiscard]] QList<QWidget *> toolbarWidgets() override { return {tool}; }
    void activated() override { ++active; }
    void deactivated() override { --active; }
    [[nodiscard]] bool takesSearch() const override { return m_search; }
    void setSearchText(const QString &text) override { searched = text; }
    void messageButtonClicked(const QString &, const QString &buttonId) override { clicked = buttonId; }
    void navigatedTo(const QString &given) override { argument = given; }
    [[nodiscard]] QString unsavedText() const override { return unsaved; }
    [[nodiscard]] QList<Choice> choices() const override { return ready; }
    [[nodiscard]] QString currentChoice() const override { return current; }
    void applyChoice(const QString &id) override { current = id; }
    void moveChoice(const QString &id, int to) override { moved = id + QString::number(to); }

    QPushButton *tool = new QPushButton(s("Tool"), this);
    int active = 0;
    QString searched, clicked, argument, unsaved, current, moved;
    QList<Choice> ready;

private:
    QString m_id;
    bool m_search;
};

class SetCommand final : public QUndoCommand {
public:
    SetCommand(int &value, const QString &done) : QUndoCommand(done), m_value(value) {}
    void redo() override { ++m_value; }
    void undo() override { --m_value; }

private:
    int &m_value;
};

struct Fixture {
    Fixture()
    {
        addStandardActions(actions);
        window = std::make_unique<MainWindow>(actions, state, undo);
        live = new FakePage("live", false);
        links = new FakePage("links", true);
        window->addPage(live, Sidebar::Group::Watch, "activity");
        window->addPage(links, Sidebar::Group::Links, "link");
        window->resize(1440, 900);
    }

    ActionRegistry actions;
    WindowState state{QString()};
    QUndoStack undo;
    std::unique_ptr<MainWindow> window;
    FakePage *live;
    FakePage *links;
};

} // namespace

class TestShell final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto *style = new AppStyle;
        style->setAnimationsEnabled(false);
        QApplication::setStyle(style);
    }

    void noTwoActionsShareAShortcut()
    {
        ActionRegistry actions;
        addStandardActions(actions);
        QVERIFY(actions.conflicts().isEmpty());
        QCOMPARE(actions.action(s("link.new"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_N));
        for (const QString &id : actions.ids())
            QVERIFY2(!actions.action(id)->text().isEmpty(), qPrintable(id));
    }

    void aClashIsFound()
    {
        ActionRegistry actions;
        actions.add({s("a"), s("A"), nullptr, QKeySequence(Qt::CTRL | Qt::Key_X), MenuPlace::Edit});
        actions.add({s("b"), s("B"), nullptr, QKeySequence(Qt::CTRL | Qt::Key_X, Qt::Key_Y), MenuPlace::Edit});
        QCOMPARE(actions.conflicts().size(), 1);
        QVERIFY(!actions.setShortcut(s("b"), QKeySequence(Qt::CTRL | Qt::Key_X)));
        QVERIFY(actions.setShortcut(s("b"), QKeySequence(Qt::CTRL | Qt::Key_B)));
        QVERIFY(actions.conflicts().isEmpty());
        QCOMPARE(actions.changedShortcuts().keys(), QStringList{s("b")});
    }

    void thePageInFrontIsTheOnlyActiveOne()
    {
        Fixture f;
        QCOMPARE(f.live->active, 0);
        f.window->show();
        QCOMPARE(f.live->active, 1);
        f.window->showPage(s("links"), s("12"));
        QCOMPARE(f.live->active, 0);
        QCOMPARE(f.links->active, 1);
        QCOMPARE(f.links->argument, s("12"));
        QCOMPARE(f.state.page(), s("links"));
        f.window->hide();
        QCOMPARE(f.links->active, 0);
    }

    void theSidebarChangesPage()
    {
        Fixture f;
        f.window->show();
        auto *entry = f.window->findChild<QAbstractButton *>(s("nav.links"));
        QVERIFY(entry);
        QCOMPARE(entry->accessibleName(), s("Title of links"));
        QTest::mouseClick(entry, Qt::LeftButton);
        QCOMPARE(f.window->currentPage(), f.links);
        QCOMPARE(f.window->findChild<QLabel *>(s("pageTitle"))->text(), s("Title of links"));
        QVERIFY(f.links->tool->isVisible());
        QVERIFY(!f.live->tool->isVisible());
    }

    void choicesAreChosenMarkedAndDragged()
    {
        Fixture f;
        f.links->ready = {{s("1"), s("Spring"), 0, {}, s("48"), true},
                          {s("2"), s("Posters"), 1, {}, {}, true},
                          {s("3"), s("Partners"), 2, {}, {}, true},
                          {s("bin"), s("Bin"), -1, s("trash"), {}, false}};
        Q_EMIT f.links->choicesChanged();
        f.window->show();
        const auto entry = [&f](const char *id) { return f.window->findChild<QAbstractButton *>(s("choice.") + s(id)); };
        QTRY_VERIFY(entry("1")->isVisible());
        QCOMPARE(entry("1")->accessibleName(), s("Spring, 48"));
        QTest::mouseClick(entry("2"), Qt::LeftButton);
        QCOMPARE(f.links->current, s("2"));
        QCOMPARE(f.window->currentPage(), f.links);
        QVERIFY(entry("2")->isChecked());
        f.window->showPage(s("live"));
        QVERIFY(!entry("2")->isChecked());
        // The page itself is everything again.
        QTest::mouseClick(f.window->findChild<QAbstractButton *>(s("nav.links")), Qt::LeftButton);
        QVERIFY(f.links->current.isEmpty());
        // Dragged below the third one, and no further than the ones that can be moved.
        const auto drag = [&](const char *id, int dy) {
            QAbstractButton *button = entry(id);
            const QPoint from = button->rect().center();
            QTest::mousePress(button, Qt::LeftButton, {}, from);
            QMouseEvent move(QEvent::MouseMove, from + QPoint(0, dy), button->mapToGlobal(from + QPoint(0, dy)),
                             Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(button, &move);
            QTest::mouseRelease(button, Qt::LeftButton, {}, from + QPoint(0, dy));
        };
        drag("1", 300);
        QCOMPARE(f.links->moved, s("12"));
        drag("3", -200);
        QCOMPARE(f.links->moved, s("30"));
        f.links->moved.clear();
        drag("2", 6); // hardly moved: stays
        drag("bin", -100);
        QVERIFY(f.links->moved.isEmpty());
    }

    void everyPageHasAKey()
    {
        Fixture f;
        f.window->show();
        QCOMPARE(f.actions.action(s("page.links"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_2));
        QCOMPARE(f.actions.action(s("page.renewal"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_3));
        QCOMPARE(f.actions.action(s("page.bans"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_4));
        QCOMPARE(f.actions.action(s("page.domains"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_5));
        f.actions.action(s("page.links"))->trigger();
        QCOMPARE(f.window->currentPage(), f.links);
        f.actions.action(s("page.domains"))->trigger(); // a window without it stays where it is
        QCOMPARE(f.window->currentPage(), f.links);
    }

    void aPageSaysWhatWouldBeLost()
    {
        Fixture f;
        QCOMPARE(f.window->unsavedPage(), nullptr);
        f.links->unsaved = s("Something is not saved.");
        QCOMPARE(f.window->unsavedPage(), f.links);
    }

    void aNarrowWindowHasARail()
    {
        Fixture f;
        f.window->show();
        QCOMPARE(f.window->sidebar()->width(), 220);
        f.window->resize(1120, 800);
        QVERIFY(f.window->sidebar()->isRail());
        QCOMPARE(f.window->sidebar()->width(), 64);
        QCOMPARE(f.window->findChild<QAbstractButton *>(s("nav.links"))->toolTip(), s("Title of links"));
        QCOMPARE(f.window->minimumSize(), QSize(1024, 700));
    }

    void searchGoesToThePageThatTakesIt()
    {
        Fixture f;
        f.window->show();
        auto *field = f.window->findChild<SearchField *>(s("searchField"));
        f.actions.action(s("search.focus"))->trigger();
        QTest::keyClicks(field, s("spring"));
        QTest::qWait(200);
        QCOMPARE(f.window->currentPage(), f.live); // typing alone does not leave a page
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f.window->currentPage(), f.links);
        QCOMPARE(f.links->searched, s("spring"));
        QTest::keyClicks(field, s("x"));
        QTRY_COMPARE(f.links->searched, s("springx"));
    }

    void aMessageButtonGoesBackToItsPage()
    {
        Fixture f;
        f.window->show();
        Q_EMIT f.links->messageRequested({s("m"), Level::Warn, s("Something."), {}, {{s("fix"), s("Fix it")}}});
        QTest::mouseClick(f.window->findChild<QPushButton *>(s("messageFirst")), Qt::LeftButton);
        QCOMPARE(f.links->clicked, s("fix"));
        QVERIFY(f.live->clicked.isEmpty());
        Q_EMIT f.links->messageWithdrawn(s("m"));
        QVERIFY(!f.window->messages()->isShowing());
    }

    void whatWasDoneCanBeUndoneFromTheBar()
    {
        Fixture f;
        f.window->show();
        int value = 0;
        f.undo.push(new SetCommand(value, s("Deleted go.example/abc")));
        QCOMPARE(f.window->messages()->current().what, s("Deleted go.example/abc"));
        QVERIFY(f.actions.action(s("edit.undo"))->isEnabled());
        QTest::mouseClick(f.window->findChild<QPushButton *>(s("messageFirst")), Qt::LeftButton);
        QCOMPARE(value, 0);
        QVERIFY(!f.window->messages()->isShowing());
        QVERIFY(f.actions.action(s("edit.redo"))->isEnabled());
    }

    void closingAsksItsOwner()
    {
        Fixture f;
        f.window->show();
        QSignalSpy asked(f.window.get(), &MainWindow::closeRequested);
        f.window->close();
        QCOMPARE(asked.count(), 1);
        QVERIFY(f.window->isVisible());
    }

    void theWindowComesBackWhereItWas()
    {
        ActionRegistry actions;
        QUndoStack undo;
        WindowState state{QString()};
        {
            MainWindow window(actions, state, undo);
            window.resize(1300, 750);
            window.show();
            window.hide();
        }
        MainWindow again(actions, state, undo);
        QCOMPARE(again.size(), QSize(1300, 750));
    }
};

QTEST_MAIN(TestShell)
#include "tst_shell.moc"
