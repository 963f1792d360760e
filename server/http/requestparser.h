// RequestParser: bytes in, requests out; no sockets, no timers.
//
// HeadScanner, then Beast's basic_parser, then the rules of R15 that need parsed fields: Host (RFC 9112 section 3.2),
// message length (section 6.3), request target (section 3.2). Any split of the input gives the same result (R19).
#pragma once

#include "http/headscanner.h"
#include "http/request.h"

#include <memory>
#include <string>
#include <string_view>

namespace linkdesk::server {

class RequestParser final {
public:
    enum class State {
        NeedHead,  // the head is not complete
        NeedBody,  // the head is; body bytes are missing
        Complete,  // request() is valid
        Bad,       // answer status() and close
    };

    explicit RequestParser(const Limits &limits);
    ~RequestParser();
    RequestParser(const RequestParser &) = delete;
    RequestParser &operator=(const RequestParser &) = delete;

    // `data` starts at this request's first byte and holds all received so far (earlier bytes may have moved in memory).
    State parse(std::string_view data);

    // After Complete: bytes of `data` this request took, and the request, whose views point into `data`.
    [[nodiscard]] std::size_t consumed() const { return m_consumed; }
    [[nodiscard]] Request &request() { return m_request; }

    // While NeedBody: bytes behind the head (offset, count) that are taken over and may be dropped from `data`.
    struct Range {
        std::size_t offset = 0;
        std::size_t count = 0;
    };
    [[nodiscard]] Range dropBody();
    [[nodiscard]] bool inBody() const { return m_headDone; }

    // The head asks for "100 Continue" before it sends the body (RFC 9110 section 10.1.1). True once per request.
    [[nodiscard]] bool takeExpectContinue();

    [[nodiscard]] int status() const { return m_status; }
    [[nodiscard]] const char *reason() const { return m_reason; }

    // For the next request on the connection.
    void reset();

private:
    class BeastParser;
    State parseHead(std::string_view data);
    State parseBody(std::string_view data);
    State refuse(int status, const char *reason);
    void followMovedHead(std::string_view data);

    const Limits *m_limits;
    HeadScanner m_scanner;
    std::unique_ptr<BeastParser> m_beast;
    Request m_request;
    std::string m_body;
    const char *m_headBase = nullptr; // where the head stood when its views were made
    std::size_t m_headLength = 0;
    std::size_t m_bodyTaken = 0; // raw bytes after the head given to Beast
    std::size_t m_consumed = 0;
    bool m_headDone = false;
    bool m_expectContinue = false;
    int m_status = 0;
    const char *m_reason = "";
};

} // namespace linkdesk::server
