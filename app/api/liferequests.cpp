#include "api/liferequests.h"

#include <QJsonArray>
#include <QUrl>

#include <algorithm>

namespace linkdesk::app {

namespace {

void add(QUrlQuery &query, const QString &name, const QString &value)
{
    query.addQueryItem(name, QString::fromLatin1(QUrl::toPercentEncoding(value)));
}

QString isoUtc(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

QString actionName(BatchAction action)
{
    switch (action) {
    case BatchAction::Renew: return u"renew"_qs;
    case BatchAction::Ban: return u"ban"_qs;
    case BatchAction::Unban: return u"unban"_qs;
    case BatchAction::Delete: return u"delete"_qs;
    case BatchAction::Restore: return u"restore"_qs;
    case BatchAction::Tag: return u"tag"_qs;
    case BatchAction::Untag: return u"untag"_qs;
    case BatchAction::Edit: return u"edit"_qs;
    case BatchAction::LetExpire: return u"let-expire"_qs;
    case BatchAction::Favourite: return u"favourite"_qs;
    case BatchAction::Unfavourite: return u"unfavourite"_qs;
    case BatchAction::Move: return u"move"_qs;
    }
    return {};
}

QJsonValue daysOrNull(const std::optional<int> &days)
{
    return days ? QJsonValue(*days) : QJsonValue(QJsonValue::Null);
}

} // namespace

QJsonObject RenewTo::toJson(const QByteArray &timeZone) const
{
    QJsonObject json;
    if (const auto *period = std::get_if<QString>(&m_wish))
        json.insert(u"extendBy"_qs, *period);
    else if (const auto *named = std::get_if<Named>(&m_wish))
        json.insert(u"until"_qs, named->name);
    else if (const auto &end = std::get<QDateTime>(m_wish); end.isValid())
        json.insert(u"expiresAt"_qs, isoUtc(end));
    else
        json.insert(u"expiresAt"_qs, QJsonValue::Null);
    if (!timeZone.isEmpty())
        json.insert(u"timeZone"_qs, QString::fromLatin1(timeZone));
    return json;
}

QJsonObject BatchRequest::toJson(bool dryRun) const
{
    QJsonObject json{{u"action"_qs, actionName(action)}};
    if (filter.isEmpty()) {
        QJsonArray list;
        for (LinkId id : ids)
            list << qint64(id.value);
        json.insert(u"ids"_qs, list);
    } else {
        json.insert(u"filter"_qs, filter);
    }
    if (!arguments.isEmpty())
        json.insert(u"arguments"_qs, arguments);
    if (dryRun)
        json.insert(u"dryRun"_qs, true);
    return json;
}

BatchRequest BatchRequest::renew(const QList<LinkId> &ids, const RenewTo &to, const QByteArray &timeZone)
{
    return {ids, {}, BatchAction::Renew, to.toJson(timeZone)};
}

BatchRequest BatchRequest::ban(const QList<LinkId> &ids, const QString &reason)
{
    return {ids, {}, BatchAction::Ban, {{u"reason"_qs, reason}}};
}

BatchRequest BatchRequest::unban(const QList<LinkId> &ids)
{
    return plain(ids, BatchAction::Unban);
}

BatchRequest BatchRequest::letExpire(const QList<LinkId> &ids)
{
    return plain(ids, BatchAction::LetExpire);
}

BatchRequest BatchRequest::tag(const QList<LinkId> &ids, const QStringList &tags, bool on)
{
    return {ids, {}, on ? BatchAction::Tag : BatchAction::Untag, {{u"tags"_qs, QJsonArray::fromStringList(tags)}}};
}

BatchRequest BatchRequest::move(const QList<LinkId> &ids, const QString &domain)
{
    const QJsonValue host = domain.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(domain);
    return {ids, {}, BatchAction::Move, {{u"domain"_qs, host}}};
}

BatchRequest BatchRequest::edit(const QList<LinkId> &ids, const LinkEdit &edit)
{
    return {ids, {}, BatchAction::Edit, edit.toJson()};
}

BatchRequest BatchRequest::plain(const QList<LinkId> &ids, BatchAction action)
{
    return {ids, {}, action, {}};
}

BatchRequest BatchRequest::banHost(const QString &host, const QString &reason)
{
    return {{}, u"host:"_qs + filterValue(host) + u" -status:banned"_qs, BatchAction::Ban, {{u"reason"_qs, reason}}};
}

BatchRequest BatchRequest::unbanHost(const QString &host)
{
    return {{}, u"host:"_qs + filterValue(host) + u" status:banned"_qs, BatchAction::Unban, {}};
}

QString filterValue(const QString &value)
{
    const bool plain = !value.isEmpty() && std::all_of(value.begin(), value.end(), [](QChar c) {
        return c.isLetterOrNumber() || c == u'.' || c == u'-' || c == u'_';
    });
    if (plain)
        return value;
    QString inner = value;
    inner.remove(u'"'); // no value of ours needs one
    return u'"' + inner + u'"';
}

QUrlQuery AuditQuery::toUrlQuery() const
{
    QUrlQuery query;
    if (link)
        add(query, u"link"_qs, QString::number(link->value));
    if (batch > 0)
        add(query, u"batch"_qs, QString::number(batch));
    if (!actor.isEmpty())
        add(query, u"actor"_qs, actor);
    if (!action.isEmpty())
        add(query, u"action"_qs, action);
    if (from.isValid())
        add(query, u"from"_qs, isoUtc(from));
    if (to.isValid())
        add(query, u"to"_qs, isoUtc(to));
    add(query, u"limit"_qs, QString::number(limit));
    if (!cursor.isEmpty())
        add(query, u"cursor"_qs, cursor);
    return query;
}

QJsonObject ViewDraft::toJson() const
{
    QJsonObject json{{u"name"_qs, name}, {u"filter"_qs, filter}};
    if (!sort.isEmpty())
        json.insert(u"sort"_qs, sort);
    if (colour)
        json.insert(u"colour"_qs, *colour);
    return json;
}

QJsonObject ViewEdit::toJson() const
{
    QJsonObject json;
    if (name)
        json.insert(u"name"_qs, *name);
    if (filter)
        json.insert(u"filter"_qs, *filter);
    if (sort)
        json.insert(u"sort"_qs, *sort);
    if (colour)
        json.insert(u"colour"_qs, *colour);
    if (position)
        json.insert(u"position"_qs, *position);
    return json;
}

QJsonObject SettingsEdit::toJson() const
{
    QJsonObject json;
    if (before.restoreDays != after.restoreDays)
        json.insert(u"restoreDays"_qs, after.restoreDays);
    if (before.keepExpiredDays != after.keepExpiredDays)
        json.insert(u"keepExpiredDays"_qs, daysOrNull(after.keepExpiredDays));
    if (before.archiveAfterDays != after.archiveAfterDays)
        json.insert(u"archiveAfterDays"_qs, daysOrNull(after.archiveAfterDays));
    if (before.reminderDays != after.reminderDays)
        json.insert(u"reminderDays"_qs, after.reminderDays);
    if (before.timeZone != after.timeZone)
        json.insert(u"timeZone"_qs, after.timeZone);
    QJsonObject backup;
    if (before.backup.enabled != after.backup.enabled)
        backup.insert(u"enabled"_qs, after.backup.enabled);
    if (before.backup.hour != after.backup.hour)
        backup.insert(u"hour"_qs, after.backup.hour);
    if (before.backup.daily != after.backup.daily)
        backup.insert(u"daily"_qs, after.backup.daily);
    if (before.backup.weekly != after.backup.weekly)
        backup.insert(u"weekly"_qs, after.backup.weekly);
    if (before.backup.folder != after.backup.folder)
        backup.insert(u"folder"_qs, after.backup.folder);
    if (!backup.isEmpty())
        json.insert(u"backup"_qs, backup);
    return json;
}

QLatin1String wireName(RenewalWindow window)
{
    switch (window) {
    case RenewalWindow::Week: return QLatin1String("week");
    case RenewalWindow::Month: return QLatin1String("month");
    case RenewalWindow::Quarter: return QLatin1String("quarter");
    case RenewalWindow::Expired: return QLatin1String("expired");
    }
    return QLatin1String("week");
}

} // namespace linkdesk::app
