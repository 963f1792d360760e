// ScrollPage: a page whose whole content scrolls when the window is too low for it. GUI thread.
#pragma once

#include "widgets/page.h"

class QVBoxLayout;

namespace linkdesk::app {

class ScrollPage : public Page {
    Q_OBJECT

public:
    explicit ScrollPage(QWidget *parent = nullptr);

protected:
    // 24 px at the sides, 16 below; 16 between what is added.
    [[nodiscard]] QVBoxLayout *content() const { return m_content; }
    [[nodiscard]] QWidget *contentWidget() const { return m_widget; }

private:
    QWidget *m_widget;
    QVBoxLayout *m_content;
};

} // namespace linkdesk::app
