#include "api/linkrequests.h"

#include "api/domainrequests.h"

#include <QJsonArray>
#include <QUrl>

namespace linkdesk::app {

namespace {

// QUrlQuery leaves '+' and ';' alone, which servers read as a space or a separator: encode everything.
void add(QUrlQuery &query, const QString &name, const QString &value)
{
    query.addQueryItem(name, QString::fromLatin1(QUrl::toPercentEncoding(value)));
}

QString isoUtc(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

QString sortName(LinkSort sort)
{
    switch (sort) {
    case LinkSort::Created: return u"created"_qs;
    case LinkSort::Clicks: return u"clicks"_qs;
    case LinkSort::Code: return u"code"_qs;
    case LinkSort::Expires: return u"expires"_qs;
    }
    return u"created"_qs;
}

QString stateName(StateFilter state)
{
    switch (state) {
    case StateFilter::Usual: return {};
    case StateFilter::Active: return u"active"_qs;
    case StateFilter::Banned: return u"banned"_qs;
    case StateFilter::Deleted: return u"deleted"_qs;
    case StateFilter::All: return u"all"_qs;
    }
    return {};
}

QString bucketName(Bucket bucket)
{
    switch (bucket) {
    case Bucket::Hour: return u"hour"_qs;
    case Bucket::Day: return u"day"_qs;
    case Bucket::Week: return u"week"_qs;
    case Bucket::Month: return u"month"_qs;
    }
    return u"day"_qs;
}

QJsonValue timeOrNull(const QDateTime &time)
{
    return time.isValid() ? QJsonValue(isoUtc(time)) : QJsonValue(QJsonValue::Null);
}

} // namespace

QUrlQuery LinkQuery::toUrlQuery() const
{
    QUrlQuery query;
    if (!filter.isEmpty())
        add(query, u"filter"_qs, filter);
    if (!search.isEmpty())
        add(query, u"search"_qs, search);
    if (!tag.isEmpty())
        add(query, u"tag"_qs, tag);
    if (!domain.isEmpty())
        add(query, u"domain"_qs, domain);
    if (const QString name = stateName(state); !name.isEmpty())
        add(query, u"status"_qs, name);
    add(query, u"sort"_qs, (descending ? u"-"_qs : QString()) + sortName(sort));
    add(query, u"limit"_qs, QString::number(limit));
    if (!cursor.isEmpty())
        add(query, u"cursor"_qs, cursor);
    if (skip > 0)
        add(query, u"skip"_qs, QString::number(skip));
    return query;
}

bool LinkQuery::findsAll() const
{
    return filter.isEmpty() && search.isEmpty() && tag.isEmpty() && domain.isEmpty() && state == StateFilter::Usual;
}

bool LinkQuery::sameList(const LinkQuery &other) const
{
    return filter == other.filter && search == other.search && tag == other.tag && domain == other.domain
           && state == other.state && sort == other.sort && descending == other.descending;
}

QJsonObject LinkDraft::toJson() const
{
    QJsonObject json{{u"url"_qs, url}};
    if (!slug.isEmpty())
        json.insert(u"slug"_qs, slug);
    if (slug.isEmpty() && generator)
        json.insert(u"generator"_qs, QString(wireName(*generator)));
    if (slug.isEmpty() && length)
        json.insert(u"length"_qs, *length);
    if (!domain.isEmpty())
        json.insert(u"domain"_qs, domain);
    if (!title.isEmpty())
        json.insert(u"title"_qs, title);
    if (!note.isEmpty())
        json.insert(u"note"_qs, note);
    if (!tags.isEmpty())
        json.insert(u"tags"_qs, QJsonArray::fromStringList(tags));
    if (validFrom.isValid())
        json.insert(u"validFrom"_qs, isoUtc(validFrom));
    if (expiresAt.isValid())
        json.insert(u"expiresAt"_qs, isoUtc(expiresAt));
    json.insert(u"redirectStatus"_qs, redirectStatus);
    json.insert(u"forwardQuery"_qs, forwardQuery);
    if (!owner.isEmpty())
        json.insert(u"owner"_qs, owner);
    if (maxClicks)
        json.insert(u"maxClicks"_qs, *maxClicks);
    if (!fallbackUrl.isEmpty())
        json.insert(u"fallbackUrl"_qs, fallbackUrl);
    if (favourite)
        json.insert(u"favourite"_qs, true);
    if (reuse)
        json.insert(u"reuse"_qs, true);
    return json;
}

QJsonObject LinkEdit::toJson() const
{
    QJsonObject json;
    if (url)
        json.insert(u"url"_qs, *url);
    if (slug)
        json.insert(u"slug"_qs, *slug);
    if (slug && aliasDays)
        json.insert(u"aliasFor"_qs, *aliasDays > 0 ? QJsonValue(u"P%1D"_qs.arg(*aliasDays)) : QJsonValue());
    if (title)
        json.insert(u"title"_qs, *title);
    if (note)
        json.insert(u"note"_qs, *note);
    if (tags)
        json.insert(u"tags"_qs, QJsonArray::fromStringList(*tags));
    if (validFrom)
        json.insert(u"validFrom"_qs, timeOrNull(*validFrom));
    if (expiresAt)
        json.insert(u"expiresAt"_qs, timeOrNull(*expiresAt));
    if (redirectStatus)
        json.insert(u"redirectStatus"_qs, *redirectStatus);
    if (forwardQuery)
        json.insert(u"forwardQuery"_qs, *forwardQuery);
    if (owner)
        json.insert(u"owner"_qs, *owner);
    if (maxClicks)
        json.insert(u"maxClicks"_qs, *maxClicks > 0 ? QJsonValue(*maxClicks) : QJsonValue(QJsonValue::Null));
    if (fallbackUrl)
        json.insert(u"fallbackUrl"_qs,
                    fallbackUrl->isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(*fallbackUrl));
    if (favourite)
        json.insert(u"favourite"_qs, *favourite);
    if (letExpire)
        json.insert(u"letExpire"_qs, *letExpire);
    return json;
}

LinkEdit LinkEdit::between(const LinkInfo &before, const LinkDraft &after)
{
    LinkEdit edit;
    if (before.url != after.url)
        edit.url = after.url;
    if (before.code != after.slug && !after.slug.isEmpty())
        edit.slug = after.slug;
    if (edit.slug)
        edit.aliasDays = after.aliasDays;
    if (before.title != after.title)
        edit.title = after.title;
    if (before.note != after.note)
        edit.note = after.note;
    if (before.tags != after.tags)
        edit.tags = after.tags;
    if (before.validFrom != after.validFrom)
        edit.validFrom = after.validFrom;
    if (before.expiresAt != after.expiresAt)
        edit.expiresAt = after.expiresAt;
    if (before.redirectStatus != after.redirectStatus)
        edit.redirectStatus = after.redirectStatus;
    if (before.forwardQuery != after.forwardQuery)
        edit.forwardQuery = after.forwardQuery;
    if (before.owner != after.owner)
        edit.owner = after.owner;
    if (before.maxClicks != after.maxClicks)
        edit.maxClicks = after.maxClicks.value_or(0);
    if (before.fallbackUrl != after.fallbackUrl)
        edit.fallbackUrl = after.fallbackUrl;
    if (before.favourite != after.favourite)
        edit.favourite = after.favourite;
    return edit;
}

QUrlQuery StatsQuery::toUrlQuery() const
{
    QUrlQuery query;
    if (link)
        add(query, u"link"_qs, QString::number(link->value));
    if (from.isValid())
        add(query, u"from"_qs, isoUtc(from));
    if (to.isValid())
        add(query, u"to"_qs, isoUtc(to));
    if (!timeZone.isEmpty())
        add(query, u"tz"_qs, QString::fromLatin1(timeZone));
    add(query, u"bucket"_qs, bucketName(bucket));
    return query;
}

} // namespace linkdesk::app
