#include "links/filterparser.h"

#include "links/filtervalues.h"
#include "links/filterwords.h"
#include "store/textmatch.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <utility>

namespace linkdesk::core {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool isNameLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

std::string quoted(std::string_view text)
{
    return "\"" + shownInMessage(text) + "\"";
}

std::string listed(std::span<const std::string_view> names)
{
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        out += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        out += names[i];
    }
    return out;
}

// A value as it stands in the text.
struct Written {
    std::string text;
    std::size_t position = 0;
    std::size_t length = 0;
};

class Parser final {
public:
    Parser(std::string_view text, const FilterContext &context) : m_text(text), m_context(context)
    {
        m_out.filter.now = context.now;
    }
    FilterParse run();

private:
    using Info = FilterFieldInfo;

    // Each answers false where it has set the error.
    bool checkText();
    bool readTerm();
    bool readWord(FilterTerm &term);
    bool readField(FilterTerm &term, std::string_view name);
    FilterOperator readOperator();
    bool readQuoted(Written &out);
    bool readValues(std::vector<Written> &out, std::string_view field);
    bool readChoices(FilterTerm &term, const std::vector<Written> &written);
    bool fillChoices(FilterTerm &term, FilterField field, const std::vector<Written> &written);

    bool fail(std::size_t position, std::size_t length, std::string detail)
    {
        m_out.error = FilterError{std::move(detail), position, length};
        return false;
    }
    bool fail(const Written &written, std::string detail)
    {
        return fail(written.position, written.length, std::move(detail));
    }
    [[nodiscard]] bool atEnd() const { return m_at == m_text.size(); }
    [[nodiscard]] char next() const { return m_text[m_at]; }
    [[nodiscard]] bool atBreak() const { return atEnd() || isSpace(next()); }

    const std::string_view m_text;
    const FilterContext &m_context;
    std::size_t m_at = 0;
    std::size_t m_valueCount = 0;
    FilterParse m_out;
};

FilterParse Parser::run()
{
    if (!checkText())
        return std::move(m_out);
    for (;;) {
        while (!atEnd() && isSpace(next()))
            ++m_at;
        if (atEnd() || !readTerm())
            return std::move(m_out);
    }
}

bool Parser::checkText()
{
    if (m_text.size() > kMaxFilterBytes)
        return fail(kMaxFilterBytes, m_text.size() - kMaxFilterBytes,
                    "The filter is longer than 1000 bytes: leave something out.");
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(m_text.data());
    const auto size = static_cast<std::int32_t>(m_text.size());
    for (std::int32_t at = 0; at < size;) {
        const std::int32_t from = at;
        UChar32 point = 0;
        U8_NEXT(bytes, at, size, point);
        const auto position = static_cast<std::size_t>(from);
        if (point < 0)
            return fail(position, static_cast<std::size_t>(at - from), "The filter is not valid UTF-8 here.");
        if (point == 0x7f || (point < 0x20 && !isSpace(static_cast<char>(point))))
            return fail(position, 1,
                        "The filter holds a control character (" + shownInMessage(m_text.substr(position, 1))
                            + "): remove it.");
    }
    return true;
}

bool Parser::readTerm()
{
    FilterTerm term;
    term.position = m_at;
    if (m_out.filter.terms.size() == kMaxFilterTerms)
        return fail(m_at, m_text.size() - m_at, "The filter has more than 50 terms: leave something out.");
    if (next() == '-' && m_at + 1 < m_text.size() && !isSpace(m_text[m_at + 1])) {
        term.negated = true;
        ++m_at;
    }
    std::size_t end = m_at;
    while (end < m_text.size() && isNameLetter(m_text[end]))
        ++end;
    const std::string_view name = m_text.substr(m_at, end - m_at);
    const std::string_view rest = m_text.substr(end);
    // "https://…" is an address to look for, not a field.
    const bool isField = !name.empty() && !rest.empty() && (rest[0] == ':' || rest[0] == '<' || rest[0] == '>')
                         && !rest.starts_with("://");
    if (!(isField ? readField(term, name) : readWord(term)))
        return false;
    m_valueCount += term.values.size();
    if (m_valueCount > kMaxFilterValues)
        return fail(term.position, m_at - term.position, "The filter has more than 100 values: leave something out.");
    term.length = m_at - term.position;
    m_out.filter.terms.push_back(std::move(term));
    return true;
}

bool Parser::readWord(FilterTerm &term)
{
    Written written;
    if (next() == '"') {
        if (!readQuoted(written))
            return false;
        if (!atBreak())
            return fail(written, "Something stands right behind the closing quote: put a space between them.");
    } else {
        written.position = m_at;
        while (!atBreak())
            ++m_at;
        written.length = m_at - written.position;
        written.text = m_text.substr(written.position, written.length);
    }
    if (std::all_of(written.text.begin(), written.text.end(), isSpace))
        return fail(written, "There is nothing between the quotes: write what to look for.");
    FilterValue value;
    value.key = foldForSearch(written.text);
    value.text = std::move(written.text);
    term.values.push_back(std::move(value));
    return true;
}

bool Parser::readField(FilterTerm &term, std::string_view name)
{
    const std::size_t start = m_at;
    const Info *info = filterFieldNamed(name);
    if (!info) {
        const std::string_view near = nearestField(name);
        const std::string advice =
            near.empty() ? "put the term in quotes to look for it as text" : "did you mean " + std::string(near) + ":?";
        return fail(start, name.size(),
                    "There is no field " + quoted(name) + ": " + advice + (near.empty() ? "." : ""));
    }
    m_at += name.size();
    const std::size_t opAt = m_at;
    term.field = info->field;
    term.op = readOperator();
    if (term.op != FilterOperator::Is && !info->comparable)
        return fail(opAt, m_at - opAt,
                    std::string(filterFieldName(info->field)) + " takes a colon only: write "
                        + std::string(info->example) + ".");
    std::vector<Written> written;
    if (!readValues(written, filterFieldName(info->field)))
        return false;
    if (term.op != FilterOperator::Is && written.size() > 1)
        return fail(start, m_at - start,
                    "Only one value can stand behind " + std::string(filterOperatorText(term.op)) + ": write "
                        + std::string(info->example) + ".");
    if (info->kind == FilterKind::Choice)
        return readChoices(term, written);
    for (const Written &one : written) {
        FilterValue value;
        value.text = one.text;
        if (auto complaint = readFilterValue(*info, term.op, m_context, value))
            return fail(one, std::move(*complaint));
        term.values.push_back(std::move(value));
    }
    return true;
}

// ":", "<", "<=", ">", ">=", and ":>" for ">" as other programs write it.
FilterOperator Parser::readOperator()
{
    if (next() == ':')
        ++m_at;
    if (atEnd() || (next() != '<' && next() != '>'))
        return FilterOperator::Is;
    const bool less = next() == '<';
    ++m_at;
    const bool orEqual = !atEnd() && next() == '=';
    if (orEqual)
        ++m_at;
    if (less)
        return orEqual ? FilterOperator::AtMost : FilterOperator::Less;
    return orEqual ? FilterOperator::AtLeast : FilterOperator::Greater;
}

// Inside quotes \" is a quote and \\ a backslash; any other backslash is itself.
bool Parser::readQuoted(Written &out)
{
    out.position = m_at;
    for (++m_at; !atEnd(); ++m_at) {
        if (next() == '"') {
            ++m_at;
            out.length = m_at - out.position;
            return true;
        }
        const bool escaped =
            next() == '\\' && m_at + 1 < m_text.size() && (m_text[m_at + 1] == '"' || m_text[m_at + 1] == '\\');
        m_at += escaped ? 1 : 0;
        out.text += next();
    }
    return fail(out.position, m_text.size() - out.position, "The quote is not closed: put another \" at its end.");
}

bool Parser::readValues(std::vector<Written> &out, std::string_view field)
{
    const std::size_t start = m_at;
    for (;;) {
        Written written;
        written.position = m_at;
        if (!atEnd() && next() == '"') {
            if (!readQuoted(written))
                return false;
            if (!atBreak() && next() != ',')
                return fail(written, "Something stands right behind the closing quote: put a space between them.");
        } else {
            while (!atBreak() && next() != ',')
                ++m_at;
            written.length = m_at - written.position;
            written.text = m_text.substr(written.position, written.length);
        }
        if (std::all_of(written.text.begin(), written.text.end(), isSpace)) {
            const std::size_t from = start - 1; // the operator's end at least, so that there is something to mark
            return fail(from, std::max<std::size_t>(m_at - from, 1),
                        "The value is missing: write " + std::string(filterFieldNamed(field)->example)
                            + ", without a space.");
        }
        out.push_back(std::move(written));
        if (atBreak())
            return true;
        ++m_at; // the comma
    }
}

bool Parser::readChoices(FilterTerm &term, const std::vector<Written> &written)
{
    // "is:banned" is what people type; the states are the same words behind both.
    const auto isStatus = [](const Written &one) {
        return filterChoice(FilterField::Status, lowerAscii(one.text)).has_value();
    };
    const auto isTrait = [](const Written &one) {
        return filterChoice(FilterField::Is, lowerAscii(one.text)).has_value();
    };
    if (term.field == FilterField::Is && !std::all_of(written.begin(), written.end(), isTrait)) {
        if (std::all_of(written.begin(), written.end(), isStatus)) {
            term.field = FilterField::Status;
        } else if (std::any_of(written.begin(), written.end(), isStatus)
                   && std::any_of(written.begin(), written.end(), isTrait)) {
            const auto status = std::find_if(written.begin(), written.end(),
                                             [&](const Written &one) { return isStatus(one) && !isTrait(one); });
            if (status != written.end())
                return fail(*status, quoted(status->text) + " is a status: write status:" + lowerAscii(status->text)
                                         + " as a term of its own.");
        }
    }
    return fillChoices(term, term.field, written);
}

bool Parser::fillChoices(FilterTerm &term, FilterField field, const std::vector<Written> &written)
{
    for (const Written &one : written) {
        FilterValue value;
        value.text = one.text;
        value.key = lowerAscii(one.text);
        const auto choice = filterChoice(field, value.key);
        if (!choice) {
            const auto names = filterChoices(field);
            const std::string_view near = nearestOf(names, value.key);
            const std::string field1(filterFieldName(field));
            return fail(one, field1 + " knows no " + quoted(one.text) + ": "
                                 + (near.empty() ? "write " + listed(names) + "."
                                                 : "did you mean " + field1 + ":" + std::string(near) + "?"));
        }
        value.choice = *choice;
        term.values.push_back(std::move(value));
    }
    return true;
}

} // namespace

FilterParse parseFilter(std::string_view text, const FilterContext &context)
{
    return Parser(text, context).run();
}

std::string quotedForFilter(std::string_view word)
{
    const bool plain = !word.empty() && word.front() != '-' && std::all_of(word.begin(), word.end(), [](char c) {
        return static_cast<unsigned char>(c) > 0x20 && std::string_view("\",:<>\\").find(c) == std::string_view::npos;
    });
    if (plain)
        return std::string(word);
    std::string out = "\"";
    for (const char c : word) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

} // namespace linkdesk::core
