// What happens inside a write job: the rules of a create, and of who may have a code. The rest of a link's life is in
// linkchanges.h and linkundo.h.
//
// Called on the writer thread, inside the burst's transaction. An Error means that nothing of the call is to be kept.
#pragma once

#include "base/result.h"
#include "links/codemaker.h"
#include "links/domainbook.h"
#include "links/link.h"
#include "links/linkservice.h"

#include <optional>
#include <string>
#include <vector>

namespace linkdesk::core {

class SqlConnection;

// A change that observers hear of after the commit.
struct LinkEvent {
    LinkChange change;
    Link after;
    std::optional<Link> before; // empty for a create, where it equals `after`
    bool isWhole = true;        // false: of `after` no more was read than its id, codes and version
};

// What a write job works with. Domains' rules are read here and not when the job was queued: they may have changed
// since.
struct WriteJobContext {
    SqlConnection &connection;
    const DomainBook &domains;
    CodeMaker &codes;
    bool &anyAlias;    // whether there is any former code at all; the writer thread's own
    bool &anyArchived; // and any link in the archive
    TimePoint now;
    std::vector<LinkEvent> &events;
    CodeUse use{};

    [[nodiscard]] std::string keyOf(DomainId domain, std::string_view code) const;
};

// A checked create.
struct Draft {
    Link link;                        // code set where it is known already
    bool generated = true;
    CodeWish wish;                    // for a generated code
    int tries = 0;                    // draws that clashed so far
    std::int64_t mark = 0;            // NewCode::mark of link.code
    std::vector<std::int64_t> lookAlikes; // hashes of a chosen slug
    bool reuse = false;
    std::string madeBy;               // where the owner is somebody else: then the audit says who made it
};

[[nodiscard]] Result<Created> createLink(WriteJobContext &job, Draft draft);

// One row of the audit for all links that a job made; without one a link's own owner and time say it.
Result<void> noteCreated(WriteJobContext &job, const std::vector<Result<Created>> &results, const std::string &actor);

[[nodiscard]] Error codeTaken(std::string_view code);

// SlugTaken where a former code or an archived link of somebody else holds the name; takes a former code over whose time
// is over, or that is the owner's own. Links in the table are for the unique index to refuse.
Result<void> claimCode(WriteJobContext &job, DomainId domain, std::string_view code, std::string_view key, LinkId owner);

// Frees a code that only an expired link holds (R48); that link stays, deleted, with its history. False where it is held
// for good reason.
Result<bool> retireExpiredHolder(WriteJobContext &job, DomainId domain, std::string_view key, std::string_view actor);

} // namespace linkdesk::core
