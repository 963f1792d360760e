#include "links/filterwords.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace linkdesk::core {

namespace {

constexpr std::array kFields{
    FilterFieldInfo{FilterField::Tag, FilterKind::Tag, false, "tag:spring"},
    FilterFieldInfo{FilterField::Domain, FilterKind::Domain, false, "domain:go.example"},
    FilterFieldInfo{FilterField::Status, FilterKind::Choice, false, "status:expired"},
    FilterFieldInfo{FilterField::Clicks, FilterKind::Number, true, "clicks>100"},
    FilterFieldInfo{FilterField::Bots, FilterKind::Number, true, "bots>100"},
    FilterFieldInfo{FilterField::Created, FilterKind::Time, true, "created<7d"},
    FilterFieldInfo{FilterField::Updated, FilterKind::Time, true, "updated<7d"},
    FilterFieldInfo{FilterField::Expires, FilterKind::Time, true, "expires<7d"},
    FilterFieldInfo{FilterField::Clicked, FilterKind::Time, true, "clicked>90d"},
    FilterFieldInfo{FilterField::Owner, FilterKind::Text, false, "owner:anna"},
    FilterFieldInfo{FilterField::Title, FilterKind::Text, false, "title:sale"},
    FilterFieldInfo{FilterField::Note, FilterKind::Text, false, "note:flyer"},
    FilterFieldInfo{FilterField::Slug, FilterKind::Text, false, "slug:summer"},
    FilterFieldInfo{FilterField::Url, FilterKind::Text, false, "url:utm_source"},
    FilterFieldInfo{FilterField::Host, FilterKind::Host, false, "host:example.com"},
    FilterFieldInfo{FilterField::Generator, FilterKind::Choice, false, "generator:words"},
    FilterFieldInfo{FilterField::Limit, FilterKind::Number, true, "limit>100"},
    FilterFieldInfo{FilterField::Id, FilterKind::Number, true, "id:12"},
    FilterFieldInfo{FilterField::Is, FilterKind::Choice, false, "is:favourite"},
    FilterFieldInfo{FilterField::Has, FilterKind::Choice, false, "has:note"},
};
constexpr FilterFieldInfo kText{FilterField::Text, FilterKind::Text, false, "sale"};

// In the order of their enumerations.
constexpr std::array<std::string_view, 7> kStatusNames{"active", "scheduled", "expired", "used-up",
                                                       "banned", "deleted",   "archived"};
constexpr std::array<std::string_view, 7> kTraitNames{"favourite", "archived",   "limited", "protected",
                                                      "tracked",   "let-expire", "custom"};
constexpr std::array<std::string_view, 9> kPartNames{"expiry", "start",    "note",  "title", "tags",
                                                     "owner",  "fallback", "limit", "ban"};
constexpr std::array<std::string_view, 6> kGeneratorNames{"random",   "sequence", "snowflake",
                                                          "shuffled", "words",    "custom"};

struct OtherName {
    std::string_view name;
    std::string_view field;
};
// Names that people may try first.
constexpr std::array kOtherNames{
    OtherName{"code", "slug"},     OtherName{"short", "slug"},      OtherName{"name", "slug"},
    OtherName{"target", "url"},    OtherName{"to", "url"},          OtherName{"link", "url"},
    OtherName{"site", "host"},     OtherName{"state", "status"},    OtherName{"date", "created"},
    OtherName{"made", "created"},  OtherName{"changed", "updated"}, OtherName{"edited", "updated"},
    OtherName{"end", "expires"},   OtherName{"ends", "expires"},    OtherName{"expiry", "expires"},
    OtherName{"label", "tag"},     OtherName{"by", "owner"},        OtherName{"user", "owner"},
    OtherName{"visits", "clicks"}, OtherName{"hits", "clicks"},     OtherName{"with", "has"},
};

constexpr std::size_t kLongestName = 24; // longer texts are near nothing
constexpr std::size_t kShownSigns = 40;

// Letters to add, drop, change or swap with their neighbour.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before2;
    std::vector<std::size_t> before(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        before[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before2[j - 2] + 1);
        }
        before2 = std::move(before);
        before = std::move(row);
    }
    return before[b.size()];
}

bool turnsDirection(UChar32 point)
{
    return (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) || point == 0x200e
           || point == 0x200f || point == 0x061c;
}

} // namespace

std::string lowerAscii(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
}

const FilterFieldInfo *filterFieldNamed(std::string_view name)
{
    const std::string wanted = lowerAscii(name);
    const auto found = std::find_if(kFields.begin(), kFields.end(),
                                    [&](const FilterFieldInfo &info) { return filterFieldName(info.field) == wanted; });
    return found == kFields.end() ? nullptr : &*found;
}

const FilterFieldInfo &filterFieldInfo(FilterField field)
{
    const auto found = std::find_if(kFields.begin(), kFields.end(),
                                    [field](const FilterFieldInfo &info) { return info.field == field; });
    return found == kFields.end() ? kText : *found;
}

std::span<const std::string_view> filterChoices(FilterField field)
{
    switch (field) {
    case FilterField::Status: return kStatusNames;
    case FilterField::Is: return kTraitNames;
    case FilterField::Has: return kPartNames;
    case FilterField::Generator: return kGeneratorNames;
    default: return {};
    }
}

std::optional<int> filterChoice(FilterField field, std::string_view name)
{
    const auto names = filterChoices(field);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return std::nullopt;
    return static_cast<int>(found - names.begin());
}

std::string_view nearestField(std::string_view name)
{
    const std::string wanted = lowerAscii(name);
    for (const OtherName &other : kOtherNames) {
        if (other.name == wanted)
            return other.field;
    }
    std::vector<std::string_view> names;
    for (const FilterFieldInfo &info : kFields)
        names.push_back(filterFieldName(info.field));
    return nearestOf(names, wanted);
}

std::string_view nearestOf(std::span<const std::string_view> names, std::string_view name)
{
    if (name.empty() || name.size() > kLongestName)
        return {};
    std::string_view best;
    // A third of the letters may be wrong; of two, none.
    std::size_t bestDistance = name.size() / 3 + 1;
    if (name.size() < 3)
        return {};
    for (const std::string_view candidate : names) {
        const std::size_t far = distance(name, candidate);
        if (far < bestDistance || (far == bestDistance && best.empty() && far <= 2)) {
            best = candidate;
            bestDistance = far;
        }
    }
    return best;
}

std::string shownInMessage(std::string_view text)
{
    std::string out;
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(text.data());
    const auto size = static_cast<std::int32_t>(text.size());
    std::size_t signs = 0;
    for (std::int32_t at = 0; at < size; ++signs) {
        if (signs == kShownSigns)
            return out + "…";
        const std::int32_t from = at;
        UChar32 point = 0;
        U8_NEXT_OR_FFFD(bytes, at, size, point);
        if (point < 0x20 || point == 0x7f || point == 0xfffd || turnsDirection(point)) {
            char code[16];
            std::snprintf(code, sizeof code, "U+%04X", static_cast<unsigned>(point));
            out += code;
        } else {
            out.append(text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(at - from)));
        }
    }
    return out;
}

} // namespace linkdesk::core
