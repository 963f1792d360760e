#include "pages/scrollpage.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace linkdesk::app {

ScrollPage::ScrollPage(QWidget *parent) : Page(parent), m_widget(new QWidget), m_content(new QVBoxLayout(m_widget))
{
    m_content->setContentsMargins(24, 0, 24, 16);
    m_content->setSpacing(16);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_widget);
    m_widget->setAutoFillBackground(false); // setWidget turned it on
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(scroll);
}

} // namespace linkdesk::app
