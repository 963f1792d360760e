#include "pages/lookupscard.h"

#include "models/texts.h"
#include "pages/servicetexts.h"
#include "pages/sharerow.h"
#include "widgets/card.h"
#include "widgets/segmentedcontrol.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kRowGap = 10;

qint64 allLookUps(const CacheNumbers &cache)
{
    return cache.hits + cache.negativeHits + cache.misses;
}

} // namespace

LookupsCard::LookupsCard(QWidget *parent)
    : QWidget(parent)
    , m_card(new Card(tr("Where look-ups are answered"), this))
    , m_window(new SegmentedControl)
    , m_memory(new ShareRow(tr("Memory"), tr("links asked for before")))
    , m_absent(new ShareRow(tr("Known to be absent"), tr("answered 404 without looking")))
    , m_redis(new ShareRow(tr("Redis"), tr("kept there, also by other services")))
    , m_database(new ShareRow(tr("Database"), tr("looked up, then kept in memory")))
    , m_clearMemory(m_memory->addButton(tr("Clear")))
    , m_clearRedis(m_redis->addButton(tr("Clear")))
{
    setObjectName(u"lookupsCard"_qs);
    m_window->setObjectName(u"lookupWindow"_qs);
    m_window->setSmall(true);
    m_window->addSegment(u"minute"_qs, tr("1 min"));
    m_window->addSegment(u"hour"_qs, tr("1 h"));
    m_window->addSegment(u"start"_qs, tr("Since start"));
    m_window->setCurrent(u"start"_qs);
    m_card->addHeaderWidget(m_window);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_card);
    QVBoxLayout *body = m_card->body();
    body->setSpacing(kRowGap);
    for (ShareRow *row : {m_memory, m_absent, m_redis, m_database})
        body->addWidget(row);
    m_clearMemory->setObjectName(u"clearMemory"_qs);
    m_clearMemory->setToolTip(tr("The next visit of each link asks the next level once."));
    m_clearRedis->setObjectName(u"clearRedis"_qs);
    m_clearRedis->setToolTip(tr("For every service that shares these links."));
    body->addStretch(1);
    m_redis->hide();
    connect(m_window, &SegmentedControl::currentChanged, this, &LookupsCard::showShares);
    connect(m_clearMemory, &QPushButton::clicked, this, [this] { Q_EMIT clearRequested(u"memory"_qs); });
    connect(m_clearRedis, &QPushButton::clicked, this, [this] { Q_EMIT clearRequested(u"redis"_qs); });
}

void LookupsCard::present(const ServiceInfo &service)
{
    m_service = service;
    showShares();
}

// Below 0: unknown, as nobody looked anything up.
double LookupsCard::share(const QString &level) const
{
    const CacheNumbers &cache = m_service->cache;
    if (cache.levels.isEmpty()) {
        // An older service tells the sums since its start only.
        const qint64 all = allLookUps(cache);
        const qint64 part = level == u"memory"     ? cache.hits
                            : level == u"absent"   ? cache.negativeHits
                            : level == u"database" ? cache.misses
                                                   : 0;
        return all > 0 ? double(part) / double(all) : -1.0;
    }
    const QString window = m_window->current();
    for (const CacheLevelShare &one : cache.levels) {
        if (one.name == level)
            return (window == u"minute" ? one.minute : window == u"hour" ? one.hour : one.start).value_or(-1);
    }
    return -1.0;
}

void LookupsCard::showShares()
{
    if (!m_service)
        return;
    const CacheNumbers &cache = m_service->cache;
    m_card->setCaption(tr("%1 since start", "number of look-ups").arg(countText(allLookUps(cache))));
    m_window->setVisible(!cache.levels.isEmpty());
    m_memory->set(share(u"memory"_qs),
                  tr("%1 of %2 entries, %3 of %4")
                      .arg(countText(cache.entries), countText(cache.capacity), sizeText(cache.bytes),
                           sizeText(cache.capacityBytes)),
                  tr("%1 pushed out").arg(countText(cache.evictions)));
    m_absent->set(share(u"absent"_qs), tr("%1 names remembered as absent").arg(countText(cache.negativeEntries)));
    const RedisInfo &redis = m_service->redis;
    const bool used = !redis.state.isEmpty() && redis.state != u"off";
    m_redis->setVisible(used);
    m_redis->set(share(u"redis"_qs), tr("%1 found, %2 not found").arg(countText(redis.hits), countText(redis.misses)),
                 pendingText(redis.pending));
    m_database->set(share(u"database"_qs), tr("%1 look-ups").arg(countText(cache.storeReads)));
}

} // namespace linkdesk::app
