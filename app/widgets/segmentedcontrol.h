// Two to five choices, one chosen. Arrow keys move, Tab passes. GUI thread.
#pragma once

#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QHBoxLayout;

namespace linkdesk::app {

class SegmentedControl final : public QWidget {
    Q_OBJECT

public:
    explicit SegmentedControl(QWidget *parent = nullptr);

    // `id` is stable and becomes the button's objectName; the first one added is chosen at first.
    QAbstractButton *addSegment(const QString &id, const QString &text, const char *iconName = nullptr);
    void setCurrent(const QString &id);
    [[nodiscard]] QString current() const;
    // 26 px for card headers.
    void setSmall(bool small);
    [[nodiscard]] bool isSmall() const { return m_small; }

Q_SIGNALS:
    void currentChanged(const QString &id); // by the person, not by setCurrent

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QButtonGroup *m_group;
    QHBoxLayout *m_layout;
    bool m_small = false;
};

} // namespace linkdesk::app
