#include "pages/servicepage.h"

#include "api/errortext.h"
#include "models/texts.h"
#include "pages/backupscard.h"
#include "pages/codescard.h"
#include "pages/lookupscard.h"
#include "pages/noteline.h"
#include "pages/servicetexts.h"
#include "pages/upkeepcard.h"
#include "widgets/card.h"
#include "widgets/elidedlabel.h"
#include "widgets/formfield.h"
#include "widgets/statustile.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QResizeEvent>
#include <QUrl>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kAskEveryMs = 2000;
constexpr int kGap = 16;
constexpr int kToldForMs = 6000;
constexpr int kTwoColumnsFrom = 960; // px; below, backups and upkeep stand one below the other

} // namespace

ServicePage::ServicePage(AdminClient &client, EventStream &stream, QWidget *parent)
    : ScrollPage(parent)
    , m_client(client)
    , m_public(new StatusTile("globe", tr("Public address")))
    , m_admin(new StatusTile("lock", tr("Admin address")))
    , m_database(new StatusTile("database", tr("Database")))
    , m_redis(new StatusTile("layers", tr("Redis")))
    , m_backups(new BackupsCard(client, stream))
    , m_upkeep(new UpkeepCard(client, stream))
    , m_lookups(new LookupsCard)
    , m_codes(new CodesCard)
    , m_problemsCard(new Card)
    , m_problemRows(new QVBoxLayout)
    , m_rate(new FieldRow(tr("Clicks per second")))
    , m_requestRate(new FieldRow(tr("Requests per second")))
    , m_connections(new FieldRow(tr("Open connections")))
    , m_queue(new FieldRow(tr("Click queue")))
    , m_recorded(new FieldRow(tr("Clicks recorded")))
    , m_shed(new FieldRow(tr("Click details shed since start")))
    , m_orphans(new FieldRow(tr("Requests for unknown links")))
    , m_refused(new FieldRow(tr("Requests refused")))
    , m_latency(new FieldRow(tr("Answer time of the admin API")))
    , m_version(new FieldRow(tr("Version")))
    , m_started(new FieldRow(tr("Running since")))
    , m_folder(new FieldRow(tr("Data folder")))
    , m_threads(new FieldRow(tr("HTTP threads")))
{
    setObjectName(u"servicePage"_qs);
    build();
    connectCards();
    m_timer.setInterval(kAskEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &ServicePage::ask);
    connect(m_lookups, &LookupsCard::clearRequested, this, &ServicePage::clearCache);
    connect(&stream, &EventStream::serviceState, this,
            [this](const ServiceTick &tick) { showProblems(tick.problems); });
    showProblems({});
}

QString ServicePage::caption() const
{
    if (!m_service)
        return {};
    return tr("%1 %2, up %3", "name, version, duration")
        .arg(visibleText(m_service->name), visibleText(m_service->version), durationText(m_service->uptimeSeconds));
}

Page::Badge ServicePage::badge() const
{
    if (m_problems.isEmpty())
        return {};
    return {QLocale().toString(m_problems.size()), true};
}

void ServicePage::build()
{
    content()->addWidget(tiles());
    auto *columns = new QHBoxLayout;
    columns->setSpacing(kGap);
    auto *left = new QVBoxLayout;
    left->setSpacing(kGap);
    left->addWidget(m_lookups, 1);
    m_problemsCard->setObjectName(u"problemsCard"_qs);
    m_problemsCard->body()->addLayout(m_problemRows);
    left->addWidget(m_problemsCard);
    auto *right = new QVBoxLayout;
    right->setSpacing(kGap);
    right->addWidget(numbers());
    columns->addLayout(left, 13);
    columns->addLayout(right, 10);
    content()->addLayout(columns);
    m_keeping = new QBoxLayout(QBoxLayout::LeftToRight);
    m_keeping->setSpacing(kGap);
    m_keeping->addWidget(m_backups, 13);
    m_keeping->addWidget(m_upkeep, 10);
    content()->addLayout(m_keeping);
    m_backups->hide(); // until a service that knows of them has answered
    m_upkeep->hide();
    m_codes->hide(); // until a service that knows of codes has answered
    content()->addWidget(m_codes);
    content()->addWidget(about());
    content()->addStretch(1);
}

void ServicePage::connectCards()
{
    connect(m_backups, &BackupsCard::messageRequested, this, &ServicePage::messageRequested);
    connect(m_backups, &BackupsCard::messageWithdrawn, this, &ServicePage::messageWithdrawn);
    connect(m_backups, &BackupsCard::settingsChanged, this, &ServicePage::settingsKnown);
    connect(m_backups, &BackupsCard::restoreEnded, this, [this] {
        if (!m_isInFront)
            m_timer.stop();
        askKeeping();
    });
    connect(m_upkeep, &UpkeepCard::messageRequested, this, &ServicePage::messageRequested);
    connect(m_upkeep, &UpkeepCard::settingsChanged, this, &ServicePage::settingsKnown);
    connect(m_upkeep, &UpkeepCard::done, this, &ServicePage::ask);
}

QWidget *ServicePage::tiles()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    const std::pair<StatusTile *, QString> tiles[] = {{m_public, u"tilePublic"_qs},
                                                      {m_admin, u"tileAdmin"_qs},
                                                      {m_database, u"tileDatabase"_qs},
                                                      {m_redis, u"tileRedis"_qs}};
    for (const auto &[tile, name] : tiles) {
        tile->setObjectName(name);
        layout->addWidget(tile, 1);
    }
    return row;
}

QWidget *ServicePage::numbers()
{
    auto *card = new Card(tr("Numbers"));
    card->setObjectName(u"numbersCard"_qs);
    for (FieldRow *row :
         {m_rate, m_requestRate, m_connections, m_queue, m_recorded, m_shed, m_orphans, m_refused, m_latency}) {
        row->setValueRight(true);
        card->body()->addWidget(row);
    }
    card->body()->addStretch(1);
    return card;
}

QWidget *ServicePage::about()
{
    // One quiet line without a header: name and value next to each other, the folder takes what is left.
    auto *card = new Card;
    card->setObjectName(u"aboutCard"_qs);
    auto *line = new QHBoxLayout;
    line->setSpacing(32);
    for (FieldRow *row : {m_version, m_started, m_threads, m_folder}) {
        row->setValueElide(Qt::ElideMiddle);
        row->fitName();
        line->addWidget(row, row == m_folder ? 1 : 0);
    }
    card->body()->addLayout(line);
    card->setAccessibleName(tr("This service"));
    return card;
}

void ServicePage::activated()
{
    m_isInFront = true;
    ask();
    askKeeping();
    m_timer.start();
}

void ServicePage::deactivated()
{
    m_isInFront = false;
    if (!m_backups->isRestoring()) // people want to know when it is back, wherever they went
        m_timer.stop();
}

void ServicePage::resizeEvent(QResizeEvent *event)
{
    ScrollPage::resizeEvent(event);
    m_keeping->setDirection(event->size().width() >= kTwoColumnsFrom ? QBoxLayout::LeftToRight
                                                                     : QBoxLayout::TopToBottom);
}

// What does not change by the second. An older service knows none of it, and the cards stay hidden.
void ServicePage::askKeeping()
{
    m_client.settings(this, [this](const ApiResult<ServiceSettings> &settings) {
        if (settings)
            settingsKnown(*settings);
    });
    m_client.jobs(this, [this](const ApiResult<QList<JobInfo>> &jobs) {
        if (!jobs)
            return;
        m_backups->takeJobs(*jobs);
        m_upkeep->takeJobs(*jobs);
    });
}

void ServicePage::settingsKnown(const ServiceSettings &settings)
{
    m_backups->setSettings(settings);
    m_upkeep->setSettings(settings);
}

void ServicePage::messageButtonClicked(const QString &messageId, const QString &)
{
    if (messageId == u"service-unreachable")
        ask();
}

void ServicePage::ask()
{
    m_client.service(this, [this](const ApiResult<ServiceInfo> &service) {
        if (service)
            present(*service);
        else
            showFailure(service.error());
    });
}

void ServicePage::present(const ServiceInfo &service)
{
    Q_EMIT messageWithdrawn(u"service-unreachable"_qs);
    m_service = service;
    showTiles(service);
    m_lookups->present(service);
    showNumbers(service);
    m_codes->setVisible(service.codes.has_value());
    if (service.codes)
        m_codes->present(*service.codes);
    m_backups->setVisible(service.backup.has_value());
    m_backups->present(service);
    m_upkeep->setVisible(service.upkeep.has_value());
    if (service.upkeep)
        m_upkeep->present(*service.upkeep);
    showProblems(service.problems);
    m_version->setValue(service.name + u' ' + service.version);
    m_started->setValue(tr("%1 (%2)", "time, zone").arg(exactTime(service.startedAt), zoneName()));
    m_folder->setValue(service.dataDir);
    m_threads->setValue(countText(service.threads));
    Q_EMIT headerChanged();
}

void ServicePage::showTiles(const ServiceInfo &service)
{
    m_public->setState(PillKind::Ok, tr("Answering"));
    m_public->setValue(service.publicUrl);
    m_public->setNote(tr("%1, %n connection(s)", nullptr, int(service.http.connections)).arg(service.publicAddress));
    m_admin->setState(PillKind::Ok, tr("Connected"));
    m_admin->setValue(service.adminAddress);
    const bool local = service.adminAddress.startsWith(u"127.") || service.adminAddress.startsWith(u"[::1]");
    m_admin->setNote(local ? tr("Only from the service's own computer") : tr("Reachable over the network, with a key"));
    const bool full = std::any_of(service.problems.begin(), service.problems.end(),
                                  [](const Problem &p) { return p.code == u"disk-full" || p.code == u"not-writable"; });
    m_database->setState(full ? PillKind::Danger : PillKind::Ok, full ? tr("Cannot write") : tr("Healthy"));
    m_database->setValue(
        tr("%1, %2", "kind of database, size").arg(service.store.kind, sizeText(service.store.databaseBytes)));
    m_database->setNote(tr("WAL %1, write queue %2, commit %3 ms")
                            .arg(sizeText(service.store.walBytes), countText(service.store.writeQueue),
                                 QLocale().toString(service.store.lastCommitMs, 'f', 1)));
    showRedis(service.redis);
}

void ServicePage::showRedis(const RedisInfo &redis)
{
    if (redis.state == u"off" || redis.state.isEmpty()) {
        m_redis->setState(PillKind::Neutral, tr("Off"));
        m_redis->setValue(tr("Not used"));
        m_redis->setNote(tr("For several services that share links"));
        m_redis->setToolTip({});
        return;
    }
    const bool fine = redis.state == u"connected";
    const bool waiting = redis.state == u"connecting";
    m_redis->setState(fine ? PillKind::Ok : waiting ? PillKind::Neutral : PillKind::Warn,
                      fine ? tr("Connected") : waiting ? tr("Connecting") : tr("Away"));
    m_redis->setValue(redis.address);
    m_redis->setNote(redisNote(redis));
    // In Redis's own words, for whoever looks after it; a line that is cut off shows itself whole instead.
    m_redis->setToolTip(fine ? QString() : plainToolTip(redis.lastError));
}

void ServicePage::clearCache(const QString &level)
{
    m_client.clearCache(level, this, [this, level](const ApiResult<bool> &cleared) {
        const QString id = u"cache-cleared"_qs;
        if (!cleared) {
            const ApiError &error = cleared.error();
            Q_EMIT messageRequested({id, Level::Danger, whatHappened(error), whatToDo(error), {}, true, 0});
            return;
        }
        const bool away = level == u"redis" && m_service && m_service->redis.state != u"connected";
        const QString what = away                 ? tr("Redis is cleared as soon as it is back.")
                             : level == u"redis" ? tr("The links kept in Redis are cleared, for all services.")
                                                  : tr("The memory cache is empty.");
        const QString then = away ? tr("Nothing is read from it until then.")
                                  : tr("The next visit of each link asks the next level once.");
        Q_EMIT messageRequested({id, Level::Ok, what, then, {}, true, kToldForMs});
        ask();
    });
}

void ServicePage::showNumbers(const ServiceInfo &service)
{
    const double seconds = m_sinceLast.isValid() ? double(m_sinceLast.restart()) / 1000.0 : 0;
    if (!m_sinceLast.isValid())
        m_sinceLast.start();
    const qint64 more = service.http.requests - m_lastRequests;
    const bool known = m_lastRequests >= 0 && seconds > 0.2 && more >= 0;
    m_lastRequests = service.http.requests;
    m_rate->setValue(QLocale().toString(service.clicks.perSecond, 'f', service.clicks.perSecond < 10 ? 1 : 0));
    m_requestRate->setValue(known ? countText(qRound64(double(more) / seconds)) : u"–"_qs);
    m_connections->setValue(countText(service.http.connections));
    m_queue->setValue(tr("%1 waiting").arg(countText(service.clicks.queued)));
    m_recorded->setValue(countText(service.clicks.recorded));
    m_shed->setValue(countText(service.clicks.shedRows));
    m_orphans->setValue(countText(service.orphans));
    m_refused->setValue(countText(service.http.refused + service.http.bad));
    const double latencyMs = double(m_client.connection().latency().count()) / 1000.0;
    m_latency->setValue(tr("%1 ms").arg(QLocale().toString(latencyMs, 'f', 1)));
}

void ServicePage::showProblems(const QList<Problem> &problems)
{
    if (m_problemRows->count() > 0 && problems == m_problems)
        return;
    m_problems = problems;
    while (QLayoutItem *item = m_problemRows->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    const auto add = [this](const char *iconName, Tone tone, const QString &text) {
        auto *line = new NoteLine(this);
        line->set(iconName, tone, text);
        m_problemRows->addWidget(line);
    };
    for (const Problem &problem : problems)
        add("warning", Tone::Warn, problemText(problem));
    if (problems.isEmpty())
        add("check-circle", Tone::Ok, tr("No problems. Links are answered and clicks are counted."));
    // Good news needs no heading: the page stays short.
    m_problemsCard->setTitle(problems.isEmpty() ? QString() : tr("Problems"));
    Q_EMIT headerChanged();
}

void ServicePage::showFailure(const ApiError &error)
{
    const bool restoring = m_backups->isRestoring();
    for (StatusTile *tile : {m_public, m_admin, m_database, m_redis})
        tile->setState(PillKind::Neutral, restoring ? tr("Starting anew") : tr("Unknown"));
    if (restoring) // the card has told so
        return;
    m_admin->setState(PillKind::Danger, tr("No answer"));
    Q_EMIT messageRequested({u"service-unreachable"_qs,
                             Level::Danger,
                             whatHappened(error),
                             whatToDo(error),
                             {{u"retry"_qs, tr("Try again")}},
                             true,
                             0});
}

} // namespace linkdesk::app
