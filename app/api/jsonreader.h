// JsonReader: takes the members of one JSON object by name and type and remembers the first that does not fit.
//
// Strict about what it is asked for, silent about members it is not asked for, so that a newer service can add some.
// Read everything, then ask ok(); values read after a failure are defaults.
#pragma once

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <functional>
#include <optional>

namespace linkdesk::app {

class JsonReader final {
public:
    // `problem` is borrowed, outlives the reader and is shared by nested readers; `path` is where this object stands.
    JsonReader(QJsonObject object, QString *problem, QString path = {});

    // For members that an older service does not send.
    [[nodiscard]] bool has(QLatin1String name) const { return m_object.contains(name); }
    [[nodiscard]] bool isNull(QLatin1String name) const { return m_object.value(name).isNull(); }
    [[nodiscard]] QString text(QLatin1String name);
    [[nodiscard]] QString textOrNull(QLatin1String name); // null gives an empty text
    [[nodiscard]] qint64 integer(QLatin1String name);
    [[nodiscard]] std::optional<qint64> integerOrNull(QLatin1String name);
    [[nodiscard]] double number(QLatin1String name);
    [[nodiscard]] std::optional<double> numberOrNull(QLatin1String name);
    [[nodiscard]] bool boolean(QLatin1String name);
    [[nodiscard]] QDateTime time(QLatin1String name);
    [[nodiscard]] QDateTime timeOrNull(QLatin1String name); // null gives an invalid time
    [[nodiscard]] QStringList texts(QLatin1String name);
    [[nodiscard]] QList<qint64> integers(QLatin1String name);
    [[nodiscard]] QJsonObject rawOrNull(QLatin1String name); // an object as it came; null gives an empty one
    [[nodiscard]] JsonReader object(QLatin1String name);
    void objects(QLatin1String name, const std::function<void(JsonReader &)> &each);

    [[nodiscard]] bool ok() const { return m_problem->isEmpty(); }
    void fail(QLatin1String name, const QString &expected);

private:
    [[nodiscard]] QJsonValue take(QLatin1String name);
    [[nodiscard]] QString pathOf(QLatin1String name) const;

    QJsonObject m_object;
    QString *m_problem;
    QString m_path;
};

} // namespace linkdesk::app
