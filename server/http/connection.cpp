#include "http/connection.h"

#include "base/clock.h"
#include "http/iothread.h"
#include "http/listener.h"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <cstring>

namespace linkdesk::server {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t kFirstBuffer = 4096;
constexpr milliseconds kLinger{2000};

// The memory that one read may fill beyond the head: body bytes are taken over and dropped as they come.
constexpr std::size_t kReadChunk = 64 * 1024;

} // namespace

// What a Stream holder sees; outlives the connection.
class Connection::StreamEnd final : public Stream {
public:
    explicit StreamEnd(std::shared_ptr<Connection> connection) : m_connection(std::move(connection)) {}

    bool send(std::shared_ptr<const std::string> bytes) override
    {
        if (!isOpen())
            return false;
        if (m_pending.fetch_add(bytes->size()) + bytes->size() > kMaxPending) {
            close();
            return false;
        }
        post([bytes = std::move(bytes)](Connection &c) { c.sendStream(bytes); });
        return true;
    }

    void close() override
    {
        if (m_open.exchange(false))
            post([](Connection &c) { c.close(); });
    }

    bool isOpen() const override { return m_open; }

    // On the connection's thread.
    void taken(std::size_t bytes) { m_pending.fetch_sub(bytes); }
    void gone() { m_open = false; }

private:
    template <typename F>
    void post(F work)
    {
        // Weak: a stream kept by a subscriber must not keep a dead connection's socket.
        if (const auto connection = m_connection.lock())
            asio::post(connection->m_socket.get_executor(), [connection, work = std::move(work)] { work(*connection); });
    }

    std::weak_ptr<Connection> m_connection;
    std::atomic<bool> m_open{true};
    std::atomic<std::size_t> m_pending{0};
};

Connection::Connection(Socket socket, IoThread &thread, std::shared_ptr<Listener> listener, Address peer)
    : m_socket(std::move(socket)), m_thread(thread), m_listener(std::move(listener)), m_parser(m_listener->limits())
{
    m_parser.request().peer = peer;
}

Connection::~Connection()
{
    m_listener->leave(m_parser.request().peer);
}

void Connection::start()
{
    error_code ignored;
    m_socket.non_blocking(true, ignored);
    m_in.resize(kFirstBuffer);
    // A client that connects and says nothing has the time of a head, not of an idle keep-alive connection.
    setPhase(Phase::Idle, m_listener->limits().headTime);
    read();
}

void Connection::setPhase(Phase phase, milliseconds time)
{
    m_phase = phase;
    m_deadline = core::steadyNow() + time;
}

void Connection::makeRoom()
{
    if (m_inBegin == m_inEnd) {
        m_inBegin = m_inEnd = 0;
    } else if (m_inBegin > 0 && m_inEnd == m_in.size()) {
        std::memmove(m_in.data(), m_in.data() + m_inBegin, m_inEnd - m_inBegin);
        m_inEnd -= m_inBegin;
        m_inBegin = 0;
    }
    if (m_inEnd == m_in.size())
        m_in.resize(std::min(m_in.size() * 2, m_listener->limits().headBytes + kReadChunk));
}

void Connection::read()
{
    makeRoom();
    m_socket.async_read_some(asio::buffer(m_in.data() + m_inEnd, m_in.size() - m_inEnd),
                             [self = shared_from_this()](error_code error, std::size_t bytes) {
                                 self->onRead(error, bytes);
                             });
}

// A read right after the answer would nearly always find nothing yet and cost a system call for it. Once the thread has
// served the other clients of this round, the next request of a busy one is often there.
void Connection::readSoon()
{
    asio::post(m_socket.get_executor(), [self = shared_from_this()] {
        if (self->m_phase != Phase::Closed)
            self->read();
    });
}

void Connection::onRead(error_code error, std::size_t bytes)
{
    if (m_phase == Phase::Closed)
        return;
    if (error)
        return close();
    if (m_phase == Phase::Lingering || m_phase == Phase::Streaming)
        return read(); // m_inEnd stays: what a lingering or streaming client says is dropped
    m_inEnd += bytes;
    if (m_phase == Phase::Idle)
        setPhase(Phase::Head, m_listener->limits().headTime);
    m_bodyBytes += bytes;
    process();
}

void Connection::process()
{
    while (m_inBegin < m_inEnd && processOne()) {
    }
    flush();
}

// Parses and hands over one request; true when another may follow at once.
bool Connection::processOne()
{
    const auto state = m_parser.parse({m_in.data() + m_inBegin, m_inEnd - m_inBegin});
    switch (state) {
    case RequestParser::State::Bad:
        refuse(m_parser.status(), m_parser.reason());
        return false;
    case RequestParser::State::NeedBody:
        if (m_phase != Phase::Body) {
            setPhase(Phase::Body, m_listener->limits().bodyGrace);
            m_bodyStart = core::steadyNow();
            m_bodyBytes = 0;
        }
        if (m_parser.takeExpectContinue())
            m_out += "HTTP/1.1 100 Continue\r\n\r\n";
        dropTakenBody();
        return false;
    case RequestParser::State::NeedHead:
        return false;
    case RequestParser::State::Complete:
        break;
    }
    const Request &request = m_parser.request();
    m_listener->countRequest(m_thread.index());
    ++m_requests;
    m_http11 = request.http11;
    m_headOnly = request.isHead();
    m_clientCloses = !request.keepAlive && request.body.empty();
    m_keepAlive = request.keepAlive && !m_draining && m_requests < m_listener->limits().requestsPerConnection;
    m_phase = Phase::Handling;
    m_inHandler = true;
    m_answered = false;
    m_listener->handler().handle(request, Reply(shared_from_this()));
    m_inHandler = false;
    if (!m_answered)
        return false;
    answered();
    return m_phase == Phase::Idle || m_phase == Phase::Head;
}

void Connection::dropTakenBody()
{
    const RequestParser::Range range = m_parser.dropBody();
    if (range.count == 0)
        return;
    char *const from = m_in.data() + m_inBegin + range.offset;
    char *const end = m_in.data() + m_inEnd;
    std::memmove(from, from + range.count, static_cast<std::size_t>(end - from) - range.count);
    m_inEnd -= range.count;
}

// The current request is done with: forget it and make ready for the next.
void Connection::answered()
{
    if (m_phase == Phase::Streaming)
        return;
    m_inBegin += m_parser.consumed();
    m_parser.reset();
    if (!m_keepAlive) {
        m_phase = Phase::Lingering;
        return;
    }
    // One answer needs no such option; from the second on, none may wait for the acknowledgement of the one before.
    if (m_requests == 1) {
        error_code ignored;
        m_socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    }
    // Pipelined bytes already here start a new head.
    const bool more = m_inBegin < m_inEnd;
    setPhase(more ? Phase::Head : Phase::Idle, more ? m_listener->limits().headTime : m_listener->limits().idleTime);
}

void Connection::refuse(int status, std::string_view reason)
{
    m_listener->countBad(m_thread.index());
    m_keepAlive = false;
    appendResponse(m_out, m_listener->handler().refusal(status, reason), m_parser.request().isHead(), false, true);
    m_inBegin = m_inEnd = 0;
    m_phase = Phase::Lingering;
}

void Connection::complete(Response response)
{
    if (m_thread.isCurrent() && m_inHandler) {
        m_keepAlive = m_keepAlive && !response.close;
        appendResponse(m_out, response, m_headOnly, m_keepAlive, m_http11);
        m_answered = true;
        return;
    }
    completeMade([response = std::move(response)] { return response; });
}

void Connection::completeMade(std::function<Response()> make)
{
    if (m_thread.isCurrent() && m_inHandler)
        return complete(make());
    asio::post(m_socket.get_executor(), [self = shared_from_this(), make = std::move(make)] {
        if (self->m_phase != Phase::Handling)
            return;
        const Response response = make();
        self->m_keepAlive = self->m_keepAlive && !response.close && !self->m_draining;
        appendResponse(self->m_out, response, self->m_headOnly, self->m_keepAlive, self->m_http11);
        self->answered();
        self->process();
    });
}

void Connection::completeRaw(std::string bytes)
{
    if (m_thread.isCurrent() && m_inHandler) {
        m_out += bytes;
        m_answered = true;
        return;
    }
    asio::post(m_socket.get_executor(), [self = shared_from_this(), bytes = std::move(bytes)] {
        if (self->m_phase != Phase::Handling)
            return;
        self->m_out += bytes;
        self->answered();
        self->process();
    });
}

void Connection::endRaw()
{
    m_answered = true;
}

std::shared_ptr<Stream> Connection::beginStream(const Response &response)
{
    m_out.append("HTTP/1.1 200 OK\r\n").append(dateLine());
    m_out.append("Content-Type: ").append(response.contentType).append("\r\n").append(response.headers);
    m_out.append("Connection: close\r\n\r\n");
    m_keepAlive = false;
    m_answered = true;
    m_phase = Phase::Streaming;
    m_stream = std::make_shared<StreamEnd>(shared_from_this());
    return m_stream;
}

void Connection::sendStream(std::shared_ptr<const std::string> bytes)
{
    if (m_phase != Phase::Streaming)
        return;
    m_streamQueue.push_back(std::move(bytes));
    if (!m_writing)
        flush();
}

// Tries to send at once; what the socket does not take waits for it, with the write-stall deadline.
void Connection::flush()
{
    if (m_writing || m_phase == Phase::Closed)
        return;
    while (!m_streamQueue.empty() && m_out.size() < kReadChunk) {
        m_out += *m_streamQueue.front();
        m_stream->taken(m_streamQueue.front()->size());
        m_streamQueue.pop_front();
    }
    if (m_out.empty())
        return afterFlush();
    error_code error;
    const std::size_t sent = m_socket.write_some(asio::buffer(m_out), error);
    if (error && error != asio::error::would_block)
        return close();
    if (!error && sent == m_out.size()) {
        m_out.clear();
        return afterFlush();
    }
    m_writing = true;
    flushRest(error ? 0 : sent);
}

void Connection::flushRest(std::size_t from)
{
    m_deadline = core::steadyNow() + m_listener->limits().writeStall;
    m_socket.async_write_some(asio::buffer(m_out.data() + from, m_out.size() - from),
                              [self = shared_from_this(), from](error_code error, std::size_t bytes) {
                                  if (self->m_phase == Phase::Closed)
                                      return;
                                  if (error)
                                      return self->close();
                                  if (from + bytes < self->m_out.size())
                                      return self->flushRest(from + bytes);
                                  self->m_writing = false;
                                  self->m_out.clear();
                                  self->endStall();
                                  self->flush();
                              });
}

// The deadline was the write's; what the client may do next has its own time from here.
void Connection::endStall()
{
    if (m_phase == Phase::Idle)
        setPhase(Phase::Idle, m_listener->limits().idleTime);
    else if (m_phase == Phase::Head)
        setPhase(Phase::Head, m_listener->limits().headTime);
}

void Connection::afterFlush()
{
    switch (m_phase) {
    case Phase::Lingering: return linger();
    case Phase::Handling: return; // waits for its answer; reads nothing meanwhile
    case Phase::Streaming:
        if (!m_streamQueue.empty())
            return flush();
        m_deadline = Clock::time_point::max();
        if (!m_watching) {
            m_watching = true;
            m_inBegin = m_inEnd = 0;
            read(); // only to learn that the client has gone
        }
        return;
    case Phase::Idle:
        if (m_draining)
            return close();
        return readSoon();
    case Phase::Head:
    case Phase::Body: return read();
    case Phase::Closed: return;
    }
}

// A plain close with unread input would reset the connection and may take the answer with it (RFC 9112 section 9.6).
void Connection::linger()
{
    error_code error;
    const bool allRead = m_inBegin == m_inEnd && m_requests > 0;
    if (allRead && (m_clientCloses || (m_socket.available(error) == 0 && !error)))
        return close();
    m_inBegin = m_inEnd = 0;
    m_socket.shutdown(Socket::shutdown_send, error);
    if (error)
        return close();
    setPhase(Phase::Lingering, kLinger);
    read();
}

void Connection::checkDeadline(Clock::time_point now)
{
    if (m_phase == Phase::Body && !m_writing) {
        const auto elapsed = now - m_bodyStart;
        if (elapsed < m_listener->limits().bodyGrace)
            return;
        const double seconds = std::chrono::duration<double>(elapsed - m_listener->limits().bodyGrace).count();
        if (static_cast<double>(m_bodyBytes) >= seconds * static_cast<double>(m_listener->limits().bodyRate))
            return;
    } else if (now < m_deadline || (m_phase == Phase::Handling && !m_writing)) {
        return;
    }
    if (m_writing || m_phase == Phase::Idle || m_phase == Phase::Lingering || m_inBegin == m_inEnd)
        return close();
    const auto self = shared_from_this();
    refuse(408, "the request took too long");
    // It had its time: one try to say so, no lingering.
    error_code ignored;
    m_socket.write_some(asio::buffer(m_out), ignored);
    close();
}

void Connection::drain()
{
    m_draining = true;
    // Idle, yet the last answer may still be on its way to a slow client; afterFlush() closes then.
    if ((m_phase == Phase::Idle && !m_writing) || m_phase == Phase::Streaming)
        close();
}

void Connection::close()
{
    if (m_phase == Phase::Closed)
        return;
    const auto self = shared_from_this(); // the thread's list may hold the last reference
    m_phase = Phase::Closed;
    if (m_stream)
        m_stream->gone();
    error_code ignored;
    m_socket.close(ignored);
    m_thread.remove(*this);
}

} // namespace linkdesk::server
