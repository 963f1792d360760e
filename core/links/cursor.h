// Cursor: where a page of links ended. Opaque to callers: base64url of a binary form with a format byte. Pure.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace linkdesk::core {

struct Cursor {
    LinkSort sort = LinkSort::Created;
    bool descending = true;
    bool inValues = true;    // among the rows that have the sort's value, or among those without it
    bool archived = false;   // among the archived links, which stand behind all others
    std::int64_t number = 0; // clicks or expiry, as the sort has it
    std::int64_t id = 0;     // the tie-break: the link, or its domain where codes are sorted
    std::string text;        // the code's key

    bool operator==(const Cursor &) const = default;
};

[[nodiscard]] std::string encodeCursor(const Cursor &cursor);
// InvalidInput, field "cursor", for anything encodeCursor() did not make for this order.
[[nodiscard]] Result<Cursor> decodeCursor(std::string_view text, LinkSort sort, bool descending);

} // namespace linkdesk::core
