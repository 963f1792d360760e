#include "models/verdict.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace linkdesk::app {

namespace {

constexpr qint64 kFew = 5;             // in thirty days: chance, robots that were not told, whoever made the link
constexpr qint64 kBusyWeek = 700;      // a hundred a day
constexpr qint64 kEnoughToCompare = 30; // fewer clicks have no trend
constexpr qint64 kStillWanted = 10;    // refused in a week
constexpr qint64 kJustEndedSeconds = 2 * 86400;
constexpr double kOverShare = 0.1;     // of what the last week would have, were the clicks spread evenly
constexpr double kFadingShare = 0.6;   // last ten days to first ten
constexpr double kGrowingShare = 1.6;

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Verdict)
};

qint64 sum(const QList<qint64> &days, qsizetype from, qsizetype to)
{
    from = std::clamp<qsizetype>(from, 0, days.size());
    to = std::clamp<qsizetype>(to, from, days.size());
    return std::accumulate(days.begin() + from, days.begin() + to, qint64(0));
}

bool isPrinted(const QStringList &tags)
{
    static const QStringList kPaper{QStringLiteral("qr"), QStringLiteral("print"), QStringLiteral("poster"),
                                    QStringLiteral("flyer")};
    return std::any_of(tags.begin(), tags.end(),
                       [](const QString &tag) { return kPaper.contains(tag, Qt::CaseInsensitive); });
}

} // namespace

Verdict verdictOf(const RenewalLink &link, const QDateTime &now)
{
    const bool over = link.link.expiresAt.isValid() && link.link.expiresAt <= now;
    if (over && link.refused7 >= kStillWanted)
        return Verdict::StillWanted;
    // Of one that ended just now nobody can have been refused for long: its clicks say more.
    if (over && link.link.expiresAt.secsTo(now) > kJustEndedSeconds)
        return Verdict::Forgotten;
    const qint64 clicks = link.clicks30;
    if (clicks == 0)
        return Verdict::NoClicks;
    if (clicks <= kFew)
        return Verdict::FewClicks;
    if (isPrinted(link.link.tags))
        return Verdict::PrintedKeep;
    const qsizetype count = link.days.size();
    if (count < 3)
        return Verdict::Steady;
    const qint64 week = sum(link.days, count - 7, count);
    const double evenWeek = double(clicks) * 7 / double(count);
    if (double(week) < kOverShare * evenWeek)
        return Verdict::Over;
    const qint64 first = sum(link.days, 0, count / 3);
    const qint64 last = sum(link.days, count - count / 3, count);
    const bool comparable = clicks >= kEnoughToCompare;
    if (comparable && double(last) < kFadingShare * double(first))
        return Verdict::Fading;
    if (week >= kBusyWeek)
        return Verdict::Busy;
    if (comparable && double(last) > kGrowingShare * double(first))
        return Verdict::Growing;
    return Verdict::Steady;
}

QString verdictText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::PrintedKeep: return Tr::tr("Printed, keep");
    case Verdict::Busy: return Tr::tr("Busy, keep");
    case Verdict::Growing: return Tr::tr("Growing, keep");
    case Verdict::Steady: return Tr::tr("Steady");
    case Verdict::Fading: return Tr::tr("Fading");
    case Verdict::Over: return Tr::tr("Over, let go");
    case Verdict::FewClicks: return Tr::tr("Hardly clicked, let go");
    case Verdict::NoClicks: return Tr::tr("No clicks, let go");
    case Verdict::StillWanted: return Tr::tr("Still visited, save");
    case Verdict::Forgotten: return Tr::tr("Nobody asks, let go");
    }
    return {};
}

QString verdictReason(Verdict verdict)
{
    switch (verdict) {
    case Verdict::PrintedKeep: return Tr::tr("Its tags say that it stands on paper, and it is still used.");
    case Verdict::Busy: return Tr::tr("A hundred clicks a day or more in the last week.");
    case Verdict::Growing: return Tr::tr("Clearly more clicks in the last ten days than a month ago.");
    case Verdict::Steady: return Tr::tr("About as many clicks as a month ago.");
    case Verdict::Fading: return Tr::tr("Clearly fewer clicks in the last ten days than a month ago.");
    case Verdict::Over: return Tr::tr("Was clicked, but hardly in the last week.");
    case Verdict::FewClicks: return Tr::tr("Five clicks or fewer in thirty days.");
    case Verdict::NoClicks: return Tr::tr("Nobody has clicked it for thirty days.");
    case Verdict::StillWanted: return Tr::tr("It has ended, and visitors still come and are turned away.");
    case Verdict::Forgotten: return Tr::tr("It has ended, and hardly anybody has come in the last week.");
    }
    return {};
}

bool speaksForKeeping(Verdict verdict)
{
    switch (verdict) {
    case Verdict::PrintedKeep:
    case Verdict::Busy:
    case Verdict::Growing:
    case Verdict::Steady:
    case Verdict::StillWanted: return true;
    case Verdict::Fading:
    case Verdict::Over:
    case Verdict::FewClicks:
    case Verdict::NoClicks:
    case Verdict::Forgotten: return false;
    }
    return false;
}

} // namespace linkdesk::app
