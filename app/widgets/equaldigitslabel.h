// A number that changes without trembling: digits in equal cells. GUI thread.
#pragma once

#include "style/tokens.h"
#include "style/typescale.h"

#include <QFrame>

namespace linkdesk::app {

class EqualDigitsLabel final : public QFrame {
    Q_OBJECT
    Q_PROPERTY(QString text READ text WRITE setText)

public:
    explicit EqualDigitsLabel(TextRole role = TextRole::Medium, QWidget *parent = nullptr);

    void setText(const QString &text);
    [[nodiscard]] QString text() const { return m_text; }
    void setTone(Tone tone);
    void setAlignment(Qt::Alignment alignment);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
    TextRole m_role;
    Tone m_tone = Tone::Text;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

} // namespace linkdesk::app
