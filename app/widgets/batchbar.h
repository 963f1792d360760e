// What can be done with the checked rows: floats 8 px above the bottom of its parent, centred, inverse. Actions that
// do not fit go to More. The parent (the table's viewport or page) leaves kReserve px free below its last row. GUI
// thread.
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;
class QPushButton;

namespace linkdesk::app {

class Label;

class BatchBar final : public QWidget {
    Q_OBJECT

public:
    static constexpr int kReserve = 58;

    // Floats over `over` and follows its size.
    explicit BatchBar(QWidget *over);

    // "3 selected"; an empty text hides the bar.
    void setText(const QString &text);
    // Beside the text: "Select all 12,480"; empty: none.
    void setLink(const QString &text);
    // So much at the right is covered by something else.
    void setRightInset(int width);
    // Borrowed; text, icon, enabled, visible and triggered() are the action's, and its menu opens from the bar.
    // `iconName` is drawn in the bar's own tone.
    void addBatchAction(QAction *action, const char *iconName);

Q_SIGNALS:
    void closeRequested();
    void linkClicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();

    Label *m_text;
    QPushButton *m_link;
    QHBoxLayout *m_layout;
    QPushButton *m_more;
    QVector<QPushButton *> m_buttons;
    int m_inset = 0;
    QVector<QAction *> m_actions;
};

} // namespace linkdesk::app
