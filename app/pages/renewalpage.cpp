#include "pages/renewalpage.h"

#include "api/errortext.h"
#include "api/eventstream.h"
#include "models/lifetexts.h"
#include "models/texts.h"
#include "pages/expirybars.h"
#include "pages/renewalcell.h"
#include "style/appstyle.h"
#include "widgets/card.h"
#include "widgets/elidedlabel.h"
#include "widgets/emptypage.h"
#include "widgets/kpicard.h"
#include "widgets/label.h"
#include "widgets/progressline.h"
#include "widgets/segmentedcontrol.h"

#include <QDateEdit>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kActionRowHeight = 56;
constexpr int kSoonMs = 1500;
constexpr int kRoundMs = 10 * 60 * 1000;
constexpr int kSlowMs = 400;
constexpr int kLeastRows = 6;

const QString kFailed = QStringLiteral("renewal-failed");

enum class Outer { Full, Empty, Failed };
enum class Inner { Table, Nothing, Loading };

} // namespace

RenewalPage::RenewalPage(AdminClient &client, EventStream &stream, QUndoStack &undo, QWidget *parent)
    : ScrollPage(parent)
    , m_client(client)
    , m_model(client)
    , m_commands(client, stream, undo)
    , m_zone(zoneId())
    , m_outer(new QStackedWidget)
    , m_bars(new ExpiryBars)
    , m_table(new ActionTable(m_model, new RenewalCell,
                              {{48, 0}, {176, 10}, {96, 1}, {140, 1, true}, {150, 2}, {152, 2}, {116, 0}}))
    , m_inner(new QStackedWidget)
    , m_nothing(new Label(QString(), TextRole::Body, Tone::Text3))
    , m_loading(new ProgressLine)
    , m_windowName(new Label(QString(), TextRole::Heading))
    , m_chosenText(new ElidedLabel)
    , m_letGo(makeButton(tr("Let expire"), ButtonKind::Ghost))
    , m_by(new Label(tr("Renew by"), TextRole::Body, Tone::Text2))
    , m_period(new SegmentedControl)
    , m_date(new QDateEdit)
    , m_renew(makeButton(QString(), ButtonKind::Primary, "renew"))
    , m_progress(new ProgressLine)
{
    setObjectName(u"renewalPage"_qs);
    build();
    wire(stream);
    wireCommands();
    chooseWindow(RenewalWindow::Week);
    updateActions();
}

void RenewalPage::build()
{
    auto *full = new QWidget;
    auto *column = new QVBoxLayout(full);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(16);
    column->addWidget(cards());
    auto *chart = new Card(tr("Links expiring per day"));
    chart->setCaption(tr("next 90 days"));
    chart->body()->addWidget(m_bars);
    column->addWidget(chart);
    column->addWidget(tableCard(), 1);
    m_outer->addWidget(full);
    buildStates();
    content()->addWidget(m_outer, 1);
}

QWidget *RenewalPage::cards()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    for (RenewalWindow window : kRenewalWindows) {
        auto *card = new KpiCard(windowText(window));
        card->setObjectName(u"window."_qs + wireName(window));
        card->setClickable(true);
        card->setValue(u"\u2013"_qs);
        connect(card, &KpiCard::clicked, this, [this, window] { chooseWindow(window); });
        layout->addWidget(card, 1);
        m_cards[static_cast<size_t>(window)] = card;
    }
    return row;
}

QWidget *RenewalPage::actionRow()
{
    auto *row = new QWidget;
    row->setFixedHeight(kActionRowHeight);
    m_chosenText->setObjectName(u"renewalChosen"_qs);
    m_chosenText->setRole(TextRole::Small);
    m_chosenText->setTone(Tone::Text3);
    m_letGo->setObjectName(u"letExpire"_qs);
    m_letGo->setToolTip(tr("The chosen links may end: nobody is asked about them again"));
    m_period->setAccessibleName(tr("Renew by"));
    m_period->addSegment(u"renew.30"_qs, tr("30 days"));
    m_period->addSegment(u"renew.90"_qs, tr("90 days"));
    m_period->addSegment(u"renew.year"_qs, tr("1 year"));
    m_period->addSegment(u"renew.date"_qs, tr("Date…"));
    m_period->setCurrent(u"renew.90"_qs);
    m_date->setObjectName(u"renewUntil"_qs);
    m_date->setAccessibleName(tr("Last day"));
    m_date->setCalendarPopup(true);
    m_date->setMinimumDate(QDate::currentDate());
    m_date->setDate(QDate::currentDate().addDays(90));
    m_date->hide();
    m_renew->setObjectName(u"renewLinks"_qs);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(15, 0, 15, 0);
    layout->setSpacing(8);
    layout->addWidget(m_windowName);
    layout->addWidget(m_chosenText, 1);
    layout->addWidget(m_letGo);
    layout->addWidget(m_by);
    layout->addWidget(m_period);
    layout->addWidget(m_date);
    layout->addWidget(m_renew);
    return row;
}

QWidget *RenewalPage::tableCard()
{
    auto *card = new Card;
    card->setFlush(true);
    m_table->setObjectName(u"renewalTable"_qs);
    m_table->setAccessibleName(tr("Links to decide on"));
    m_table->setLeastRows(kLeastRows);
    static_cast<RowCell *>(m_table->itemDelegate())->setButtonHasMenu(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setObjectName(u"renewalNothing"_qs);
    auto *loading = new QWidget;
    auto *loadingColumn = new QVBoxLayout(loading);
    loadingColumn->setContentsMargins(16, 24, 16, 24);
    loadingColumn->addWidget(m_loading);
    loadingColumn->addStretch(1);
    m_loading->setCancelVisible(false);
    m_inner->addWidget(m_table);
    m_inner->addWidget(m_nothing);
    m_inner->addWidget(loading);
    auto *progress = new QWidget;
    auto *progressRow = new QHBoxLayout(progress);
    progressRow->setContentsMargins(16, 0, 12, 8);
    progressRow->addWidget(m_progress);
    m_progress->setObjectName(u"renewalProgress"_qs);
    progress->hide();
    card->body()->addWidget(actionRow());
    card->body()->addWidget(progress);
    card->body()->addWidget(m_inner, 1);
    card->layout()->setContentsMargins(1, 1, 1, 8);
    return card;
}

void RenewalPage::buildStates()
{
    auto *empty = new EmptyPage("renew", tr("Nothing to renew"),
                                tr("Links that end within 90 days are shown here with their clicks, so that you can "
                                   "decide which go on. Those that have ended can be saved."));
    empty->setObjectName(u"renewalEmpty"_qs);
    QPushButton *links = empty->setSecondary(tr("Show all links"), "link");
    links->setObjectName(u"renewalAllLinks"_qs);
    connect(links, &QPushButton::clicked, this, [this] { Q_EMIT navigateRequested(u"links"_qs, QString()); });
    m_outer->addWidget(empty);
    const ApiError none{0, QString(apicode::kUnreachable), {}, {}};
    m_failedPage = new EmptyPage("warning", whatHappened(none), whatToDo(none));
    m_failedPage->setObjectName(u"renewalFailed"_qs);
    QPushButton *again = m_failedPage->setPrimary(tr("Try again"), "restart");
    again->setObjectName(u"tryAgain"_qs);
    connect(again, &QPushButton::clicked, this, &RenewalPage::refresh);
    m_outer->addWidget(m_failedPage);
}

void RenewalPage::wire(EventStream &stream)
{
    connect(m_table, &ActionTable::buttonPressed, this, &RenewalPage::showMenu);
    connect(m_table, &ActionTable::rowOpened, this, [this](int row) {
        Q_EMIT navigateRequested(u"links"_qs, u"id:%1"_qs.arg(m_model.rowAt(row).link.id.value));
    });
    connect(&m_model, &LinkRowsModel::loaded, this, &RenewalPage::listLoaded);
    connect(&m_model, &LinkRowsModel::failed, this, &RenewalPage::listFailed);
    connect(&m_model, &LinkRowsModel::checkedChanged, this, &RenewalPage::updateActions);
    connect(m_letGo, &QPushButton::clicked, this, [this] { letGo(chosen()); });
    connect(m_renew, &QPushButton::clicked, this, &RenewalPage::renewChosen);
    connect(m_period, &SegmentedControl::currentChanged, this,
            [this](const QString &id) { m_date->setVisible(id == u"renew.date"); });
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &RenewalPage::refresh);
    m_round.setInterval(kRoundMs);
    connect(&m_round, &QTimer::timeout, this, &RenewalPage::refresh);
    m_round.start();
    connect(&stream, &EventStream::linkChanged, this, &RenewalPage::loadSoon);
    connect(&stream, &EventStream::linksChanged, this, &RenewalPage::loadSoon);
    connect(&stream, &EventStream::connectedChanged, this, [this](bool connected) {
        if (connected)
            refresh();
    });
}

void RenewalPage::wireCommands()
{
    m_slow.setSingleShot(true);
    m_slow.setInterval(kSlowMs);
    connect(&m_slow, &QTimer::timeout, this,
            [this] { m_progress->parentWidget()->setVisible(m_commands.isRunning()); });
    connect(m_progress, &ProgressLine::cancelRequested, &m_commands, &LifeCommands::cancel);
    connect(&m_commands, &LifeCommands::runningChanged, this, [this] {
        if (!m_commands.isRunning())
            m_progress->parentWidget()->hide();
        else if (!m_slow.isActive())
            m_slow.start();
        m_progress->set(-1, tr("Working"));
        updateActions();
    });
    connect(&m_commands, &LifeCommands::progressed, this,
            [this](const JobInfo &job) { m_progress->set(jobFraction(job), jobProgressText(job)); });
    connect(&m_commands, &LifeCommands::finished, this, &RenewalPage::finished);
    connect(&m_commands, &LifeCommands::failed, this, &RenewalPage::failed);
}

QString RenewalPage::caption() const
{
    if (!m_summary)
        return {};
    qint64 links = 0;
    for (const WindowCount &window : m_summary->windows)
        links += window.links;
    return links > 0 ? tr("%n link(s) need a decision", nullptr, int(links)) : QString();
}

Page::Badge RenewalPage::badge() const
{
    const qint64 decisions = m_summary ? m_summary->decisions : 0;
    return decisions > 0 ? Badge{countText(decisions), true} : Badge{};
}

void RenewalPage::activated()
{
    m_active = true;
    refresh();
    m_table->setFocus();
}

void RenewalPage::deactivated()
{
    m_active = false;
}

void RenewalPage::loadSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

// Behind other pages the counts are enough.
void RenewalPage::refresh()
{
    m_soon.stop();
    loadSummary();
    if (m_active)
        m_model.setWindow(m_model.window());
}

void RenewalPage::loadSummary()
{
    m_client.cancel(m_request);
    m_request = m_client.renewal(m_zone, this, [this](const ApiResult<RenewalSummary> &summary) {
        if (!summary && summary.error().field == u"tz" && !m_zone.isEmpty()) {
            m_zone.clear(); // it does not know this computer's zone: days are its own, and named
            loadSummary();
            return;
        }
        if (!summary) {
            summaryFailed(summary.error());
            return;
        }
        m_summary = *summary;
        Q_EMIT messageWithdrawn(kFailed);
        showSummary();
    });
}

void RenewalPage::showSummary()
{
    const RenewalSummary &s = *m_summary;
    qint64 all = 0;
    for (RenewalWindow window : kRenewalWindows) {
        const WindowCount &count = s.window(window);
        KpiCard *card = m_cards[static_cast<size_t>(window)];
        all += count.links;
        card->setValue(countText(count.links));
        if (window == RenewalWindow::Expired) {
            card->setNote(count.refused7 > 0 ? tr("still %1 visits refused in 7 days").arg(countText(count.refused7))
                                             : tr("no visits refused in 7 days"));
            card->setValueTone(count.links > 0 && count.refused7 > 0 ? Tone::Danger : Tone::Text);
        } else {
            card->setNote(tr("%1 clicks in 30 days").arg(countText(count.clicks30)));
            card->setValueTone(window == RenewalWindow::Week && count.links > 0 ? Tone::Warn : Tone::Text);
        }
    }
    m_bars->setDays(s.perDay, s.window(RenewalWindow::Week).links);
    m_model.setTimeZone(QTimeZone(s.timeZone.toLatin1()));
    m_outer->setCurrentIndex(int(all > 0 ? Outer::Full : Outer::Empty));
    updateActions();
    Q_EMIT headerChanged();
    Q_EMIT decisionsKnown(s.decisions, s.reminderDays);
}

void RenewalPage::summaryFailed(const ApiError &error)
{
    if (m_summary) { // what is on the screen is still worth something
        if (m_active)
            post(kFailed, Level::Danger, whatHappened(error), whatToDo(error), {{u"retry"_qs, tr("Try again")}});
        return;
    }
    m_failedPage->setTexts(whatHappened(error), whatToDo(error));
    m_outer->setCurrentIndex(int(Outer::Failed));
}

void RenewalPage::chooseWindow(RenewalWindow window)
{
    for (RenewalWindow other : kRenewalWindows)
        m_cards[static_cast<size_t>(other)]->setSelected(other == window);
    m_windowName->setText(windowText(window));
    m_letGo->setText(window == RenewalWindow::Expired ? tr("Let go") : tr("Let expire"));
    const bool other = window != m_model.window();
    if (other || !m_model.hasAnswer()) {
        m_loading->set(-1, tr("Loading"));
        m_inner->setCurrentIndex(int(Inner::Loading));
    }
    if (m_active || other) // before, nobody looks and perhaps no service is there
        m_model.setWindow(window);
    updateActions();
}

void RenewalPage::listLoaded()
{
    const bool none = m_model.rowCount() == 0;
    m_nothing->setText(m_model.window() == RenewalWindow::Expired ? tr("No expired link waits to be saved.")
                                                                  : tr("No link ends in these days."));
    m_inner->setCurrentIndex(int(none ? Inner::Nothing : Inner::Table));
    updateActions();
}

void RenewalPage::listFailed(const ApiError &error)
{
    if (!m_active)
        return;
    if (!m_model.hasAnswer()) {
        m_nothing->setText(whatHappened(error));
        m_inner->setCurrentIndex(int(Inner::Nothing));
    }
    if (m_summary)
        post(kFailed, Level::Danger, whatHappened(error), whatToDo(error), {{u"retry"_qs, tr("Try again")}});
}

void RenewalPage::messageButtonClicked(const QString &messageId, const QString &buttonId)
{
    if (messageId == kFailed) {
        refresh();
    } else if (buttonId == u"undo") {
        Q_EMIT messageWithdrawn(messageId);
        m_commands.undo();
    } else if (buttonId == u"decide") {
        Q_EMIT messageWithdrawn(messageId);
        Q_EMIT navigateRequested(pageId(), QString());
    }
}

void RenewalPage::resizeEvent(QResizeEvent *event)
{
    ScrollPage::resizeEvent(event);
    updateActions();
}

void RenewalPage::post(const QString &id, Level level, const QString &what, const QString &todo,
                       const QVector<MessageButton> &buttons, int timeoutMs)
{
    Q_EMIT messageRequested({id, level, what, todo, buttons, true, timeoutMs});
}

} // namespace linkdesk::app
