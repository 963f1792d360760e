// The filter text: from what is typed to a LinkFilter, or to one sentence that says what is wrong and where.
//
// Terms stand side by side, all must hold: a word, "several words", field:value, field>value, <, >=, <=. A leading minus
// turns a term around; a comma between values means "or". Pure; any thread.
#pragma once

#include "base/clock.h"
#include "links/linkfilter.h"

#include <QTimeZone>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace linkdesk::core {

struct FilterContext {
    TimePoint now{};
    QTimeZone zone = QTimeZone::utc(); // whose days "2026-05-01" means
    // The id of a short domain by its host, as DomainDirectory::byHost() has it ("" is the default domain); nothing for
    // one that does not exist. Without this function every host is taken, and left unresolved.
    std::function<std::optional<std::int64_t>(std::string_view host)> domainOf;
};

struct FilterError {
    std::string detail;       // what is wrong, and what would be right; valid UTF-8
    std::size_t position = 0; // in bytes of the text
    std::size_t length = 0;
};

struct FilterParse {
    LinkFilter filter; // the terms before the error, where there is one
    std::optional<FilterError> error;
};

[[nodiscard]] FilterParse parseFilter(std::string_view text, const FilterContext &context);

// A term in words: `tag is "spring"`, `ends within the next 7 days`.
[[nodiscard]] std::string describeTerm(const FilterTerm &term);

// A word as a term, in quotes where it needs them: for whoever makes filter texts.
[[nodiscard]] std::string quotedForFilter(std::string_view word);

} // namespace linkdesk::core
