// Paths and slugs (R6, R7): a path gives one code, and that code's own path gives the same code again.
#include "links/slug.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace linkdesk::core;
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    if (const auto code = codeFromPath(text)) {
        const auto again = codeFromPath("/" + pathFromCode(*code));
        if (!again || *again != *code)
            std::abort();
    }
    if (const auto slug = normaliseSlug(text)) {
        const auto visited = codeFromPath("/" + pathFromCode(*slug));
        if (!visited || *visited != *slug)
            std::abort();
    }
    return 0;
}
