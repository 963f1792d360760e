// The bar above a page: what happened, what to do, a button that does it, a quieter second one, close. Also the undo
// offer after an action. Shows one message, the most urgent first, and keeps the others until it is withdrawn. Slides
// in and out in 160 ms. Screen readers are told when a message appears. GUI thread.
#pragma once

#include "widgets/message.h"

#include <QFrame>

class QHBoxLayout;
class QPushButton;
class QTimer;
class QVariantAnimation;

namespace linkdesk::app {

class ElidedLabel;

class MessageBar final : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget *parent = nullptr);

    void post(const Message &message);
    void withdraw(const QString &id);
    void withdrawAll();
    // Empty px that open and close together with the bar.
    void setGapBelow(int gap);
    // The message in front, if any: the status strip does not repeat a problem that stands here.
    [[nodiscard]] bool isShowing() const { return !m_messages.isEmpty(); }
    [[nodiscard]] Message current() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void buttonClicked(const QString &messageId, const QString &buttonId);
    void closed(const QString &messageId);
    void currentChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showFront();
    void slide(bool in);

    QVector<Message> m_messages; // front is shown
    QWidget *m_row;
    ElidedLabel *m_what;
    ElidedLabel *m_whatToDo;
    QPushButton *m_first;
    QPushButton *m_second;
    QPushButton *m_close;
    QTimer *m_timer;
    QVariantAnimation *m_animation;
    Level m_level = Level::Info;
    int m_gap = 0;
    qreal m_opened = 0; // 0 closed, 1 open
};

} // namespace linkdesk::app
