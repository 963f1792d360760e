// What is about to expire and what is banned, as the admin API tells it. Plain data like types.h.
#pragma once

#include "api/types.h"

#include <QDate>
#include <QMetaType>

#include <array>

namespace linkdesk::app {

// When links end: within 7 days, in 8 to 30, in 31 to 90, or they have ended and can be saved.
enum class RenewalWindow { Week, Month, Quarter, Expired };
inline constexpr std::array kRenewalWindows{RenewalWindow::Week, RenewalWindow::Month, RenewalWindow::Quarter,
                                            RenewalWindow::Expired};

struct WindowCount {
    qint64 links = 0;
    qint64 clicks30 = 0; // not of the expired ones
    qint64 refused7 = 0; // of the expired ones alone
};

struct DayCount {
    QDate day; // of the summary's zone
    qint64 links = 0;
};

struct RenewalSummary {
    QString timeZone;
    QDateTime now;
    int reminderDays = 7;
    std::array<WindowCount, kRenewalWindows.size()> windows; // by RenewalWindow
    QList<DayCount> perDay;                                  // today first
    qint64 decisions = 0;

    [[nodiscard]] const WindowCount &window(RenewalWindow w) const { return windows[static_cast<size_t>(w)]; }
};

struct RenewalLink {
    LinkInfo link;
    qint64 clicks30 = 0;
    QList<qint64> days; // thirty, oldest first
    qint64 refused7 = 0;
};

struct RenewalPageInfo {
    QList<RenewalLink> links;
    QString nextCursor;
};

// A host that targets of banned links lie on.
struct BannedHost {
    QString host;
    qint64 links = 0;
    QString reason; // of the latest
    QString by;
    QDateTime at;
    bool operator==(const BannedHost &) const = default;
};

struct BanSummary {
    qint64 links = 0;
    QList<BannedHost> hosts; // most links first
};

} // namespace linkdesk::app

Q_DECLARE_METATYPE(linkdesk::app::RenewalLink)
