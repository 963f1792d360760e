// The single looks that a check takes, one after the other. Each adds what it finds, with the repair where there is
// one.
#pragma once

#include "upkeep/datacheck.h"

namespace linkdesk::core {

// On a connection that may write: SQLite's check of a search index is a write to it.
Result<void> findDamage(SqlConnection &connection, CheckReport &report);
Result<void> findBrokenReferences(SqlConnection &connection, CheckReport &report);
Result<void> findSharedCodes(SqlConnection &connection, CheckReport &report);
Result<void> findOrphans(SqlConnection &connection, CheckReport &report);
Result<void> findWrongNumbers(SqlConnection &connection, CheckReport &report);
Result<void> findSearchFaults(SqlConnection &connection, CheckReport &report);

// A range of links at a time, so that no statement keeps the log for long.
Result<void> findWrongCounters(SqlConnection &connection, CheckReport &report, const TaskControl &control);

} // namespace linkdesk::core
