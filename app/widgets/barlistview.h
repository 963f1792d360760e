// Break-downs: a bar behind the label, an icon or code column outside it, the value at the right. An item view, so that
// keyboard and screen reader work; rows give their data by BarRole. GUI thread. The view does not own the model.
#pragma once

#include <QListView>
#include <QStyledItemDelegate>

namespace linkdesk::app {

// Qt::DisplayRole is the label, Qt::ToolTipRole the exact text (pass it through plainToolTip).
enum BarRole {
    BarSecondTextRole = Qt::UserRole + 100, // QString, after the label, text2 (a domain)
    BarValueRole,                           // QString, right, medium, equal digits
    BarFractionRole,                        // qreal 0 to 1, of the longest bar
    BarCodeRole,                            // QString, country code in its tile; or
    BarIconRole,                            // QString, icon name in the same column
    BarPinnedRole,                          // bool, a pin before the value
    BarAccessibleRole = Qt::AccessibleTextRole
};

class BarRowDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    // `lead` reserves the column for codes or icons.
    explicit BarRowDelegate(QObject *parent = nullptr) : QStyledItemDelegate(parent) {}

    void setLead(bool lead) { m_lead = lead; }
    void setEmphasis(bool emphasis) { m_emphasis = emphasis; }
    void setRowHeight(int height) { m_rowHeight = height; }
    [[nodiscard]] int rowHeight() const { return m_rowHeight; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    bool m_lead = false;
    bool m_emphasis = false;
    int m_rowHeight = 32;
};

class BarListView final : public QListView {
    Q_OBJECT

public:
    explicit BarListView(QWidget *parent = nullptr);

    void setLead(bool lead);         // a column for codes or icons
    void setEmphasis(bool emphasis); // labels medium (link names)
    void setDense(bool dense);       // 29 px rows instead of 32
    // As high as this many rows; -1: as many as fit, no scroll bar.
    void setVisibleRows(int rows);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    BarRowDelegate *m_delegate;
    int m_visibleRows = -1;
};

} // namespace linkdesk::app
