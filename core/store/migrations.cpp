#include "store/migrations.h"

#include "store/sqlconnection.h"
#include "store/statement.h"

#include <array>
#include <string>

namespace linkdesk::core {

// Each step in its own file.
extern const char *const kSchemaV1;
extern const char *const kSchemaV2;
extern const char *const kSchemaV3;

namespace {

struct Step {
    std::int64_t version;
    const char *sql;
};

Result<void> applySteps(SqlConnection &connection, std::int64_t from, TimePoint now)
{
    const std::array<Step, 3> steps{{{1, kSchemaV1}, {2, kSchemaV2}, {3, kSchemaV3}}};
    static_assert(steps.size() == kSchemaVersion);
    for (const Step &step : steps) {
        if (step.version <= from)
            continue;
        if (auto done = connection.exec(step.sql); !done)
            return done;
        Statement mark(connection, "INSERT INTO schema_version(version, applied_at) VALUES(?, ?)");
        mark.bind(step.version).bind(now);
        if (auto done = mark.run("noting the schema version"); !done)
            return done;
    }
    return {};
}

} // namespace

Result<std::int64_t> schemaVersion(SqlConnection &connection)
{
    Statement tables(connection, "SELECT count(*), coalesce(sum(name = 'schema_version'), 0) FROM sqlite_schema "
                                 "WHERE type = 'table'");
    if (tables.step() != Statement::Step::Row)
        return tables.error("reading the schema");
    if (tables.integer(0) == 0)
        return std::int64_t{0};
    if (tables.integer(1) == 0)
        return Error{ErrorCode::Corrupt, "it is a database, but not one of Linkdesk", {}};
    Statement version(connection, "SELECT max(version) FROM schema_version");
    if (version.step() != Statement::Step::Row)
        return version.error("reading the schema version");
    if (version.isNull(0) || version.integer(0) < 1)
        return Error{ErrorCode::Corrupt, "it does not say its version", {}};
    return version.integer(0);
}

Result<void> migrate(SqlConnection &connection, TimePoint now)
{
    const auto version = schemaVersion(connection);
    if (!version)
        return version.error();
    if (*version > kSchemaVersion)
        return Error{ErrorCode::NewerSchema,
                     "The database was written by a newer Linkdesk (schema " + std::to_string(*version)
                         + ", this one knows " + std::to_string(kSchemaVersion) + "): install the newer version.", {}};
    if (*version == kSchemaVersion)
        return {};
    if (auto begun = connection.exec("BEGIN IMMEDIATE"); !begun)
        return begun;
    auto done = applySteps(connection, *version, now);
    if (done)
        done = connection.exec("COMMIT");
    if (!done)
        (void)connection.exec("ROLLBACK");
    return done;
}

} // namespace linkdesk::core
