#include "links/linkaudit.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace linkdesk::core {

namespace {

QString text(std::string_view value)
{
    return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
}

QJsonValue number(std::int64_t value)
{
    return static_cast<qint64>(value);
}

QJsonValue time(const std::optional<TimePoint> &value)
{
    return value ? number(toMs(*value)) : QJsonValue(QJsonValue::Null);
}

std::optional<TimePoint> timeOf(const QJsonValue &value)
{
    return value.isNull() ? std::nullopt : std::optional(fromMs(value.toInteger()));
}

QJsonValue tagsOf(const Link &link)
{
    QJsonArray tags;
    for (const std::string &tag : link.tags)
        tags.append(text(tag));
    return tags;
}

void setTags(Link &link, const QJsonValue &value)
{
    link.tags.clear();
    for (const auto &tag : value.toArray())
        link.tags.push_back(tag.toString().toStdString());
}

QJsonValue banOf(const Link &link)
{
    if (!link.ban)
        return QJsonValue::Null;
    return QJsonObject{{QStringLiteral("reason"), text(link.ban->reason)},
                       {QStringLiteral("by"), text(link.ban->by)},
                       {QStringLiteral("at"), number(toMs(link.ban->at))}};
}

void setBan(Link &link, const QJsonValue &value)
{
    link.ban.reset();
    if (!value.isObject())
        return;
    const QJsonObject ban = value.toObject();
    link.ban = Ban{ban[QLatin1String("reason")].toString().toStdString(), ban[QLatin1String("by")].toString().toStdString(),
                   fromMs(ban[QLatin1String("at")].toInteger())};
}

// Everything of a link that a change may touch, under the names that the API has for it.
struct Field {
    const char *name;
    QJsonValue (*get)(const Link &);
    void (*set)(Link &, const QJsonValue &);
};

#define LINKDESK_TEXT(member)                                                                                          \
    [](const Link &link) -> QJsonValue { return text(link.member); },                                                  \
        [](Link &link, const QJsonValue &value) { link.member = value.toString().toStdString(); }
#define LINKDESK_FLAG(member)                                                                                          \
    [](const Link &link) -> QJsonValue { return link.member; },                                                        \
        [](Link &link, const QJsonValue &value) { link.member = value.toBool(); }
#define LINKDESK_TIME(member)                                                                                          \
    [](const Link &link) -> QJsonValue { return time(link.member); },                                                  \
        [](Link &link, const QJsonValue &value) { link.member = timeOf(value); }

const std::array kFields{
    Field{"domain", [](const Link &link) { return number(link.domain.value); },
          [](Link &link, const QJsonValue &value) { link.domain = DomainId{value.toInteger()}; }},
    Field{"code", LINKDESK_TEXT(code)},
    Field{"generator", LINKDESK_TEXT(generator)},
    Field{"url", LINKDESK_TEXT(target)},
    Field{"status", [](const Link &link) -> QJsonValue { return text(linkStatusName(link.status)); },
          [](Link &link, const QJsonValue &value) {
              link.status = linkStatusFromName(value.toString().toStdString()).value_or(LinkStatus::Banned);
          }},
    Field{"title", LINKDESK_TEXT(title)},
    Field{"note", LINKDESK_TEXT(note)},
    Field{"owner", LINKDESK_TEXT(owner)},
    Field{"tags", &tagsOf, &setTags},
    Field{"expiresAt", LINKDESK_TIME(expiresAt)},
    Field{"validFrom", LINKDESK_TIME(validFrom)},
    Field{"maxClicks", [](const Link &link) { return link.maxClicks ? number(*link.maxClicks) : QJsonValue(QJsonValue::Null); },
          [](Link &link, const QJsonValue &value) {
              link.maxClicks = value.isNull() ? std::nullopt : std::optional<std::int64_t>(value.toInteger());
          }},
    Field{"fallbackUrl", LINKDESK_TEXT(fallback)},
    Field{"redirectStatus", [](const Link &link) -> QJsonValue { return link.redirectStatus; },
          [](Link &link, const QJsonValue &value) { link.redirectStatus = value.toInt(); }},
    Field{"forwardQuery", LINKDESK_FLAG(forwardQuery)},
    Field{"track", LINKDESK_FLAG(track)},
    Field{"favourite", LINKDESK_FLAG(favourite)},
    Field{"letExpire", LINKDESK_FLAG(letExpire)},
    Field{"ban", &banOf, &setBan},
    Field{"deletedAt", LINKDESK_TIME(deletedAt)},
};

std::string compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

Result<QJsonObject> parsed(std::string_view state)
{
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray(state.data(), static_cast<qsizetype>(state.size())));
    if (!document.isObject())
        return Error{ErrorCode::Internal, "the audit holds something that is no change of a link", {}};
    return document.object();
}

QJsonObject domainObject(const Domain &domain)
{
    return {
        {QStringLiteral("caseSensitive"), domain.caseSensitive},
        {QStringLiteral("generator"), text(generatorName(domain.codes.generator))},
        {QStringLiteral("length"), domain.codes.length},
        {QStringLiteral("easyAlphabet"), domain.codes.easyAlphabet},
        {QStringLiteral("checkCharacter"), domain.codes.checkCharacter},
        {QStringLiteral("prefix"), text(domain.codes.prefix)},
        {QStringLiteral("multiSegment"), domain.codes.multiSegment},
        {QStringLiteral("reserveCommonNames"), domain.codes.reserveCommonNames},
        {QStringLiteral("aliasDays"), domain.codes.aliasDays},
        {QStringLiteral("fallbackUrl"), text(domain.fallback)},
    };
}

} // namespace

AuditDiff auditDiff(const Link &before, const Link &after)
{
    QJsonObject old;
    QJsonObject fresh;
    for (const Field &field : kFields) {
        const QJsonValue was = field.get(before);
        const QJsonValue is = field.get(after);
        if (was == is)
            continue;
        old.insert(QLatin1String(field.name), was);
        fresh.insert(QLatin1String(field.name), is);
    }
    return old.isEmpty() ? AuditDiff{} : AuditDiff{compact(old), compact(fresh)};
}

AuditDiff auditDiff(const Domain &before, const Domain &after)
{
    QJsonObject old = domainObject(before);
    QJsonObject fresh = domainObject(after);
    for (const QString &name : old.keys()) {
        if (old[name] == fresh[name]) {
            old.remove(name);
            fresh.remove(name);
        }
    }
    return old.isEmpty() ? AuditDiff{} : AuditDiff{compact(old), compact(fresh)};
}

Result<std::vector<std::string>> fieldsUnlike(const Link &link, std::string_view state)
{
    const auto wanted = parsed(state);
    if (!wanted)
        return wanted.error();
    std::vector<std::string> unlike;
    for (const Field &field : kFields) {
        const auto value = wanted->constFind(QLatin1String(field.name));
        if (value != wanted->constEnd() && *value != field.get(link))
            unlike.emplace_back(field.name);
    }
    return unlike;
}

Result<Link> withState(Link link, std::string_view state)
{
    const auto wanted = parsed(state);
    if (!wanted)
        return wanted.error();
    for (const Field &field : kFields) {
        if (const auto value = wanted->constFind(QLatin1String(field.name)); value != wanted->constEnd())
            field.set(link, *value);
    }
    return link;
}

} // namespace linkdesk::core
