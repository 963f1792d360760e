// LivePage: what happens now. Numbers of the day, clicks per second over five minutes, today against yesterday, the
// most clicked links of the last minute, the latest changes to links. Fed by a snapshot, hourly sums and the event
// stream; asks again after every reconnect. Not in front: nothing is drawn and nothing asked. GUI thread; the client
// and the stream are borrowed and must outlive the page.
#pragma once

#include "api/adminclient.h"
#include "api/eventstream.h"
#include "models/changefeedmodel.h"
#include "models/clickrateseries.h"
#include "models/toplinksmodel.h"
#include "pages/scrollpage.h"

#include <QElapsedTimer>
#include <QTimer>

class QListView;
class QPushButton;
class QStackedLayout;

namespace linkdesk::app {

class BarListView;
class Card;
class ClickRateChart;
class DayChart;
class KpiCard;
class SegmentedControl;

class LivePage final : public ScrollPage {
    Q_OBJECT

public:
    LivePage(AdminClient &client, EventStream &stream, QWidget *parent = nullptr);

    [[nodiscard]] QString pageId() const override { return u"live"_qs; }
    [[nodiscard]] QString title() const override { return tr("Live"); }
    [[nodiscard]] QString caption() const override;
    [[nodiscard]] QList<QWidget *> toolbarWidgets() override;
    void activated() override;
    void deactivated() override;

private:
    void build();
    [[nodiscard]] QWidget *chartsRow();
    [[nodiscard]] QWidget *listsRow();
    void wire();
    void load();
    void loadHours();
    void loadNewest();
    void setKind(const QString &id);
    void setPaused(bool paused);
    void updateRunning();
    void ticked(const ClickTick &tick);
    void showNumbers();
    void showHours();
    void showEmpty(bool empty);
    bool eventFilter(QObject *watched, QEvent *event) override;

    AdminClient &m_client;
    EventStream &m_stream;
    ClickRateSeries m_series;
    TopLinksModel m_top;
    ChangeFeedModel m_feed;
    SegmentedControl *m_kindControl;
    QPushButton *m_pause;
    KpiCard *m_rate;
    KpiCard *m_today;
    KpiCard *m_links;
    KpiCard *m_bots;
    ClickRateChart *m_chart;
    DayChart *m_days;
    Card *m_topCard = nullptr;
    BarListView *m_topView;
    QListView *m_feedView;
    QWidget *m_full = nullptr;
    QWidget *m_empty = nullptr;
    QElapsedTimer m_hoursAge; // since today's hours were asked for
    QTimer m_hoursTimer;
    ClickKind m_kind = ClickKind::Humans;
    Clicks m_todayClicks;
    StatsSeries m_hours;
    QVector<qreal> m_linksHistory;
    bool m_active = false;
    bool m_paused = false;
    bool m_loaded = false;
};

} // namespace linkdesk::app
