#include "widgets/batchbar.h"

#include "style/appstyle.h"
#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "widgets/label.h"

#include <QAction>
#include <QEvent>
#include <QGraphicsDropShadowEffect>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace linkdesk::app {

namespace {

constexpr int kHeight = 42;
constexpr int kAbove = 8;
constexpr int kSideMargin = 16;

QPushButton *inverseButton(const QString &text, const char *iconName, QWidget *parent)
{
    QPushButton *button = makeButton(text, ButtonKind::Ghost, iconName, parent);
    button->setProperty("ground", QStringLiteral("inverse"));
    button->setFixedHeight(30);
    return button;
}

} // namespace

BatchBar::BatchBar(QWidget *over)
    : QWidget(over), m_text(new Label(QString(), TextRole::Heading, Tone::Inverse, this)),
      m_link(inverseButton(QString(), nullptr, this)), m_layout(new QHBoxLayout(this)),
      m_more(inverseButton(tr("More"), nullptr, this))
{
    setObjectName(QStringLiteral("batchBar"));
    setAccessibleName(tr("Actions for the selected links"));
    m_more->setObjectName(QStringLiteral("batchMore"));
    m_more->setMenu(new QMenu(m_more));
    m_more->hide();
    m_link->setObjectName(QStringLiteral("batchAll"));
    m_link->hide();
    connect(m_link, &QPushButton::clicked, this, &BatchBar::linkClicked);
    QPushButton *close = makeIconButton("x", tr("Clear the selection"), this);
    close->setObjectName(QStringLiteral("batchClose"));
    close->setProperty("ground", QStringLiteral("inverse"));
    connect(close, &QPushButton::clicked, this, &BatchBar::closeRequested);
    m_layout->setContentsMargins(13, 0, 8, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_text);
    m_layout->addSpacing(6);
    m_layout->addWidget(m_link);
    m_layout->addSpacing(4);
    m_layout->addWidget(m_more);
    m_layout->addWidget(close);

    auto *shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(18);
    shadow->setOffset(0, 4);
    shadow->setColor(withAlpha(tokens(palette()).shadow, 0.25));
    setGraphicsEffect(shadow);
    over->installEventFilter(this);
    hide();
}

void BatchBar::setText(const QString &text)
{
    m_text->setText(text);
    setVisible(!text.isEmpty());
    if (!text.isEmpty()) {
        place();
        raise();
    }
}

void BatchBar::setLink(const QString &text)
{
    m_link->setText(text);
    m_link->setHidden(text.isEmpty());
    place();
}

void BatchBar::setRightInset(int width)
{
    if (std::exchange(m_inset, width) != width && isVisible())
        place();
}

void BatchBar::addBatchAction(QAction *action, const char *iconName)
{
    QPushButton *button = inverseButton(action->text(), iconName, this);
    button->setObjectName(action->objectName());
    button->setEnabled(action->isEnabled());
    button->setToolTip(action->toolTip());
    connect(button, &QPushButton::clicked, action, [action, button] {
        if (QMenu *menu = action->menu())
            menu->popup(button->mapToGlobal(QPoint(0, -menu->sizeHint().height() - 6)));
        else
            action->trigger();
    });
    connect(action, &QAction::changed, button, [this, action, button] {
        button->setEnabled(action->isEnabled());
        button->setText(action->text());
        if (isVisible())
            place();
    });
    m_layout->insertWidget(m_layout->count() - 2, button);
    m_buttons.append(button);
    m_actions.append(action);
}

void BatchBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintBox(&painter, rect(), 9, t.inverse, t.inverseEdge);
}

bool BatchBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && isVisible())
        place();
    return QWidget::eventFilter(watched, event);
}

void BatchBar::place()
{
    const int free = parentWidget()->width() - m_inset;
    const int room = free - 2 * kSideMargin;
    for (qsizetype i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setVisible(m_actions[i]->isVisible());
    m_more->hide();
    m_more->menu()->clear();
    m_layout->invalidate();
    // From the right end, what does not fit goes to More.
    for (qsizetype i = m_buttons.size() - 1; i >= 0 && m_layout->sizeHint().width() > room; --i) {
        if (!m_actions[i]->isVisible())
            continue;
        m_buttons[i]->hide();
        m_more->show();
        const QList<QAction *> there = m_more->menu()->actions();
        m_more->menu()->insertAction(there.isEmpty() ? nullptr : there.first(), m_actions[i]);
        m_layout->invalidate();
    }
    const int width = std::min(room, m_layout->sizeHint().width());
    setGeometry((free - width) / 2, parentWidget()->height() - kHeight - kAbove, width, kHeight);
}

} // namespace linkdesk::app
