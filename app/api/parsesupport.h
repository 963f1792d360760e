// What the parsers of the admin API share: names of enumerations, member names, objects. For parse*.cpp alone.
#pragma once

#include "api/apiresult.h"
#include "api/jsonreader.h"
#include "api/types.h"

#include <QByteArray>
#include <QJsonDocument>

#include <array>
#include <utility>

namespace linkdesk::app {

template <typename E, size_t N>
using Names = std::array<std::pair<QLatin1String, E>, N>;

constexpr QLatin1String operator""_n(const char *text, size_t size)
{
    return QLatin1String(text, int(size));
}

template <typename E, size_t N>
E readName(JsonReader &reader, QLatin1String name, const Names<E, N> &names)
{
    const QString text = reader.text(name);
    for (const auto &[known, value] : names) {
        if (text == known)
            return value;
    }
    reader.fail(name, u"a known name"_qs);
    return names.front().second;
}

[[nodiscard]] Clicks readClicks(JsonReader reader);
[[nodiscard]] LinkInfo readLink(JsonReader &reader);
[[nodiscard]] ChangeKind readChangeKind(JsonReader &reader, QLatin1String name);
[[nodiscard]] ApiError badAnswer(const QString &why);

template <typename T, typename Read>
ApiResult<T> parseObject(const QByteArray &json, Read read)
{
    QJsonParseError parseError;
    const QJsonDocument document = QJsonDocument::fromJson(json, &parseError);
    if (parseError.error != QJsonParseError::NoError)
        return badAnswer(u"not JSON: "_qs + parseError.errorString());
    if (!document.isObject())
        return badAnswer(u"not a JSON object"_qs);
    QString problem;
    JsonReader reader(document.object(), &problem);
    T value = read(reader);
    if (!problem.isEmpty())
        return badAnswer(problem);
    return value;
}

} // namespace linkdesk::app
