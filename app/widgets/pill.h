// Pills state a state: tinted, with a mark of their own shape (dot, triangle, cross, ring) so that colour is never
// alone. The paint functions are for delegates. GUI thread.
#pragma once

#include <QWidget>

class QPainter;

namespace linkdesk::app {

enum class PillKind { Ok, Warn, Danger, Neutral, Accent };

// 20 px high.
[[nodiscard]] QSize pillSize(const QString &text);
// Draws at the left of `rect`, vertically centred, elided where it does not fit.
void paintPill(QPainter *painter, const QRect &rect, PillKind kind, const QString &text, const QPalette &palette);

class Pill final : public QWidget {
    Q_OBJECT

public:
    explicit Pill(PillKind kind = PillKind::Neutral, const QString &text = {}, QWidget *parent = nullptr);

    void set(PillKind kind, const QString &text);
    [[nodiscard]] PillKind kind() const { return m_kind; }
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override { return pillSize(m_text); }
    [[nodiscard]] QSize minimumSizeHint() const override { return pillSize(m_text); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    PillKind m_kind;
    QString m_text;
};

} // namespace linkdesk::app
