// A client that speaks bytes, and a server to speak to: for tests of everything that is reached over HTTP.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/handler.h"
#include "http/httpserver.h"

namespace linkdesk::test {

using std::chrono::milliseconds;

// One answer off the wire. status 0: none came.
struct WireResponse {
    int status = 0;
    std::string head; // status line and fields, as received
    std::vector<std::pair<std::string, std::string>> fields;
    std::string body;

    // The value of the only field of this name (in any case); empty where there is none, "twice" where there are more.
    [[nodiscard]] std::string field(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const;
};

// Blocking, with a deadline on every wait; used by one thread.
class RawClient final {
public:
    static constexpr milliseconds kPatience{20000};

    explicit RawClient(int port, const char *address = "127.0.0.1");
    ~RawClient() { close(); }
    RawClient(const RawClient &) = delete;
    RawClient &operator=(const RawClient &) = delete;

    [[nodiscard]] bool isConnected() const { return m_socket >= 0; }
    // False when the peer does not take it.
    bool send(std::string_view bytes);
    // As many bytes as are there within the time; stops early at `atLeast`.
    std::string receive(std::size_t atLeast, milliseconds patience = kPatience);
    // Reads one answer; of one to HEAD only the head.
    WireResponse response(bool toHead = false, milliseconds patience = kPatience);
    // Everything until the peer closes. `closed` says whether it did within the time.
    std::string rest(bool *closed = nullptr, milliseconds patience = kPatience);
    [[nodiscard]] bool closesWithin(milliseconds patience = kPatience);
    void shutdownSend();
    // Takes little, so that the peer's writes stall soon.
    void shrinkReceiveBuffer();
    void close();

private:
    bool fill(std::chrono::steady_clock::time_point until);

    int m_socket = -1;
    bool m_eof = false;
    std::string m_pending; // received and not yet handed out
};

// Sends one request over its own connection and gives the answer.
[[nodiscard]] WireResponse askOnce(int port, std::string_view request, bool toHead = false);

// A Handler made of a function; refusals answer their reason as plain text.
class FunctionHandler final : public server::Handler {
public:
    using Function = std::function<void(const server::Request &, server::Reply)>;
    explicit FunctionHandler(Function function) : m_function(std::move(function)) {}
    void handle(const server::Request &request, server::Reply reply) override { m_function(request, std::move(reply)); }
    server::Response refusal(int status, std::string_view reason) override;

private:
    const Function m_function;
};

// A running HttpServer with one listener on a free port of the loopback; the handler is borrowed.
class RunningServer final {
public:
    explicit RunningServer(server::Handler &handler, const server::Limits &limits = {}, unsigned threads = 2);
    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] server::HttpServer &server() { return m_server; }
    [[nodiscard]] server::ListenerStats stats() const { return m_server.stats(0); }

private:
    server::HttpServer m_server;
    int m_port = 0;
};

[[nodiscard]] server::Response plainResponse(int status, std::string_view body);

} // namespace linkdesk::test
