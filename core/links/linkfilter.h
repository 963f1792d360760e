// LinkFilter: what people type to find links ("tag:spring expires<7d -is:favourite"), taken apart. Values only.
//
// All terms must hold; of a term's values one is enough. Numbers and times are ranges already, so that whoever compares
// needs no clock and no zone any more. Made by parseFilter() (filterparser.h); pure, any thread.
#pragma once

#include "base/clock.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

inline constexpr std::size_t kMaxFilterBytes = 1000;
inline constexpr std::size_t kMaxFilterTerms = 50;
inline constexpr std::size_t kMaxFilterValues = 100; // of all terms together

enum class FilterField {
    Text, // no field: in short name, target or title
    Tag,
    Domain,
    Status,
    Clicks,
    Bots,
    Created,
    Updated,
    Expires,
    Clicked, // the last click
    Owner,
    Title,
    Note,
    Slug,
    Url,
    Host,
    Generator,
    Limit,
    Id,
    Is,
    Has,
};
// As typed before the colon; empty for Text.
[[nodiscard]] std::string_view filterFieldName(FilterField field);

enum class FilterOperator { Is, Less, AtMost, Greater, AtLeast };
[[nodiscard]] std::string_view filterOperatorText(FilterOperator op); // ":", "<", …

// What a link is to a visitor at the filter's moment, or that it is kept apart.
enum class FilterStatus { Active, Scheduled, Expired, UsedUp, Banned, Deleted, Archived };
enum class FilterTrait { Favourite, Archived, Limited, Protected, Tracked, LetExpire, Custom };
enum class FilterPart { Expiry, Start, Note, Title, Tags, Owner, Fallback, Limit, Ban };

// "7d": so many units before or after the filter's moment.
struct FilterPeriod {
    std::int64_t count = 0;
    char unit = 'd'; // h, d, w, m (months), y
    bool operator==(const FilterPeriod &) const = default;
};

struct FilterValue {
    std::string text;        // as typed, without quotes
    std::string key;         // texts and tags folded (foldForSearch), a host as A-label, a generator's name
    int choice = 0;          // a FilterStatus, FilterTrait or FilterPart
    std::int64_t domain = 0; // a DomainId; 0: nobody resolved it
    bool none = false;       // "none", "never": no such time or number at all
    // from <= x < before; milliseconds for times.
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t before = std::numeric_limits<std::int64_t>::max();
    std::optional<FilterPeriod> period; // where the time was given as one
    bool operator==(const FilterValue &) const = default;
};

struct FilterTerm {
    FilterField field = FilterField::Text;
    FilterOperator op = FilterOperator::Is;
    bool negated = false;
    std::vector<FilterValue> values; // never empty
    std::size_t position = 0;        // in bytes of the filter's text
    std::size_t length = 0;
    bool operator==(const FilterTerm &) const = default;
};

struct LinkFilter {
    std::vector<FilterTerm> terms; // none: every link that is neither deleted nor archived
    TimePoint now{};               // what "expired" and "7d" mean

    [[nodiscard]] bool isEmpty() const { return terms.empty(); }
    // Where no term asks for a status or for archived links, deleted ones are left out.
    [[nodiscard]] bool includesDeleted() const;
    // Live links are left out where only archived ones can match.
    [[nodiscard]] bool includesLive() const;
    [[nodiscard]] bool includesArchived() const;
    bool operator==(const LinkFilter &) const = default;
};

} // namespace linkdesk::core
