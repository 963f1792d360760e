// HttpServer: the HTTP threads and their listeners; mechanics only.
#pragma once

#include "base/result.h"
#include "http/listener.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace linkdesk::server {

class IoThread;

struct BoundAddress {
    std::string host; // as given, such as 0.0.0.0 or ::
    int port = 0;     // the real one, where 0 was asked for
    // "0.0.0.0:8080", "[::1]:8080"
    [[nodiscard]] std::string text() const;
};

// Parses "ADDR:PORT", "[V6]:PORT" or ":PORT"; the address must be numeric or "localhost".
[[nodiscard]] core::Result<BoundAddress> parseListenAddress(std::string_view text);

// Owned and driven by one thread: listen() any number of times, start(), drain(), stop().
class HttpServer final {
public:
    // threads: 0 means one per core but one.
    explicit HttpServer(unsigned threads);
    ~HttpServer();
    HttpServer(const HttpServer &) = delete;
    HttpServer &operator=(const HttpServer &) = delete;

    // Binds now, serves after start(). Errors: AddressInUse, AddressForbidden, InvalidInput, each naming the address.
    [[nodiscard]] core::Result<BoundAddress> listen(const BoundAddress &address, Handler &handler, const Limits &limits);
    void start();
    // Stops accepting and lets answers in flight finish; returns when none is left or the time is over.
    void drain(std::chrono::milliseconds patience);
    void stop();

    [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(m_threads.size()); }
    // In order of listen().
    [[nodiscard]] ListenerStats stats(std::size_t listener) const { return m_listeners.at(listener)->stats(); }

private:
    std::vector<std::unique_ptr<IoThread>> m_threads;
    std::vector<std::shared_ptr<Listener>> m_listeners;
    bool m_running = false;
};

} // namespace linkdesk::server
