// The values the admin API speaks of, as the app holds them (server/admin is the other side of this contract).
//
// Plain data, compared by value, free to copy between threads. Text is QString because people read it; it is foreign
// and must be shown as plain text only (R30). Times are UTC; an invalid QDateTime means "none".
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <compare> when Qt Gui puts /usr/include in front
#include "links/link.h"
#endif

#include "api/codetypes.h"
#include "api/lifetypes.h"

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>

namespace linkdesk::core {
inline size_t qHash(LinkId id, size_t seed = 0) noexcept
{
    return ::qHash(id.value, seed);
}
} // namespace linkdesk::core

namespace linkdesk::app {

using core::LinkId;

enum class LinkState { Active, Scheduled, Expired, UsedUp, Banned, Deleted };

struct Clicks {
    qint64 humans = 0;
    qint64 bots = 0;
    [[nodiscard]] qint64 all() const { return humans + bots; }
    bool operator==(const Clicks &) const = default;
};

struct LinkInfo {
    LinkId id;
    QString shortUrl;
    QString domain; // empty for the default domain
    QString code;
    QString url;
    LinkState state = LinkState::Active;
    QString generator;
    Clicks clicks;
    QString title;
    QString note;
    QString owner;
    QStringList tags;
    QDateTime expiresAt;
    QDateTime validFrom;
    int redirectStatus = 302;
    bool forwardQuery = true;
    bool track = true;
    QDateTime createdAt;
    QDateTime updatedAt;
    QDateTime deletedAt;
    qint64 version = 1;
    QList<LinkAlias> aliases; // former slugs that still work
    std::optional<qint64> maxClicks;
    QString fallbackUrl; // where visitors go before the start and after the end; empty: nowhere
    bool favourite = false;
    bool letExpire = false; // it was decided that it may end: nobody is reminded
    bool archived = false;
    std::optional<BanInfo> ban;
    QDateTime lastClickAt;
    bool operator==(const LinkInfo &) const = default;
};

struct CreatedLink {
    LinkInfo link;
    QList<LinkWarning> warnings;
};

struct LinkPageInfo {
    QList<LinkInfo> links;
    QString nextCursor;          // empty at the end
    std::optional<qint64> total; // absent where counting would cost too much
};

enum class SlugState { Free, Taken, Reserved, Invalid };

// A link whose slug a reader may take for another one.
struct SimilarLink {
    LinkId id;
    QString code;
    QString shortUrl;
    QString url;
};

struct SlugCheck {
    QString slug; // normalised
    SlugState state = SlugState::Free;
    QString reason;
    QString shortUrl;
    QList<SimilarLink> similarTo; // a warning, whatever the state
};

struct StatsPoint {
    QDateTime start; // with the offset the service sent
    Clicks clicks;
};

struct StatsSeries {
    QString bucket;
    QString timeZone;
    QDateTime from;
    QDateTime to;
    QList<StatsPoint> points;
    Clicks total;
};

struct SecondCount {
    QDateTime at;
    Clicks clicks;
};

// One link's share of a snapshot or of a tick.
struct LinkCount {
    LinkId id;
    QString code;
    QString domain;
    QString shortUrl; // empty in ticks
    QString title;    // empty in ticks
    Clicks clicks;
};

struct LiveSnapshot {
    QDateTime now;
    QList<SecondCount> seconds; // oldest first, at most 300
    QList<LinkCount> top;       // last 60 s, at most 20
    Clicks today;
    qint64 peak = 0;
    QDateTime peakAt;
};

struct ClickTick {
    QDateTime at;
    Clicks total;
    QList<LinkCount> links;
};

enum class ChangeKind { Created, Edited, Deleted, Restored };

struct LinkChange {
    ChangeKind kind = ChangeKind::Created;
    LinkInfo link;
};

struct Problem {
    QString code;
    QString detail;
    bool operator==(const Problem &) const = default;
};

struct ServiceTick {
    QString state;
    std::optional<double> cacheHitRatio;
    double clicksPerSecond = 0;
    QList<Problem> problems;
};

// The part of all look-ups that one level answered, in three windows of time; absent where nobody looked.
struct CacheLevelShare {
    QString name; // memory, absent, redis, database
    std::optional<double> minute;
    std::optional<double> hour;
    std::optional<double> start;
};

struct RedisInfo {
    QString state = QStringLiteral("off"); // off, connecting, connected, down
    QString address;
    QString lastError;
    double roundTripMs = 0;
    qint64 hits = 0;
    qint64 misses = 0;
    qint64 pending = 0; // edits to be told when it is back
    bool listening = true; // hears of the other services' edits
};

struct CacheNumbers {
    qint64 entries = 0;
    qint64 capacity = 0;
    qint64 bytes = 0;
    qint64 capacityBytes = 0;
    qint64 negativeEntries = 0;
    qint64 hits = 0;
    qint64 negativeHits = 0;
    qint64 misses = 0;
    qint64 evictions = 0;
    qint64 storeReads = 0;
    std::optional<double> hitRatio;
    QList<CacheLevelShare> levels; // empty: an older service
};

struct ServiceInfo {
    QString name;
    QString version;
    QDateTime startedAt;
    qint64 uptimeSeconds = 0;
    QString publicUrl;
    QString publicAddress;
    QString adminAddress;
    QString dataDir;
    qint64 links = 0;
    struct {
        qint64 today = 0, recorded = 0, queued = 0, shedRows = 0;
        double perSecond = 0;
    } clicks;
    struct {
        qint64 connections = 0, requests = 0, refused = 0, bad = 0;
    } http;
    CacheNumbers cache;
    struct {
        QString kind;
        qint64 databaseBytes = 0, walBytes = 0, writeQueue = 0, readQueue = 0, commits = 0;
        double lastCommitMs = 0;
    } store;
    RedisInfo redis;
    qint64 orphans = 0;
    qint64 threads = 0;
    std::optional<CodesInfo> codes; // absent: an older service
    std::optional<UpkeepInfo> upkeep; // the same
    std::optional<BackupState> backup; // the same
    QList<Problem> problems;
};

} // namespace linkdesk::app

Q_DECLARE_METATYPE(linkdesk::app::LinkInfo)
