#include "admin/call.h"

#include <algorithm>
#include <charconv>

namespace linkdesk::server {

using core::Error;
using core::ErrorCode;

namespace {

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

std::string percentDecode(std::string_view text, bool plusIsSpace)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && hexValue(text[i + 1]) >= 0 && hexValue(text[i + 2]) >= 0) {
            out += static_cast<char>(hexValue(text[i + 1]) << 4 | hexValue(text[i + 2]));
            i += 2;
        } else {
            out += text[i] == '+' && plusIsSpace ? ' ' : text[i];
        }
    }
    return out;
}

std::optional<std::int64_t> parseInteger(std::string_view text, std::int64_t low, std::int64_t high)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
        return std::nullopt;
    return value;
}

Call::Call(const Request &request, Reply reply, std::optional<KeyInfo> key)
    : m_request(&request), m_reply(std::make_shared<Reply>(std::move(reply))), m_key(std::move(key))
{
    std::string_view query = request.query;
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(pair.size() + 1, query.size()));
        if (pair.empty())
            continue;
        const std::size_t equals = std::min(pair.find('='), pair.size());
        m_parameters.emplace_back(percentDecode(pair.substr(0, equals), true),
                                  percentDecode(pair.substr(std::min(equals + 1, pair.size())), true));
    }
}

std::optional<std::string> Call::parameter(std::string_view name) const
{
    for (const auto &[key, value] : m_parameters) {
        if (key == name)
            return value;
    }
    return std::nullopt;
}

core::Result<void> Call::onlyParameters(std::initializer_list<std::string_view> names) const
{
    for (const auto &[key, value] : m_parameters) {
        if (std::find(names.begin(), names.end(), key) == names.end())
            return Error{ErrorCode::InvalidInput, "there is no parameter named '" + key + "' here", key};
    }
    return {};
}

std::optional<boost::json::value> Call::body() const
{
    JsonFault fault;
    auto value = parseJson(m_request->body, fault);
    if (!value) {
        auto problem = problemObject(400, "invalid-json", fault.detail + " at position " + std::to_string(fault.position));
        problem["position"] = fault.position;
        Response response = jsonResponse(400, problem);
        response.contentType = "application/problem+json";
        answer(std::move(response));
    }
    return value;
}

void Call::json(int status, const boost::json::value &value) const
{
    m_reply->send(jsonResponse(status, value));
}

void Call::answer(Response response) const
{
    m_reply->send(std::move(response));
}

void Call::answerMade(std::function<Response()> make) const
{
    m_reply->sendMade(std::move(make));
}

void Call::fail(const Error &error) const
{
    m_reply->send(problemResponse(error));
}

void Call::fail(int status, std::string_view code, std::string_view detail, std::string_view field) const
{
    m_reply->send(problemResponse(status, code, detail, field));
}

std::shared_ptr<Stream> Call::stream(const Response &head) const
{
    return m_reply->stream(head);
}

} // namespace linkdesk::server
