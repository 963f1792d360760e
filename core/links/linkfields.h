// The rules of a link's fields: what is accepted, and in which form it is kept. Pure; any thread.
#pragma once

#include "base/result.h"
#include "links/link.h"
#include "links/linkaction.h"

#include <string>
#include <vector>

namespace linkdesk::core {

class OwnHosts;

inline constexpr std::size_t kMaxTitlePoints = 512;
inline constexpr std::size_t kMaxNotePoints = 4096;
inline constexpr std::size_t kMaxOwnerPoints = 256;
inline constexpr std::size_t kMaxTags = 50;
inline constexpr std::size_t kMaxTagPoints = 64;
inline constexpr std::int64_t kMostMaxClicks = 1'000'000'000'000;

// The bytes to store for a destination, or why it is refused (R11, R13, R14, R21).
[[nodiscard]] Result<std::string> checkTarget(std::string_view input, const OwnHosts &ownHosts);

// The same for where visitors go instead; empty stands for none.
[[nodiscard]] Result<std::string> checkFallback(std::string_view input, const OwnHosts &ownHosts);

// Everything of a create but destination and slug; brings the tags into their stored form.
Result<void> checkFields(NewLink &request);
// Everything of a patch but destination and slug; brings the tags into their stored form.
Result<void> checkFields(LinkPatch &patch);
// What an action says by itself, its patch excepted; brings tags and reason into their stored form.
[[nodiscard]] Result<LinkAction> checkAction(LinkAction action);
// InvalidInput where a limit is to hold for clicks that nobody counts.
Result<void> checkLimitIsCounted(const std::optional<std::int64_t> &maxClicks, bool track);
// InvalidInput when a link would end before it begins.
Result<void> checkPeriod(const std::optional<TimePoint> &validFrom, const std::optional<TimePoint> &expiresAt);

// Trimmed, without case-insensitive duplicates, sorted.
[[nodiscard]] Result<std::vector<std::string>> normaliseTags(const std::vector<std::string> &tags);

} // namespace linkdesk::core
