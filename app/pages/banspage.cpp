#include "pages/banspage.h"

#include "api/errortext.h"
#include "api/eventstream.h"
#include "dialogs/lifedialogs.h"
#include "models/lifetexts.h"
#include "models/texts.h"
#include "pages/renewalcell.h"
#include "pages/visitorpreview.h"
#include "style/appstyle.h"
#include "widgets/card.h"
#include "widgets/elidedlabel.h"
#include "widgets/emptypage.h"
#include "widgets/label.h"
#include "widgets/progressline.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kSideWidth = 316;
constexpr int kNarrow = 1000; // below, the side goes under the table
constexpr int kSoonMs = 1000;
constexpr int kSlowMs = 400;
constexpr int kLeastRows = 6;
constexpr int kLeastHosts = 4;
constexpr int kUndoOfferMs = 12'000;
constexpr int kSaidMs = 4000;

const QString kFailed = QStringLiteral("bans-failed");

} // namespace

BansPage::BansPage(AdminClient &client, EventStream &stream, QUndoStack &undo, QWidget *parent)
    : ScrollPage(parent)
    , m_client(client)
    , m_model(client)
    , m_commands(client, stream, undo)
    , m_outer(new QStackedWidget)
    , m_table(new ActionTable(
          m_model, new BanCell,
          {{48, 0}, {160, 10}, {118, 4, true}, {130, 12}, {84, 2, true}, {84, 1}, {92, 0}}))
    , m_hostTable(new ActionTable(m_hosts, new HostCell, {{120, 10}, {96, 0}, {92, 0}}))
    , m_banHost(makeButton(tr("Ban a host…"), ButtonKind::Secondary, "ban", this))
    , m_unban(makeButton(QString(), ButtonKind::Secondary))
    , m_progress(new ProgressLine)
{
    setObjectName(u"bansPage"_qs);
    build();
    wire(stream);
    wireCommands();
    updateActions();
}

void BansPage::build()
{
    auto *full = new QWidget;
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, full);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(16);
    m_columns->addWidget(linksCard(), 1);
    m_side = side();
    m_columns->addWidget(m_side);
    m_outer->addWidget(full);
    buildStates();
    content()->addWidget(m_outer, 1);
    m_banHost->setObjectName(u"banHostButton"_qs);
    m_banHost->hide();
}

QWidget *BansPage::linksCard()
{
    m_linksCard = new Card(tr("Banned links"));
    m_linksCard->setFlush(true);
    m_unban->setObjectName(u"unbanLinks"_qs);
    setControlSize(m_unban, ControlSize::Small);
    m_linksCard->addHeaderWidget(m_unban);
    m_table->setObjectName(u"bansTable"_qs);
    m_table->setAccessibleName(tr("Banned links"));
    m_table->setLeastRows(kLeastRows);
    m_progress->setObjectName(u"bansProgress"_qs);
    auto *progress = new QWidget;
    auto *row = new QHBoxLayout(progress);
    row->setContentsMargins(16, 0, 12, 8);
    row->addWidget(m_progress);
    progress->hide();
    m_linksCard->body()->addWidget(progress);
    m_linksCard->body()->addWidget(m_table, 1);
    return m_linksCard;
}

QWidget *BansPage::side()
{
    auto *hosts = new Card(tr("Hosts they lead to"));
    hosts->setFlush(true);
    m_hostTable->setObjectName(u"hostsTable"_qs);
    m_hostTable->setAccessibleName(tr("Hosts that banned links lead to"));
    m_hostTable->setLeastRows(kLeastHosts);
    hosts->body()->addWidget(m_hostTable, 1);
    auto *visitor = new Card(tr("What a visitor sees"));
    visitor->setCaption(tr("status 403"));
    visitor->body()->addWidget(new VisitorPreview);
    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(16);
    column->addWidget(hosts, 1);
    column->addWidget(visitor);
    return side;
}

void BansPage::buildStates()
{
    auto *empty = new EmptyPage("shield-check", tr("Nothing is banned"),
                                tr("A banned link leads nowhere: visitors are told that it was disabled. Ban single "
                                   "links on the page of all links, or every link that leads to a host here."));
    empty->setObjectName(u"bansEmpty"_qs);
    QPushButton *host = empty->setPrimary(tr("Ban a host…"), "ban");
    host->setObjectName(u"emptyBanHost"_qs);
    connect(host, &QPushButton::clicked, this, &BansPage::askHost);
    QPushButton *links = empty->setSecondary(tr("Show all links"), "link");
    connect(links, &QPushButton::clicked, this, [this] { Q_EMIT navigateRequested(u"links"_qs, QString()); });
    m_outer->addWidget(empty);
    const ApiError none{0, QString(apicode::kUnreachable), {}, {}};
    m_failedPage = new EmptyPage("warning", whatHappened(none), whatToDo(none));
    m_failedPage->setObjectName(u"bansFailed"_qs);
    QPushButton *again = m_failedPage->setPrimary(tr("Try again"), "restart");
    again->setObjectName(u"tryAgain"_qs);
    connect(again, &QPushButton::clicked, this, &BansPage::refresh);
    m_outer->addWidget(m_failedPage);
}

void BansPage::wire(EventStream &stream)
{
    connect(m_banHost, &QPushButton::clicked, this, &BansPage::askHost);
    connect(m_unban, &QPushButton::clicked, this, [this] { unban(m_model.checkedIds()); });
    connect(m_table, &ActionTable::buttonPressed, this,
            [this](int row) { unban({m_model.rowAt(row).link.id}); });
    connect(m_table, &ActionTable::rowOpened, this, [this](int row) {
        Q_EMIT navigateRequested(u"links"_qs, u"id:%1"_qs.arg(m_model.rowAt(row).link.id.value));
    });
    connect(m_hostTable, &ActionTable::buttonPressed, this, [this](int row) {
        if (!m_commands.isRunning())
            m_commands.run(BatchRequest::unbanHost(m_hosts.hostAt(row).host));
    });
    connect(&m_model, &LinkRowsModel::checkedChanged, this, &BansPage::updateActions);
    connect(&m_model, &LinkRowsModel::loaded, this, &BansPage::updateActions);
    connect(&m_model, &LinkRowsModel::failed, this, &BansPage::failedToLoad);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &BansPage::refresh);
    const auto soon = [this] {
        if (m_active && !m_soon.isActive())
            m_soon.start();
    };
    connect(&stream, &EventStream::linkChanged, this, soon);
    connect(&stream, &EventStream::linksChanged, this, soon);
    connect(&stream, &EventStream::connectedChanged, this, [this](bool connected) {
        if (connected && m_active)
            refresh();
    });
}

void BansPage::wireCommands()
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
    connect(&m_commands, &LifeCommands::finished, this, &BansPage::finished);
    connect(&m_commands, &LifeCommands::failed, this, [this](const ApiError &error, bool undoing) {
        if (undoing)
            Q_EMIT messageWithdrawn(u"bans-done"_qs);
        post(u"bans-command"_qs, Level::Danger, whatHappened(error), visibleText(whatToDo(error)));
    });
}

QString BansPage::caption() const
{
    return m_links > 0 ? tr("%n banned link(s)", nullptr, int(m_links)) : QString();
}

QList<QWidget *> BansPage::toolbarWidgets()
{
    // The empty page offers it itself.
    return m_links > 0 ? QList<QWidget *>{m_banHost} : QList<QWidget *>{};
}

void BansPage::activated()
{
    m_active = true;
    refresh();
    m_table->setFocus();
}

void BansPage::refresh()
{
    m_soon.stop();
    loadSummary();
    m_model.reload();
}

void BansPage::loadSummary()
{
    m_client.cancel(m_request);
    m_request = m_client.bans(this, [this](const ApiResult<BanSummary> &bans) {
        if (bans)
            showBans(*bans);
        else
            failedToLoad(bans.error());
    });
}

void BansPage::showBans(const BanSummary &bans)
{
    m_links = bans.links;
    m_hosts.setHosts(bans.hosts);
    m_linksCard->setCaption(countText(bans.links));
    m_outer->setCurrentIndex(int(bans.links > 0 ? View::Full : View::Empty));
    Q_EMIT messageWithdrawn(kFailed);
    Q_EMIT headerChanged();
}

void BansPage::failedToLoad(const ApiError &error)
{
    if (!m_active)
        return;
    if (m_links >= 0) { // what is on the screen is still worth something
        post(kFailed, Level::Danger, whatHappened(error), whatToDo(error), {{u"retry"_qs, tr("Try again")}});
        return;
    }
    m_failedPage->setTexts(whatHappened(error), whatToDo(error));
    m_outer->setCurrentIndex(int(View::Failed));
}

void BansPage::updateActions()
{
    const int checked = m_model.checkedCount();
    m_unban->setVisible(checked > 0);
    m_unban->setText(tr("Unban %n link(s)", nullptr, checked));
    m_unban->setEnabled(!m_commands.isRunning());
    m_banHost->setEnabled(!m_commands.isRunning());
}

void BansPage::askHost()
{
    auto *dialog = new HostBanDialog(m_client, this);
    connect(dialog, &HostBanDialog::given, this, [this](const QString &host, const QString &reason) {
        m_commands.run(BatchRequest::banHost(host, reason));
    });
    dialog->open();
}

void BansPage::unban(const QList<LinkId> &ids)
{
    if (!ids.isEmpty() && !m_commands.isRunning())
        m_commands.run(BatchRequest::unban(ids));
}

void BansPage::finished(const BatchRequest &request, const JobInfo &job, bool undone)
{
    refresh();
    const QString failures = batchFailuresText(job);
    const QVector<MessageButton> undo{{u"undo"_qs, tr("Undo")}};
    post(u"bans-done"_qs, failures.isEmpty() ? (undone ? Level::Ok : Level::Info) : Level::Warn,
         batchDoneText(request, job, undone), visibleText(failures), undone ? QVector<MessageButton>() : undo,
         undone ? kSaidMs : kUndoOfferMs);
}

void BansPage::messageButtonClicked(const QString &messageId, const QString &buttonId)
{
    if (messageId == kFailed) {
        refresh();
    } else if (buttonId == u"undo") {
        Q_EMIT messageWithdrawn(messageId);
        m_commands.undo();
    }
}

void BansPage::resizeEvent(QResizeEvent *event)
{
    ScrollPage::resizeEvent(event);
    const bool narrow = width() < kNarrow;
    m_columns->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_side->setMinimumWidth(narrow ? 0 : kSideWidth);
    m_side->setMaximumWidth(narrow ? QWIDGETSIZE_MAX : kSideWidth);
}

void BansPage::post(const QString &id, Level level, const QString &what, const QString &todo,
                    const QVector<MessageButton> &buttons, int timeoutMs)
{
    Q_EMIT messageRequested({id, level, what, todo, buttons, true, timeoutMs});
}

} // namespace linkdesk::app
