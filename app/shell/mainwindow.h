// The window: sidebar, toolbar, message bar, one page at a time, status strip. Knows pages by widgets/page.h only and
// nothing of the service; main wires the rest. Pages stop working while they are not seen (hidden, minimised, behind
// another page). GUI thread; main owns it.
#pragma once

#include "shell/sidebar.h"
#include "widgets/page.h"

#include <QHash>
#include <QWidget>

class QMenu;
class QStackedWidget;
class QUndoStack;

namespace linkdesk::app {

class ActionRegistry;
class MessageBar;
class StatusStrip;
class Toolbar;
class WindowState;

class MainWindow final : public QWidget {
    Q_OBJECT

public:
    // All borrowed; they outlive the window.
    MainWindow(ActionRegistry &actions, WindowState &state, QUndoStack &undo);
    ~MainWindow() override;

    // The window takes the page. The first one added is shown first.
    void addPage(Page *page, Sidebar::Group group, const char *iconName);
    void showPage(const QString &id, const QString &argument = {});
    [[nodiscard]] Page *currentPage() const;
    // The first page that has something to lose; null: none.
    [[nodiscard]] Page *unsavedPage() const;
    [[nodiscard]] Page *page(const QString &id) const { return m_pages.value(id); }
    [[nodiscard]] QStringList pageIds() const { return m_order; }

    [[nodiscard]] MessageBar *messages() const { return m_messages; }
    [[nodiscard]] StatusStrip *strip() const { return m_strip; }
    [[nodiscard]] Sidebar *sidebar() const { return m_sidebar; }
    // What is wrong, for the strip; not said twice while the message bar shows a problem.
    void setProblem(Level level, const QString &text);

    // Shows the window, brings it to the front and gives it the keyboard.
    void bringUp();
    // Puts what the person typed before into the search field's page.
    void focusSearch();

Q_SIGNALS:
    // The person closes the window; it is still there. Whoever listens hides it or ends the program.
    void closeRequested();
    // A message of the shell itself, not of a page.
    void messageButtonClicked(const QString &messageId, const QString &buttonId);

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void connectPage(Page *page);
    void connectUndo();
    void connectChoices();
    void search(const QString &text, bool go);
    void updateActive();
    void updateHeader(Page *page);
    void updateProblem();

    ActionRegistry &m_actions;
    WindowState &m_state;
    QUndoStack &m_undo;
    Sidebar *m_sidebar;
    Toolbar *m_toolbar;
    MessageBar *m_messages;
    QStackedWidget *m_stack;
    StatusStrip *m_strip;
    QMenu *m_menu;
    QHash<QString, Page *> m_pages;
    QStringList m_order;
    QHash<QString, QString> m_messageOwners; // message id -> page id
    Page *m_active = nullptr;
    Page *m_choosing = nullptr; // whose choices the sidebar shows
    Level m_problemLevel = Level::Warn;
    QString m_problem;
    int m_undoIndex = 0;
};

} // namespace linkdesk::app
