// IoThread: one HTTP thread with its io_context, its share of the listeners' acceptors and its connections.
//
// Everything in it runs on its own thread; other threads post to context(). Its sockets and timers are touched by that
// thread alone, so Asio keeps no lock for them.
#pragma once

#include "http/connection.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <memory>
#include <thread>
#include <vector>

namespace linkdesk::server {

class IoThread final {
public:
    explicit IoThread(unsigned index);
    ~IoThread();
    IoThread(const IoThread &) = delete;
    IoThread &operator=(const IoThread &) = delete;

    [[nodiscard]] unsigned index() const { return m_index; }
    [[nodiscard]] boost::asio::io_context &context() { return m_context; }
    [[nodiscard]] bool isCurrent() const { return std::this_thread::get_id() == m_thread.get_id(); }

    // Before start().
    void addAcceptor(boost::asio::ip::tcp::acceptor acceptor, std::shared_ptr<Listener> listener);
    void start();
    // From any thread: no new connections, idle ones close, busy ones after their answer.
    void drain();
    // From another thread: closes what is left and joins.
    void stopAndJoin();

    void add(std::shared_ptr<Connection> connection);
    void remove(Connection &connection);

private:
    struct Acceptor;
    void accept(Acceptor &acceptor);
    void onAccept(Acceptor &acceptor, boost::system::error_code error, Socket socket);
    void turnAway(Acceptor &acceptor, Socket &socket);
    void tick();

    const unsigned m_index;
    boost::asio::io_context m_context;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> m_work;
    boost::asio::steady_timer m_tick;
    std::vector<std::unique_ptr<Acceptor>> m_acceptors;
    std::vector<std::shared_ptr<Connection>> m_connections;
    bool m_ticking = false;
    std::thread m_thread;
};

} // namespace linkdesk::server
