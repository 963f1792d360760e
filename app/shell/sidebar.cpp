#include "shell/sidebar.h"

#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QButtonGroup>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>
#include <utility>

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

class Sidebar::Entry : public QAbstractButton {
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
        paintSign(&painter, iconBox, t);
        if (rail)
            paintDot(&painter, iconBox, t);
        else
            paintText(&painter, t);
    }

    virtual void paintSign(QPainter *painter, const QRectF &box, const Tokens &t) const
    {
        paintIcon(painter, box, m_icon, isChecked() ? t.accent : t.text2);
    }

    Sidebar *m_sidebar;

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

    QString m_icon;
    Page::Badge m_badge;
};

// A saved view: a square of its colour, its name, how many links it finds.
class Sidebar::ChoiceEntry final : public Sidebar::Entry {
public:
    ChoiceEntry(const Page::Choice &choice, Sidebar *sidebar)
        : Entry(visibleText(choice.text), choice.iconName.toLatin1().constData(), sidebar), m_choice(choice)
    {
        setObjectName(QStringLiteral("choice.") + choice.id);
        setContextMenuPolicy(Qt::CustomContextMenu);
        setBadge({choice.count, false});
        QObject::connect(this, &QWidget::customContextMenuRequested, sidebar, [this](const QPoint &at) {
            Q_EMIT m_sidebar->choiceMenuRequested(m_choice.id, mapToGlobal(at));
        });
    }

    [[nodiscard]] const Page::Choice &choice() const { return m_choice; }

protected:
    void paintSign(QPainter *painter, const QRectF &box, const Tokens &t) const override
    {
        if (m_choice.colour < 0) {
            Entry::paintSign(painter, box, t);
            return;
        }
        const auto colour = static_cast<std::size_t>(m_choice.colour) % t.series.size();
        paintBox(painter, QRectF(box.center().x() - 4, box.center().y() - 4, 8, 8), 2, t.series[colour]);
    }
    void mousePressEvent(QMouseEvent *event) override
    {
        m_pressedAt = event->position().toPoint();
        m_dragging = false;
        Entry::mousePressEvent(event);
    }
    void mouseMoveEvent(QMouseEvent *event) override
    {
        const int far = std::abs(event->position().toPoint().y() - m_pressedAt.y());
        if (m_choice.movable && event->buttons() & Qt::LeftButton && far >= QApplication::startDragDistance())
            m_dragging = true;
        if (m_dragging) {
            setDown(false);
            m_sidebar->dragTo(this, mapTo(m_sidebar, event->position().toPoint()).y(), false);
            return;
        }
        Entry::mouseMoveEvent(event);
    }
    void mouseReleaseEvent(QMouseEvent *event) override
    {
        if (!std::exchange(m_dragging, false)) {
            Entry::mouseReleaseEvent(event);
            return;
        }
        setDown(false);
        m_sidebar->dragTo(this, mapTo(m_sidebar, event->position().toPoint()).y(), true);
    }

private:
    Page::Choice m_choice;
    QPoint m_pressedAt;
    bool m_dragging = false;
};

// Where a dragged view would go.
class DropLine final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), tokens(palette()).accent);
    }
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
      m_links(new QVBoxLayout), m_bottom(new QVBoxLayout), m_choices(new QVBoxLayout),
      m_choiceArea(new QScrollArea(this)), m_linksCaption(new Caption(tr("Links"), this)),
      m_choicesCaption(new Caption(tr("Saved views"), this)), m_dropLine(new DropLine(this))
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
    entries->addWidget(m_choicesCaption);
    entries->addWidget(m_choiceArea, 1);
    entries->addLayout(m_bottom);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addLayout(entries, 1);
    m_linksCaption->hide();
    m_choicesCaption->hide();
    m_dropLine->hide();
    m_choiceArea->setFrameShape(QFrame::NoFrame);
    m_choiceArea->setWidgetResizable(true);
    m_choiceArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_choiceArea->setFocusPolicy(Qt::NoFocus);
    m_choiceArea->setMinimumHeight(0);
    m_choiceArea->viewport()->setAutoFillBackground(false);
    auto *inside = new QWidget;
    inside->setAutoFillBackground(false);
    auto *insideColumn = new QVBoxLayout(inside);
    insideColumn->setContentsMargins(0, 0, 0, 0);
    m_choices->setSpacing(4);
    insideColumn->addLayout(m_choices);
    insideColumn->addStretch(1);
    m_choiceArea->setWidget(inside);
    inside->setAutoFillBackground(false);
    setFixedWidth(kWidth);
    connect(m_group, &QButtonGroup::buttonClicked, this,
            [this](QAbstractButton *button) {
                if (auto *entry = dynamic_cast<ChoiceEntry *>(button))
                    Q_EMIT choiceRequested(entry->choice().id);
                else
                    Q_EMIT pageRequested(button->objectName().mid(4));
            });
}

void Sidebar::setChoices(const QList<Page::Choice> &choices)
{
    if (choices == m_shownChoices)
        return;
    m_shownChoices = choices;
    for (ChoiceEntry *entry : std::as_const(m_choiceEntries)) {
        m_group->removeButton(entry);
        entry->hide();
        entry->deleteLater(); // it may have asked for this
    }
    m_choiceEntries.clear();
    for (const Page::Choice &choice : choices) {
        auto *entry = new ChoiceEntry(choice, this);
        m_group->addButton(entry);
        m_choices->addWidget(entry);
        m_choiceEntries << entry;
    }
    m_choicesCaption->setHidden(choices.isEmpty());
    setCurrent(m_page);
}

void Sidebar::setCurrentChoice(const QString &id)
{
    for (ChoiceEntry *entry : std::as_const(m_choiceEntries)) {
        if (entry->choice().id == id) {
            entry->setChecked(true);
            return;
        }
    }
    setCurrent(m_page);
}

int Sidebar::placeAt(int y) const
{
    int place = 0;
    for (ChoiceEntry *entry : m_choiceEntries) {
        const int middle = entry->mapTo(this, QPoint(0, entry->height() / 2)).y();
        if (entry->choice().movable && y > middle)
            ++place;
    }
    return place;
}

void Sidebar::dragTo(ChoiceEntry *entry, int y, bool drop)
{
    const int from = int(m_choiceEntries.indexOf(entry));
    const int place = placeAt(y);
    const bool stays = place == from || place == from + 1; // before or after itself
    m_dropLine->setHidden(drop || stays);
    if (!drop) {
        const int near = std::min(place, int(m_choiceEntries.size()) - 1);
        const int top = m_choiceEntries.at(near)->mapTo(this, QPoint(0, -3)).y();
        m_dropLine->setGeometry(kSide, top, width() - 2 * kSide, 2);
        m_dropLine->raise();
    } else if (!stays) {
        Q_EMIT choiceMoved(entry->choice().id, place > from ? place - 1 : place);
    }
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
    m_page = id;
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
    for (ChoiceEntry *entry : std::as_const(m_choiceEntries))
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
