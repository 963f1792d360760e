// Navigation: the head (logo, what is connected, app menu), groups of pages, some at the bottom. 220 px wide, or a
// rail of 64 with icons and dots. Only pages that exist are added. GUI thread.
#pragma once

#include "widgets/page.h"

#include <QHash>
#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QMenu;
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
    // Opened by the head. Borrowed.
    void setMenu(QMenu *menu);
    void setRail(bool rail);
    [[nodiscard]] bool isRail() const { return m_rail; }

Q_SIGNALS:
    void pageRequested(const QString &id);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    class Head;
    class Entry;
    class Caption;

    Head *m_head;
    QButtonGroup *m_group;
    QVBoxLayout *m_watch;
    QVBoxLayout *m_links;
    QVBoxLayout *m_bottom;
    Caption *m_linksCaption;
    QHash<QString, Entry *> m_entries;
    bool m_rail = false;
};

} // namespace linkdesk::app
