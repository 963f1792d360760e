// Dates and times as people set them on the clocks of a zone: which moment is meant, and what to say where clocks skip
// an hour or show it twice. GUI thread (translations).
#pragma once

#include <QDateTime>
#include <QString>
#include <QTimeZone>

namespace linkdesk::app {

enum class ClockCase {
    Plain,
    Skipped, // clocks go forward over it
    Twice,   // clocks go back over it
};

struct ZonedMoment {
    QDateTime at; // UTC
    ClockCase clock = ClockCase::Plain;
};

// Skipped: as much later as clocks go forward. Twice: the first of the two.
[[nodiscard]] ZonedMoment momentAt(const QDate &day, const QTime &time, const QTimeZone &zone);
// What to know about a time of day on such a night; empty for a plain one. `at` is what is meant.
[[nodiscard]] QString clockWarning(ClockCase clock, const QTime &time, const QDateTime &at, const QTimeZone &zone);

// The zone of this name, else this computer's.
[[nodiscard]] QTimeZone zoneNamed(const QString &id);
[[nodiscard]] QDate todayIn(const QTimeZone &zone);
// "30 Jun 2026, 23:59 (Europe/Berlin)".
[[nodiscard]] QString momentText(const QDateTime &at, const QTimeZone &zone);

} // namespace linkdesk::app
