// What the app can ask about the life of links: renewals, batches, the audit, views, settings. Each knows its form on
// the wire.
#pragma once

#include "api/linkrequests.h"
#include "api/renewaltypes.h"
#include "api/upkeeptypes.h"

#include <variant>

namespace linkdesk::app {

// How long a renewed link lasts.
class RenewTo final {
public:
    [[nodiscard]] static RenewTo days(int days) { return RenewTo(u"P%1D"_qs.arg(days)); }
    [[nodiscard]] static RenewTo years(int years) { return RenewTo(u"P%1Y"_qs.arg(years)); }
    [[nodiscard]] static RenewTo quarterEnd() { return RenewTo(Named{u"quarter-end"_qs}); }
    [[nodiscard]] static RenewTo monthEnd() { return RenewTo(Named{u"month-end"_qs}); }
    [[nodiscard]] static RenewTo yearEnd() { return RenewTo(Named{u"year-end"_qs}); }
    [[nodiscard]] static RenewTo date(const QDateTime &end) { return RenewTo(end); }
    [[nodiscard]] static RenewTo never() { return RenewTo(QDateTime()); }

    // `timeZone` is where quarters end; empty: the service's setting.
    [[nodiscard]] QJsonObject toJson(const QByteArray &timeZone = {}) const;

private:
    struct Named {
        QString name;
    };
    using Wish = std::variant<QString, Named, QDateTime>; // a period, a named end, a date (invalid: never)
    explicit RenewTo(Wish wish) : m_wish(std::move(wish)) {}

    Wish m_wish;
};

enum class BatchAction {
    Renew, Ban, Unban, Delete, Restore, Tag, Untag, Edit, LetExpire, Favourite, Unfavourite, Move
};

// The same change of many links, named one by one or by a filter text.
struct BatchRequest {
    QList<LinkId> ids;
    QString filter; // where there are no ids
    BatchAction action = BatchAction::Renew;
    QJsonObject arguments;

    [[nodiscard]] QJsonObject toJson(bool dryRun) const;

    [[nodiscard]] static BatchRequest renew(const QList<LinkId> &ids, const RenewTo &to, const QByteArray &timeZone);
    [[nodiscard]] static BatchRequest ban(const QList<LinkId> &ids, const QString &reason);
    [[nodiscard]] static BatchRequest unban(const QList<LinkId> &ids);
    [[nodiscard]] static BatchRequest letExpire(const QList<LinkId> &ids);
    [[nodiscard]] static BatchRequest tag(const QList<LinkId> &ids, const QStringList &tags, bool on);
    [[nodiscard]] static BatchRequest move(const QList<LinkId> &ids, const QString &domain); // empty: default one
    [[nodiscard]] static BatchRequest edit(const QList<LinkId> &ids, const LinkEdit &edit);
    [[nodiscard]] static BatchRequest plain(const QList<LinkId> &ids, BatchAction action);
    // By the host the targets lie on, its sub-hosts among them.
    [[nodiscard]] static BatchRequest banHost(const QString &host, const QString &reason);
    [[nodiscard]] static BatchRequest unbanHost(const QString &host);
};

// A value of a filter text: quoted where it holds more than letters, digits and the marks of a host.
[[nodiscard]] QString filterValue(const QString &value);

struct AuditQuery {
    std::optional<LinkId> link;
    qint64 batch = 0;
    QString actor;
    QString action;
    QDateTime from;
    QDateTime to;
    int limit = 50;
    QString cursor;

    [[nodiscard]] QUrlQuery toUrlQuery() const;
};

struct ViewDraft {
    QString name;
    QString filter;
    QString sort;
    std::optional<int> colour;

    [[nodiscard]] QJsonObject toJson() const;
};

// Absent members stay as they are.
struct ViewEdit {
    std::optional<QString> name;
    std::optional<QString> filter;
    std::optional<QString> sort;
    std::optional<int> colour;
    std::optional<int> position;

    [[nodiscard]] QJsonObject toJson() const;
};

struct SettingsEdit {
    ServiceSettings before;
    ServiceSettings after;

    // Only what was changed.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] bool isEmpty() const { return before == after; }
};

[[nodiscard]] QLatin1String wireName(RenewalWindow window);

} // namespace linkdesk::app
