#include "shell/sidebar.h"

#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kWidth = 220;
constexpr int kRailWidth = 64;
constexpr int kSide = 14;
constexpr int kEntryHeight = 32;
constexpr int kHeadHeight = 60;
constexpr int kLogoSide = 30;

bool showsFocus(const QWidget *widget)
{
    return widget->hasFocus() && widget->window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

} // namespace

// The logo, the program's name and what it is connected to; opens the app menu.
class Sidebar::Head final : public QAbstractButton {
public:
    explicit Head(Sidebar *sidebar) : QAbstractButton(sidebar), m_sidebar(sidebar)
    {
        setObjectName(QStringLiteral("appMenuButton"));
        setFixedHeight(kHeadHeight);
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        setCursor(Qt::PointingHandCursor);
        setConnection(QString());
        QObject::connect(this, &QAbstractButton::clicked, this, [this] { openMenu(); });
    }

    void setMenu(QMenu *menu) { m_menu = menu; }
    void setConnection(const QString &text)
    {
        m_connection = visibleText(text);
        setAccessibleName(tr("Linkdesk menu"));
        setAccessibleDescription(m_connection);
        setToolTip(plainToolTip(m_connection));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &t = tokens(palette());
        const bool rail = m_sidebar->isRail();
        const QRect logo(rail ? (width() - kLogoSide) / 2 : kSide, 16, kLogoSide, kLogoSide);
        if (underMouse() && !rail)
            paintBox(&painter, QRectF(6, 8, width() - 13, 46), kSegmentRadius, withAlpha(t.text, 0.04));
        paintIcon(&painter, logo, QStringLiteral("linkdesk"), t.accent);
        if (showsFocus(this))
            paintFocusEdge(&painter, rail ? QRectF(logo).adjusted(-4, -4, 4, 4) : QRectF(6, 8, width() - 13, 46),
                           kSegmentRadius, t);
        if (rail)
            return;
        const int left = logo.right() + 11;
        const int room = width() - left - 44;
        painter.setFont(textFont(TextRole::Heading));
        painter.setPen(t.text);
        painter.drawText(QRect(left, 13, room, 18), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("Linkdesk"));
        painter.setFont(textFont(TextRole::Small));
        painter.setPen(t.text3);
        painter.drawText(QRect(left, 31, room, 17), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(m_connection, Qt::ElideMiddle, room));
        paintIcon(&painter, QRectF(width() - 35, 23.5, 15, 15), QStringLiteral("chevron-down"), t.text2);
    }

private:
    void openMenu()
    {
        if (m_menu)
            m_menu->popup(mapToGlobal(QPoint(kSide, kHeadHeight - 4)));
    }

    Sidebar *m_sidebar;
    QMenu *m_menu = nullptr;
    QString m_connection;
};

class Sidebar::Entry final : public QAbstractButton {
public:
    Entry(const QString &text, const char *iconName, Sidebar *sidebar)
        : QAbstractButton(sidebar), m_sidebar(sidebar), m_icon(QString::fromLatin1(iconName))
    {
        setText(text);
        setCheckable(true);
        setFixedHeight(kEntryHeight);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        describe();
    }

    void setBadge(const Page::Badge &badge)
    {
        m_badge = badge;
        describe();
        update();
    }
    void describe()
    {
        setAccessibleName(m_badge.text.isEmpty() ? text() : QStringLiteral("%1, %2").arg(text(), m_badge.text));
        setToolTip(m_sidebar->isRail() ? accessibleName() : QString());
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &t = tokens(palette());
        if (isChecked())
            paintBox(&painter, rect(), kSegmentRadius, t.dark ? t.surface2 : t.surface,
                     t.dark && !t.highContrast ? QColor() : t.border);
        else if (underMouse())
            paintBox(&painter, rect(), kSegmentRadius, withAlpha(t.text, 0.05));
        if (showsFocus(this))
            paintFocusEdge(&painter, rect(), kSegmentRadius, t);
        const bool rail = m_sidebar->isRail();
        const QRectF iconBox(rail ? (width() - 18) / 2.0 : 10, (height() - 18) / 2.0, 18, 18);
        paintIcon(&painter, iconBox, m_icon, isChecked() ? t.accent : t.text2);
        if (rail)
            paintDot(&painter, iconBox, t);
        else
            paintText(&painter, t);
    }

private:
    void paintDot(QPainter *painter, const QRectF &iconBox, const Tokens &t)
    {
        if (m_badge.text.isEmpty() || !m_badge.asksForWork)
            return;
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(t.sidebar, 1.5));
        painter->setBrush(t.warn);
        painter->drawEllipse(QPointF(iconBox.right(), iconBox.top() + 1), 4, 4);
    }

    void paintText(QPainter *painter, const Tokens &t)
    {
        int right = width() - 12;
        if (!m_badge.text.isEmpty()) {
            painter->setFont(textFont(TextRole::CaptionMedium));
            const int advance = painter->fontMetrics().horizontalAdvance(m_badge.text);
            if (m_badge.asksForWork) {
                const int pill = std::max(18, advance + 12);
                const QRectF box(width() - 8 - pill, (height() - 18) / 2.0, pill, 18);
                paintBox(painter, box, 9, t.warnTint);
                painter->setPen(t.warn);
                painter->drawText(box, Qt::AlignCenter, m_badge.text);
                right = static_cast<int>(box.left()) - 6;
            } else {
                painter->setPen(t.text3);
                drawEqualDigits(painter, QRectF(0, 0, right, height()), Qt::AlignRight | Qt::AlignVCenter,
                                m_badge.text);
                right -= advance + 8;
            }
        }
        painter->setFont(textFont(isChecked() ? TextRole::Heading : TextRole::Medium));
        painter->setPen(isChecked() ? t.text : t.text2);
        const int left = 38;
        painter->drawText(QRect(left, 0, right - left, height()), Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text(), Qt::ElideRight, right - left));
    }

    Sidebar *m_sidebar;
    QString m_icon;
    Page::Badge m_badge;
};

// The name of a group; on the rail a line.
class Sidebar::Caption final : public QWidget {
public:
    Caption(const QString &text, Sidebar *sidebar) : QWidget(sidebar), m_sidebar(sidebar), m_text(text)
    {
        setFixedHeight(38);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &t = tokens(palette());
        if (m_sidebar->isRail()) {
            painter.fillRect(QRect(0, height() / 2 - 4, width(), 1), t.dark ? t.border : t.track);
            return;
        }
        painter.setFont(textFont(TextRole::CaptionMedium));
        painter.setPen(t.text3);
        painter.drawText(rect().adjusted(10, 13, 0, -5), Qt::AlignLeft | Qt::AlignVCenter, m_text);
    }

private:
    Sidebar *m_sidebar;
    QString m_text;
};

Sidebar::Sidebar(QWidget *parent)
    : QWidget(parent), m_head(new Head(this)), m_group(new QButtonGroup(this)), m_watch(new QVBoxLayout),
      m_links(new QVBoxLayout), m_bottom(new QVBoxLayout), m_linksCaption(new Caption(tr("Links"), this))
{
    setObjectName(QStringLiteral("sidebar"));
    setAccessibleName(tr("Pages"));
    m_group->setExclusive(true);
    for (QVBoxLayout *part : {m_watch, m_links, m_bottom})
        part->setSpacing(4);
    auto *entries = new QVBoxLayout;
    entries->setContentsMargins(kSide, 5, kSide, 12);
    entries->setSpacing(0);
    entries->addLayout(m_watch);
    entries->addWidget(m_linksCaption);
    entries->addLayout(m_links);
    entries->addStretch(1);
    entries->addLayout(m_bottom);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addLayout(entries, 1);
    m_linksCaption->hide();
    setFixedWidth(kWidth);
    connect(m_group, &QButtonGroup::buttonClicked, this,
            [this](QAbstractButton *button) { Q_EMIT pageRequested(button->objectName().mid(4)); });
}

void Sidebar::addPage(const QString &id, Group group, const QString &text, const char *iconName)
{
    auto *entry = new Entry(text, iconName, this);
    entry->setObjectName(QStringLiteral("nav.") + id);
    m_group->addButton(entry);
    m_entries.insert(id, entry);
    switch (group) {
    case Group::Watch: m_watch->addWidget(entry); break;
    case Group::Links:
        m_links->addWidget(entry);
        m_linksCaption->show();
        break;
    case Group::Bottom: m_bottom->addWidget(entry); break;
    }
}

void Sidebar::setCurrent(const QString &id)
{
    if (Entry *entry = m_entries.value(id))
        entry->setChecked(true);
}

void Sidebar::setBadge(const QString &id, const Page::Badge &badge)
{
    if (Entry *entry = m_entries.value(id))
        entry->setBadge(badge);
}

void Sidebar::setConnection(const QString &text)
{
    m_head->setConnection(text);
}

void Sidebar::setMenu(QMenu *menu)
{
    m_head->setMenu(menu);
}

void Sidebar::setRail(bool rail)
{
    if (rail == m_rail)
        return;
    m_rail = rail;
    setFixedWidth(rail ? kRailWidth : kWidth);
    for (Entry *entry : std::as_const(m_entries))
        entry->describe();
    update();
}

void Sidebar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    painter.fillRect(rect(), t.sidebar);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), t.border);
}

} // namespace linkdesk::app
