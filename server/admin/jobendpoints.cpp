#include "admin/jobendpoints.h"

#include "admin/json.h"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include <cmath>

namespace linkdesk::server {

namespace json = boost::json;
using core::JobInfo;
using core::JobItem;
using core::JobPtr;

namespace {

json::object itemJson(const JobItem &item)
{
    json::object out{{"id", item.id}};
    if (item.error) {
        out["code"] = json::string(core::errorCodeName(item.error->code));
        out["detail"] = item.error->detail;
    }
    return out;
}

JobPtr jobOf(core::JobBook &jobs, const Call &call)
{
    const auto id = parseInteger(call.argument(), 1, INT64_MAX);
    JobPtr job = id ? jobs.find(*id) : nullptr;
    if (!job)
        call.fail(404, "not-found", "there is no such job; the last hundred are remembered until the service stops");
    return job;
}

// Quoted where it must be (RFC 4180); what a spreadsheet would take for a formula is told from one by an apostrophe (R31).
void appendCell(std::string &out, std::string_view text)
{
    const bool formula = !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    out += '"';
    if (formula)
        out += '\'';
    for (const char c : text) {
        if (c == '"')
            out += '"';
        out += c;
    }
    out += '"';
}

Response reportOf(const core::Job &job)
{
    Response response;
    response.contentType = "text/csv; charset=utf-8";
    response.addHeader("Cache-Control", "no-store");
    response.addHeader("X-Content-Type-Options", "nosniff");
    response.addHeader("Content-Disposition", "attachment; filename=\"report.csv\"");
    response.body = "id,result,code,detail\r\n";
    for (const JobItem &item : job.items()) {
        response.body.append(std::to_string(item.id));
        response.body.append(item.error ? ",failed," : item.changed ? ",changed," : ",unchanged,");
        if (item.error)
            response.body.append(core::errorCodeName(item.error->code));
        response.body += ',';
        if (item.error)
            appendCell(response.body, item.error->detail);
        response.body.append("\r\n");
    }
    return response;
}

} // namespace

json::object jobJson(const JobInfo &job, core::TimePoint now)
{
    json::array failures;
    for (const JobItem &item : job.failures)
        failures.push_back(itemJson(item));
    boost::system::error_code error;
    json::value result = job.result.empty() ? json::value(nullptr) : json::parse(job.result, error);
    return {{"id", std::to_string(job.id)},
            {"kind", job.kind},
            {"action", job.action},
            {"state", json::string(core::jobStateName(job.state))},
            {"actor", job.actor},
            {"total", job.total ? json::value(*job.total) : json::value(nullptr)},
            {"done", job.done},
            {"changed", job.changed},
            {"failed", job.failed},
            {"perSecond", std::llround(job.perSecond(now))},
            {"startedAt", formatTime(job.startedAt)},
            {"endedAt", timeOrNull(job.endedAt)},
            {"auditId", job.auditId != 0 ? json::value(job.auditId) : json::value(nullptr)},
            {"undoable", job.isOver() && job.auditId != 0 && job.changed > 0},
            {"detail", job.detail},
            {"result", std::move(result)},
            {"failures", std::move(failures)}};
}

void answerJob(const Call &call, const core::Result<JobPtr> &job, const core::Clock &clock)
{
    if (!job)
        return call.fail(job.error());
    call.json(202, jobJson((*job)->info(), clock.now()));
}

void addJobEndpoints(Router &router, core::JobBook &jobs, const core::Clock &clock)
{
    router.add(Method::Get, "jobs", Scope::Read, [&jobs, &clock](const Call &call) {
        json::array out;
        for (const JobInfo &job : jobs.list())
            out.push_back(jobJson(job, clock.now()));
        call.json(200, {{"jobs", std::move(out)}});
    });
    router.add(Method::Get, "jobs/{id}", Scope::Read, [&jobs, &clock](const Call &call) {
        if (const JobPtr job = jobOf(jobs, call))
            call.json(200, jobJson(job->info(), clock.now()));
    });
    router.add(Method::Delete, "jobs/{id}", Scope::Write, [&jobs, &clock](const Call &call) {
        const JobPtr job = jobOf(jobs, call);
        if (!job)
            return;
        job->cancel();
        call.json(200, jobJson(job->info(), clock.now()));
    });
    router.add(Method::Get, "jobs/{id}/report.csv", Scope::Read, [&jobs](const Call &call) {
        if (const JobPtr job = jobOf(jobs, call))
            call.answerMade([job] { return reportOf(*job); });
    });
}

} // namespace linkdesk::server
