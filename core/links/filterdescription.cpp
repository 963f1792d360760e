#include "links/filterparser.h"

#include "links/filterwords.h"

#include <functional>

namespace linkdesk::core {

namespace {

std::string inQuotes(const FilterValue &value)
{
    return "\"" + shownInMessage(value.text) + "\"";
}

std::string joined(const FilterTerm &term, const std::function<std::string(const FilterValue &)> &one)
{
    std::string out;
    for (const FilterValue &value : term.values)
        out += (out.empty() ? "" : " or ") + one(value);
    return out;
}

std::string periodInWords(const FilterPeriod &period)
{
    std::string unit;
    switch (period.unit) {
    case 'h': unit = "hour"; break;
    case 'd': unit = "day"; break;
    case 'w': unit = "week"; break;
    case 'm': unit = "month"; break;
    default: unit = "year"; break;
    }
    return std::to_string(period.count) + " " + unit + (period.count == 1 ? "" : "s");
}

std::string_view comparison(FilterOperator op)
{
    switch (op) {
    case FilterOperator::Is: return "exactly ";
    case FilterOperator::Less: return "fewer than ";
    case FilterOperator::AtMost: return "at most ";
    case FilterOperator::Greater: return "more than ";
    case FilterOperator::AtLeast: return "at least ";
    }
    return "";
}

std::string number(const FilterTerm &term, std::string_view before, std::string_view after)
{
    return joined(term, [&](const FilterValue &value) {
        if (value.none)
            return std::string("no limit of clicks");
        return std::string(before) + std::string(comparison(term.op)) + shownInMessage(value.text) + std::string(after);
    });
}

std::string idInWords(const FilterTerm &term)
{
    const auto word = [&]() -> std::string_view {
        switch (term.op) {
        case FilterOperator::Is: return "";
        case FilterOperator::Less: return "below ";
        case FilterOperator::AtMost: return "at most ";
        case FilterOperator::Greater: return "above ";
        case FilterOperator::AtLeast: return "at least ";
        }
        return "";
    }();
    return "its number is "
           + joined(term, [&](const FilterValue &value) { return std::string(word) + shownInMessage(value.text); });
}

// "within the next 7 days", "more than 30 days ago".
std::string periodPhrase(FilterOperator op, const FilterPeriod &period, bool ahead)
{
    const std::string length = periodInWords(period);
    switch (op) {
    case FilterOperator::Is:
    case FilterOperator::Less:
    case FilterOperator::AtMost: return ahead ? "within the next " + length : "within the last " + length;
    case FilterOperator::Greater: return ahead ? "in more than " + length : "more than " + length + " ago";
    case FilterOperator::AtLeast: return ahead ? "in " + length + " or later" : length + " ago or earlier";
    }
    return length;
}

std::string_view datePreposition(FilterOperator op)
{
    switch (op) {
    case FilterOperator::Is: return "on ";
    case FilterOperator::Less: return "before ";
    case FilterOperator::AtMost: return "not after ";
    case FilterOperator::Greater: return "after ";
    case FilterOperator::AtLeast: return "not before ";
    }
    return "";
}

std::string datePhrase(FilterOperator op, const FilterValue &value)
{
    const std::string day = lowerAscii(value.text);
    if (op == FilterOperator::Is && (day == "today" || day == "yesterday" || day == "tomorrow"))
        return day;
    // A month or a minute is no day to be "on".
    const std::string_view preposition = op == FilterOperator::Is && day.size() != 10 ? "in " : datePreposition(op);
    return std::string(preposition) + shownInMessage(value.text);
}

std::string time(const FilterTerm &term, std::string_view verb)
{
    const bool ahead = term.field == FilterField::Expires;
    return joined(term, [&](const FilterValue &value) {
        if (value.none)
            return std::string(ahead ? "never ends" : "never clicked");
        return std::string(verb) + " "
               + (value.period ? periodPhrase(term.op, *value.period, ahead) : datePhrase(term.op, value));
    });
}

std::string plainChoice(const FilterValue &value)
{
    return shownInMessage(value.key);
}

std::string trait(const FilterValue &value)
{
    switch (static_cast<FilterTrait>(value.choice)) {
    case FilterTrait::Favourite: return "is a favourite";
    case FilterTrait::Archived: return "is archived";
    case FilterTrait::Limited: return "has a limit of clicks";
    case FilterTrait::Protected: return "asks for a password";
    case FilterTrait::Tracked: return "its clicks are counted";
    case FilterTrait::LetExpire: return "may expire without a reminder";
    case FilterTrait::Custom: return "its short name was chosen";
    }
    return plainChoice(value);
}

std::string part(const FilterValue &value)
{
    switch (static_cast<FilterPart>(value.choice)) {
    case FilterPart::Expiry: return "has an end";
    case FilterPart::Start: return "has a start";
    case FilterPart::Note: return "has a note";
    case FilterPart::Title: return "has a title";
    case FilterPart::Tags: return "has a tag";
    case FilterPart::Owner: return "has an owner";
    case FilterPart::Fallback: return "has a fallback address";
    case FilterPart::Limit: return "has a limit of clicks";
    case FilterPart::Ban: return "has been banned";
    }
    return plainChoice(value);
}

std::string meaning(const FilterTerm &term)
{
    const auto contains = [&](std::string_view what) {
        return std::string(what) + " contains " + joined(term, inQuotes);
    };
    switch (term.field) {
    case FilterField::Text: return joined(term, inQuotes) + " in short name, target or title";
    case FilterField::Tag: return "tag is " + joined(term, inQuotes);
    case FilterField::Domain:
        return "short domain is " + joined(term, [](const FilterValue &value) {
                   return value.key.empty() ? std::string("the default one") : shownInMessage(value.key);
               });
    case FilterField::Status: return "status is " + joined(term, plainChoice);
    case FilterField::Clicks: return number(term, "", " clicks");
    case FilterField::Bots: return number(term, "", " clicks by bots");
    case FilterField::Created: return time(term, "made");
    case FilterField::Updated: return time(term, "changed");
    case FilterField::Expires: return time(term, "ends");
    case FilterField::Clicked: return time(term, "last clicked");
    case FilterField::Owner: return contains("owner");
    case FilterField::Title: return contains("title");
    case FilterField::Note: return contains("note");
    case FilterField::Slug: return contains("short name");
    case FilterField::Url: return contains("target");
    case FilterField::Host:
        return "target is at " + joined(term, [](const FilterValue &value) {
                   return value.key.find_first_not_of("0123456789.") == std::string::npos || value.key.front() == '['
                              ? value.key
                              : shownInMessage(value.key) + " or below it";
               });
    case FilterField::Generator:
        return "short name is " + joined(term, [](const FilterValue &value) {
                   return value.key == "custom" ? std::string("chosen") : "made by " + shownInMessage(value.key);
               });
    case FilterField::Limit: return number(term, "a limit of ", " clicks");
    case FilterField::Id: return idInWords(term);
    case FilterField::Is: return joined(term, trait);
    case FilterField::Has: return joined(term, part);
    }
    return {};
}

} // namespace

std::string describeTerm(const FilterTerm &term)
{
    return (term.negated ? "not: " : "") + meaning(term);
}

} // namespace linkdesk::core
