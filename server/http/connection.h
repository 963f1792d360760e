// Connection: one TCP client from accept to close, on one HTTP thread.
//
// Reads, parses, hands requests to the Handler one at a time (pipelined ones in order), writes. Every wait has a
// deadline (R17), checked by the thread's tick. Only Reply::send and Stream reach it from other threads, by posting.
#pragma once

#include "http/handler.h"
#include "http/requestparser.h"

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace linkdesk::server {

class IoThread;
class Listener;

// With its executor's real type: an erased one costs an indirect call and a reference count per operation.
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

class Connection final : public std::enable_shared_from_this<Connection> {
public:
    using Clock = std::chrono::steady_clock;

    Connection(Socket socket, IoThread &thread, std::shared_ptr<Listener> listener, Address peer);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    void start();
    // Closes when past its deadline; called by the thread's tick.
    void checkDeadline(Clock::time_point now);
    // Stop politely: idle connections close now, busy ones after their answer.
    void drain();
    void close();

    // For Reply and Stream.
    void complete(Response response);
    void completeMade(std::function<Response()> make);
    void completeRaw(std::string bytes);
    [[nodiscard]] std::string &beginRaw() { return m_out; }
    void endRaw();
    [[nodiscard]] std::shared_ptr<Stream> beginStream(const Response &response);
    void sendStream(std::shared_ptr<const std::string> bytes);
    [[nodiscard]] bool keepAlive() const { return m_keepAlive; }
    [[nodiscard]] IoThread &thread() const { return m_thread; }

    // Where the thread keeps it; the thread's own business.
    std::size_t slot = 0;

private:
    class StreamEnd;
    enum class Phase { Idle, Head, Body, Handling, Streaming, Lingering, Closed };

    void read();
    void readSoon();
    void onRead(boost::system::error_code error, std::size_t bytes);
    void process();
    [[nodiscard]] bool processOne();
    void refuse(int status, std::string_view reason);
    void answered();
    void flush();
    void flushRest(std::size_t from);
    void endStall();
    void afterFlush();
    void linger();
    void makeRoom();
    void dropTakenBody();
    void setPhase(Phase phase, std::chrono::milliseconds time);

    Socket m_socket;
    IoThread &m_thread;
    std::shared_ptr<Listener> m_listener;
    RequestParser m_parser;
    std::vector<char> m_in;
    std::size_t m_inBegin = 0;
    std::size_t m_inEnd = 0;
    std::string m_out;
    std::deque<std::shared_ptr<const std::string>> m_streamQueue;
    std::size_t m_streamPending = 0;
    std::shared_ptr<StreamEnd> m_stream;
    Clock::time_point m_deadline;
    Clock::time_point m_bodyStart;
    std::size_t m_bodyBytes = 0;
    Phase m_phase = Phase::Idle;
    int m_requests = 0;
    bool m_keepAlive = true;
    bool m_headOnly = false;
    bool m_http11 = true;
    bool m_clientCloses = false; // it said so, and nothing follows its request
    bool m_inHandler = false;
    bool m_answered = false;
    bool m_writing = false;
    bool m_watching = false; // a stream's one read, which only tells that the client has gone
    bool m_draining = false;
};

} // namespace linkdesk::server
