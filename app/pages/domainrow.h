// A short domain in the list: its name, below it how many links it has and what its codes look like; a pill while it
// has changes that are not saved. The current row has the accent bar. GUI thread.
#pragma once

#include <QStyledItemDelegate>

namespace linkdesk::app {

class DomainRow final : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kHeight = 48;

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace linkdesk::app
