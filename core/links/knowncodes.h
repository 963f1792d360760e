// KnownCodes: whether a code seems to be in use, without asking the store.
#pragma once

#include "links/link.h"

#include <string_view>

namespace linkdesk::core {

// Thread-safe.
class KnownCodes {
public:
    virtual ~KnownCodes() = default;
    // `key` is the code as the domain's unique index has it. False where it is surely free, and also where nothing is
    // known (yet): the unique index decides in any case.
    [[nodiscard]] virtual bool seemsTaken(DomainId domain, std::string_view key) const = 0;
};

} // namespace linkdesk::core
