// JSON at the border of the admin API (R28): strict in, plain out. Boost.JSON underneath; pure.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "codes/codegenerator.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::server {

inline constexpr std::size_t kMaxJsonDepth = 32;

// What is wrong with a text that is no JSON, and where.
struct JsonFault {
    std::string detail;
    std::size_t position = 0; // octets from the start
};

// nullopt and `fault` filled where the text is not one JSON value.
[[nodiscard]] std::optional<boost::json::value> parseJson(std::string_view text, JsonFault &fault);

// Reads the fields of one object; the first thing wrong is kept and every later read answers "absent".
class ObjectReader final {
public:
    explicit ObjectReader(const boost::json::value &value);

    // A field that is absent gives nullopt. null is an error unless the reader's name says otherwise.
    std::optional<std::string> text(std::string_view name);
    std::optional<bool> boolean(std::string_view name);
    std::optional<std::int64_t> integer(std::string_view name);
    std::optional<std::vector<std::string>> texts(std::string_view name);
    std::optional<std::vector<std::int64_t>> integers(std::string_view name);
    // The value itself, for a reader of its own; null pointer where it is absent. Lives as long as what is read.
    const boost::json::value *object(std::string_view name);
    // Present and null: outer set, inner empty.
    std::optional<std::optional<std::int64_t>> integerOrNull(std::string_view name);
    // ISO 8601 with an offset (R28). Present and null: outer set, inner empty.
    std::optional<std::optional<core::TimePoint>> timeOrNull(std::string_view name);
    std::optional<std::optional<std::string>> textOrNull(std::string_view name);

    // After all reads: an unread field is an error that names it.
    [[nodiscard]] core::Result<void> finish();

private:
    const boost::json::value *take(std::string_view name);
    void fail(std::string_view field, std::string_view detail);

    const boost::json::object *m_object = nullptr;
    std::vector<std::string_view> m_seen;
    std::optional<core::Error> m_error;
};

// InvalidInput, field "generator".
[[nodiscard]] core::Result<core::GeneratorKind> generatorFrom(std::string_view name);
// In quotes, escaped as RFC 8259 section 7 asks; the text is UTF-8 already.
void appendJsonString(std::string &out, std::string_view text);
[[nodiscard]] std::string formatTime(core::TimePoint time); // "2026-11-30T20:00:00.000Z"
[[nodiscard]] boost::json::value timeOrNull(const std::optional<core::TimePoint> &time);
[[nodiscard]] std::optional<core::TimePoint> parseTime(std::string_view text);

} // namespace linkdesk::server
