#include "http/iothread.h"

#include "base/clock.h"
#include "base/logging.h"
#include "http/listener.h"

#include <boost/asio/post.hpp>

#include <chrono>

namespace linkdesk::server {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds kTick{250};
// Out of descriptors: the waiting clients stay in the backlog until some are free (R18).
constexpr std::chrono::milliseconds kAcceptPause{100};

Address addressOf(const asio::ip::address &address)
{
    Address out;
    out.bytes = address.is_v4() ? asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes()
                                : address.to_v6().to_bytes();
    return out;
}

} // namespace

struct IoThread::Acceptor {
    asio::ip::tcp::acceptor socket;
    std::shared_ptr<Listener> listener;
    asio::steady_timer pause;
    asio::ip::tcp::endpoint peer; // of the connection being accepted
    std::string refusal; // the bytes sent to a client over the caps
};

IoThread::IoThread(unsigned index) : m_index(index), m_context(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO), m_work(m_context.get_executor()), m_tick(m_context) {}

IoThread::~IoThread()
{
    stopAndJoin();
}

void IoThread::addAcceptor(asio::ip::tcp::acceptor acceptor, std::shared_ptr<Listener> listener)
{
    auto entry = std::make_unique<Acceptor>(Acceptor{std::move(acceptor), std::move(listener), asio::steady_timer(m_context), {}, {}});
    m_acceptors.push_back(std::move(entry));
}

void IoThread::start()
{
    m_thread = std::thread([this] {
        for (const auto &acceptor : m_acceptors)
            accept(*acceptor);
        m_context.run();
    });
}

void IoThread::accept(Acceptor &acceptor)
{
    acceptor.socket.async_accept(m_context, acceptor.peer, [this, &acceptor](error_code error, Socket socket) {
        onAccept(acceptor, error, std::move(socket));
    });
}

void IoThread::onAccept(Acceptor &acceptor, error_code error, Socket socket)
{
    if (error == asio::error::operation_aborted || !acceptor.socket.is_open())
        return;
    if (error) {
        qCWarning(core::lcHttp) << "accept failed, trying again:" << error.message().c_str();
        acceptor.pause.expires_after(kAcceptPause);
        acceptor.pause.async_wait([this, &acceptor](error_code stopped) {
            if (!stopped && acceptor.socket.is_open())
                accept(acceptor);
        });
        return;
    }
    const Address address = addressOf(acceptor.peer.address());
    if (acceptor.listener->admit(address)) {
        auto connection = std::make_shared<Connection>(std::move(socket), *this, acceptor.listener, address);
        add(connection);
        connection->start();
    } else {
        turnAway(acceptor, socket);
    }
    accept(acceptor);
}

void IoThread::turnAway(Acceptor &acceptor, Socket &socket)
{
    if (acceptor.refusal.empty()) {
        Response busy = acceptor.listener->handler().refusal(503, "too many connections, try again soon");
        if (busy.headers.find("Retry-After:") == std::string::npos)
            busy.addHeader("Retry-After", "1");
        appendResponse(acceptor.refusal, busy, false, false, true);
    }
    error_code gone;
    socket.non_blocking(true, gone);
    socket.write_some(asio::buffer(acceptor.refusal), gone);
    socket.shutdown(Socket::shutdown_send, gone);
}

void IoThread::add(std::shared_ptr<Connection> connection)
{
    connection->slot = m_connections.size();
    m_connections.push_back(std::move(connection));
    if (!m_ticking)
        tick();
}

void IoThread::remove(Connection &connection)
{
    const std::size_t slot = connection.slot;
    if (slot >= m_connections.size() || m_connections[slot].get() != &connection)
        return;
    m_connections[slot] = std::move(m_connections.back());
    m_connections[slot]->slot = slot;
    m_connections.pop_back();
}

// Looks at every deadline four times a second, and sleeps while there is no connection.
void IoThread::tick()
{
    m_ticking = !m_connections.empty();
    if (!m_ticking)
        return;
    m_tick.expires_after(kTick);
    m_tick.async_wait([this](error_code error) {
        if (error)
            return;
        const auto now = core::steadyNow();
        for (std::size_t i = m_connections.size(); i-- > 0;) {
            if (i < m_connections.size()) {
                const auto connection = m_connections[i];
                connection->checkDeadline(now);
            }
        }
        tick();
    });
}

void IoThread::drain()
{
    asio::post(m_context, [this] {
        error_code ignored;
        for (const auto &acceptor : m_acceptors) {
            acceptor->socket.close(ignored);
            acceptor->pause.cancel();
        }
        for (std::size_t i = m_connections.size(); i-- > 0;) {
            if (i < m_connections.size()) {
                const auto connection = m_connections[i];
                connection->drain();
            }
        }
    });
}

void IoThread::stopAndJoin()
{
    if (!m_thread.joinable())
        return;
    asio::post(m_context, [this] {
        error_code ignored;
        for (const auto &acceptor : m_acceptors)
            acceptor->socket.close(ignored);
        while (!m_connections.empty()) {
            const auto connection = m_connections.back();
            connection->close();
        }
        m_tick.cancel();
        m_work.reset();
    });
    m_thread.join();
}

} // namespace linkdesk::server
