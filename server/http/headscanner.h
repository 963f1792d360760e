// HeadScanner: finds the end of a request head and refuses, byte by byte, what no honest client sends.
//
// It runs in front of Beast's parser, which is looser in places (obs-fold, bare LF in waiting) than a server exposed to
// request smuggling can be (R15; RFC 9112 sections 2.2, 5, 11.2). It keeps its place between calls, so a head that
// arrives byte by byte costs one look at each byte, and a bad byte is refused at once instead of at a timeout. Pure.
#pragma once

#include "http/limits.h"

#include <cstddef>
#include <string_view>

namespace linkdesk::server {

class HeadScanner final {
public:
    enum class State { NeedMore, Complete, Bad };

    explicit HeadScanner(const Limits &limits) : m_limits(&limits) {}

    // `data` is everything received of this request so far; earlier bytes must be unchanged.
    State scan(std::string_view data);

    // After Complete: the head's length including the empty line.
    [[nodiscard]] std::size_t headLength() const { return m_position; }
    // After Complete: empty lines before the request line, which RFC 9112 section 2.2 asks to skip.
    [[nodiscard]] std::size_t leadingBytes() const { return m_lineStart0; }
    // After Bad: 400, 414 or 431.
    [[nodiscard]] int status() const { return m_status; }
    [[nodiscard]] const char *reason() const { return m_reason; }
    void reset();

private:
    State refuse(int status, const char *reason);

    const Limits *m_limits;
    std::size_t m_position = 0;   // next byte to look at
    std::size_t m_lineStart = 0;
    std::size_t m_lineStart0 = 0; // of the request line
    std::size_t m_fields = 0;
    bool m_inRequestLine = true;
    bool m_sawCr = false;
    bool m_inName = false;
    int m_status = 0;
    const char *m_reason = "";
};

} // namespace linkdesk::server
