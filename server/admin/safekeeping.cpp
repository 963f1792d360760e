#include "admin/safekeeping.h"

#include "admin/json.h"
#include "base/logging.h"
#include "upkeep/datacheck.h"
#include "upkeep/restore.h"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Job;
using core::JobPtr;
using core::Result;

namespace {

constexpr std::size_t kProblemsShown = 1000;

core::TaskControl watchedBy(Job &job)
{
    core::TaskControl control;
    control.goOn = [&job] { return !job.isCancelled(); };
    control.progress = [&job](std::int64_t done, std::int64_t total) {
        job.setTotal(total);
        job.setDone(done);
    };
    return control;
}

std::string reportJson(const core::CheckReport &report)
{
    json::array problems;
    for (const core::CheckProblem &problem : report.problems) {
        if (problems.size() == kProblemsShown)
            break;
        problems.push_back({{"code", problem.code}, {"detail", problem.detail}, {"repaired", problem.repaired}});
    }
    json::object checked;
    for (const auto &[name, count] : report.checked)
        checked[name] = count;
    return json::serialize(json::object{{"problems", std::move(problems)},
                                        {"found", report.problems.size()},
                                        {"left", report.left()},
                                        {"checked", std::move(checked)}});
}

json::value textOrNull(const std::string &text)
{
    return text.empty() ? json::value(nullptr) : json::value(text);
}

} // namespace

Safekeeping::Safekeeping(Parts parts)
    : m_parts(std::move(parts)), m_keeper(m_parts.store, m_parts.settings, m_parts.clock, m_parts.dataDir)
{
    m_keeper.load();
    // Of a check that was killed.
    core::removeUnfinished(m_parts.dataDir);
}

SafekeepingState Safekeeping::state() const
{
    SafekeepingState state;
    state.backup = m_keeper.state();
    state.restore = m_parts.restore;
    const std::lock_guard lock(m_mutex);
    state.wrongCounters = m_wrongCounters;
    return state;
}

Result<JobPtr> Safekeeping::backUp(std::filesystem::path file, std::string actor)
{
    return m_parts.jobs.start("backup", "backup", std::move(actor),
                              [this, file = std::move(file)](Job &job) { return runBackup(file, true, job); });
}

void Safekeeping::backUpIfDue()
{
    if (m_restoring || !m_keeper.isDue())
        return;
    const auto waiting = m_parts.jobs.list();
    const bool isOnItsWay = std::any_of(waiting.begin(), waiting.end(),
                                        [](const core::JobInfo &job) { return job.kind == "backup" && !job.isOver(); });
    if (isOnItsWay)
        return;
    const auto job =
        m_parts.jobs.start("backup", "backup", "plan", [this](Job &run) { return runBackup({}, false, run); });
    if (!job)
        qCWarning(core::lcService) << "the planned backup has to wait:" << job.error().detail.c_str();
}

Result<void> Safekeeping::runBackup(const std::filesystem::path &file, bool manual, Job &job)
{
    const core::TaskControl control = watchedBy(job);
    const auto made = file.empty() ? m_keeper.make(manual, control) : m_keeper.makeAt(file, control);
    if (!made)
        return made.error();
    job.setDetail(made->file.string());
    job.setResult(
        json::serialize(json::object{{"file", made->file.string()},
                                     {"name", made->file.filename().string()},
                                     {"bytes", made->bytes},
                                     {"links", made->links},
                                     {"copyingMs", made->copying.count()},
                                     {"checkingMs", made->checking.count()},
                                     {"longestStepMs", static_cast<double>(made->longestStep.count()) / 1000.0}}));
    return {};
}

Result<JobPtr> Safekeeping::restore(std::filesystem::path file, std::string actor)
{
    if (!m_parts.restart)
        return Error{
            ErrorCode::Unavailable, "This service cannot start itself anew: stop it, and use linkdeskd restore.", {}};
    if (m_restoring.exchange(true))
        return Error{ErrorCode::Busy, "Another restore is under way.", {}};
    auto job = m_parts.jobs.start("restore", "restore", std::move(actor), [this, file = std::move(file)](Job &run) {
        auto done = runRestore(file, run);
        // Decided: nothing may come in between until the service begins anew.
        if (!done)
            m_restoring = false;
        return done;
    });
    if (!job)
        m_restoring = false;
    return job;
}

Result<void> Safekeeping::runRestore(const std::filesystem::path &file, Job &job)
{
    const core::TimePoint now = m_parts.clock.exactNow();
    if (auto staged = core::stageRestore(m_parts.dataDir, file, now, watchedBy(job)); !staged)
        return staged;
    if (auto decided = core::decideOnStaged(m_parts.dataDir, file, now); !decided)
        return decided;
    job.setDetail("The service starts anew with " + file.string() + ".");
    qCWarning(core::lcService) << "the service starts anew with" << file.string().c_str();
    m_parts.restart();
    return {};
}

Result<JobPtr> Safekeeping::check(bool repair, std::string actor)
{
    return m_parts.jobs.start("check", repair ? "repair" : "check", std::move(actor),
                              [this, repair](Job &job) { return runCheck(repair, job); });
}

Result<void> Safekeeping::runCheck(bool repair, Job &job)
{
    const auto report = core::checkDatabase(m_parts.store, repair, watchedBy(job));
    if (!report)
        return report.error();
    if (repair && report->left() < report->problems.size())
        m_parts.dataChanged();
    noteCounters(*report);
    job.setResult(reportJson(*report));
    job.setDetail(report->problems.empty() ? "Nothing is wrong."
                                           : std::to_string(report->problems.size()) + " problems were found, "
                                                 + std::to_string(report->left()) + " are left.");
    return {};
}

void Safekeeping::checkCounters()
{
    const auto job = m_parts.jobs.start("check", "counters", "plan", [this](Job &run) { return runCounters(run); });
    if (!job)
        qCWarning(core::lcService) << "the check of the click counters was left out:" << job.error().detail.c_str();
}

Result<void> Safekeeping::runCounters(Job &job)
{
    const auto report = core::checkCounters(m_parts.store, watchedBy(job));
    if (!report)
        return report.error();
    noteCounters(*report);
    job.setResult(reportJson(*report));
    return {};
}

void Safekeeping::noteCounters(const core::CheckReport &report)
{
    std::size_t count = 0;
    std::string first;
    for (const core::CheckProblem &problem : report.problems) {
        if (problem.repaired || !problem.code.starts_with("click-"))
            continue;
        if (count++ == 0)
            first = problem.detail;
    }
    const std::lock_guard lock(m_mutex);
    m_wrongCounters = count == 0 ? std::string()
                                 : first + (count > 1 ? " And " + std::to_string(count - 1) + " more." : std::string());
    if (count > 0)
        qCWarning(core::lcService) << "click counters do not agree:" << m_wrongCounters.c_str();
}

json::object safekeepingJson(const SafekeepingState &state)
{
    const core::BackupState &backup = state.backup;
    json::value restore(nullptr);
    if (state.restore) {
        const core::Restored &restored = state.restore->restored;
        restore = {{"at", formatTime(restored.at)},
                   {"from", restored.from},
                   {"former", textOrNull(restored.former)},
                   {"error", textOrNull(state.restore->error)}};
    }
    return {{"lastAt", timeOrNull(backup.lastAt)}, {"lastFile", textOrNull(backup.lastFile)},
            {"lastBytes", backup.lastBytes},       {"lastError", textOrNull(backup.lastError)},
            {"nextAt", timeOrNull(backup.nextAt)}, {"running", backup.running},
            {"lastRestore", std::move(restore)}};
}

} // namespace linkdesk::server
