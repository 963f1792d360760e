// LinkValue: what a redirect needs of a link as compact bytes, for a cache outside this process. Pure; any thread.
//
// One byte of format version first; a value of another version, or damaged in any way, is no value. "No such link" is
// a value too.
#pragma once

#include "resolve/cachedlink.h"

#include <memory>
#include <string>
#include <string_view>

namespace linkdesk::core {

// Without `head` and `key`, and of links without a limit only: who counts one has to ask the store.
[[nodiscard]] std::string encodeLinkValue(const CachedLink &link);
// Null for anything that encodeLinkValue() did not write. `head` is not rendered yet, `key` not set.
[[nodiscard]] std::shared_ptr<CachedLink> decodeLinkValue(std::string_view bytes);

} // namespace linkdesk::core
