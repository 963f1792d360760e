// LinkAction: one thing to do to a link, or to many. The single calls of the API, batches and undo all speak of it.
#pragma once

#include "links/link.h"
#include "links/renewal.h"

#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

inline constexpr std::size_t kMaxBanReason = 500; // characters

struct LinkAction {
    enum class Kind { Edit, Renew, Ban, Unban, Delete, Restore, Tag, Untag, Move };
    Kind kind = Kind::Edit;
    std::string name; // in the audit: "edit", "renew", "let-expire", …
    LinkPatch patch;                // Edit
    RenewTo renewal;                // Renew
    std::string timeZone;           // Renew: IANA name
    bool endlessToo = true;         // Renew: a link without an end gets one
    std::string reason;             // Ban
    std::vector<std::string> tags;  // Tag, Untag
    DomainId domain;                // Move
};

// Who does it and what it is part of.
struct ChangeBy {
    std::string actor;                     // a key's name
    std::optional<std::int64_t> ifVersion; // the version the caller saw
    std::int64_t batch = 0;                // audit row of the batch
    std::int64_t undoes = 0;               // audit row that this turns back
};

} // namespace linkdesk::core
