#include "api/jsonreader.h"

#include <cmath>

namespace linkdesk::app {

namespace {

// Beyond 2^53 a JSON number is no longer a whole number for sure.
constexpr double kLargestExact = 9007199254740992.0;

} // namespace

JsonReader::JsonReader(QJsonObject object, QString *problem, QString path)
    : m_object(std::move(object)), m_problem(problem), m_path(std::move(path))
{
}

QString JsonReader::pathOf(QLatin1String name) const
{
    return m_path.isEmpty() ? QString(name) : m_path + u'.' + name;
}

void JsonReader::fail(QLatin1String name, const QString &expected)
{
    if (m_problem->isEmpty())
        *m_problem = pathOf(name) + u": expected "_qs + expected;
}

QJsonValue JsonReader::take(QLatin1String name)
{
    return m_object.value(name);
}

QString JsonReader::text(QLatin1String name)
{
    const QJsonValue value = take(name);
    if (!value.isString())
        fail(name, u"a string"_qs);
    return value.toString();
}

QString JsonReader::textOrNull(QLatin1String name)
{
    return take(name).isNull() ? QString() : text(name);
}

qint64 JsonReader::integer(QLatin1String name)
{
    const QJsonValue value = take(name);
    const double number = value.toDouble(std::nan(""));
    if (!value.isDouble() || std::floor(number) != number || std::fabs(number) > kLargestExact) {
        fail(name, u"a whole number"_qs);
        return 0;
    }
    return value.toInteger();
}

std::optional<qint64> JsonReader::integerOrNull(QLatin1String name)
{
    if (take(name).isNull())
        return std::nullopt;
    return integer(name);
}

double JsonReader::number(QLatin1String name)
{
    const QJsonValue value = take(name);
    if (!value.isDouble())
        fail(name, u"a number"_qs);
    return value.toDouble();
}

std::optional<double> JsonReader::numberOrNull(QLatin1String name)
{
    if (take(name).isNull())
        return std::nullopt;
    return number(name);
}

bool JsonReader::boolean(QLatin1String name)
{
    const QJsonValue value = take(name);
    if (!value.isBool())
        fail(name, u"true or false"_qs);
    return value.toBool();
}

QDateTime JsonReader::time(QLatin1String name)
{
    const QDateTime parsed = QDateTime::fromString(take(name).toString(), Qt::ISODateWithMs);
    // Without an offset the instant is unknown (R28): local time would be a guess.
    if (!parsed.isValid() || parsed.timeSpec() == Qt::LocalTime) {
        fail(name, u"an ISO 8601 time with offset"_qs);
        return {};
    }
    return parsed;
}

QDateTime JsonReader::timeOrNull(QLatin1String name)
{
    return take(name).isNull() ? QDateTime() : time(name);
}

QStringList JsonReader::texts(QLatin1String name)
{
    const QJsonValue value = take(name);
    QStringList result;
    if (!value.isArray())
        fail(name, u"a list"_qs);
    for (const QJsonValue &item : value.toArray()) {
        if (!item.isString())
            fail(name, u"a list of strings"_qs);
        result << item.toString();
    }
    return result;
}

QList<qint64> JsonReader::integers(QLatin1String name)
{
    const QJsonValue value = take(name);
    QList<qint64> result;
    if (!value.isArray())
        fail(name, u"a list"_qs);
    for (const QJsonValue &item : value.toArray()) {
        const double number = item.toDouble(std::nan(""));
        if (!item.isDouble() || std::floor(number) != number || std::fabs(number) > kLargestExact)
            fail(name, u"a list of whole numbers"_qs);
        result << item.toInteger();
    }
    return result;
}

QJsonObject JsonReader::rawOrNull(QLatin1String name)
{
    const QJsonValue value = take(name);
    if (!value.isObject() && !value.isNull())
        fail(name, u"an object"_qs);
    return value.toObject();
}

JsonReader JsonReader::object(QLatin1String name)
{
    const QJsonValue value = take(name);
    if (!value.isObject())
        fail(name, u"an object"_qs);
    return JsonReader(value.toObject(), m_problem, pathOf(name));
}

void JsonReader::objects(QLatin1String name, const std::function<void(JsonReader &)> &each)
{
    const QJsonValue value = take(name);
    if (!value.isArray())
        fail(name, u"a list"_qs);
    const QJsonArray array = value.toArray();
    for (qsizetype i = 0; i < array.size() && ok(); ++i) {
        const QString path = u"%1[%2]"_qs.arg(pathOf(name)).arg(i);
        if (!array.at(i).isObject()) {
            *m_problem = path + u": expected an object"_qs;
            return;
        }
        JsonReader item(array.at(i).toObject(), m_problem, path);
        each(item);
    }
}

} // namespace linkdesk::app
