// What happens inside a write job: the rules of create, edit, delete and restore that need to see the rows.
//
// Called on the writer thread, inside the burst's transaction. An Error means that nothing of the call is to be kept.
#pragma once

#include "base/result.h"
#include "links/link.h"
#include "links/linkservice.h"

#include <functional>
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

// Gives a fresh code of the wanted length.
using CodeSource = std::function<std::string(int length)>;

// A checked create.
struct Draft {
    Link link;               // code set for a custom slug, and as a first try for a generated one
    bool caseSensitive = true;
    bool generated = true;
    int length = 7;
    bool reuse = false;
};

// A checked edit: destination and slug are in the form they are stored in.
struct EditRequest {
    LinkId id;
    LinkPatch patch;
    std::optional<std::int64_t> ifVersion;
    std::string actor;
};

// The code as the unique index has it (R8).
[[nodiscard]] std::string codeKey(std::string_view code, bool caseSensitive);

[[nodiscard]] Result<Created> createLink(SqlConnection &connection, Draft draft, TimePoint now, const CodeSource &codes,
                                         std::vector<LinkEvent> &events);
// caseSensitive: of each domain.
using CaseRule = std::function<bool(DomainId)>;
[[nodiscard]] Result<Link> editLink(SqlConnection &connection, const EditRequest &request, const CaseRule &caseRule,
                                    TimePoint now, std::vector<LinkEvent> &events);
[[nodiscard]] Result<Link> deleteLink(SqlConnection &connection, LinkId id, std::optional<std::int64_t> ifVersion,
                                      const std::string &actor, const CaseRule &caseRule, TimePoint now,
                                      std::vector<LinkEvent> &events);
[[nodiscard]] Result<Link> restoreLink(SqlConnection &connection, LinkId id, const std::string &actor,
                                       const CaseRule &caseRule, TimePoint now, std::vector<LinkEvent> &events);

} // namespace linkdesk::core
