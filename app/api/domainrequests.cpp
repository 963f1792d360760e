#include "api/domainrequests.h"

namespace linkdesk::app {

namespace {

QString alphabetName(CodeAlphabet alphabet)
{
    return alphabet == CodeAlphabet::Easy ? u"easy"_qs : u"full"_qs;
}

// Every setting but the host, one after the other; `apply` takes a pointer to the member.
template <typename Apply>
void forEachSetting(Apply apply)
{
    apply(&CodeSettings::generator);
    apply(&CodeSettings::length);
    apply(&CodeSettings::alphabet);
    apply(&CodeSettings::checkCharacter);
    apply(&CodeSettings::prefix);
    apply(&CodeSettings::caseSensitive);
    apply(&CodeSettings::multiSegment);
    apply(&CodeSettings::reserveCommonNames);
    apply(&CodeSettings::aliasDays);
}

QJsonObject changes(const CodeSettings &before, const CodeSettings &after)
{
    QJsonObject json;
    const auto add = [&](const QString &name, auto member, const QJsonValue &value) {
        if (before.*member != after.*member)
            json.insert(name, value);
    };
    add(u"generator"_qs, &CodeSettings::generator, QString(wireName(after.generator)));
    add(u"length"_qs, &CodeSettings::length, after.length);
    add(u"alphabet"_qs, &CodeSettings::alphabet, alphabetName(after.alphabet));
    add(u"checkCharacter"_qs, &CodeSettings::checkCharacter, after.checkCharacter);
    add(u"prefix"_qs, &CodeSettings::prefix, after.prefix);
    add(u"caseSensitive"_qs, &CodeSettings::caseSensitive, after.caseSensitive);
    add(u"multiSegment"_qs, &CodeSettings::multiSegment, after.multiSegment);
    add(u"reserveCommonNames"_qs, &CodeSettings::reserveCommonNames, after.reserveCommonNames);
    add(u"aliasDays"_qs, &CodeSettings::aliasDays, after.aliasDays);
    return json;
}

} // namespace

QLatin1String wireName(CodeGenerator generator)
{
    switch (generator) {
    case CodeGenerator::Random: return QLatin1String("random");
    case CodeGenerator::Sequence: return QLatin1String("sequence");
    case CodeGenerator::Snowflake: return QLatin1String("snowflake");
    case CodeGenerator::Shuffled: return QLatin1String("shuffled");
    case CodeGenerator::Words: return QLatin1String("words");
    }
    return QLatin1String("random");
}

QJsonObject DomainDraft::toJson() const
{
    QJsonObject json = changes({}, codes);
    json.insert(u"host"_qs, host);
    if (!fallbackUrl.isEmpty())
        json.insert(u"fallbackUrl"_qs, fallbackUrl);
    return json;
}

QJsonObject DomainEdit::toJson() const
{
    QJsonObject json = changes(before, after);
    if (fallbackUrl)
        json.insert(u"fallbackUrl"_qs,
                    fallbackUrl->isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(*fallbackUrl));
    return json;
}

DomainEdit DomainEdit::onTopOf(const CodeSettings &now) const
{
    DomainEdit edit{now, now, fallbackUrl};
    forEachSetting([&](auto member) {
        if (before.*member != after.*member)
            edit.after.*member = after.*member;
    });
    return edit;
}

} // namespace linkdesk::app
