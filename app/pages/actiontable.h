// ActionTable: a table in a card whose rows are decided on. One-line rows of 40 px, an optional check box first
// (LinkRowsModel), an optional button last. Fits its columns to the width; columns that may go are hidden where it is
// narrow. Space or a click on the box checks, Shift checks a range, Ctrl+A everything, Escape nothing; Enter or the
// menu key presses the row's button. RowCell is the base of its delegates. GUI thread; the model is borrowed.
#pragma once

#include "models/linkrowsmodel.h"
#include "style/typescale.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace linkdesk::app {

struct Tokens;

class RowCell : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kRowHeight = 40;
    static constexpr int kPadding = 8;
    using QStyledItemDelegate::QStyledItemDelegate;

    // The row under the mouse, and whether the mouse is on its button; -1 for none.
    void setHover(int row, bool onButton);
    void setButtonHasMenu(bool menu) { m_menu = menu; }
    [[nodiscard]] QRect buttonRect(const QRect &cell, const QString &text) const;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const final;

protected:
    // Everything but ground, check box and button.
    virtual void paintCell(QPainter *painter, const QRect &cell, const QModelIndex &index,
                           const QPalette &palette) const = 0;
    static void drawElided(QPainter *painter, const QRect &rect, const QString &text, const QColor &color,
                           TextRole role, Qt::TextElideMode mode = Qt::ElideRight);
    // Host quiet, code loud, title after it, in one line.
    static void paintLink(QPainter *painter, const QRect &cell, const LinkInfo &link, const Tokens &tokens);

private:
    void paintButton(QPainter *painter, const QRect &cell, const QString &text, bool hovered,
                     const Tokens &tokens) const;

    int m_hoverRow = -1;
    bool m_onButton = false;
    bool m_menu = false;
};

class ActionTable final : public QTableView {
    Q_OBJECT

public:
    struct Column {
        int least = 0;
        int share = 0; // of the room that is left
        bool mayHide = false;
    };

    // The table takes the cell.
    ActionTable(QAbstractItemModel &model, RowCell *cell, const QList<Column> &columns, QWidget *parent = nullptr);

    // This many rows are seen at least.
    void setLeastRows(int rows);

Q_SIGNALS:
    void buttonPressed(int row, const QPoint &below); // global, where a menu would open
    void rowOpened(int row);                          // double click

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    [[nodiscard]] bool isCheck(const QModelIndex &index) const { return m_checks && index.column() == 0; }
    [[nodiscard]] int buttonColumn() const { return int(m_columns.size()) - 1; }
    [[nodiscard]] QRect buttonRect(int row) const;
    void press(int row);
    void toggle(int row, bool range);
    void setHover(const QPoint &at);
    void updateRow(int row);
    void fitColumns();

    LinkRowsModel *m_checks; // null: rows cannot be checked
    RowCell *m_cell;
    QList<Column> m_columns;
    int m_anchor = 0;
    int m_hoverRow = -1;
    int m_pressedRow = -1;
};

} // namespace linkdesk::app
