#include "httpclient.h"

#include <QtGlobal>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace linkdesk::test {

using namespace linkdesk::server;
using SteadyClock = std::chrono::steady_clock;

namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

bool waitFor(int socket, short events, SteadyClock::time_point until)
{
    const auto left = std::chrono::duration_cast<milliseconds>(until - SteadyClock::now()).count();
    pollfd entry{socket, events, 0};
    return ::poll(&entry, 1, static_cast<int>(std::max<long long>(left, 0))) > 0;
}

} // namespace

std::string WireResponse::field(std::string_view name) const
{
    std::string value;
    int count = 0;
    for (const auto &[key, text] : fields) {
        if (lower(key) == lower(name)) {
            value = text;
            ++count;
        }
    }
    return count > 1 ? "twice" : value;
}

bool WireResponse::has(std::string_view name) const
{
    return std::any_of(fields.begin(), fields.end(),
                       [&](const auto &field) { return lower(field.first) == lower(name); });
}

RawClient::RawClient(int port, const char *address)
{
    const bool v6 = std::strchr(address, ':') != nullptr;
    m_socket = ::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_storage peer{};
    socklen_t length = 0;
    if (v6) {
        auto *in = reinterpret_cast<sockaddr_in6 *>(&peer);
        in->sin6_family = AF_INET6;
        in->sin6_port = htons(static_cast<std::uint16_t>(port));
        ::inet_pton(AF_INET6, address, &in->sin6_addr);
        length = sizeof *in;
    } else {
        auto *in = reinterpret_cast<sockaddr_in *>(&peer);
        in->sin_family = AF_INET;
        in->sin_port = htons(static_cast<std::uint16_t>(port));
        ::inet_pton(AF_INET, address, &in->sin_addr);
        length = sizeof *in;
    }
    const int on = 1;
    ::setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(m_socket, reinterpret_cast<const sockaddr *>(&peer), length) != 0)
        close();
}

void RawClient::close()
{
    if (m_socket >= 0)
        ::close(m_socket);
    m_socket = -1;
}

void RawClient::shutdownSend()
{
    ::shutdown(m_socket, SHUT_WR);
}

void RawClient::shrinkReceiveBuffer()
{
    const int size = 64 * 1024; // less makes the loopback crawl
    ::setsockopt(m_socket, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
}

bool RawClient::send(std::string_view bytes)
{
    const auto until = SteadyClock::now() + kPatience;
    while (!bytes.empty()) {
        if (!waitFor(m_socket, POLLOUT, until))
            return false;
        const ssize_t sent = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
    }
    return true;
}

bool RawClient::fill(SteadyClock::time_point until)
{
    if (m_eof || m_socket < 0 || !waitFor(m_socket, POLLIN, until))
        return false;
    std::array<char, 65536> buffer;
    const ssize_t count = ::recv(m_socket, buffer.data(), buffer.size(), 0);
    m_eof = count <= 0;
    if (count > 0)
        m_pending.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
}

std::string RawClient::receive(std::size_t atLeast, milliseconds patience)
{
    const auto until = SteadyClock::now() + patience;
    while (m_pending.size() < atLeast && fill(until)) {}
    return std::exchange(m_pending, {});
}

std::string RawClient::rest(bool *closed, milliseconds patience)
{
    const auto until = SteadyClock::now() + patience;
    while (fill(until)) {}
    if (closed)
        *closed = m_eof;
    return std::exchange(m_pending, {});
}

bool RawClient::closesWithin(milliseconds patience)
{
    bool closed = false;
    (void)rest(&closed, patience);
    return closed;
}

WireResponse RawClient::response(bool toHead, milliseconds patience)
{
    const auto until = SteadyClock::now() + patience;
    std::size_t end = 0;
    while ((end = m_pending.find("\r\n\r\n")) == std::string::npos) {
        if (!fill(until))
            return {};
    }
    WireResponse answer;
    answer.head = m_pending.substr(0, end + 2);
    m_pending.erase(0, end + 4);
    if (answer.head.size() > 12 && answer.head.starts_with("HTTP/1.1 "))
        answer.status = std::atoi(answer.head.c_str() + 9);
    for (std::size_t at = answer.head.find("\r\n") + 2; at < answer.head.size();) {
        const std::size_t line = answer.head.find("\r\n", at);
        const std::string text = answer.head.substr(at, line - at);
        const std::size_t colon = text.find(": ");
        answer.fields.emplace_back(text.substr(0, colon), colon == std::string::npos ? "" : text.substr(colon + 2));
        at = line + 2;
    }
    const std::size_t length =
        toHead ? 0 : static_cast<std::size_t>(std::atoll(answer.field("content-length").c_str()));
    while (m_pending.size() < length) {
        if (!fill(until))
            return {};
    }
    answer.body = m_pending.substr(0, length);
    m_pending.erase(0, length);
    return answer;
}

WireResponse askOnce(int port, std::string_view request, bool toHead)
{
    RawClient client(port);
    client.send(request);
    return client.response(toHead);
}

Response plainResponse(int status, std::string_view body)
{
    Response response;
    response.status = status;
    response.contentType = "text/plain; charset=utf-8";
    response.body = body;
    return response;
}

Response FunctionHandler::refusal(int status, std::string_view reason)
{
    return plainResponse(status, reason);
}

RunningServer::RunningServer(Handler &handler, const Limits &limits, unsigned threads) : m_server(threads)
{
    const auto bound = m_server.listen({"127.0.0.1", 0}, handler, limits);
    if (!bound)
        qFatal("the test's server did not listen: %s", bound.error().detail.c_str());
    m_port = bound->port;
    m_server.start();
}

} // namespace linkdesk::test
