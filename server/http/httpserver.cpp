#include "http/httpserver.h"

#include "http/iothread.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>

#include <charconv>
#include <thread>

namespace linkdesk::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using core::Error;
using core::ErrorCode;

namespace {

constexpr int kBacklog = 1024;

#ifdef SO_REUSEPORT
using ReusePort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;
constexpr bool kSharedPorts = true;
#else
constexpr bool kSharedPorts = false;
#endif

Error bindError(const error_code &error, const BoundAddress &address)
{
    const std::string where = address.text();
    if (error == asio::error::address_in_use)
        return {ErrorCode::AddressInUse, "another program already uses " + where + "; choose another port", "listen"};
    if (error == asio::error::access_denied)
        return {ErrorCode::AddressForbidden,
                "this user may not listen on " + where + "; ports below 1024 need a privilege, choose 8080 or higher",
                "listen"};
    return {ErrorCode::InvalidInput, "cannot listen on " + where + ": " + error.message(), "listen"};
}

core::Result<tcp::acceptor> open(asio::io_context &context, const BoundAddress &address, bool shared)
{
    error_code error;
    const auto ip = asio::ip::make_address(address.host, error);
    if (error)
        return bindError(error, address);
    const tcp::endpoint endpoint(ip, static_cast<std::uint16_t>(address.port));
    tcp::acceptor acceptor(context);
    acceptor.open(endpoint.protocol(), error);
    if (!error)
        acceptor.set_option(tcp::acceptor::reuse_address(true), error);
#ifdef SO_REUSEPORT
    if (!error && shared)
        acceptor.set_option(ReusePort(true), error);
#endif
    if (!error && ip.is_v6())
        acceptor.set_option(asio::ip::v6_only(false), error);
    if (!error)
        acceptor.bind(endpoint, error);
    if (!error)
        acceptor.listen(kBacklog, error);
    if (error)
        return bindError(error, address);
    return acceptor;
}

} // namespace

std::string BoundAddress::text() const
{
    const bool v6 = host.find(':') != std::string::npos;
    return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

core::Result<BoundAddress> parseListenAddress(std::string_view text)
{
    const Error wrong{ErrorCode::InvalidInput,
                      "'" + std::string(text) + "' is not an address to listen on; write it as 127.0.0.1:8080 or [::1]:8080",
                      "listen"};
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return wrong;
    std::string_view host = text.substr(0, colon);
    const std::string_view port = text.substr(colon + 1);
    int number = -1;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (error != std::errc() || end != port.data() + port.size() || number < 0 || number > 65535)
        return wrong;
    if (host.size() >= 2 && host.front() == '[' && host.back() == ']')
        host = host.substr(1, host.size() - 2);
    else if (host.find(':') != std::string_view::npos)
        return wrong;
    BoundAddress address{std::string(host), number};
    if (address.host.empty() || address.host == "*")
        address.host = "0.0.0.0";
    else if (address.host == "localhost")
        address.host = "127.0.0.1";
    error_code ec;
    (void)asio::ip::make_address(address.host, ec);
    if (ec)
        return wrong;
    return address;
}

HttpServer::HttpServer(unsigned threads)
{
    // One core is left for the store's threads, the click recorder and, in the app, the window: on two cores one HTTP
    // thread serves more than two do (measured; ARCHITECTURE.md).
    const unsigned cores = std::thread::hardware_concurrency();
    const unsigned count = threads > 0 ? threads : std::max(1u, cores > 0 ? cores - 1 : 1);
    for (unsigned i = 0; i < count; ++i)
        m_threads.push_back(std::make_unique<IoThread>(i));
}

HttpServer::~HttpServer()
{
    stop();
}

core::Result<BoundAddress> HttpServer::listen(const BoundAddress &address, Handler &handler, const Limits &limits)
{
    auto listener = std::make_shared<Listener>(handler, limits, threads());
    BoundAddress bound = address;
    if (kSharedPorts && address.port != 0) {
        // With SO_REUSEPORT a second program of the same user would get half of the clients without anybody
        // noticing: ask for the port alone first.
        auto probe = open(m_threads.front()->context(), bound, false);
        if (!probe)
            return probe.error();
    }
    // All or nothing: an address that only some threads could take is given back.
    std::vector<tcp::acceptor> acceptors;
    for (const auto &thread : m_threads) {
        auto acceptor = open(thread->context(), bound, kSharedPorts);
        if (!acceptor)
            return acceptor.error();
        error_code error;
        bound.port = acceptor->local_endpoint(error).port();
        acceptors.push_back(std::move(*acceptor));
        if (!kSharedPorts)
            break;
    }
    for (std::size_t i = 0; i < acceptors.size(); ++i)
        m_threads[i]->addAcceptor(std::move(acceptors[i]), listener);
    m_listeners.push_back(std::move(listener));
    return bound;
}

void HttpServer::start()
{
    m_running = true;
    for (const auto &thread : m_threads)
        thread->start();
}

void HttpServer::drain(std::chrono::milliseconds patience)
{
    if (!m_running)
        return;
    for (const auto &thread : m_threads)
        thread->drain();
    const auto end = std::chrono::steady_clock::now() + patience;
    const auto busy = [this] {
        std::size_t open = 0;
        for (const auto &listener : m_listeners)
            open += listener->stats().connections;
        return open > 0;
    };
    while (busy() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

void HttpServer::stop()
{
    for (const auto &thread : m_threads)
        thread->stopAndJoin();
    m_running = false;
}

} // namespace linkdesk::server
