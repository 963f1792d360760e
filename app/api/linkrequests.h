// What the app can ask of links: list queries, drafts of new links, edits. Each knows its form on the wire.
#pragma once

#include "api/types.h"

#include <QJsonObject>
#include <QUrlQuery>

#include <optional>

namespace linkdesk::app {

enum class LinkSort { Created, Clicks, Code, Expires };

// `Usual` is what the service shows when nobody asks: all but deleted ones.
enum class StateFilter { Usual, Active, Banned, Deleted, All };

struct LinkQuery {
    QString filter; // typed terms such as "tag:spring clicks>100"; the other members narrow it down further
    QString search;
    QString tag;
    QString domain;
    StateFilter state = StateFilter::Usual;
    LinkSort sort = LinkSort::Created;
    bool descending = true;
    int limit = 100;
    QString cursor;
    qint64 skip = 0;

    [[nodiscard]] QUrlQuery toUrlQuery() const;
    // True where nothing narrows the list down.
    [[nodiscard]] bool findsAll() const;
    // The same rows in the same order, whatever part of them is asked for.
    [[nodiscard]] bool sameList(const LinkQuery &other) const;
};

struct LinkDraft {
    QString url;
    QString slug;   // empty: the service makes one, by
    std::optional<CodeGenerator> generator; // absent: as the domain does
    std::optional<int> length;              // absent: as the domain does
    QString domain; // empty: the default domain
    QString title;
    QString note;
    QStringList tags;
    QDateTime validFrom; // invalid: at once
    QDateTime expiresAt; // invalid: never
    int redirectStatus = 302;
    bool forwardQuery = true;
    QString owner;
    std::optional<qint64> maxClicks;
    QString fallbackUrl;
    bool favourite = false;
    bool reuse = false;           // a link that has this target already is given instead of a new one
    std::optional<int> aliasDays; // edit, new slug: how long the old one goes on; absent: as the domain does

    [[nodiscard]] QJsonObject toJson() const;
};

// Absent members stay as they are; a present but invalid time takes it away.
struct LinkEdit {
    std::optional<QString> url;
    std::optional<QString> slug;
    std::optional<int> aliasDays; // with slug: days for which the old one goes on, 0: not at all
    std::optional<QString> title;
    std::optional<QString> note;
    std::optional<QStringList> tags;
    std::optional<QDateTime> validFrom;
    std::optional<QDateTime> expiresAt;
    std::optional<int> redirectStatus;
    std::optional<bool> forwardQuery;
    std::optional<QString> owner;
    std::optional<qint64> maxClicks;    // 0: no limit
    std::optional<QString> fallbackUrl; // empty: none
    std::optional<bool> favourite;
    std::optional<bool> letExpire;

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] bool isEmpty() const { return toJson().isEmpty(); }
    // What has to change to turn `before` into `after`.
    [[nodiscard]] static LinkEdit between(const LinkInfo &before, const LinkDraft &after);
};

enum class Bucket { Hour, Day, Week, Month };

struct StatsQuery {
    std::optional<LinkId> link;
    QDateTime from;
    QDateTime to;
    QByteArray timeZone; // IANA name
    Bucket bucket = Bucket::Day;

    [[nodiscard]] QUrlQuery toUrlQuery() const;
};

} // namespace linkdesk::app
