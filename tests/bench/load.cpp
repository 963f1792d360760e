// linkdesk_load HOST PORT PATH CONNECTIONS REQUESTS: sends exactly REQUESTS keep-alive GETs over CONNECTIONS and counts the
// answers, so that "sent" can be compared with "clicks counted" to the last one (P10). One thread. Exit code 0 when
// every answer was a 302.
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

struct Tally {
    long long left = 0;
    long long redirected = 0;
    long long other = 0;
    long long broken = 0;
};

class Client final : public std::enable_shared_from_this<Client> {
public:
    Client(asio::io_context &context, tcp::endpoint server, const std::string &request, Tally &tally)
        : m_socket(context), m_server(server), m_request(request), m_tally(tally)
    {
    }

    void start()
    {
        m_socket = tcp::socket(m_socket.get_executor());
        m_socket.async_connect(m_server, [self = shared_from_this()](error_code error) {
            if (error)
                self->fail("connect", error);
            else
                self->next();
        });
    }

private:
    void fail(const char *what, error_code error)
    {
        std::fprintf(stderr, "%s: %s\n", what, error.message().c_str());
        ++m_tally.broken;
    }

    void next()
    {
        if (m_tally.left == 0)
            return m_socket.close();
        --m_tally.left;
        m_answer.clear();
        asio::async_write(m_socket, asio::buffer(m_request), [self = shared_from_this()](error_code error, std::size_t) {
            if (error)
                self->fail("send", error);
            else
                self->read();
        });
    }

    void read()
    {
        m_socket.async_read_some(asio::buffer(m_bytes), [self = shared_from_this()](error_code error, std::size_t n) {
            if (error)
                return self->fail("receive", error);
            self->m_answer.append(self->m_bytes.data(), n);
            self->judge();
        });
    }

    // Redirects have no body: the empty line ends the answer.
    void judge()
    {
        if (m_answer.find("\r\n\r\n") == std::string::npos)
            return read();
        const bool redirect = m_answer.starts_with("HTTP/1.1 302 ");
        ++(redirect ? m_tally.redirected : m_tally.other);
        if (redirect && m_answer.find("Connection: close") == std::string::npos)
            return next();
        start();
    }

    tcp::socket m_socket;
    const tcp::endpoint m_server;
    const std::string &m_request;
    Tally &m_tally;
    std::array<char, 4096> m_bytes;
    std::string m_answer;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc != 6) {
        std::fprintf(stderr, "usage: linkdesk_load HOST PORT PATH CONNECTIONS REQUESTS\n");
        return 2;
    }
    asio::io_context context(1);
    const tcp::endpoint server(asio::ip::make_address(argv[1]), static_cast<unsigned short>(std::atoi(argv[2])));
    const std::string request = std::string("GET ") + argv[3] + " HTTP/1.1\r\nHost: " + argv[1]
        + "\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n\r\n";
    Tally tally;
    tally.left = std::atoll(argv[5]);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < std::atoi(argv[4]); ++i)
        std::make_shared<Client>(context, server, request, tally)->start();
    context.run();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%lld redirected, %lld other, %lld broken connections, %.2f s, %.0f req/s\n", tally.redirected,
                tally.other, tally.broken, seconds, static_cast<double>(tally.redirected) / seconds);
    return tally.other == 0 && tally.broken == 0 ? 0 : 1;
}
