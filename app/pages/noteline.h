// One sentence with the icon of its level before it. GUI thread.
#pragma once

#include "style/tokens.h"

#include <QWidget>

class QHBoxLayout;

namespace linkdesk::app {

class Label;

class NoteLine final : public QWidget {
    Q_OBJECT

public:
    explicit NoteLine(QWidget *parent = nullptr);

    // Foreign text may be in it.
    void set(const char *iconName, Tone tone, const QString &text);
    [[nodiscard]] QString text() const;
    // At the right end. The line owns it.
    void addWidget(QWidget *widget);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QHBoxLayout *m_row;
    Label *m_label;
    QString m_icon;
    Tone m_tone = Tone::Text3;
};

} // namespace linkdesk::app
