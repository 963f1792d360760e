// Long work: 6 px accent on track, text beside it, Cancel. Unknown length: a third that moves, 1.2 s a round. GUI
// thread.
#pragma once

#include <QWidget>

class QPushButton;
class QVariantAnimation;

namespace linkdesk::app {

class ElidedLabel;

// The bar alone, also for shares ("97.1 %").
class ProgressBarLine final : public QWidget {
    Q_OBJECT

public:
    explicit ProgressBarLine(QWidget *parent = nullptr);

    // 0 to 1; below 0: length unknown.
    void setFraction(qreal fraction);
    [[nodiscard]] qreal fraction() const { return m_fraction; }
    [[nodiscard]] QSize sizeHint() const override { return {120, 6}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, 6}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void updateAnimation();

    QVariantAnimation *m_animation;
    qreal m_fraction = 0;
    qreal m_phase = 0;
};

class ProgressLine final : public QWidget {
    Q_OBJECT

public:
    explicit ProgressLine(QWidget *parent = nullptr);

    // "8,120 of 12,450, 6,400/s, 1 s left"
    void set(qreal fraction, const QString &text);
    void setCancelVisible(bool visible);

Q_SIGNALS:
    void cancelRequested();

private:
    ProgressBarLine *m_bar;
    ElidedLabel *m_text;
    QPushButton *m_cancel;
};

} // namespace linkdesk::app
