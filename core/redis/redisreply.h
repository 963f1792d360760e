// RedisReply: what Redis said. Plain value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace linkdesk::core {

struct RedisReply {
    enum class Kind { Nil, Text, Integer, Array, Error };
    Kind kind = Kind::Nil;
    std::int64_t integer = 0;
    std::string text; // also a status ("OK") and an error's words
    std::vector<RedisReply> elements;

    [[nodiscard]] bool isError() const { return kind == Kind::Error; }
    [[nodiscard]] bool isOk() const { return kind == Kind::Text && text == "OK"; }
};

} // namespace linkdesk::core
