// What a page shows while it has nothing to show: what it is for and the next step. GUI thread.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace linkdesk::app {

class Label;

class EmptyPage final : public QWidget {
    Q_OBJECT

public:
    EmptyPage(const char *iconName, const QString &title, const QString &text, QWidget *parent = nullptr);

    // Connect clicked() yourself. The first is filled, the second is not.
    QPushButton *setPrimary(const QString &text, const char *iconName = nullptr);
    QPushButton *setSecondary(const QString &text, const char *iconName = nullptr);
    void setTip(const QString &tip);
    void setTexts(const QString &title, const QString &text);

private:
    Label *m_title;
    Label *m_text;
    Label *m_tip;
    QHBoxLayout *m_buttons;
};

} // namespace linkdesk::app
