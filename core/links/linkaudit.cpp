#include "links/linkaudit.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace linkdesk::core {

namespace {

QString text(std::string_view value)
{
    return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
}

QJsonValue time(const std::optional<TimePoint> &value)
{
    return value ? QJsonValue(static_cast<qint64>(toMs(*value))) : QJsonValue(QJsonValue::Null);
}

} // namespace

std::string auditJson(const Link &link)
{
    QJsonArray tags;
    for (const std::string &tag : link.tags)
        tags.append(text(tag));
    const QJsonObject object{
        {QStringLiteral("domain"), static_cast<qint64>(link.domain.value)},
        {QStringLiteral("code"), text(link.code)},
        {QStringLiteral("url"), text(link.target)},
        {QStringLiteral("status"), text(linkStatusName(link.status))},
        {QStringLiteral("title"), text(link.title)},
        {QStringLiteral("note"), text(link.note)},
        {QStringLiteral("tags"), tags},
        {QStringLiteral("expiresAt"), time(link.expiresAt)},
        {QStringLiteral("validFrom"), time(link.validFrom)},
        {QStringLiteral("redirectStatus"), link.redirectStatus},
        {QStringLiteral("forwardQuery"), link.forwardQuery},
        {QStringLiteral("track"), link.track},
        {QStringLiteral("version"), static_cast<qint64>(link.version)},
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

std::string auditJson(const Domain &domain)
{
    const QJsonObject object{
        {QStringLiteral("caseSensitive"), domain.caseSensitive},
        {QStringLiteral("generator"), text(generatorName(domain.codes.generator))},
        {QStringLiteral("length"), domain.codes.length},
        {QStringLiteral("easyAlphabet"), domain.codes.easyAlphabet},
        {QStringLiteral("checkCharacter"), domain.codes.checkCharacter},
        {QStringLiteral("prefix"), text(domain.codes.prefix)},
        {QStringLiteral("multiSegment"), domain.codes.multiSegment},
        {QStringLiteral("reserveCommonNames"), domain.codes.reserveCommonNames},
        {QStringLiteral("aliasDays"), domain.codes.aliasDays},
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

} // namespace linkdesk::core
