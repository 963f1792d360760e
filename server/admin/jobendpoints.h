// The API of jobs: what runs, how far it is, what became of it.
#pragma once

#include "admin/router.h"
#include "upkeep/jobs.h"

#include <boost/json/object.hpp>

namespace linkdesk::server {

[[nodiscard]] boost::json::object jobJson(const core::JobInfo &job, core::TimePoint now);
// 202 with the job, or why it was not begun.
void answerJob(const Call &call, const core::Result<core::JobPtr> &job, const core::Clock &clock);

// Borrowed; both outlive the router's last call.
void addJobEndpoints(Router &router, core::JobBook &jobs, const core::Clock &clock);

} // namespace linkdesk::server
