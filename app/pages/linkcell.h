// LinkCell: draws a row of LinksModel, column by column. Two lines of 48 px: host quiet and code loud with the title
// below, the target elided in the middle, chips, equal digits, times, the state's pill. Foreign text is drawn as
// text. GUI thread.
#pragma once

#include "api/types.h"

#include <QStyledItemDelegate>

namespace linkdesk::app {

struct Tokens;

class LinkCell final : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kRowHeight = 48;
    using QStyledItemDelegate::QStyledItemDelegate;

    // The row under the mouse and the one shown in the details pane; -1 for none.
    void setHoverRow(int row) { m_hoverRow = row; }
    void setCurrentRow(int row) { m_currentRow = row; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintGround(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                     bool checked) const;
    static void paintPlaceholder(QPainter *painter, const QRect &cell, int column, const Tokens &tokens);
    static void paintLink(QPainter *painter, const QRect &cell, const LinkInfo &link, const Tokens &tokens);

    int m_hoverRow = -1;
    int m_currentRow = -1;
};

} // namespace linkdesk::app
