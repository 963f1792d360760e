#include "upkeep/linksweep.h"

#include "links/linkservice.h"
#include "links/linkwrites.h"
#include "store/aliasstore.h"
#include "store/archivestore.h"
#include "store/auditstore.h"
#include "store/linkstore.h"
#include "store/settingsbook.h"
#include "store/sqlconnection.h"
#include "store/store.h"
#include "store/sweepstore.h"
#include "upkeep/writeslices.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

using std::chrono::steady_clock;

// Whose doing it is, in the audit.
constexpr std::string_view kActor = "upkeep";
// Rows looked at in one read for links to archive.
constexpr int kCandidateRows = 5000;

TimePoint daysBefore(TimePoint now, int days)
{
    return now - std::chrono::days(days);
}

Result<void> note(WriteJobContext &job, std::string_view action, std::size_t links)
{
    if (links == 0)
        return {};
    return insertAudit(job.connection, job.now, kActor, action, LinkId{}, {}, "{\"links\":" + std::to_string(links) + "}");
}

// What the caches need to forget; nothing else of the link was read.
LinkEvent eventOf(LinkChange change, const SweptRow &row)
{
    Link link;
    link.id = row.id;
    link.domain = row.domain;
    link.code = row.code;
    link.version = row.version;
    link.aliases = row.aliases;
    link.status = LinkStatus::Deleted;
    return {change, std::move(link), std::nullopt, false};
}

} // namespace

Result<void> LinkSweep::sweep(const GoOn &goOn, const Progress &progress)
{
    const Settings settings = m_settings.current();
    const TimePoint now = m_clock.now();
    m_lastSweep = toMs(now);
    if (settings.keepExpiredDays) {
        const TimePoint before = daysBefore(now, *settings.keepExpiredDays);
        auto swept = repeat([&](std::size_t rows) { return deleteExpired(before, rows); }, m_swept, goOn, progress);
        if (!swept)
            return swept;
    }
    const TimePoint before = daysBefore(now, settings.restoreDays);
    return repeat([&](std::size_t rows) { return purgeDeleted(before, rows); }, m_purged, goOn, progress);
}

Result<void> LinkSweep::repeat(const std::function<Result<std::int64_t>(std::size_t)> &step,
                               std::atomic<std::int64_t> &count, const GoOn &goOn, const Progress &progress)
{
    WriteSlices slices;
    while (goOn()) {
        const std::size_t rows = slices.rows();
        const auto began = steady_clock::now();
        const auto done = step(rows);
        if (!done)
            return done.error();
        slices.note(static_cast<std::size_t>(*done), steady_clock::now() - began);
        count += *done;
        if (progress)
            progress(*done);
        if (static_cast<std::size_t>(*done) < rows)
            break;
    }
    return {};
}

Result<std::int64_t> LinkSweep::deleteExpired(TimePoint before, std::size_t rows)
{
    std::int64_t count = 0;
    auto done = m_links.inJobNow(Atomicity::Savepoint, [&](WriteJobContext &job) -> Result<void> {
        const auto due = expiredRows(job.connection, before, static_cast<int>(rows), job.anyAlias);
        if (!due)
            return due.error();
        for (const SweptRow &row : *due) {
            if (auto deleted = markDeleted(job.connection, row.id, job.now); !deleted)
                return deleted;
            job.events.push_back(eventOf(LinkChange::Deleted, row));
        }
        count = static_cast<std::int64_t>(due->size());
        return note(job, "sweep", due->size());
    });
    return done ? Result<std::int64_t>(count) : Result<std::int64_t>(done.error());
}

Result<std::int64_t> LinkSweep::purgeDeleted(TimePoint before, std::size_t rows)
{
    std::int64_t count = 0;
    auto done = m_links.inJobNow(Atomicity::Savepoint, [&](WriteJobContext &job) -> Result<void> {
        const auto due = purgeableRows(job.connection, before, static_cast<int>(rows), job.anyAlias);
        if (!due)
            return due.error();
        for (const SweptRow &row : *due) {
            if (auto purged = purgeLink(job.connection, row.id); !purged)
                return purged;
            job.events.push_back(eventOf(LinkChange::Purged, row));
        }
        count = static_cast<std::int64_t>(due->size());
        return note(job, "purge-old", due->size());
    });
    return done ? Result<std::int64_t>(count) : Result<std::int64_t>(done.error());
}

Result<void> LinkSweep::archive(const GoOn &goOn, const Progress &progress)
{
    const auto days = m_settings.current().archiveAfterDays;
    const TimePoint now = m_clock.now();
    m_lastArchive = toMs(now);
    if (!days)
        return {};
    const TimePoint before = daysBefore(now, *days);
    WriteSlices slices;
    LinkId after;
    for (bool end = false; !end && goOn();) {
        auto connection = SqlConnection::open(m_store.databaseFile(), SqlConnection::Access::ReadOnly);
        if (!connection)
            return connection.error();
        const auto found = archiveCandidates(**connection, after, before, kCandidateRows);
        connection->reset(); // an open reader would hold the log
        if (!found)
            return found.error();
        after = found->next;
        end = found->end;
        for (std::size_t from = 0; from < found->ids.size() && goOn();) {
            const std::size_t count = std::min(slices.rows(), found->ids.size() - from);
            const auto began = steady_clock::now();
            std::int64_t moved = 0;
            auto done = m_links.inJobNow(Atomicity::Savepoint, [&](WriteJobContext &job) -> Result<void> {
                moved = 0;
                for (std::size_t i = from; i < from + count; ++i) {
                    const LinkId id = found->ids[i];
                    const auto still = mayBeArchived(job.connection, id, before);
                    if (!still || !*still) {
                        if (!still)
                            return still.error();
                        continue;
                    }
                    const auto row = sweptRow(job.connection, id);
                    if (!row)
                        return row.error();
                    if (auto stored = moveToArchive(job.connection, id, job.now); !stored)
                        return stored;
                    job.anyArchived = true;
                    LinkEvent event = eventOf(LinkChange::Archived, *row);
                    event.after.status = LinkStatus::Active;
                    job.events.push_back(std::move(event));
                    ++moved;
                }
                return note(job, "archive", static_cast<std::size_t>(moved));
            });
            if (!done)
                return done;
            slices.note(count, steady_clock::now() - began);
            from += count;
            m_archived += moved;
            if (progress)
                progress(moved);
        }
    }
    return {};
}

SweepStats LinkSweep::stats() const
{
    const auto time = [](std::int64_t ms) { return ms != 0 ? std::optional(fromMs(ms)) : std::nullopt; };
    return {m_swept, m_purged, m_archived, time(m_lastSweep), time(m_lastArchive)};
}

} // namespace linkdesk::core
