// What the tests of backups and restores share: rows, and files looked at from outside.
#pragma once

#include "store/sqlconnection.h"
#include "store/statement.h"
#include "tempstore.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <filesystem>

namespace linkdesk::test {

namespace fs = std::filesystem;
using namespace linkdesk::core;

// A link for each number, through the writer, without what the link service adds.
inline std::string insertSql(std::int64_t number)
{
    const std::string n = std::to_string(number);
    return "INSERT INTO link(domain_id, code, status, generator, long_url, target_hash, redirect_status, "
           "forward_query, track, "
           "version, created_at, updated_at) VALUES(1, 'n"
           + n + "', 'active', 'custom', 'https://example.com/" + n + "', " + n + ", 302, 1, 1, 1, 0, 0)";
}

inline void fill(TempStore &store, int from, int count)
{
    const auto done =
        store.exec("WITH RECURSIVE n(i) AS (SELECT " + std::to_string(from)
                   + " UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(from + count - 1)
                   + ") INSERT INTO link(domain_id, code, status, generator, long_url, target_hash, redirect_status, "
                     "forward_query, track, version, created_at, updated_at) SELECT 1, 'n' || i, 'active', 'custom', "
                     "'https://example.com/' || i, i, 302, 1, 1, 1, 0, 0 FROM n");
    QVERIFY2(done, done ? "" : done.error().detail.c_str());
}

inline std::int64_t numberIn(const fs::path &file, const std::string &sql)
{
    auto connection = SqlConnection::open(file, SqlConnection::Access::ReadOnly);
    if (!connection)
        return -1;
    Statement statement(**connection, sql);
    return statement.step() == Statement::Step::Row ? statement.integer(0) : -1;
}

inline QStringList filesIn(const fs::path &folder)
{
    return QDir(QString::fromStdString(folder.string())).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

inline QByteArray contentsOf(const fs::path &file)
{
    QFile stream(QString::fromStdString(file.string()));
    return stream.open(QIODevice::ReadOnly) ? stream.readAll() : QByteArray();
}

inline bool overwrite(const fs::path &file, qint64 at, const QByteArray &bytes)
{
    QFile stream(QString::fromStdString(file.string()));
    return stream.open(QIODevice::ReadWrite) && stream.seek(at) && stream.write(bytes) == bytes.size();
}

} // namespace linkdesk::test
