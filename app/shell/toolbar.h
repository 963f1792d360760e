// The head of the page area: title and caption of the page in front, its own controls, search, New link. 56 px. GUI
// thread.
#pragma once

#include <QPointer>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QPushButton;

namespace linkdesk::app {

class ElidedLabel;
class Label;
class Page;
class SearchField;

class Toolbar final : public QWidget {
    Q_OBJECT

public:
    explicit Toolbar(QWidget *parent = nullptr);

    // Takes title, caption and controls from the page; gives the last page's controls back to it.
    void show(Page *page);
    void setNewLinkAction(QAction *action);
    [[nodiscard]] SearchField *search() const { return m_search; }
    // Below 1280 px the search field is shorter.
    void setNarrow(bool narrow);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Label *m_title;
    ElidedLabel *m_caption;
    QHBoxLayout *m_controls;
    SearchField *m_search;
    QPushButton *m_newLink;
    QPointer<Page> m_page;
};

} // namespace linkdesk::app
