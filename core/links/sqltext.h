// SqlText: a statement put together from constant parts, with the values for its question marks in order (R34).
#pragma once

#include "store/statement.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace linkdesk::core {

struct SqlText {
    using Value = std::variant<std::int64_t, std::string>;

    std::string text;
    std::vector<Value> values;

    void add(std::string_view part) { text += part; }
    // A part with one question mark.
    void add(std::string_view part, Value value)
    {
        text += part;
        values.push_back(std::move(value));
    }
    void add(const SqlText &other)
    {
        text += other.text;
        values.insert(values.end(), other.values.begin(), other.values.end());
    }
    // The values must outlive the statement's use.
    void bindTo(Statement &statement) const
    {
        for (const Value &value : values) {
            if (const auto *number = std::get_if<std::int64_t>(&value))
                statement.bind(*number);
            else
                statement.bind(std::get<std::string>(value));
        }
    }
};

} // namespace linkdesk::core
