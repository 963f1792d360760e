// EchoHandler: a handler that tells what it was asked, for tests of the HTTP machinery; and the requests they send.
#pragma once

#include "httpclient.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace linkdesk::test {

using namespace linkdesk::server;

inline const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

inline std::string get(const std::string &path, const std::string &fields = {})
{
    return "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
}

// Answers its path and body, on another thread where the path asks for it; threads are joined at the end.
class EchoHandler final : public Handler {
public:
    ~EchoHandler() override { join(); }

    void handle(const Request &request, Reply reply) override
    {
        if (request.path == "/lost")
            return;
        if (request.path == "/stream")
            return keep(reply.stream(eventHead()));
        if (request.path == "/peer")
            return reply.send(plainResponse(200, request.peer.text()));
        if (request.path == "/big")
            return reply.send(plainResponse(200, std::string(16 * 1024 * 1024, 'b')));
        std::string text(request.path);
        text.append(request.body);
        if (request.path == "/raw") {
            reply.beginRaw() += "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nraw";
            return reply.endRaw();
        }
        if (!request.path.starts_with("/later"))
            return reply.send(plainResponse(200, text));
        const std::lock_guard lock(m_mutex);
        m_threads.emplace_back([this, text, ticket = std::make_shared<Reply>(std::move(reply)),
                                raw = request.path == "/laterraw", lost = request.path == "/laterlost"]() mutable {
            const Reply dropped = lost ? std::move(*ticket) : Reply(nullptr);
            if (lost)
                return;
            while (m_held)
                std::this_thread::yield();
            if (text.starts_with("/latermade"))
                ticket->sendMade([text] { return plainResponse(200, text); });
            else if (raw)
                ticket->sendRaw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n"
                                + std::string(ticket->keepAlive() ? "" : "Connection: close\r\n") + "\r\nraw");
            else
                ticket->send(plainResponse(200, text));
        });
    }

    Response refusal(int status, std::string_view reason) override { return plainResponse(status, reason); }

    static Response eventHead()
    {
        Response head;
        head.contentType = "text/event-stream";
        return head;
    }

    void hold(bool held) { m_held = held; }
    void join()
    {
        std::vector<std::thread> threads;
        {
            const std::lock_guard lock(m_mutex);
            threads.swap(m_threads);
        }
        for (std::thread &thread : threads)
            thread.join();
    }
    std::shared_ptr<Stream> stream()
    {
        const std::lock_guard lock(m_mutex);
        return m_stream;
    }
    void forgetStream() { keep(nullptr); }

private:
    void keep(std::shared_ptr<Stream> stream)
    {
        const std::lock_guard lock(m_mutex);
        m_stream = std::move(stream);
    }

    std::mutex m_mutex; // guards the threads and the stream
    std::vector<std::thread> m_threads;
    std::shared_ptr<Stream> m_stream;
    std::atomic<bool> m_held{false};
};

inline std::shared_ptr<const std::string> shared(std::string text)
{
    return std::make_shared<const std::string>(std::move(text));
}

} // namespace linkdesk::test
