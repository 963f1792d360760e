// What happens inside a write job: the rules of create, edit, delete and restore that need to see the rows.
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
};

// What a write job works with. Domains' rules are read here and not when the job was queued: they may have changed
// since.
struct WriteJobContext {
    SqlConnection &connection;
    const DomainBook &domains;
    CodeMaker &codes;
    bool &anyAlias; // whether there is any former code at all; the writer thread's own
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
};

// A checked edit: destination and slug are in the form they are stored in.
struct EditRequest {
    LinkId id;
    LinkPatch patch;
    std::optional<std::int64_t> ifVersion;
    std::string actor;
};

[[nodiscard]] Result<Created> createLink(WriteJobContext &job, Draft draft);
[[nodiscard]] Result<Link> editLink(WriteJobContext &job, const EditRequest &request);
[[nodiscard]] Result<Link> deleteLink(WriteJobContext &job, LinkId id, std::optional<std::int64_t> ifVersion,
                                      const std::string &actor);
[[nodiscard]] Result<Link> restoreLink(WriteJobContext &job, LinkId id, const std::string &actor);
// The former code stops leading to the link.
[[nodiscard]] Result<Link> endAlias(WriteJobContext &job, LinkId id, std::string_view code, const std::string &actor);

} // namespace linkdesk::core
