// What the tests of backups share: databases looked at from outside, and jobs waited for.
#pragma once

#include "daemonclient.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

namespace linkdesk::test {

// The first value that a query gives, on a copy of the file with its log, so that nobody recovers the original but the
// service.
inline QVariant valueIn(const QString &file, const QString &sql)
{
    const QTemporaryDir copy;
    for (const char *tail : {"", "-wal"})
        (void)QFile::copy(file + QLatin1String(tail), copy.filePath(QStringLiteral("copy.db")) + QLatin1String(tail));
    QVariant value;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("look"));
        database.setDatabaseName(copy.filePath(QStringLiteral("copy.db")));
        if (database.open()) {
            QSqlQuery query(database);
            value = query.exec(sql) && query.next() ? query.value(0) : QVariant(query.lastError().text());
            query.clear();
            database.close();
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("look"));
    return value;
}

inline bool isWhole(const QString &file)
{
    return QFile::exists(file)
           && valueIn(file, QStringLiteral("PRAGMA integrity_check")).toString() == QLatin1String("ok")
           && valueIn(file, QStringLiteral("SELECT count(*) FROM pragma_foreign_key_check")).toInt() == 0;
}

inline bool runSql(const QString &file, const QStringList &statements)
{
    bool done = true;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("prepare"));
        database.setDatabaseName(file);
        done = database.open();
        for (const QString &statement : statements)
            done = done && QSqlQuery(database).exec(statement);
        database.close();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("prepare"));
    return done;
}

inline QStringList namesIn(const QString &folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

// The job when it is over; what came last where it does not end in time, or is unknown.
inline QJsonObject waitForJob(ApiClient &api, const ApiAnswer &started)
{
    const QByteArray path = "jobs/" + started.json[QLatin1String("id")].toString().toLatin1();
    QJsonObject job = started.json;
    (void)QTest::qWaitFor(
        [&] {
            job = api.get(path).json;
            const QString state = job[QLatin1String("state")].toString();
            return state != QLatin1String("running") && state != QLatin1String("waiting");
        },
        60'000);
    return job;
}

// Links with numbers in their targets, many at once.
inline bool makeLinks(ApiClient &api, int count)
{
    for (int made = 0; made < count;) {
        QJsonArray many;
        for (int i = 0; i < 2000 && made < count; ++i, ++made)
            many.append(QJsonObject{{QStringLiteral("url"), QStringLiteral("https://example.com/bulk/%1").arg(made)}});
        const ApiAnswer answer = api.send("POST", "links/bulk", QJsonDocument(many).toJson(QJsonDocument::Compact));
        if (answer.status() != 200)
            return false;
    }
    return true;
}

} // namespace linkdesk::test
