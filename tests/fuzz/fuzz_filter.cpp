// The filter text (R34): any bytes give terms or one error inside the text, and a term means the same when it stands alone.
#include "links/filterparser.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace linkdesk::core;
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    static const FilterContext context = [] {
        FilterContext out;
        out.now = fromMs(1'781'524'800'000);
        out.zone = QTimeZone("Europe/Berlin");
        return out;
    }();
    const FilterParse parsed = parseFilter(text, context);
    if (parsed.error) {
        const FilterError &error = *parsed.error;
        if (error.length == 0 || error.position > size || error.length > size - error.position || error.detail.empty())
            std::abort();
    }
    if (parsed.filter.terms.size() > kMaxFilterTerms)
        std::abort();
    for (const FilterTerm &term : parsed.filter.terms) {
        if (term.values.empty() || term.position + term.length > size || describeTerm(term).empty())
            std::abort();
        const FilterParse alone = parseFilter(text.substr(term.position, term.length), context);
        if (alone.error || alone.filter.terms.size() != 1 || alone.filter.terms.front().values != term.values)
            std::abort();
        for (const FilterValue &value : term.values) {
            const std::string quotedText = quotedForFilter(value.text);
            if (quotedText.size() > kMaxFilterBytes)
                continue;
            const FilterParse quoted = parseFilter(quotedText, context);
            if (quoted.error || quoted.filter.terms.size() != 1
                || quoted.filter.terms.front().values.front().text != value.text)
                std::abort();
        }
    }
    return 0;
}
