// On or off, at the left of its text. A checkable button: toggled(), keyboard and screen reader as a check box. GUI
// thread.
#pragma once

#include <QAbstractButton>

class QVariantAnimation;

namespace linkdesk::app {

class Switch final : public QAbstractButton {
    Q_OBJECT

public:
    explicit Switch(const QString &text = {}, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void slide(bool on);

    QVariantAnimation *m_animation;
    qreal m_position = 0; // 0 off, 1 on
};

} // namespace linkdesk::app
