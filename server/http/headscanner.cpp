#include "http/headscanner.h"

#include <array>
#include <cstdint>

namespace linkdesk::server {

namespace {

enum : std::uint8_t { kControl = 1, kToken = 2 };

// RFC 9110 section 5.6.2 tokens, and the controls that may stand nowhere in a head (tab is legal in a field value only).
constexpr std::array<std::uint8_t, 256> kClass = [] {
    std::array<std::uint8_t, 256> table{};
    for (int c = 0; c < 32; ++c)
        table[static_cast<std::size_t>(c)] = kControl;
    table[127] = kControl;
    for (const char c : std::string_view("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        table[static_cast<unsigned char>(c)] = kToken;
    return table;
}();

} // namespace

void HeadScanner::reset()
{
    *this = HeadScanner(*m_limits);
}

HeadScanner::State HeadScanner::refuse(int status, const char *reason)
{
    m_status = status;
    m_reason = reason;
    return State::Bad;
}

HeadScanner::State HeadScanner::scan(std::string_view data)
{
    for (; m_position < data.size(); ++m_position) {
        const auto byte = static_cast<unsigned char>(data[m_position]);
        if (m_position - m_lineStart0 >= m_limits->headBytes)
            return refuse(431, "the request header is too large");
        if (m_sawCr) {
            if (byte != '\n')
                return refuse(400, "a carriage return must be followed by a line feed");
            m_sawCr = false;
            const bool empty = m_position - m_lineStart == 1;
            if (m_inRequestLine && empty) {
                if (m_position >= 4)
                    return refuse(400, "too many empty lines before the request line");
                m_lineStart0 = m_lineStart = m_position + 1;
                continue;
            }
            if (empty) {
                ++m_position;
                return State::Complete;
            }
            if (!m_inRequestLine && m_inName)
                return refuse(400, "a header line has no colon");
            if (!m_inRequestLine && ++m_fields > m_limits->fields)
                return refuse(431, "too many header fields");
            m_inRequestLine = false;
            m_inName = true;
            m_lineStart = m_position + 1;
            continue;
        }
        if (byte == '\r') {
            m_sawCr = true;
            continue;
        }
        if (m_inRequestLine && m_position - m_lineStart >= m_limits->requestLine)
            return refuse(414, "the request line is too long");
        const std::uint8_t kind = kClass[byte];
        if (kind == kControl && (byte != '\t' || m_inRequestLine || m_inName)) {
            return refuse(400, byte == '\n' ? "a line feed must follow a carriage return"
                                            : "control character in the request head");
        }
        if (m_inRequestLine) {
            // A method is a token: a first byte outside it is a TLS hello or noise, and need not be waited out.
            if (m_position == m_lineStart && kind != kToken)
                return refuse(400, "the request line does not start with a method");
        } else if (m_inName) {
            if (byte == ':') {
                if (m_position == m_lineStart)
                    return refuse(400, "a header field has no name");
                m_inName = false;
            } else if (kind != kToken) {
                return refuse(400, m_position == m_lineStart ? "folded header line"
                                                             : "character not allowed in a header field name");
            }
        }
    }
    return State::NeedMore;
}

} // namespace linkdesk::server
