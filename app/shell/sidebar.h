// Navigation: the head (logo, what is connected, app menu), groups of pages, some at the bottom. 220 px wide, or a
// rail of 64 with icons and dots. Only pages that exist are added. Below them stand ready choices of one page (saved
// views), which can be dragged into another order. GUI thread.
#pragma once

#include "widgets/page.h"

#include <QHash>
#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QMenu;
class QScrollArea;
class QVBoxLayout;

namespace linkdesk::app {

class Sidebar final : public QWidget {
    Q_OBJECT

public:
    explicit Sidebar(QWidget *parent = nullptr);

    // Watch and Links stand at the top, Links under its caption; Bottom at the lower end.
    enum class Group { Watch, Links, Bottom };

    void addPage(const QString &id, Group group, const QString &text, const char *iconName);
    void setCurrent(const QString &id);
    void setBadge(const QString &id, const Page::Badge &badge);
    // "This computer", or the host of a remote service.
    void setConnection(const QString &text);
    void setChoices(const QList<Page::Choice> &choices);
    // Marked instead of the current page; empty: none.
    void setCurrentChoice(const QString &id);
    // Opened by the head. Borrowed.
    void setMenu(QMenu *menu);
    void setRail(bool rail);
    [[nodiscard]] bool isRail() const { return m_rail; }

Q_SIGNALS:
    void pageRequested(const QString &id);
    void choiceRequested(const QString &id);
    void choiceMenuRequested(const QString &id, const QPoint &at); // global
    void choiceMoved(const QString &id, int to);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    class Head;
    class Entry;
    class Caption;
    class ChoiceEntry;

    [[nodiscard]] int placeAt(int y) const; // among the movable choices, y in the sidebar
    void dragTo(ChoiceEntry *entry, int y, bool drop);

    Head *m_head;
    QButtonGroup *m_group;
    QVBoxLayout *m_watch;
    QVBoxLayout *m_links;
    QVBoxLayout *m_bottom;
    QVBoxLayout *m_choices;
    QScrollArea *m_choiceArea;
    Caption *m_linksCaption;
    Caption *m_choicesCaption;
    QWidget *m_dropLine;
    QList<ChoiceEntry *> m_choiceEntries;
    QList<Page::Choice> m_shownChoices;
    QString m_page;
    QHash<QString, Entry *> m_entries;
    bool m_rail = false;
};

} // namespace linkdesk::app
