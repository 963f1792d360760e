// What a domain's rules say about slugs that people choose, beyond what holds everywhere (slug.h). Pure; any thread.
#pragma once

#include "base/result.h"
#include "links/link.h"

#include <string>
#include <string_view>

namespace linkdesk::core {

class NameSet;

// A slug as it is to be stored. Errors as normaliseSlug().
[[nodiscard]] Result<std::string> slugFor(const Domain &domain, std::string_view input, const NameSet &commonNames);
// For a slug that is normalised already.
Result<void> checkSlugRules(std::string_view slug, const Domain &domain, const NameSet &commonNames);

} // namespace linkdesk::core
