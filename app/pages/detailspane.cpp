#include "pages/detailspane.h"

#include "dialogs/qrfile.h"
#include "dialogs/qrview.h"
#include "dialogs/separator.h"
#include "models/lifetexts.h"
#include "models/texts.h"
#include "pages/daybars.h"
#include "pages/formernames.h"
#include "pages/linkhistory.h"
#include "style/appstyle.h"
#include "style/icons.h"
#include "style/tokens.h"
#include "widgets/chip.h"
#include "widgets/elidedlabel.h"
#include "widgets/equaldigitslabel.h"
#include "widgets/formfield.h"
#include "widgets/label.h"
#include "widgets/pill.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kSide = 20;
constexpr int kQrSide = 123; // 3 px a module up to version 4
constexpr int kDays = 30;
constexpr int kNameWidth = 92;

class TagLine final : public QWidget {
public:
    explicit TagLine(QWidget *parent) : QWidget(parent) { setFixedSize(190, 22); }
    void setTags(const QStringList &tags)
    {
        m_tags = tags;
        setAccessibleName(tags.join(u", "_qs));
        setToolTip(plainToolTip(tags.join(u", "_qs)));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintChips(&painter, rect(), m_tags, palette());
    }

private:
    QStringList m_tags;
};

PillKind pillOf(const LinkInfo &link)
{
    if (link.archived && link.state != LinkState::Banned)
        return PillKind::Neutral;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    switch (link.state) {
    case LinkState::Active: return expiresSoon(link.expiresAt, now) ? PillKind::Warn : PillKind::Ok;
    case LinkState::Scheduled: return PillKind::Accent;
    case LinkState::Banned: return PillKind::Danger;
    case LinkState::Expired:
    case LinkState::UsedUp:
    case LinkState::Deleted: return PillKind::Neutral;
    }
    return PillKind::Neutral;
}

} // namespace

DetailsPane::DetailsPane(AdminClient &client, QWidget *parent)
    : QWidget(parent)
    , m_client(client)
    , m_pill(new Pill(PillKind::Neutral, QString(), this))
    , m_name(new ElidedLabel(QString(), this))
    , m_title(new ElidedLabel(QString(), this))
    , m_copy(makeButton(tr("Copy"), ButtonKind::Secondary, "copy", this))
    , m_open(makeButton(tr("Open"), ButtonKind::Secondary, nullptr, this))
    , m_edit(makeButton(tr("Edit"), ButtonKind::Secondary, nullptr, this))
    , m_delete(makeIconButton("trash", tr("Delete this link"), this))
    , m_star(makeIconButton("star", tr("Mark as favourite"), this))
    , m_restore(makeButton(tr("Restore"), ButtonKind::Secondary, "undo", this))
    , m_unarchive(makeButton(tr("Take out of the archive"), ButtonKind::Secondary, "undo", this))
    , m_ban(makeIconButton("ban", tr("Ban this link…"), this))
    , m_unban(makeButton(tr("Unban"), ButtonKind::Secondary, "check-circle", this))
    , m_qr(new QrView(kQrSide, this))
    , m_clicks(new EqualDigitsLabel(TextRole::Display, this))
    , m_since(new Label(QString(), TextRole::Small, Tone::Text3, this))
    , m_daysTotal(new Label(QString(), TextRole::Medium, Tone::Text, this))
    , m_bars(new DayBars(this))
    , m_banned(new FieldRow(tr("Banned"), this))
    , m_target(new FieldRow(tr("Target"), this))
    , m_targetText(new ElidedLabel(QString(), this))
    , m_expires(new FieldRow(tr("Expires"), this))
    , m_redirect(new FieldRow(tr("Redirect"), this))
    , m_created(new FieldRow(tr("Created"), this))
    , m_bots(new FieldRow(tr("By bots"), this))
    , m_tags(new FieldRow(tr("Tags"), this))
    , m_tagLine(new TagLine(this))
    , m_limit(new FieldRow(tr("Limit"), this))
    , m_fallback(new FieldRow(tr("Fallback"), this))
    , m_lastClick(new FieldRow(tr("Last click"), this))
    , m_owner(new FieldRow(tr("Owner"), this))
    , m_note(new FieldRow(tr("Note"), this))
    , m_former(new FormerNames(this))
    , m_history(new LinkHistory(client, this))
{
    setObjectName(u"detailsPane"_qs);
    setAccessibleName(tr("Details of the link"));
    setFixedWidth(kWidth);
    m_name->setObjectName(u"detailsName"_qs);
    m_title->setObjectName(u"detailsTitle"_qs);
    m_copy->setObjectName(u"detailsCopy"_qs);
    m_open->setObjectName(u"detailsOpen"_qs);
    m_edit->setObjectName(u"detailsEdit"_qs);
    m_delete->setObjectName(u"detailsDelete"_qs);
    m_restore->setObjectName(u"detailsRestore"_qs);
    m_ban->setObjectName(u"detailsBan"_qs);
    m_unban->setObjectName(u"detailsUnban"_qs);
    m_star->setObjectName(u"detailsStar"_qs);
    m_star->setCheckable(true);
    m_unarchive->setObjectName(u"detailsUnarchive"_qs);
    m_limit->setObjectName(u"detailsLimit"_qs);
    m_fallback->setObjectName(u"detailsFallback"_qs);
    m_fallback->setValueElide(Qt::ElideMiddle);
    m_lastClick->setObjectName(u"detailsLastClick"_qs);
    m_banned->setObjectName(u"detailsBanned"_qs);
    m_qr->setObjectName(u"detailsQr"_qs);
    m_clicks->setObjectName(u"detailsClicks"_qs);
    build();
    const auto forward = [this](QPushButton *button, void (DetailsPane::*signal)(const LinkInfo &)) {
        connect(button, &QPushButton::clicked, this, [this, signal] {
            if (m_link)
                Q_EMIT(this->*signal)(*m_link);
        });
    };
    forward(m_copy, &DetailsPane::copyRequested);
    forward(m_open, &DetailsPane::openRequested);
    forward(m_edit, &DetailsPane::editRequested);
    forward(m_delete, &DetailsPane::deleteRequested);
    forward(m_restore, &DetailsPane::restoreRequested);
    forward(m_ban, &DetailsPane::banRequested);
    forward(m_unban, &DetailsPane::unbanRequested);
    forward(m_star, &DetailsPane::favouriteRequested);
    forward(m_unarchive, &DetailsPane::unarchiveRequested);
    connect(m_history, &LinkHistory::undoRequested, this, &DetailsPane::undoRequested);
    connect(m_former, &FormerNames::copyRequested, this, &DetailsPane::formerCopyRequested);
    connect(m_former, &FormerNames::endRequested, this, [this](const LinkAlias &alias) {
        if (m_link)
            Q_EMIT formerEndRequested(*m_link, alias);
    });
}

void DetailsPane::build()
{
    auto *inside = new QWidget;
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(kSide, 12, kSide, 16);
    column->setSpacing(0);
    buildHead(column);
    buildNumbers(column);
    buildFields(column);
    column->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(inside);
    inside->setAutoFillBackground(false);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(1, 0, 0, 0);
    outer->addWidget(scroll);
}

void DetailsPane::buildHead(QVBoxLayout *column)
{
    m_name->setRole(TextRole::Subtitle);
    m_name->setElideMode(Qt::ElideMiddle);
    m_title->setRole(TextRole::Small);
    m_title->setTone(Tone::Text2);
    auto *close = makeIconButton("x", tr("Close the details"), this);
    close->setObjectName(u"detailsClose"_qs);
    connect(close, &QPushButton::clicked, this, &DetailsPane::closeRequested);
    auto *head = new QHBoxLayout;
    head->setSpacing(4);
    head->addWidget(m_pill);
    head->addStretch(1);
    head->addWidget(m_star);
    head->addWidget(m_ban);
    head->addWidget(m_delete);
    head->addWidget(close);
    column->addLayout(head);
    column->addSpacing(8);
    column->addWidget(m_name);
    column->addWidget(m_title);
    column->addSpacing(14);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton *button : {m_copy, m_open, m_edit, m_unban, m_restore, m_unarchive})
        buttons->addWidget(button);
    buttons->addStretch(1);
    column->addLayout(buttons);
    column->addSpacing(14);
}

void DetailsPane::buildNumbers(QVBoxLayout *column)
{
    auto *save = makeButton(tr("Save QR"), ButtonKind::Secondary, "download", this);
    auto *copy = makeIconButton("copy", tr("Copy the QR code"), this);
    copy->setObjectName(u"detailsCopyQr"_qs);
    save->setObjectName(u"detailsSaveQr"_qs);
    setControlSize(save, ControlSize::Small);
    setControlSize(copy, ControlSize::Small);
    connect(copy, &QPushButton::clicked, this, [this] {
        if (m_qr->code())
            copyQr(*m_qr->code());
    });
    connect(save, &QPushButton::clicked, this, [this] {
        if (m_qr->code() && m_link)
            saveQr(*m_qr->code(), m_link->code, this,
                   [this](const QString &path, const QString &problem) { Q_EMIT qrSaved(path, problem); });
    });
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_qr);
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_clicks);
    right->addWidget(m_since);
    right->addStretch(1);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(save);
    buttons->addWidget(copy);
    buttons->addStretch(1);
    right->addLayout(buttons);
    row->addLayout(right, 1);
    column->addLayout(row);
    column->addSpacing(16);
    addLine(column);
    auto *days = new QHBoxLayout;
    days->addWidget(new Label(tr("Last 30 days"), TextRole::Heading, Tone::Text, this));
    days->addStretch(1);
    days->addWidget(m_daysTotal);
    column->addLayout(days);
    column->addSpacing(10);
    column->addWidget(m_bars);
    column->addSpacing(12);
    addLine(column);
}

void DetailsPane::buildFields(QVBoxLayout *column)
{
    m_targetText->setElideMode(Qt::ElideMiddle);
    m_targetText->setRole(TextRole::Small);
    m_targetText->setObjectName(u"detailsTarget"_qs);
    m_target->setValueWidget(m_targetText);
    m_tags->setValueWidget(m_tagLine);
    for (FieldRow *row : {m_banned, m_target, m_fallback, m_expires, m_limit, m_redirect, m_created, m_lastClick, m_bots,
                          m_tags, m_owner, m_note}) {
        row->setNameWidth(kNameWidth);
        column->addWidget(row);
    }
    column->addWidget(m_former);
    column->addSpacing(12);
    addLine(column);
    column->addWidget(m_history);
}

void DetailsPane::addLine(QVBoxLayout *column)
{
    column->addWidget(new Separator(this));
    column->addSpacing(12);
}

void DetailsPane::setLink(const LinkInfo &link)
{
    const bool other = !m_link || m_link->id != link.id;
    m_link = link;
    m_pill->set(pillOf(link), stateText(link, QDateTime::currentDateTimeUtc()));
    m_name->setText(shortName(link).whole());
    m_title->setText(link.title.isEmpty() ? tr("No title") : link.title);
    m_qr->setText(link.shortUrl);
    const bool deleted = link.state == LinkState::Deleted;
    m_restore->setVisible(deleted);
    m_unarchive->setVisible(link.archived && !deleted);
    for (QPushButton *button : {m_copy, m_edit, m_delete, m_star})
        button->setVisible(!deleted);
    m_edit->setVisible(!deleted && !link.archived);
    m_star->setChecked(link.favourite);
    m_star->setIcon(icon(link.favourite ? "star-full" : "star", link.favourite ? Tone::Warn : Tone::Auto));
    m_star->setToolTip(link.favourite ? tr("No favourite any more") : tr("Mark as favourite"));
    m_star->setAccessibleName(m_star->toolTip());
    const bool banned = link.state == LinkState::Banned;
    m_ban->setVisible(!deleted && !banned);
    m_unban->setVisible(banned);
    // A banned link leads nowhere, and four buttons do not fit.
    m_open->setVisible(!deleted && !banned && !link.archived);
    showCounts();
    showFields();
    m_history->setLink(link.id, link.version);
    if (other) {
        m_bars->setPoints({});
        m_daysTotal->setText({});
        loadDays();
    }
}

void DetailsPane::clear()
{
    m_client.cancel(m_daysRequest);
    m_history->clear();
    m_link.reset();
}

void DetailsPane::showCounts()
{
    m_clicks->setText(countText(m_link->clicks.humans));
    m_since->setText(tr("clicks since %1").arg(dayText(m_link->createdAt.toLocalTime().date(), QDate::currentDate())));
    m_bots->setValue(tr("%1, not counted").arg(countText(m_link->clicks.bots)));
}

void DetailsPane::showFields()
{
    const LinkInfo &link = *m_link;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    m_banned->setVisible(link.ban.has_value());
    if (link.ban) {
        m_banned->setValue(banText(*link.ban, now));
        m_banned->setToolTip(plainToolTip(banText(*link.ban, now)));
    }
    m_targetText->setText(addressText(link.url));
    m_targetText->setToolTip(plainToolTip(link.url));
    QString expires = expiryText(link.expiresAt, now);
    if (expiresSoon(link.expiresAt, now))
        expires += u", "_qs + exactTime(link.expiresAt);
    m_expires->setValue(expires);
    m_expires->setToolTip(link.expiresAt.isValid() ? plainToolTip(exactTime(link.expiresAt)) : QString());
    m_redirect->setValue(redirectText(link));
    m_created->setValue(exactTime(link.createdAt));
    m_limit->setVisible(link.maxClicks.has_value());
    if (link.maxClicks)
        m_limit->setValue(tr("%1 of %2 visits used").arg(countText(std::min(link.clicks.humans, *link.maxClicks)),
                                                         countText(*link.maxClicks)));
    m_fallback->setVisible(!link.fallbackUrl.isEmpty());
    m_fallback->setValue(addressText(link.fallbackUrl));
    m_fallback->setToolTip(plainToolTip(link.fallbackUrl));
    m_lastClick->setVisible(link.lastClickAt.isValid());
    m_lastClick->setValue(agoText(link.lastClickAt, now));
    m_lastClick->setToolTip(plainToolTip(tr("%1 (%2)", "time, zone").arg(exactTime(link.lastClickAt), zoneName())));
    m_tags->setVisible(!link.tags.isEmpty());
    static_cast<TagLine *>(m_tagLine)->setTags(link.tags);
    m_owner->setVisible(!link.owner.isEmpty());
    m_owner->setValue(link.owner);
    m_note->setVisible(!link.note.isEmpty());
    m_note->setValue(link.note);
    m_former->setAliases(link.state == LinkState::Deleted ? QList<LinkAlias>() : link.aliases);
}

void DetailsPane::loadDays()
{
    m_client.cancel(m_daysRequest);
    const QDate today = QDate::currentDate();
    StatsQuery query;
    query.link = m_link->id;
    query.from = today.addDays(1 - kDays).startOfDay();
    query.to = today.addDays(1).startOfDay();
    query.timeZone = zoneId();
    query.bucket = Bucket::Day;
    m_daysRequest = m_client.stats(query, this, [this](const ApiResult<StatsSeries> &stats) {
        if (!stats)
            return;
        m_bars->setPoints(stats->points);
        m_daysTotal->setText(countText(stats->total.humans));
    });
}

void DetailsPane::reloadHistory()
{
    m_history->reload();
}

void DetailsPane::endingFailed()
{
    m_former->setBusy(false);
}

void DetailsPane::applyTick(const ClickTick &tick)
{
    if (!m_link)
        return;
    for (const LinkCount &count : tick.links) {
        if (count.id != m_link->id)
            continue;
        m_link->clicks.humans += count.clicks.humans;
        m_link->clicks.bots += count.clicks.bots;
        showCounts();
        return;
    }
}

void DetailsPane::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    painter.fillRect(rect(), t.surface2);
    painter.fillRect(QRect(0, 0, 1, height()), t.border);
}

void DetailsPane::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closeRequested();
    else
        QWidget::keyPressEvent(event);
}

} // namespace linkdesk::app
