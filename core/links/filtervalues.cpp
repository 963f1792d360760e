#include "links/filtervalues.h"

#include "links/filtertime.h"
#include "links/hostname.h"
#include "store/textmatch.h"

#include <charconv>

namespace linkdesk::core {

namespace {

using Complaint = std::optional<std::string>;

constexpr std::int64_t kLargestNumber = 1'000'000'000'000'000;

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string quoted(std::string_view text)
{
    return "\"" + shownInMessage(text) + "\"";
}

Complaint readNumber(const FilterFieldInfo &info, FilterOperator op, FilterValue &value)
{
    const std::string word = lowerAscii(value.text);
    if (info.field == FilterField::Limit && op == FilterOperator::Is && (word == "none" || word == "never")) {
        value.none = true;
        return std::nullopt;
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc::result_out_of_range || (error == std::errc() && number > kLargestNumber))
        return Complaint("The number " + quoted(value.text) + " is too large.");
    if (error != std::errc() || end != word.data() + word.size() || number < 0)
        return Complaint(quoted(value.text) + " is no whole number: write digits alone, such as "
                         + std::string(info.example) + ".");
    switch (op) {
    case FilterOperator::Is:
        value.from = number;
        value.before = number + 1;
        break;
    case FilterOperator::Less: value.before = number; break;
    case FilterOperator::AtMost: value.before = number + 1; break;
    case FilterOperator::Greater: value.from = number + 1; break;
    case FilterOperator::AtLeast: value.from = number; break;
    }
    return std::nullopt;
}

// Ends lie ahead, everything else lies behind: "<7d" is near to now either way.
Complaint readPeriod(const FilterFieldInfo &info, FilterOperator op, const FilterContext &context, FilterValue &value)
{
    const bool ahead = info.field == FilterField::Expires;
    const std::string name(filterFieldName(info.field));
    if (op == FilterOperator::Is)
        return Complaint("A period needs < or >: write " + name + "<" + shownInMessage(value.text) + " or " + name + ">"
                         + shownInMessage(value.text) + ".");
    const std::int64_t edge = toMs(moved(context.now, *value.period, !ahead, context.zone));
    const bool near = op == FilterOperator::Less || op == FilterOperator::AtMost;
    const bool inclusive = op == FilterOperator::AtMost || op == FilterOperator::AtLeast;
    if (ahead == near)
        value.before = edge + (inclusive ? 1 : 0);
    if (ahead && near)
        value.from = toMs(context.now) + 1; // what is over does not end any more
    if (ahead && !near)
        value.from = edge + (inclusive ? 0 : 1);
    if (!ahead && near)
        value.from = edge + (inclusive ? 0 : 1);
    if (!ahead && !near)
        value.before = edge + (inclusive ? 1 : 0);
    return std::nullopt;
}

Complaint readTime(const FilterFieldInfo &info, FilterOperator op, const FilterContext &context, FilterValue &value)
{
    const std::string word = lowerAscii(value.text);
    const std::string name(filterFieldName(info.field));
    if (word == "none" || word == "never") {
        if (info.field != FilterField::Expires && info.field != FilterField::Clicked)
            return Complaint("Every link has such a time: " + name + " takes no " + quoted(word) + ".");
        if (op != FilterOperator::Is)
            return Complaint("Write " + name + ":" + word + ", with a colon.");
        value.none = true;
        return std::nullopt;
    }
    value.period = parseFilterPeriod(word);
    if (value.period)
        return readPeriod(info, op, context, value);
    const auto span = parseTimeSpan(word, context.now, context.zone);
    if (!span)
        return Complaint(quoted(value.text)
                         + " is no date and no period: write a date such as 2026-05-01, or 12h, "
                           "7d, 2w, 3m or 1y.");
    switch (op) {
    case FilterOperator::Is:
        value.from = toMs(span->from);
        value.before = toMs(span->before);
        break;
    case FilterOperator::Less: value.before = toMs(span->from); break;
    case FilterOperator::AtMost: value.before = toMs(span->before); break;
    case FilterOperator::Greater: value.from = toMs(span->before); break;
    case FilterOperator::AtLeast: value.from = toMs(span->from); break;
    }
    return std::nullopt;
}

Complaint readHost(FilterValue &value)
{
    std::string_view name = value.text;
    if (name.starts_with("*."))
        name.remove_prefix(2);
    else if (name.starts_with('.'))
        name.remove_prefix(1);
    if (name.ends_with('.'))
        name.remove_suffix(1);
    if (name.find('/') != std::string_view::npos)
        return Complaint(quoted(value.text)
                         + " is an address, not a host: write host:example.com, or put it in "
                           "quotes behind url:.");
    auto host = parseHost(name, "filter");
    if (!host)
        return Complaint(quoted(value.text) + " is no host: write host:example.com.");
    value.key = std::move(*host);
    return std::nullopt;
}

Complaint readDomain(const FilterContext &context, FilterValue &value)
{
    std::string host;
    if (lowerAscii(value.text) != "default") {
        const auto parsed = parseHostAndPort(value.text, "filter");
        if (!parsed)
            return Complaint(quoted(value.text) + " is no host: write domain:go.example or domain:default.");
        host = parsed->host + (parsed->port ? ":" + std::to_string(*parsed->port) : "");
    }
    value.key = host;
    if (!context.domainOf)
        return std::nullopt;
    const auto id = context.domainOf(host);
    if (!id)
        return Complaint("There is no short domain " + quoted(value.text)
                         + " here: write one of yours, or domain:default.");
    value.domain = *id;
    return std::nullopt;
}

} // namespace

std::optional<std::string> readFilterValue(const FilterFieldInfo &info, FilterOperator op, const FilterContext &context,
                                           FilterValue &value)
{
    switch (info.kind) {
    case FilterKind::Text: value.key = foldForSearch(value.text); return std::nullopt;
    case FilterKind::Tag: {
        std::string_view name = value.text;
        while (isSpace(name.front()))
            name.remove_prefix(1);
        while (isSpace(name.back()))
            name.remove_suffix(1);
        value.key = foldForSearch(name);
        return std::nullopt;
    }
    case FilterKind::Domain: return readDomain(context, value);
    case FilterKind::Host: return readHost(value);
    case FilterKind::Number: return readNumber(info, op, value);
    case FilterKind::Time: return readTime(info, op, context, value);
    case FilterKind::Choice: break;
    }
    return std::nullopt;
}

} // namespace linkdesk::core
