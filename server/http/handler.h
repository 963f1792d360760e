// Handler, Reply and Stream: how whatever serves requests meets the HTTP machinery, which knows nothing about links.
#pragma once

#include "http/request.h"
#include "http/response.h"

#include <functional>
#include <memory>
#include <string>

namespace linkdesk::server {

class Connection;

// A response without end, such as server-sent events. Thread-safe. Bytes are queued on the connection's thread; a client
// that lets more than kMaxPending bytes pile up is disconnected rather than waited for.
class Stream {
public:
    static constexpr std::size_t kMaxPending = 1024 * 1024;
    virtual ~Stream() = default;
    // Shares the bytes with other streams. False once the client is gone.
    virtual bool send(std::shared_ptr<const std::string> bytes) = 0;
    virtual void close() = 0;
    [[nodiscard]] virtual bool isOpen() const = 0;
};

// The ticket for exactly one answer. Move-only; one that is lost answers 500.
class Reply final {
public:
    explicit Reply(std::shared_ptr<Connection> connection);
    ~Reply();
    Reply(Reply &&) noexcept;
    Reply &operator=(Reply &&) noexcept;
    Reply(const Reply &) = delete;
    Reply &operator=(const Reply &) = delete;

    // From any thread. Completes the ticket; HEAD and keep-alive are seen to.
    void send(Response response);
    // From any thread: as send(), but the response is made on the connection's thread, so that a thread which many
    // answers come from (the store's writer) is not kept with making them.
    void sendMade(std::function<Response()> make);
    // From any thread: one whole response whose header agrees with keepAlive().
    void sendRaw(std::string bytes);
    // Only inside Handler::handle(): the connection's output, to which the caller appends one whole response.
    [[nodiscard]] std::string &beginRaw();
    void endRaw();
    // Only inside handle(): sends the head of `response` (no length) and keeps the connection as a stream.
    [[nodiscard]] std::shared_ptr<Stream> stream(const Response &response);
    // Whether the connection will be kept open after this answer; raw responses must say so in their header.
    [[nodiscard]] bool keepAlive() const;
    // The index of the HTTP thread that serves this connection, 0 … threads-1.
    [[nodiscard]] unsigned thread() const;

private:
    std::shared_ptr<Connection> m_connection;
};

// One for all connections of a listener; called on any HTTP thread, several at a time. Must not block.
class Handler {
public:
    virtual ~Handler() = default;
    virtual void handle(const Request &request, Reply reply) = 0;
    // A request that was refused before it could be handled; the page or problem to send with `status`.
    [[nodiscard]] virtual Response refusal(int status, std::string_view reason) = 0;
};

} // namespace linkdesk::server
