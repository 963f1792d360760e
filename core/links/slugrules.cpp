#include "links/slugrules.h"

#include "codes/wordfilter.h"
#include "links/slug.h"

namespace linkdesk::core {

Result<std::string> slugFor(const Domain &domain, std::string_view input, const NameSet &commonNames)
{
    auto slug = normaliseSlug(input, domain.codes.multiSegment ? Segments::Many : Segments::One);
    if (!slug)
        return slug;
    if (auto allowed = checkSlugRules(*slug, domain, commonNames); !allowed)
        return allowed.error();
    return slug;
}

Result<void> checkSlugRules(std::string_view slug, const Domain &domain, const NameSet &commonNames)
{
    if (!domain.codes.multiSegment && slug.find('/') != std::string_view::npos)
        return normaliseSlug(slug).error();
    if (domain.codes.reserveCommonNames && commonNames.contains(foldCase(slug)))
        return Error{ErrorCode::SlugReserved, "The domain keeps common names such as this one back: choose another.", "slug"};
    return {};
}

} // namespace linkdesk::core
