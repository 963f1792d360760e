// One line of foreign text (title, referrer, address): always plain text, bidi controls made visible (R30), elided
// where it does not fit: addresses in the middle, names at the end. The whole text is the tooltip while elided. GUI
// thread.
#pragma once

#include "style/tokens.h"
#include "style/typescale.h"

#include <QFrame>

namespace linkdesk::app {

// Bidi controls and other characters that change how the rest is read, written out as <U+202E> in angle brackets ⟨ ⟩;
// line breaks and tabs become spaces. Use it for every foreign text, also in models and tooltips.
[[nodiscard]] QString visibleText(const QString &foreign);
// A tooltip that can never be taken for rich text.
[[nodiscard]] QString plainToolTip(const QString &foreign);

class ElidedLabel final : public QFrame {
    Q_OBJECT
    Q_PROPERTY(QString text READ text WRITE setText)

public:
    explicit ElidedLabel(const QString &text = {}, QWidget *parent = nullptr);

    void setText(const QString &text);
    [[nodiscard]] QString text() const { return m_text; }
    void setElideMode(Qt::TextElideMode mode);
    void setTone(Tone tone);
    void setRole(TextRole role);
    void setAlignment(Qt::Alignment alignment);
    // Accent text, hand cursor, clicked() by mouse, Enter and Space.
    void setLink(bool link);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void updateToolTip();

    QString m_text;
    Qt::TextElideMode m_mode = Qt::ElideRight;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
    Tone m_tone = Tone::Text;
    TextRole m_role = TextRole::Body;
    bool m_link = false;
};

} // namespace linkdesk::app
