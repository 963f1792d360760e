#include "shell/toolbar.h"

#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"
#include "widgets/page.h"
#include "widgets/searchfield.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace linkdesk::app {

namespace {

constexpr int kHeight = 56;
constexpr int kMargin = 24;
constexpr int kSearchWidth = 248;
constexpr int kNarrowSearchWidth = 200;

} // namespace

Toolbar::Toolbar(QWidget *parent)
    : QWidget(parent), m_title(new Label(QString(), TextRole::Title, Tone::Text, this)),
      m_caption(new ElidedLabel(QString(), this)), m_controls(new QHBoxLayout),
      m_search(new SearchField(tr("Search links"), this)),
      m_newLink(makeButton(tr("New link"), ButtonKind::Primary, "plus", this))
{
    setObjectName(QStringLiteral("toolbar"));
    setFixedHeight(kHeight);
    m_title->setObjectName(QStringLiteral("pageTitle"));
    m_caption->setObjectName(QStringLiteral("pageCaption"));
    m_caption->setRole(TextRole::Small);
    m_caption->setTone(Tone::Text3);
    m_search->setObjectName(QStringLiteral("searchField"));
    m_search->setFixedWidth(kSearchWidth);
    m_newLink->setObjectName(QStringLiteral("newLinkButton"));
    m_controls->setSpacing(8);

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(kMargin, 0, kMargin, 0);
    row->setSpacing(0);
    row->addWidget(m_title);
    row->addSpacing(13);
    row->addWidget(m_caption, 1);
    row->addSpacing(12);
    row->addLayout(m_controls);
    row->addSpacing(12);
    row->addWidget(m_search);
    row->addSpacing(8);
    row->addWidget(m_newLink);
    // Both stand on one base line although their sizes differ.
    m_caption->setContentsMargins(0, 0, 0, 0);
    m_caption->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    m_caption->setFixedHeight(lineHeight(TextRole::Title) - 5);
}

void Toolbar::show(Page *page)
{
    const QList<QWidget *> wanted = page ? page->toolbarWidgets() : QList<QWidget *>();
    QList<QWidget *> shown;
    while (QLayoutItem *item = m_controls->takeAt(0)) {
        QWidget *widget = item->widget();
        delete item;
        if (!widget || wanted.contains(widget))
            continue;
        widget->hide();
        if (m_page)
            widget->setParent(m_page);
    }
    for (QWidget *widget : wanted) {
        m_controls->addWidget(widget, 0, Qt::AlignVCenter);
        widget->show();
    }
    m_page = page;
    m_title->setText(page ? page->title() : QString());
    m_caption->setText(page ? page->caption() : QString());
    update();
}

void Toolbar::setNewLinkAction(QAction *action)
{
    const auto follow = [this, action] {
        m_newLink->setText(action->text().remove(QLatin1Char('&')));
        m_newLink->setToolTip(action->toolTip());
        m_newLink->setEnabled(action->isEnabled());
    };
    follow();
    connect(action, &QAction::changed, this, follow);
    connect(m_newLink, &QPushButton::clicked, action, &QAction::trigger);
}

void Toolbar::setNarrow(bool narrow)
{
    m_search->setFixedWidth(narrow ? kNarrowSearchWidth : kSearchWidth);
}

void Toolbar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), tokens(palette()).window);
}

} // namespace linkdesk::app
