// How a restored database takes the place of the present one, so that a crash at any moment leaves one of them whole
// (R38).
//
// The new database is made beside the present one (incomingFile()), complete, checked and synced. decideRestore() then
// writes a note, in one step: that is the moment from which on the folder's database is the new one. completeRestore()
// moves the files; Store::open() calls it first, so whatever stopped it before, the next start ends it. Without a note
// an incoming file is what a restore left that was never decided on, and is removed.
//
// All functions but decideRestore() want the folder's lock.
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace linkdesk::core {

inline constexpr const char *kDatabaseName = "linkdesk.db";

struct Restored {
    TimePoint at;         // of the decision
    std::string from;     // the file that was restored, for people
    std::string former;   // the name that the database before has now; empty: there was none
    std::string incoming; // the name of the file that becomes the database; completeRestore() does not tell it
};

inline constexpr const char *kIncomingName = "linkdesk.db.incoming";
[[nodiscard]] std::filesystem::path incomingFile(const std::filesystem::path &folder);
// A name for the present database that is free in the folder: "linkdesk-before-restore-20261201-140500.db" (UTC).
[[nodiscard]] std::string formerName(const std::filesystem::path &folder, TimePoint now);

// The names are plain ones, of files in the folder; the incoming file is synced already.
Result<void> decideRestore(const std::filesystem::path &folder, const Restored &restored);
// Whether a restore was decided on and is not complete.
[[nodiscard]] bool isRestoreDecided(const std::filesystem::path &folder);
// Gives what was restored, or nothing where there was nothing to do.
[[nodiscard]] Result<std::optional<Restored>> completeRestore(const std::filesystem::path &folder);
// Takes a decision back that was not carried out, or not at all: the present database stays.
void cancelRestore(const std::filesystem::path &folder);
// The new database cannot be used: decides on the former one again. `restored` comes from completeRestore().
Result<void> decideReturn(const std::filesystem::path &folder, const Restored &restored, TimePoint now);

} // namespace linkdesk::core
