// LinkBatch: one action on many links, and its undo, as a job: a selection, or everything a filter finds.
//
// The links are found first, so that what the action changes cannot change what it is done to. Then they are changed in
// small write jobs, so that nobody's write waits behind a batch for long. Each link has its row in the audit, and one row
// stands for all. Thread-safe; everything is borrowed.
#pragma once

#include "links/linkaction.h"
#include "store/auditstore.h"
#include "upkeep/jobs.h"

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace linkdesk::core {

class LinkService;
class SqlConnection;
class Store;

class LinkBatch final {
public:
    LinkBatch(LinkService &links, Store &store, JobBook &jobs) : m_links(links), m_store(store), m_jobs(jobs) {}

    // All links of the batch, on a connection of the job's own; `goOn` is false once the job is cancelled.
    using Finder =
        std::function<Result<std::vector<LinkId>>(SqlConnection &, const std::function<bool()> &goOn)>;

    // `description` is a JSON object for the audit: what was asked for.
    [[nodiscard]] Result<JobPtr> start(Finder find, LinkAction action, std::string description, std::string actor);

    // Undoes a batch, or a creation of many, link by link: what was changed since is left as it is and told.
    // AlreadyUndone where that was done, or is being done.
    [[nodiscard]] Result<JobPtr> undo(const AuditEntry &entry, std::string actor);

private:
    class Run;
    LinkService &m_links;
    Store &m_store;
    JobBook &m_jobs;
    std::mutex m_mutex; // guards m_undoing
    std::set<std::int64_t> m_undoing;
};

// The links that a creation of many made, from its audit row.
[[nodiscard]] std::vector<LinkId> createdLinks(const AuditEntry &entry);

} // namespace linkdesk::core
