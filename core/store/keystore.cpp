#include "store/keystore.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

namespace linkdesk::core {

using Step = Statement::Step;

Result<KeyId> insertKey(SqlConnection &connection, const KeyRow &row)
{
    Statement add(connection, "INSERT INTO api_key(name, prefix, hash, scope, created_at, expires_at) "
                              "VALUES(?, ?, ?, ?, ?, ?)");
    add.bind(row.name).bind(row.prefix).bindBlob(row.hash).bind(row.scope).bind(row.createdAt).bind(row.expiresAt);
    const Step step = add.step();
    if (step == Step::Taken)
        return Error{ErrorCode::InvalidInput, "This key is stored already.", "key"};
    if (step != Step::Done)
        return add.error("storing a key");
    return KeyId{connection.lastInsertId()};
}

Result<std::vector<KeyRow>> allKeys(SqlConnection &connection)
{
    Statement rows(connection, "SELECT id, name, prefix, hash, scope, created_at, expires_at, last_used_at "
                               "FROM api_key ORDER BY id");
    std::vector<KeyRow> keys;
    for (Step step = rows.step(); step != Step::Done; step = rows.step()) {
        if (step != Step::Row)
            return rows.error("reading the keys");
        keys.push_back({KeyId{rows.integer(0)}, rows.text(1), rows.text(2), rows.blob(3), rows.text(4),
                        fromMs(rows.integer(5)), rows.time(6), rows.time(7)});
    }
    return keys;
}

Result<bool> deleteKey(SqlConnection &connection, KeyId id)
{
    Statement remove(connection, "DELETE FROM api_key WHERE id = ? RETURNING id");
    const Step step = remove.bind(id.value).step();
    if (step == Step::Failed)
        return remove.error("deleting a key");
    return step == Step::Row;
}

Result<void> touchKey(SqlConnection &connection, KeyId id, TimePoint lastUsed)
{
    Statement touch(connection, "UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?");
    return touch.bind(lastUsed).bind(id.value).run("noting a key's use");
}

} // namespace linkdesk::core
