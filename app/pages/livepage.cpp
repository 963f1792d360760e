#include "pages/livepage.h"

#include "models/texts.h"
#include "pages/clickratechart.h"
#include "pages/daychart.h"
#include "pages/feedrow.h"
#include "style/appstyle.h"
#include "style/icons.h"
#include "style/tokens.h"
#include "widgets/barlistview.h"
#include "widgets/card.h"
#include "widgets/emptypage.h"
#include "widgets/kpicard.h"
#include "widgets/label.h"
#include "widgets/segmentedcontrol.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QListView>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kGap = 16;
constexpr int kHoursEveryMs = 60'000;
// While clicks come, today's line follows them; without any it would say "No clicks yet" for a minute.
constexpr int kHoursWithClicksMs = 5'000;
constexpr int kSparkSeconds = 60;
constexpr int kTopRowHeight = 32;
constexpr int kFeedSeed = 20;

// A coloured square and a name, in a card's header.
class LegendEntry final : public QWidget {
public:
    LegendEntry(QString text, int series, QWidget *parent) : QWidget(parent), m_text(std::move(text)), m_series(series)
    {
        setFixedSize(QFontMetrics(textFont(TextRole::Small)).horizontalAdvance(m_text) + 22, 20);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &t = tokens(palette());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_series < 0 ? t.text3 : t.series[size_t(m_series)]);
        painter.drawRoundedRect(QRectF(0, height() / 2.0 - 4, 8, 8), 2, 2);
        painter.setPen(t.text2);
        painter.setFont(textFont(TextRole::Small));
        painter.drawText(rect().adjusted(14, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_text);
    }

private:
    QString m_text;
    int m_series; // -1: the quiet line
};

} // namespace

LivePage::LivePage(AdminClient &client, EventStream &stream, QWidget *parent)
    : ScrollPage(parent)
    , m_client(client)
    , m_stream(stream)
    , m_kindControl(new SegmentedControl(this))
    , m_pause(makeButton(tr("Pause"), ButtonKind::Secondary, "pause", this))
    , m_rate(new KpiCard(tr("Clicks per second")))
    , m_today(new KpiCard(tr("Clicks today")))
    , m_links(new KpiCard(tr("Links clicked now")))
    , m_bots(new KpiCard(tr("Bots today")))
    , m_chart(new ClickRateChart(m_series))
    , m_days(new DayChart)
    , m_topView(new BarListView)
    , m_feedView(new QListView)
{
    setObjectName(u"livePage"_qs);
    m_kindControl->setObjectName(u"kindControl"_qs);
    m_kindControl->setAccessibleName(tr("Whose clicks"));
    m_kindControl->addSegment(u"humans"_qs, tr("Humans"), "user");
    m_kindControl->addSegment(u"bots"_qs, tr("Bots"), "bot");
    m_kindControl->addSegment(u"both"_qs, tr("Both"));
    m_kindControl->hide(); // the toolbar shows them
    m_pause->setObjectName(u"pauseButton"_qs);
    m_pause->setCheckable(true);
    m_pause->hide();
    m_hoursTimer.setInterval(kHoursEveryMs);
    build();
    wire();
    showNumbers();
}

QString LivePage::caption() const
{
    return tr("Times in %1").arg(zoneName());
}

QList<QWidget *> LivePage::toolbarWidgets()
{
    if (m_full->isHidden())
        return {};
    return {m_kindControl, m_pause};
}

void LivePage::build()
{
    m_full = new QWidget(contentWidget());
    auto *column = new QVBoxLayout(m_full);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kGap);
    auto *numbers = new QHBoxLayout;
    numbers->setSpacing(kGap);
    const std::pair<KpiCard *, QString> cards[] = {
        {m_rate, u"kpiRate"_qs}, {m_today, u"kpiToday"_qs}, {m_links, u"kpiLinks"_qs}, {m_bots, u"kpiBots"_qs}};
    for (const auto &[card, name] : cards) {
        card->setObjectName(name);
        numbers->addWidget(card, 1);
    }
    m_rate->setLive(true);
    column->addLayout(numbers);
    column->addWidget(chartsRow(), 10);
    column->addWidget(listsRow(), 9);
    content()->addWidget(m_full, 1);

    auto *empty = new EmptyPage("activity", tr("Nothing to watch yet"),
                                tr("As soon as somebody follows one of your short links, you see it here within a "
                                   "second. Make the first link to get going."),
                                contentWidget());
    empty->setObjectName(u"liveEmpty"_qs);
    QPushButton *create = empty->setPrimary(tr("New link"), "plus");
    connect(create, &QPushButton::clicked, this, [this] { Q_EMIT actionRequested(u"link.new"_qs); });
    m_empty = empty;
    content()->addWidget(m_empty, 1);
    m_empty->hide();
}

QWidget *LivePage::chartsRow()
{
    auto *row = new QWidget(m_full);
    auto *layout = new QGridLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(kGap);
    layout->setVerticalSpacing(0);
    layout->setRowStretch(0, 1);
    auto *rate = new Card(tr("Clicks per second"), row);
    rate->setCaption(tr("last 5 minutes"));
    rate->addHeaderWidget(new LegendEntry(tr("Humans"), 0, rate));
    rate->addHeaderWidget(new LegendEntry(tr("Bots"), -1, rate));
    rate->body()->addWidget(m_chart, 1);
    auto *days = new Card(tr("Today and yesterday"), row);
    days->body()->addWidget(m_days, 1);
    // Hints would make columns of different widths; edges shall stand below those of the cards above.
    rate->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    days->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    layout->addWidget(rate, 0, 0, 1, 3);
    layout->addWidget(days, 0, 3);
    for (int i = 0; i < 4; ++i) {
        layout->setColumnStretch(i, 1);
        layout->setColumnMinimumWidth(i, 150); // as the cards above
        auto *column = new QWidget(row);       // an empty column would get no gap
        column->setFixedHeight(0);
        layout->addWidget(column, 1, i);
    }
    row->setMinimumHeight(240);
    return row;
}

QWidget *LivePage::listsRow()
{
    auto *row = new QWidget(m_full);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    m_topCard = new Card(tr("Top links now"), row);
    m_topCard->setCaption(tr("clicks in the last minute"));
    m_topView->setObjectName(u"topLinks"_qs);
    m_topView->setAccessibleName(tr("Top links now"));
    m_topView->setEmphasis(true);
    m_topView->setModel(&m_top);
    m_topView->viewport()->installEventFilter(this);
    m_topCard->body()->addWidget(m_topView, 1);

    auto *feed = new Card(tr("Link changes"), row);
    feed->setCaption(tr("newest first"));
    m_feedView->setObjectName(u"changeFeed"_qs);
    m_feedView->setAccessibleName(tr("Link changes"));
    m_feedView->setModel(&m_feed);
    m_feedView->setItemDelegate(new FeedRow(m_feedView));
    m_feedView->setFrameShape(QFrame::NoFrame);
    m_feedView->setUniformItemSizes(true);
    m_feedView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_feedView->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_feedView->setMouseTracking(true);
    m_feedView->viewport()->setAutoFillBackground(false);
    auto *inset = new QHBoxLayout;
    inset->setContentsMargins(-8, 0, -8, 0);
    inset->addWidget(m_feedView);
    feed->body()->addLayout(inset, 1);
    layout->addWidget(m_topCard, 1);
    layout->addWidget(feed, 1);
    row->setMinimumHeight(240);
    return row;
}

void LivePage::wire()
{
    connect(m_kindControl, &SegmentedControl::currentChanged, this, &LivePage::setKind);
    connect(m_pause, &QPushButton::toggled, this, &LivePage::setPaused);
    connect(&m_hoursTimer, &QTimer::timeout, this, &LivePage::loadHours);
    connect(&m_stream, &EventStream::clicks, this, &LivePage::ticked);
    connect(&m_stream, &EventStream::linkChanged, this, [this](const LinkChange &change) {
        m_top.learn(change.link);
        m_feed.add(change, QDateTime::currentDateTimeUtc());
        if (change.kind == ChangeKind::Created)
            showEmpty(false);
    });
    connect(&m_stream, &EventStream::connectedChanged, this, [this](bool connected) {
        m_rate->setLive(connected && !m_paused);
        if (connected && m_active)
            load();
        else
            m_loaded = m_loaded && connected; // what was missed is asked for when the page comes to the front
    });
    const auto open = [this](const QModelIndex &index) {
        Q_EMIT navigateRequested(u"links"_qs,
                                 u"id:"_qs + QString::number(index.data(TopLinksModel::IdRole).toLongLong()));
    };
    connect(m_topView, &QListView::activated, this, open);
    connect(m_feedView, &QListView::activated, this, [this](const QModelIndex &index) {
        Q_EMIT navigateRequested(u"links"_qs,
                                 u"id:"_qs + QString::number(index.data(ChangeFeedModel::IdRole).toLongLong()));
    });
}

void LivePage::activated()
{
    m_active = true;
    if (!m_loaded)
        load();
    m_hoursTimer.start();
    updateRunning();
}

void LivePage::deactivated()
{
    m_active = false;
    m_hoursTimer.stop();
    updateRunning();
}

void LivePage::updateRunning()
{
    const bool running = m_active && !m_paused;
    m_chart->setRunning(running);
    m_top.setUpdating(running);
    m_feed.setUpdating(running);
    if (running)
        showNumbers();
}

void LivePage::setPaused(bool paused)
{
    m_paused = paused;
    m_pause->setText(paused ? tr("Go on") : tr("Pause"));
    m_pause->setIcon(icon(paused ? "play" : "pause"));
    m_rate->setLive(!paused && m_stream.isConnected());
    updateRunning();
}

void LivePage::setKind(const QString &id)
{
    m_kind = id == u"bots" ? ClickKind::Bots : id == u"both" ? ClickKind::Both : ClickKind::Humans;
    m_chart->setKind(m_kind);
    m_top.setKind(m_kind);
    m_linksHistory.clear();
    showNumbers();
    showHours();
}

void LivePage::load()
{
    m_loaded = true;
    m_client.live(this, [this](const ApiResult<LiveSnapshot> &live) {
        if (!live) {
            m_loaded = false;
            return;
        }
        m_series.load(*live);
        m_top.load(*live);
        m_todayClicks = live->today;
        showNumbers();
    });
    m_client.service(this, [this](const ApiResult<ServiceInfo> &service) {
        if (!service)
            return;
        m_top.setDefaultHost(QUrl(service->publicUrl).authority());
        showEmpty(service->links == 0 && service->clicks.recorded == 0);
    });
    loadHours();
    loadNewest();
}

void LivePage::loadHours()
{
    m_hoursAge.start();
    const QDate today = QDate::currentDate();
    StatsQuery query;
    query.from = today.addDays(-1).startOfDay();
    query.to = today.addDays(1).startOfDay();
    query.timeZone = zoneId();
    query.bucket = Bucket::Hour;
    m_client.stats(query, this, [this](const ApiResult<StatsSeries> &hours) {
        if (!hours)
            return;
        m_hours = *hours;
        showHours();
    });
}

void LivePage::loadNewest()
{
    LinkQuery query;
    query.limit = kFeedSeed;
    m_client.listLinks(query, this, [this](const ApiResult<LinkPageInfo> &page) {
        if (page)
            m_feed.seed(page->links);
    });
}

void LivePage::ticked(const ClickTick &tick)
{
    m_series.add(tick);
    m_top.add(tick);
    m_todayClicks.humans += tick.total.humans;
    m_todayClicks.bots += tick.total.bots;
    m_linksHistory << qreal(m_top.linksClicked());
    if (m_linksHistory.size() > kSparkSeconds)
        m_linksHistory.removeFirst();
    if (m_active && !m_paused)
        showNumbers();
    if (m_active && tick.total.humans + tick.total.bots > 0 && m_hoursAge.hasExpired(kHoursWithClicksMs))
        loadHours();
}

void LivePage::showNumbers()
{
    m_rate->setValue(countText(m_series.isEmpty() ? 0 : m_series.latest(m_kind)));
    m_rate->setSeries(m_series.tail(kSparkSeconds, m_kind));
    m_rate->setNote(m_series.peak() > 0 && m_series.peakAt().isValid()
                        ? tr("Peak %1 at %2").arg(countText(m_series.peak()), timeOfDay(m_series.peakAt()))
                        : tr("No clicks since the start"));
    m_today->setValue(countText(of(m_todayClicks, m_kind)));
    m_links->setValue(countText(m_top.linksClicked()));
    m_links->setNote(tr("in the last minute"));
    m_links->setSeries(m_linksHistory);
    const qint64 all = m_todayClicks.all();
    m_bots->setValue(all > 0 ? shareText(double(m_todayClicks.bots) / double(all)) : u"–"_qs);
    m_bots->setNote(tr("%1 requests, not counted").arg(countText(m_todayClicks.bots)));
    m_bots->setSeries(m_series.tail(kSparkSeconds, ClickKind::Bots));
}

void LivePage::showHours()
{
    const TwoDays days = twoDays(m_hours, QDateTime::currentDateTime(), m_kind);
    m_days->setDays(days);
    QVector<qreal> sums;
    for (qint64 sum : days.today)
        sums << qreal(sum);
    m_today->setSeries(sums);
    const auto change = days.change();
    m_today->setTrend(change);
    if (change)
        m_today->setNote(tr("vs. yesterday by %1", "a time of day")
                             .arg(QLocale().toString(QTime(days.fullHours() % 24, 0), u"HH:mm"_qs)));
    else
        m_today->setNote(tr("since midnight"));
}

void LivePage::showEmpty(bool empty)
{
    if (m_empty->isHidden() != empty)
        return;
    m_empty->setVisible(empty);
    m_full->setVisible(!empty);
    Q_EMIT headerChanged();
}

bool LivePage::eventFilter(QObject *watched, QEvent *event)
{
    // Rows keep their places under the mouse.
    if (event->type() == QEvent::Enter)
        m_top.setFrozen(true);
    else if (event->type() == QEvent::Leave)
        m_top.setFrozen(false);
    else if (event->type() == QEvent::Resize) // whole rows only
        m_top.setMostRows(m_topView->viewport()->height() / kTopRowHeight);
    return ScrollPage::eventFilter(watched, event);
}

} // namespace linkdesk::app
