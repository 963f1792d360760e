#include "shell/mainwindow.h"

#include "shell/actionregistry.h"
#include "shell/toolbar.h"
#include "shell/windowstate.h"
#include "style/icons.h"
#include "widgets/messagebar.h"
#include "widgets/searchfield.h"
#include "widgets/statusstrip.h"

#include <QAction>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QUndoStack>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr QSize kSmallest{1024, 700};
constexpr int kRailBelow = 1280;
constexpr int kMargin = 24;
constexpr int kGapBelowMessage = 12;
constexpr int kUndoOfferMs = 10000;

QString undoMessage()
{
    return QStringLiteral("shell.undo");
}

} // namespace

MainWindow::MainWindow(ActionRegistry &actions, WindowState &state, QUndoStack &undo)
    : m_actions(actions), m_state(state), m_undo(undo), m_sidebar(new Sidebar(this)), m_toolbar(new Toolbar(this)),
      m_messages(new MessageBar(this)), m_stack(new QStackedWidget(this)), m_strip(new StatusStrip(this)),
      m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Linkdesk"));
    setWindowIcon(appIcon());
    setMinimumSize(kSmallest);
    m_messages->setGapBelow(kGapBelowMessage);

    auto *messageRow = new QHBoxLayout;
    messageRow->setContentsMargins(kMargin, 0, kMargin, 0);
    messageRow->addWidget(m_messages);
    auto *right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addWidget(m_toolbar);
    right->addLayout(messageRow);
    right->addWidget(m_stack, 1);
    right->addWidget(m_strip);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_sidebar);
    row->addLayout(right, 1);

    m_sidebar->setMenu(m_menu);
    m_actions.attachTo(this);
    m_actions.fill(m_menu, {MenuPlace::Link, MenuPlace::Edit, MenuPlace::Page, MenuPlace::View, MenuPlace::Service,
                            MenuPlace::Application});
    const QString pageAction = QStringLiteral("page.");
    for (const QString &id : m_actions.ids()) {
        if (id.startsWith(pageAction))
            connect(m_actions.action(id), &QAction::triggered, this, [this, id = id.mid(pageAction.size())] {
                bringUp();
                showPage(id);
            });
    }
    if (QAction *newLink = m_actions.action(QStringLiteral("link.new")))
        m_toolbar->setNewLinkAction(newLink);
    if (QAction *find = m_actions.action(QStringLiteral("search.focus"))) {
        m_toolbar->search()->setKeyCap(find->shortcut());
        connect(find, &QAction::triggered, this, &MainWindow::focusSearch);
    }
    if (QAction *refresh = m_actions.action(QStringLiteral("view.refresh")))
        connect(refresh, &QAction::triggered, this, [this] {
            if (Page *front = currentPage())
                front->refresh();
        });
    connect(m_sidebar, &Sidebar::pageRequested, this, [this](const QString &id) {
        Page *wanted = page(id);
        const bool again = wanted == currentPage();
        showPage(id);
        if (wanted && (again || !wanted->currentChoice().isEmpty()))
            wanted->applyChoice({}); // the page itself, with everything
    });
    connectChoices();
    SearchField *field = m_toolbar->search();
    connect(field, &SearchField::searchRequested, this, [this](const QString &text) { search(text, false); });
    connect(field, &QLineEdit::returnPressed, this, [this, field] { search(field->text(), true); });
    connect(m_messages, &MessageBar::buttonClicked, this, [this](const QString &messageId, const QString &buttonId) {
        if (Page *owner = page(m_messageOwners.value(messageId)))
            owner->messageButtonClicked(messageId, buttonId);
        else
            Q_EMIT messageButtonClicked(messageId, buttonId);
    });
    connect(m_messages, &MessageBar::currentChanged, this, &MainWindow::updateProblem);
    connectUndo();
    m_state.restore(this);
}

MainWindow::~MainWindow() = default;

void MainWindow::addPage(Page *page, Sidebar::Group group, const char *iconName)
{
    const QString id = page->pageId();
    page->setObjectName(QStringLiteral("page.") + id);
    page->setAccessibleName(page->title());
    m_pages.insert(id, page);
    m_order.append(id);
    m_stack->addWidget(page);
    m_sidebar->addPage(id, group, page->title(), iconName);
    m_sidebar->setBadge(id, page->badge());
    connectPage(page);
    if (m_order.size() == 1)
        showPage(id);
}

void MainWindow::showPage(const QString &id, const QString &argument)
{
    Page *wanted = page(id);
    if (!wanted)
        return;
    m_stack->setCurrentWidget(wanted);
    m_sidebar->setCurrent(id);
    m_sidebar->setCurrentChoice(wanted->currentChoice());
    m_toolbar->show(wanted);
    setWindowTitle(QStringLiteral("%1 \u2013 Linkdesk").arg(wanted->title()));
    updateActive();
    if (wanted->takesSearch())
        wanted->setSearchText(m_toolbar->search()->text().trimmed());
    if (!argument.isNull())
        wanted->navigatedTo(argument);
    if (isVisible())
        m_state.setPage(id);
}

Page *MainWindow::unsavedPage() const
{
    for (const QString &id : m_order) {
        if (!page(id)->unsavedText().isEmpty())
            return page(id);
    }
    return nullptr;
}

Page *MainWindow::currentPage() const
{
    return qobject_cast<Page *>(m_stack->currentWidget());
}

void MainWindow::setProblem(Level level, const QString &text)
{
    m_problemLevel = level;
    m_problem = text;
    updateProblem();
}

void MainWindow::bringUp()
{
    if (isMinimized())
        setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::focusSearch()
{
    m_toolbar->search()->setFocus(Qt::ShortcutFocusReason);
    m_toolbar->search()->selectAll();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_state.save(this);
    // At the end of the session nobody is there to answer; the program is told to end by itself.
    if (qGuiApp->isSavingSession()) {
        event->accept();
        return;
    }
    event->ignore();
    Q_EMIT closeRequested();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool narrow = width() < kRailBelow;
    m_sidebar->setRail(narrow);
    m_toolbar->setNarrow(narrow);
}

void MainWindow::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    updateActive();
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_state.save(this);
    updateActive();
}

void MainWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        updateActive();
}

void MainWindow::connectPage(Page *page)
{
    const QString id = page->pageId();
    connect(page, &Page::headerChanged, this, [this, page] { updateHeader(page); });
    connect(page, &Page::choicesChanged, this, [this, page] {
        m_choosing = page;
        m_sidebar->setChoices(page->choices());
        if (page == currentPage())
            m_sidebar->setCurrentChoice(page->currentChoice());
    });
    connect(page, &Page::messageRequested, this, [this, id](const Message &message) {
        m_messageOwners.insert(message.id, id);
        m_messages->post(message);
    });
    connect(page, &Page::messageWithdrawn, m_messages, &MessageBar::withdraw);
    connect(page, &Page::navigateRequested, this, &MainWindow::showPage);
    connect(page, &Page::actionRequested, this, [this](const QString &actionId) {
        if (QAction *action = m_actions.action(actionId))
            action->trigger();
    });
}

void MainWindow::connectChoices()
{
    connect(m_sidebar, &Sidebar::choiceRequested, this, [this](const QString &id) {
        if (!m_choosing)
            return;
        showPage(m_choosing->pageId());
        m_choosing->applyChoice(id);
        m_sidebar->setCurrentChoice(m_choosing->currentChoice());
    });
    connect(m_sidebar, &Sidebar::choiceMenuRequested, this, [this](const QString &id, const QPoint &at) {
        if (m_choosing)
            m_choosing->showChoiceMenu(id, at);
    });
    connect(m_sidebar, &Sidebar::choiceMoved, this, [this](const QString &id, int to) {
        if (m_choosing)
            m_choosing->moveChoice(id, to);
    });
}

void MainWindow::connectUndo()
{
    m_undoIndex = m_undo.index();
    const auto follow = [this] {
        if (QAction *undo = m_actions.action(QStringLiteral("edit.undo")))
            undo->setEnabled(m_undo.canUndo());
        if (QAction *redo = m_actions.action(QStringLiteral("edit.redo")))
            redo->setEnabled(m_undo.canRedo());
    };
    follow();
    connect(&m_undo, &QUndoStack::canUndoChanged, this, follow);
    connect(&m_undo, &QUndoStack::canRedoChanged, this, follow);
    if (QAction *undo = m_actions.action(QStringLiteral("edit.undo")))
        connect(undo, &QAction::triggered, &m_undo, &QUndoStack::undo);
    if (QAction *redo = m_actions.action(QStringLiteral("edit.redo")))
        connect(redo, &QAction::triggered, &m_undo, &QUndoStack::redo);
    // A command's text says what was done: "Deleted go.example.com/abc".
    connect(&m_undo, &QUndoStack::indexChanged, this, [this](int index) {
        const bool done = index > m_undoIndex;
        m_undoIndex = index;
        if (!done || m_undo.undoText().isEmpty()) {
            m_messages->withdraw(undoMessage());
            return;
        }
        m_messageOwners.remove(undoMessage());
        m_messages->post({undoMessage(), Level::Info, m_undo.undoText(), QString(),
                          {{QStringLiteral("undo"), tr("Undo")}}, true, kUndoOfferMs});
    });
    connect(this, &MainWindow::messageButtonClicked, &m_undo, [this](const QString &messageId) {
        if (messageId == undoMessage())
            m_undo.undo();
    });
}

void MainWindow::search(const QString &text, bool go)
{
    Page *target = currentPage();
    if (!target || !target->takesSearch()) {
        if (!go)
            return;
        target = nullptr;
        for (const QString &id : std::as_const(m_order)) {
            if (!target && page(id)->takesSearch())
                target = page(id);
        }
        if (target)
            showPage(target->pageId());
        return;
    }
    target->setSearchText(text.trimmed());
}

void MainWindow::updateActive()
{
    Page *seen = isVisible() && !isMinimized() ? currentPage() : nullptr;
    if (seen == m_active)
        return;
    if (m_active)
        m_active->deactivated();
    m_active = seen;
    if (m_active)
        m_active->activated();
}

void MainWindow::updateHeader(Page *page)
{
    m_sidebar->setBadge(page->pageId(), page->badge());
    if (page == currentPage())
        m_toolbar->show(page);
}

void MainWindow::updateProblem()
{
    const bool said = m_messages->isShowing() && m_messages->current().level >= Level::Warn;
    m_strip->setProblem(m_problemLevel, said ? QString() : m_problem);
}

} // namespace linkdesk::app
