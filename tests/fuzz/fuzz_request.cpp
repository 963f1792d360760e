// The HTTP request layer (R15, R16, R19, R20): no input may crash it, and any split of the input must give the same result.
#include "http/requestparser.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace linkdesk::server;

struct Outcome {
    RequestParser::State state = RequestParser::State::NeedHead;
    int status = 0;
    std::size_t consumed = 0;
    std::string text;
    bool operator==(const Outcome &) const = default;
};

Outcome outcomeOf(RequestParser &parser, RequestParser::State state)
{
    Outcome out{state, 0, 0, {}};
    if (state == RequestParser::State::Bad)
        out.status = parser.status();
    if (state == RequestParser::State::Complete) {
        const Request &request = parser.request();
        out.consumed = parser.consumed();
        out.text.append(request.methodName).append("|").append(request.path).append("|").append(request.query);
        out.text.append("|").append(request.host).append("|").append(request.body);
        for (const Field &field : request.fields)
            out.text.append("|").append(field.name).append("=").append(field.value);
    }
    return out;
}

// Gives the bytes in pieces of `step`, each time from a buffer that has moved, as a connection's does.
Outcome parse(const std::string &bytes, std::size_t step)
{
    Limits limits;
    limits.bodyBytes = 4096;
    RequestParser parser(limits);
    Outcome out;
    for (std::size_t end = step;; end += step) {
        const std::vector<char> moved(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(end, bytes.size())));
        out = outcomeOf(parser, parser.parse({moved.data(), moved.size()}));
        if (out.state == RequestParser::State::Complete || out.state == RequestParser::State::Bad || end >= bytes.size())
            return out;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0 || size > 8192)
        return 0;
    const std::string bytes(reinterpret_cast<const char *>(data), size);
    const Outcome whole = parse(bytes, bytes.size());
    for (const std::size_t step : {std::size_t{1}, std::size_t{7}}) {
        if (!(parse(bytes, step) == whole))
            std::abort();
    }
    return 0;
}
