#include "links/linkfilter.h"

#include <algorithm>

namespace linkdesk::core {

namespace {

bool isArchivedStatus(const FilterValue &value)
{
    return value.choice == static_cast<int>(FilterStatus::Archived);
}

// A term that archived links alone can fulfil.
bool wantsArchivedOnly(const FilterTerm &term)
{
    if (term.negated)
        return false;
    if (term.field == FilterField::Is)
        return std::all_of(term.values.begin(), term.values.end(), [](const FilterValue &value) {
            return value.choice == static_cast<int>(FilterTrait::Archived);
        });
    return term.field == FilterField::Status && std::all_of(term.values.begin(), term.values.end(), isArchivedStatus);
}

// A term that names archived links among others or alone.
bool namesArchived(const FilterTerm &term)
{
    if (term.negated)
        return false;
    if (term.field == FilterField::Is)
        return std::any_of(term.values.begin(), term.values.end(), [](const FilterValue &value) {
            return value.choice == static_cast<int>(FilterTrait::Archived);
        });
    return term.field == FilterField::Status && std::any_of(term.values.begin(), term.values.end(), isArchivedStatus);
}

} // namespace

std::string_view filterFieldName(FilterField field)
{
    switch (field) {
    case FilterField::Text: return "";
    case FilterField::Tag: return "tag";
    case FilterField::Domain: return "domain";
    case FilterField::Status: return "status";
    case FilterField::Clicks: return "clicks";
    case FilterField::Bots: return "bots";
    case FilterField::Created: return "created";
    case FilterField::Updated: return "updated";
    case FilterField::Expires: return "expires";
    case FilterField::Clicked: return "clicked";
    case FilterField::Owner: return "owner";
    case FilterField::Title: return "title";
    case FilterField::Note: return "note";
    case FilterField::Slug: return "slug";
    case FilterField::Url: return "url";
    case FilterField::Host: return "host";
    case FilterField::Generator: return "generator";
    case FilterField::Limit: return "limit";
    case FilterField::Id: return "id";
    case FilterField::Is: return "is";
    case FilterField::Has: return "has";
    }
    return "";
}

std::string_view filterOperatorText(FilterOperator op)
{
    switch (op) {
    case FilterOperator::Is: return ":";
    case FilterOperator::Less: return "<";
    case FilterOperator::AtMost: return "<=";
    case FilterOperator::Greater: return ">";
    case FilterOperator::AtLeast: return ">=";
    }
    return ":";
}

bool LinkFilter::includesDeleted() const
{
    return std::any_of(terms.begin(), terms.end(), [](const FilterTerm &term) {
        return (term.field == FilterField::Status && !term.negated) || namesArchived(term);
    });
}

bool LinkFilter::includesLive() const
{
    return std::none_of(terms.begin(), terms.end(), wantsArchivedOnly);
}

bool LinkFilter::includesArchived() const
{
    return std::any_of(terms.begin(), terms.end(), namesArchived);
}

} // namespace linkdesk::core
