// How values are written for people: numbers by the locale, times in the local zone, states and names in words.
// All of it translatable. GUI thread (translations, QLocale's default).
#pragma once

#include "api/types.h"

#include <QString>

namespace linkdesk::app {

// A short URL without its scheme, in two parts: "go.example.com/" and "spring". As people read it: the code is not
// percent-encoded. Foreign text; for the clipboard use LinkInfo::shortUrl.
struct ShortName {
    QString host; // with the slash
    QString code;
    [[nodiscard]] QString whole() const { return host + code; }
};
[[nodiscard]] ShortName shortName(const LinkInfo &link);
// An address without "https://", for cells and panes; http:// stays, because it is worth a look.
[[nodiscard]] QString addressText(const QString &url);

[[nodiscard]] QString countText(qint64 count);          // 12,480
[[nodiscard]] QString axisText(double value);           // 2,000 or 25 k or 6 M
[[nodiscard]] QString sizeText(qint64 bytes);           // 3.8 GB
[[nodiscard]] QString shareText(double share);          // 0.971 -> 97.1%
[[nodiscard]] QString durationText(qint64 seconds);     // 12 days
[[nodiscard]] QString timeOfDay(const QDateTime &time); // 14:21:08, local
[[nodiscard]] QString zoneName();                       // Europe/Berlin
[[nodiscard]] QByteArray zoneId();                      // for the service

// "just now", "5 min ago", "yesterday", "3 Mar", "3 Mar 2025".
[[nodiscard]] QString agoText(const QDateTime &time, const QDateTime &now);
// "in 3 days" below a week, else the day; "Never" for an invalid time.
[[nodiscard]] QString expiryText(const QDateTime &expires, const QDateTime &now);
[[nodiscard]] bool expiresSoon(const QDateTime &expires, const QDateTime &now); // within a week
[[nodiscard]] QString dayText(const QDate &day, const QDate &today); // 30 Jun, with the year if it is another
[[nodiscard]] QString exactTime(const QDateTime &time);              // 30 Jun 2025, 23:59:59, local zone

// What the pill of a link says.
[[nodiscard]] QString stateText(const LinkInfo &link, const QDateTime &now);
[[nodiscard]] QString redirectText(const LinkInfo &link); // "302, query forwarded"

} // namespace linkdesk::app
