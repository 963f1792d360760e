// Call: one authorised API request on its way to an endpoint and back.
#pragma once

#include "admin/keyring.h"
#include "admin/problem.h"
#include "http/handler.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace linkdesk::server {

// Copyable, because it travels through callbacks; exactly one of the answers is to be called, on any thread. The
// request stays valid until then.
class Call final {
public:
    Call(const Request &request, Reply reply, std::optional<KeyInfo> key);

    [[nodiscard]] const Request &request() const { return *m_request; }
    [[nodiscard]] std::string actor() const { return m_key ? m_key->name : std::string(); }
    [[nodiscard]] bool mayAdminister() const { return m_key && m_key->scope == Scope::Admin; }
    // The value at a route's n-th "{…}", percent-decoded.
    [[nodiscard]] const std::string &argument(std::size_t n = 0) const { return m_arguments.at(n); }
    void addArgument(std::string argument) { m_arguments.push_back(std::move(argument)); }
    // A query parameter, decoded ("+" is a space); absent where the name is missing.
    [[nodiscard]] std::optional<std::string> parameter(std::string_view name) const;
    // InvalidInput where a parameter is given that is not in this list (R28).
    [[nodiscard]] core::Result<void> onlyParameters(std::initializer_list<std::string_view> names) const;

    // The body as JSON; on failure the problem has been sent and nothing is returned.
    [[nodiscard]] std::optional<boost::json::value> body() const;

    void json(int status, const boost::json::value &value) const;
    void answer(Response response) const;
    // The response is made on the request's HTTP thread.
    void answerMade(std::function<Response()> make) const;
    void fail(const core::Error &error) const;
    void fail(int status, std::string_view code, std::string_view detail, std::string_view field = {}) const;
    [[nodiscard]] std::shared_ptr<Stream> stream(const Response &head) const;

private:
    const Request *m_request;
    std::shared_ptr<Reply> m_reply;
    std::optional<KeyInfo> m_key;
    std::vector<std::string> m_arguments;
    std::vector<std::pair<std::string, std::string>> m_parameters;
};

[[nodiscard]] std::string percentDecode(std::string_view text, bool plusIsSpace);
// A whole number of the whole text, in range.
[[nodiscard]] std::optional<std::int64_t> parseInteger(std::string_view text, std::int64_t low, std::int64_t high);

} // namespace linkdesk::server
