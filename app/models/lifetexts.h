// How the life of links is written for people: time left, exact times in a named zone, jobs under way. GUI thread.
#pragma once

#include "api/jobtypes.h"
#include "api/renewaltypes.h"

#include <QTimeZone>

namespace linkdesk::app {

// "in 3 days", "in 5 h", "2 days ago"; "Never" for an invalid time.
[[nodiscard]] QString timeLeftText(const QDateTime &end, const QDateTime &now);
// "Sun 11 May, 23:59" of this zone, with the year if it is another.
[[nodiscard]] QString zonedTime(const QDateTime &time, const QTimeZone &zone, const QDateTime &now);
// "Next 7 days", "Expired, can be saved".
[[nodiscard]] QString windowText(RenewalWindow window);
// What a tall day of the chart is: "Quarter end", or its date.
[[nodiscard]] QString dayName(const QDate &day, const QDate &today);
// "8,120 of 12,450, 6,400/s, 1 s left".
[[nodiscard]] QString jobProgressText(const JobInfo &job);
// 0 to 1; below 0: not known.
[[nodiscard]] double jobFraction(const JobInfo &job);
// "spam, by marketing, 3 May"; what is not known is left out.
[[nodiscard]] QString banText(const BanInfo &ban, const QDateTime &now);

} // namespace linkdesk::app
