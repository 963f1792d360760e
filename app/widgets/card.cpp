#include "widgets/card.h"

#include "style/appstyle_paint.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kSide = 16;
constexpr int kTop = 12;
constexpr int kHeaderHeight = 24;
constexpr int kHeaderGap = 8;

} // namespace

Card::Card(const QString &title, QWidget *parent)
    : QFrame(parent), m_outer(new QVBoxLayout(this)), m_header(new QWidget(this)),
      m_headerLayout(new QHBoxLayout(m_header)), m_title(new Label(title, TextRole::Heading, Tone::Text, m_header)),
      m_caption(new ElidedLabel(QString(), m_header)), m_body(new QVBoxLayout)
{
    m_caption->setRole(TextRole::Small);
    m_caption->setTone(Tone::Text3);
    m_header->setFixedHeight(kHeaderHeight);
    m_headerLayout->setContentsMargins(kSide, 0, kSide, 0);
    m_headerLayout->setSpacing(8);
    m_headerLayout->addWidget(m_title);
    m_headerLayout->addWidget(m_caption, 1);
    m_outer->setContentsMargins(0, kTop, 0, kTop);
    m_outer->setSpacing(0);
    m_outer->addWidget(m_header);
    m_outer->addSpacing(kHeaderGap);
    m_outer->addLayout(m_body, 1);
    m_body->setSpacing(0);
    setFlush(false);
    updateHeader();
}

void Card::setTitle(const QString &title)
{
    m_title->setText(title);
    updateHeader();
}

void Card::setCaption(const QString &caption)
{
    m_caption->setText(caption);
    updateHeader();
}

void Card::addHeaderWidget(QWidget *widget)
{
    m_headerLayout->addWidget(widget, 0, Qt::AlignVCenter);
    // Ghost buttons end where the text of the card ends, not 9 px before it.
    m_headerLayout->setContentsMargins(kSide, 0, kSide - 2, 0);
    updateHeader();
}

void Card::setFlush(bool flush)
{
    m_flush = flush;
    // Children are not clipped by the radius: a table keeps off the lower corners.
    m_outer->setContentsMargins(flush ? 1 : 0, kTop, flush ? 1 : 0, flush ? 8 : kTop);
    m_body->setContentsMargins(flush ? 0 : kSide, 0, flush ? 0 : kSide, 0);
}

void Card::setSelected(bool selected)
{
    m_selected = selected;
    update();
}

void Card::setClickable(bool clickable)
{
    m_clickable = clickable;
    setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    const QColor ground = m_clickable && underMouse() ? t.hover : t.surface;
    if (m_selected || (m_clickable && hasFocus()))
        paintBox(&painter, rect(), kCardRadius, ground, t.accent, 2);
    else
        paintBox(&painter, rect(), kCardRadius, ground, t.border);
}

void Card::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_clickable && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
    else
        QFrame::mouseReleaseEvent(event);
}

void Card::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    const bool pressed = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
    if (m_clickable && pressed)
        Q_EMIT clicked();
    else
        QFrame::keyPressEvent(event);
}

void Card::enterEvent(QEnterEvent *event)
{
    QFrame::enterEvent(event);
    update();
}

void Card::leaveEvent(QEvent *event)
{
    QFrame::leaveEvent(event);
    update();
}

void Card::updateHeader()
{
    const bool empty = m_title->text().isEmpty() && m_caption->text().isEmpty() && m_headerLayout->count() <= 2;
    m_header->setVisible(!empty);
    if (QLayoutItem *gap = m_outer->itemAt(1); gap && gap->spacerItem())
        gap->spacerItem()->changeSize(0, empty ? 0 : kHeaderGap);
    m_outer->invalidate();
    setAccessibleName(m_title->text());
}

} // namespace linkdesk::app
