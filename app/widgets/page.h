// What the shell knows about a page, and a page about the shell: nothing but this. A page is built once, lives in the
// shell's stack and is told when it comes to the front. GUI thread; the stack owns it.
#pragma once

#include "widgets/message.h"

#include <QList>
#include <QPoint>
#include <QString>
#include <QWidget>

namespace linkdesk::app {

class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    ~Page() override;

    // Stable, used for navigation, window state and picture names, such as "live".
    [[nodiscard]] virtual QString pageId() const = 0;
    [[nodiscard]] virtual QString title() const = 0;
    // Beside the title, quiet: "48 of 12,480", "Times in Europe/Berlin".
    [[nodiscard]] virtual QString caption() const { return {}; }
    // Shown in the toolbar while the page is in front, left of the search field. The page owns them.
    [[nodiscard]] virtual QList<QWidget *> toolbarWidgets() { return {}; }
    // In front and visible: start timers, repaint. Not in front, hidden or minimised: stop.
    virtual void activated() {}
    virtual void deactivated() {}
    // F5: ask the service again.
    virtual void refresh() {}
    // What navigateRequested carried, after the page came to the front.
    virtual void navigatedTo(const QString &argument) { Q_UNUSED(argument) }
    // Text of the shell's search field, for the page that `takesSearch`.
    [[nodiscard]] virtual bool takesSearch() const { return false; }
    virtual void setSearchText(const QString &text) { Q_UNUSED(text) }
    // A message bar button whose id the page put there.
    virtual void messageButtonClicked(const QString &messageId, const QString &buttonId)
    {
        Q_UNUSED(messageId)
        Q_UNUSED(buttonId)
    }
    // What the sidebar shows beside the name; `asksForWork` makes it a warn badge.
    struct Badge {
        QString text;
        bool asksForWork = false;
    };
    [[nodiscard]] virtual Badge badge() const { return {}; }

    // Ready choices of what the page shows, such as saved views: they stand in the sidebar on their own.
    struct Choice {
        QString id;
        QString text;     // foreign
        int colour = -1;  // of the series; -1: the icon instead
        QString iconName;
        QString count;    // empty: not known
        bool movable = false;
        bool operator==(const Choice &) const = default;
    };
    [[nodiscard]] virtual QList<Choice> choices() const { return {}; }
    [[nodiscard]] virtual QString currentChoice() const { return {}; }
    // An empty id is "none of them": everything.
    virtual void applyChoice(const QString &id) { Q_UNUSED(id) }
    virtual void showChoiceMenu(const QString &id, const QPoint &at)
    {
        Q_UNUSED(id)
        Q_UNUSED(at)
    }
    virtual void moveChoice(const QString &id, int to)
    {
        Q_UNUSED(id)
        Q_UNUSED(to)
    }

    // What would be lost if the program ended now, as a sentence; empty: nothing.
    [[nodiscard]] virtual QString unsavedText() const { return {}; }

Q_SIGNALS:
    // Title, caption, badge or toolbarWidgets() have changed.
    void headerChanged();
    // choices() or currentChoice() are others.
    void choicesChanged();
    void messageRequested(const linkdesk::app::Message &message);
    void messageWithdrawn(const QString &id);
    // Show another page; `argument` is for it alone (a search text, a link id).
    void navigateRequested(const QString &pageId, const QString &argument);
    // Trigger an action of the shell's registry by id, such as "link.new".
    void actionRequested(const QString &actionId);
};

} // namespace linkdesk::app
