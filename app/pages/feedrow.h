// FeedRow: draws a row of ChangeFeedModel. Icon, name with its host quiet, what happened and the title below, the
// time at the right. GUI thread.
#pragma once

#include <QStyledItemDelegate>

namespace linkdesk::app {

class FeedRow final : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kHeight = 40;
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace linkdesk::app
