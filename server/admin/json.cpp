#include "admin/json.h"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse_options.hpp>
#include <boost/json/stream_parser.hpp>

#include <QDateTime>

#include <algorithm>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;

std::optional<json::value> parseJson(std::string_view text, JsonFault &fault)
{
    json::parse_options options;
    options.max_depth = kMaxJsonDepth;
    // One block for all values of a request: they live and die together.
    json::stream_parser parser({}, options);
    parser.reset(json::make_shared_resource<json::monotonic_resource>());
    json::error_code error;
    std::size_t taken = 0;
    try {
        taken = parser.write_some(text.data(), text.size(), error);
        // A number may end with the text; everything else is complete or it is not.
        if (!error && !parser.done())
            parser.finish(error);
    } catch (const std::exception &e) { // out of memory inside the library
        fault = {e.what(), taken};
        return std::nullopt;
    }
    if (error) {
        fault = {(taken == text.size() ? "the JSON text ends too early: " : "not valid JSON: ") + error.message(), taken};
        return std::nullopt;
    }
    const std::size_t rest = text.find_first_not_of(" \t\r\n", taken);
    if (rest != std::string_view::npos) {
        fault = {"something follows the JSON value", rest};
        return std::nullopt;
    }
    return parser.release();
}

ObjectReader::ObjectReader(const json::value &value) : m_object(value.if_object())
{
    if (!m_object)
        m_error = Error{ErrorCode::InvalidInput, "a JSON object is expected here", {}};
}

void ObjectReader::fail(std::string_view field, std::string_view detail)
{
    if (!m_error)
        m_error = Error{ErrorCode::InvalidInput, std::string(field) + " " + std::string(detail), std::string(field)};
}

const json::value *ObjectReader::take(std::string_view name)
{
    if (m_error)
        return nullptr;
    m_seen.push_back(name);
    return m_object->if_contains(json::string_view(name.data(), name.size()));
}

std::optional<std::string> ObjectReader::text(std::string_view name)
{
    const json::value *value = take(name);
    if (!value)
        return std::nullopt;
    if (const json::string *s = value->if_string())
        return std::string(s->data(), s->size());
    fail(name, "must be a string");
    return std::nullopt;
}

std::optional<std::optional<std::string>> ObjectReader::textOrNull(std::string_view name)
{
    const json::value *value = take(name);
    if (!value)
        return std::nullopt;
    if (value->is_null())
        return std::optional<std::string>();
    if (const json::string *s = value->if_string())
        return std::optional(std::string(s->data(), s->size()));
    fail(name, "must be a string or null");
    return std::nullopt;
}

std::optional<bool> ObjectReader::boolean(std::string_view name)
{
    const json::value *value = take(name);
    if (!value)
        return std::nullopt;
    if (const bool *b = value->if_bool())
        return *b;
    fail(name, "must be true or false");
    return std::nullopt;
}

std::optional<std::int64_t> ObjectReader::integer(std::string_view name)
{
    const json::value *value = take(name);
    if (!value)
        return std::nullopt;
    if (const std::int64_t *i = value->if_int64())
        return *i;
    fail(name, "must be a whole number");
    return std::nullopt;
}

std::optional<std::vector<std::string>> ObjectReader::texts(std::string_view name)
{
    const json::value *value = take(name);
    if (!value)
        return std::nullopt;
    const json::array *array = value->if_array();
    if (!array || !std::all_of(array->begin(), array->end(), [](const json::value &v) { return v.is_string(); })) {
        fail(name, "must be an array of strings");
        return std::nullopt;
    }
    std::vector<std::string> out;
    for (const json::value &item : *array)
        out.emplace_back(item.get_string().data(), item.get_string().size());
    return out;
}

std::optional<std::vector<std::int64_t>> ObjectReader::integers(std::string_view name)
{
    const json::value *value = take(name);
    if (!value)
        return std::nullopt;
    const json::array *array = value->if_array();
    if (!array || !std::all_of(array->begin(), array->end(), [](const json::value &v) { return v.is_int64(); })) {
        fail(name, "must be an array of whole numbers");
        return std::nullopt;
    }
    std::vector<std::int64_t> out;
    for (const json::value &item : *array)
        out.push_back(item.get_int64());
    return out;
}

const json::value *ObjectReader::object(std::string_view name)
{
    const json::value *value = take(name);
    if (value && !value->is_object()) {
        fail(name, "must be an object");
        return nullptr;
    }
    return value;
}

std::optional<std::optional<std::int64_t>> ObjectReader::integerOrNull(std::string_view name)
{
    const json::value *value = take(name);
    if (!value)
        return std::nullopt;
    if (value->is_null())
        return std::optional<std::int64_t>();
    if (const std::int64_t *number = value->if_int64())
        return std::optional(*number);
    fail(name, "must be a whole number or null");
    return std::nullopt;
}

std::optional<std::optional<core::TimePoint>> ObjectReader::timeOrNull(std::string_view name)
{
    const json::value *value = take(name);
    if (!value)
        return std::nullopt;
    // 0 stands for "none" too (R48).
    if (value->is_null() || (value->is_int64() && value->get_int64() == 0))
        return std::optional<core::TimePoint>();
    if (const json::string *s = value->if_string()) {
        // An empty text means "none", as people who fill forms expect (R48).
        if (s->empty())
            return std::optional<core::TimePoint>();
        if (const auto time = parseTime({s->data(), s->size()}))
            return std::optional(*time);
    }
    fail(name, "must be an ISO 8601 date and time with an offset, such as 2026-12-31T23:59:00+01:00, or null");
    return std::nullopt;
}

core::Result<void> ObjectReader::finish()
{
    if (m_error)
        return *m_error;
    for (const auto &field : *m_object) {
        const std::string_view name(field.key().data(), field.key().size());
        if (std::find(m_seen.begin(), m_seen.end(), name) == m_seen.end())
            return Error{ErrorCode::InvalidInput, "there is no field named '" + std::string(name) + "' here",
                         std::string(name)};
    }
    return {};
}

core::Result<core::GeneratorKind> generatorFrom(std::string_view name)
{
    if (const auto kind = core::generatorNamed(name))
        return *kind;
    return core::Error{core::ErrorCode::InvalidInput, "generator must be random, sequence, snowflake, shuffled or words", "generator"};
}

void appendJsonString(std::string &out, std::string_view text)
{
    static constexpr char kHex[] = "0123456789abcdef";
    out += '"';
    std::size_t plain = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte >= 0x20 && byte != '"' && byte != '\\')
            continue;
        out.append(text.substr(plain, i - plain));
        plain = i + 1;
        if (byte >= 0x20)
            out.append({'\\', static_cast<char>(byte)});
        else
            out.append({'\\', 'u', '0', '0', kHex[byte >> 4], kHex[byte & 15]});
    }
    out.append(text.substr(plain)) += '"';
}

std::string formatTime(core::TimePoint time)
{
    using namespace std::chrono;
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    std::string text = "0000-00-00T00:00:00.000Z";
    const auto put = [&text](std::size_t end, std::int64_t value, int digits) {
        for (; digits > 0; --digits, value /= 10)
            text[--end] = static_cast<char>('0' + value % 10);
    };
    put(4, static_cast<int>(date.year()), 4);
    put(7, static_cast<unsigned>(date.month()), 2);
    put(10, static_cast<unsigned>(date.day()), 2);
    put(13, clock.hours().count(), 2);
    put(16, clock.minutes().count(), 2);
    put(19, clock.seconds().count(), 2);
    put(23, clock.subseconds().count(), 3);
    return text;
}

json::value timeOrNull(const std::optional<core::TimePoint> &time)
{
    return time ? json::value(formatTime(*time)) : json::value(nullptr);
}

std::optional<core::TimePoint> parseTime(std::string_view text)
{
    const QString string = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    const QDateTime time = QDateTime::fromString(string, Qt::ISODateWithMs);
    // Without an offset the instant would depend on where the server stands (R28, R48).
    if (!time.isValid() || time.timeSpec() == Qt::LocalTime || time.date().year() < 1970 || time.date().year() > 9999)
        return std::nullopt;
    return core::fromMs(time.toMSecsSinceEpoch());
}

} // namespace linkdesk::server
