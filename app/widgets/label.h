// A QLabel of ours: a type role, a tone that follows the theme, plain text whatever it holds. GUI thread.
#pragma once

#include "style/tokens.h"
#include "style/typescale.h"

#include <QLabel>

namespace linkdesk::app {

class Label final : public QLabel {
    Q_OBJECT

public:
    explicit Label(const QString &text = {}, TextRole role = TextRole::Body, Tone tone = Tone::Text,
                   QWidget *parent = nullptr);

    void setTone(Tone tone);
    void setRole(TextRole role);

protected:
    bool event(QEvent *event) override;

private:
    void applyTone();

    Tone m_tone;
};

} // namespace linkdesk::app
