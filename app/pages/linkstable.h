// LinksTable: the table of the links page. Fits its columns to the width (Created goes first, then Target, then
// Tags), tells the model what is in sight, and checks rows by mouse and keyboard: Space or a click on the box, Shift
// for a range, Ctrl+A for what is loaded, Escape for none. The current row is the one in the details pane. GUI
// thread; the model is borrowed.
#pragma once

#include "models/linksmodel.h"

#include <QSet>
#include <QTableView>

namespace linkdesk::app {

class LinkCell;

class LinksTable final : public QTableView {
    Q_OBJECT

public:
    explicit LinksTable(LinksModel &model, QWidget *parent = nullptr);

    // What the person does not want to see; the width may hide more.
    void setHiddenByChoice(LinkColumn column, bool hidden);
    [[nodiscard]] bool isHiddenByChoice(LinkColumn column) const { return m_hidden.contains(toInt(column)); }
    // Height kept free below the last row.
    void setReserve(int height);
    void showSort(LinkSort sort, bool descending);
    // Marks the row of this link as the current one without telling; -1: none.
    void markCurrent(int row);

Q_SIGNALS:
    void rowActivated(int row); // click, Enter, arrow keys: show it in the pane

protected:
    void updateGeometries() override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void fitColumns();
    void tellVisible();
    void headerClicked(int column);
    void toggle(int row, bool range);
    void setHoverRow(int row);
    void updateRow(int row);

    LinksModel &m_model;
    LinkCell *m_cell;
    QSet<int> m_hidden;
    int m_reserve = 0;
    int m_anchor = 0;
    int m_hoverRow = -1;
    int m_currentRow = -1;
    bool m_quiet = false; // selection changes of our own making
};

} // namespace linkdesk::app
