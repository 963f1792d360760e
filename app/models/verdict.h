// What the clicks of a link say about renewing it: one rule for the page, pure and testable. A hint for people; nothing
// is decided by it.
#pragma once

#include "api/renewaltypes.h"

namespace linkdesk::app {

enum class Verdict {
    PrintedKeep, // stands on paper and is used: paper cannot be changed
    Busy,        // a hundred clicks a day and more, to the last
    Growing,     // clearly more clicks than a month ago
    Steady,
    Fading,      // clearly fewer
    Over,        // was clicked, but hardly in the last week
    FewClicks,
    NoClicks,
    StillWanted, // has ended, and visitors still come
    Forgotten,   // has ended, and nobody asks for it
};

// By the last thirty days and the tags; for one that has ended more than two days before `now`, by the visits refused
// in a week.
[[nodiscard]] Verdict verdictOf(const RenewalLink &link, const QDateTime &now);

// "Busy, keep". GUI thread (translations).
[[nodiscard]] QString verdictText(Verdict verdict);
// Why, in one sentence.
[[nodiscard]] QString verdictReason(Verdict verdict);
// Whether the clicks speak for renewing it.
[[nodiscard]] bool speaksForKeeping(Verdict verdict);

} // namespace linkdesk::app
